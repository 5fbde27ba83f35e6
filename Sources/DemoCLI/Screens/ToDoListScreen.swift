import Features
import Foundation
import Store
import StoreInspection

/// The list of to-dos, or the open feature. It reads only the visible rows.
func toDoListScreen(_ state: ObservedState<ToDoList.State>, _ context: ScreenContext) -> Screen<ToDoList.Action> {
  switch state.destination {
  case .create(let form):
    return createToDoScreen(form, context).map { .destination(.presented(.create($0))) }
  case .detail(let detail):
    var screen = toDoDetailScreen(detail, context).map { ToDoList.Action.destination(.presented(.detail($0))) }
    if detail.destination == nil { screen.command(.escape, "戻る", .destination(.dismiss)) }
    return screen
  case nil: break
  }
  let rows = state.rows
  var screen = Screen<ToDoList.Action>("ToDo", width: context.width)
  screen.command("n", "作成", .createButtonTapped)
  screen.command("r", "更新", .refreshPulled)
  var filters: [Screen<ToDoList.Action>.Part] = []
  for filter in ToDoFilter.allCases {
    if !filters.isEmpty { filters.append(.text(" ")) }
    let title = filter == rows.filter ? "[\(filter.title)]" : " \(filter.title) "
    filters.append(.button(title, id: filter, .filterSelected(filter)))
  }
  screen.line(filters, trailing: [.text("\(rows.count) 件")])
  if let problem = state.problem { screen.message(problem.message, dismiss: .problemDismissed) }
  if let failure = state.failure {
    screen.paragraph(failure.message, .failure)
    screen.button("[再試行]", .selected, .retryButtonTapped)
  }
  let deletedCount = state.lastDeleted.count
  if deletedCount > 0 {
    screen.line(
      [.text("\(deletedCount) 件を削除しました "), .button("[元に戻す]", key: "u", .undoButtonTapped)],
      .dim
    )
  }
  screen.line()

  let shown = context.rows(of: rows.count, limit: 20)
  if shown.lowerBound > 0 { screen.line("↑ 前に \(shown.lowerBound) 件", .dim) }
  let toDos = rows[shown]
  screen.list(
    "to-dos",
    count: rows.count,
    shown: shown,
    rowID: { toDos[$0 - shown.lowerBound].id },
    action: { .rowTapped(id: toDos[$0 - shown.lowerBound].id) }
  ) { offset, screen in
    let toDo = toDos[offset - shown.lowerBound]
    screen.line("\(toDo.isDone ? "☑" : "☐") \(toDo.title)", toDo.isDone ? .dim : .bold)
    screen.command(" ", toDo.isDone ? "未完了にする" : "完了にする", .toggleButtonTapped(id: toDo.id))
    screen.command("d", "削除", .deleteButtonTapped(id: toDo.id))
    guard let dueAt = toDo.dueAt else { return }
    let isOverdue = rows.isOverdue(toDo)
    screen.line(
      "   期日: \(context.calendar.day(dueAt))\(isOverdue ? " (期限切れ)" : "")",
      isOverdue ? .failure : .dim
    )
  }
  if shown.upperBound < rows.count { screen.line("↓ 続き \(rows.count - shown.upperBound) 件", .dim) }
  if state.isLoading {
    screen.progress("読み込み中…")
  } else if state.isEmpty {
    screen.line(rows.all.isEmpty ? "ToDo はありません" : "\(rows.filter.title)の ToDo はありません")
  }
  return screen
}

extension ToDoFilter {
  fileprivate var title: String {
    switch self {
    case .all: "すべて"
    case .open: "未完了"
    case .done: "完了"
    case .overdue: "期限切れ"
    }
  }
}

extension Calendar {
  /// Formats a day as 2026/01/31 on every machine.
  func day(_ date: Date) -> String {
    let parts = dateComponents([.year, .month, .day], from: date)
    return [parts.year, parts.month, parts.day].map { ($0 ?? 0).twoDigits }.joined(separator: "/")
  }

  /// Formats a minute as 2026/01/31 23:59 on every machine.
  func minute(_ date: Date) -> String {
    let parts = dateComponents([.hour, .minute], from: date)
    return "\(day(date)) \((parts.hour ?? 0).twoDigits):\((parts.minute ?? 0).twoDigits)"
  }
}

extension Int {
  fileprivate var twoDigits: String { 0..<10 ~= self ? "0\(self)" : "\(self)" }
}
