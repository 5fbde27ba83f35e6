import Features
import Foundation
import Store
import StoreInspection

/// The list of to-dos, or the open feature. It reads only the visible rows.
func toDoListScreen(_ state: ObservedState<ToDoList.State>, _ context: ScreenContext) -> Screen<ToDoList.Action> {
  let texts = context.texts
  switch state.destination {
  case .create(let form):
    return toDoFormScreen(form, context).map { .destination(.presented(.create($0))) }
  case .detail(let detail):
    var screen = toDoDetailScreen(detail, context).map { ToDoList.Action.destination(.presented(.detail($0))) }
    if detail.destination == nil { screen.command(.escape, texts.back, .destination(.dismiss)) }
    return screen
  case nil: break
  }
  let rows = state.rows
  var screen = Screen<ToDoList.Action>(texts.title(of: .toDos), width: context.width)
  screen.command("n", texts.new, .createButtonTapped)
  screen.command("r", texts.reload, .refreshPulled)
  let isEditing = state.isEditing
  if !rows.all.isEmpty { screen.command("e", isEditing ? texts.endEditing : texts.edit, .editButtonTapped) }
  var filters: [Screen<ToDoList.Action>.Part] = []
  for filter in ToDoFilter.allCases {
    if !filters.isEmpty { filters.append(.text(" ")) }
    let isSelected = filter == rows.filter
    filters.append(.choice(texts.title(of: filter), isSelected: isSelected, id: filter, .filterSelected(filter)))
  }
  screen.line(filters, trailing: [.text(texts.toDos(rows.count))])
  screen.field("\(texts.search): ", text: rows.query, key: "/") { .queryChanged($0) }
  let orders = ToDoOrder.allCases.map { order -> Screen<ToDoList.Action>.Part in
    .choice(texts.title(of: order), isSelected: order == rows.order, id: order, .orderSelected(order))
  }
  screen.flow([.text(texts.sort)] + orders, .dim)
  if let problem = state.problem { screen.message(texts.message(of: problem), dismiss: .problemDismissed) }
  if let failure = state.failure {
    screen.paragraph(texts.message(of: failure), .failure)
    screen.button("[\(texts.retry)]", .selected, .retryButtonTapped)
  }
  let deletedCount = state.lastDeleted.count
  if deletedCount > 0 {
    screen.line(
      [.text(texts.deleted(deletedCount) + " "), .button("[\(texts.undo)]", key: "u", .undoButtonTapped)],
      .dim
    )
  }
  screen.line()

  let shown = screen.shownRows(of: rows.count, context, limit: 20)
  if shown.lowerBound > 0 { screen.line("↑ \(texts.before(shown.lowerBound))", .dim) }
  let toDos = rows[shown]
  screen.list(
    "to-dos",
    count: rows.count,
    shown: shown,
    rowID: { toDos[$0 - shown.lowerBound].id },
    action: {
      let id = toDos[$0 - shown.lowerBound].id
      return isEditing ? .deleteButtonTapped(id: id) : .rowTapped(id: id)
    }
  ) { offset, screen in
    let toDo = toDos[offset - shown.lowerBound]
    let title = isEditing ? "⊖ \(toDo.title) (\(texts.delete))" : toDo.marked(texts)
    screen.line(title, toDo.isDone ? .dim : .bold)
    if !isEditing {
      screen.command(" ", toDo.isDone ? texts.markAsOpen : texts.markAsDone, .toggleButtonTapped(id: toDo.id))
    }
    screen.command("d", texts.delete, .deleteButtonTapped(id: toDo.id))
    guard let dueAt = toDo.dueAt else { return }
    let isOverdue = rows.isOverdue(toDo)
    screen.line(
      "   \(texts.due(texts.day(dueAt)))\(isOverdue ? " (\(texts.overdue))" : "")",
      isOverdue ? .failure : .dim
    )
  }
  if shown.upperBound < rows.count { screen.line("↓ \(texts.after(rows.count - shown.upperBound))", .dim) }
  if state.isLoading {
    screen.progress(texts.loading)
  } else if state.isEmpty {
    let isSearching = !rows.all.isEmpty && !rows.query.isEmpty
    screen.line(isSearching ? texts.noToDos(with: rows.query) : texts.noToDos(rows.all.isEmpty ? .all : rows.filter))
  }
  return screen
}

extension ToDo {
  /// The title with a check box, and a word for people who can't see the box.
  func marked(_ texts: Texts) -> String { "\(isDone ? "☑" : "☐") \(title) (\(isDone ? texts.done : texts.notDone))" }
}
