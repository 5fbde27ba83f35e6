import Features
import Foundation
import Store
import StoreInspection

/// The form for a new to-do.
func createToDoScreen(_ state: CreateToDo.State, _ context: ScreenContext) -> Screen<CreateToDo.Action> {
  let texts = context.texts
  var form = ToDoForm<CreateToDo.Action>(
    title: texts.createToDo,
    dueAt: state.dueAt,
    dueText: state.dueAt.map(texts.day),
    dueSteps: [(texts.dayBefore, .day, -1), (texts.dayAfter, .day, 1)],
    actions: ToDoForm.Actions(
      title: { .titleChanged($0) },
      memo: { .memoChanged($0) },
      due: { $0.map { .dueDayPicked($0) } ?? .dueDateRemoved },
      save: .saveButtonTapped,
      cancel: .cancelButtonTapped
    )
  )
  form.text = (state.title, state.memo)
  form.problem = state.isDueDatePast ? texts.dueDateHasPassed : state.failure.map(texts.message)
  form.isSaving = state.isSaving
  form.canSave = state.canSave
  form.isFilled = !state.isSaving && !(state.title.isEmpty && state.memo.isEmpty && state.dueAt == nil)
  return form.screen(context)
}

/// The form that edits a to-do.
func editToDoScreen(_ state: EditToDo.State, _ context: ScreenContext) -> Screen<EditToDo.Action> {
  let texts = context.texts
  var form = ToDoForm<EditToDo.Action>(
    title: texts.editToDo,
    dueAt: state.dueAt,
    dueText: state.dueAt.map(texts.minute),
    dueSteps: [
      (texts.dayBefore, .day, -1), (texts.dayAfter, .day, 1), (texts.hourBefore, .hour, -1),
      (texts.hourAfter, .hour, 1),
    ],
    actions: ToDoForm.Actions(
      title: { .titleChanged($0) },
      memo: { .memoChanged($0) },
      due: { $0.map { .dueDatePicked($0) } ?? .dueDateRemoved },
      save: .saveButtonTapped,
      cancel: .cancelButtonTapped
    )
  )
  form.text = (state.title, state.memo)
  form.problem = state.failure.map(texts.message)
  form.isSaving = state.isSaving
  form.canSave = state.canSave
  form.isFilled = !state.isSaving && !state.edit.isEmpty
  return form.screen(context)
}

private struct ToDoForm<Action> {
  struct Actions {
    let title: (String) -> Action
    let memo: (String) -> Action
    let due: (Date?) -> Action
    let save: Action
    let cancel: Action
  }

  let title: String
  let dueAt: Date?
  let dueText: String?
  /// The buttons that move the due date.
  let dueSteps: [(label: String, unit: Calendar.Component, count: Int)]
  let actions: Actions
  var text = (title: "", memo: "")
  var problem: String?
  var isSaving = false
  var canSave = false
  /// Whether something would be lost.
  var isFilled = false

  func screen(_ context: ScreenContext) -> Screen<Action> {
    let texts = context.texts
    var screen = Screen<Action>(title, width: context.width)
    screen.line(
      [.button("[\(texts.cancel)]", key: .escape, asking: isFilled ? texts.discardToDo : nil, actions.cancel)],
      trailing: [
        isSaving
          ? .progress(texts.saving)
          : .button(
            canSave ? "[\(texts.save)]" : texts.save,
            key: .control("s"),
            id: "save",
            canSave ? actions.save : nil
          )
      ],
      canSave ? .selected : .dim
    )
    if let problem { screen.paragraph(problem, .failure) }
    screen.line()
    screen.line(texts.titleLabel, .dim)
    screen.field(text: text.title, placeholder: texts.emptyTitle, id: "title", isFirst: true, edit: actions.title)
    screen.line()
    screen.flow([.text(texts.due(dueText))] + dueButtons(context))
    screen.line()
    screen.line(texts.memo, .dim)
    screen.field(text: text.memo, id: "memo", isMultiline: true, edit: actions.memo)
    return screen
  }

  private func dueButtons(_ context: ScreenContext) -> [Screen<Action>.Part] {
    let texts = context.texts
    guard let dueAt else { return [.button("[\(texts.today)]", actions.due(context.now))] }
    let steps = dueSteps.compactMap { step in
      context.calendar.date(byAdding: step.unit, value: step.count, to: dueAt).map { (step.label, actions.due($0)) }
    }
    return (steps + [(texts.none, actions.due(nil))]).map { .button("[\($0.0)]", $0.1) }
  }
}
