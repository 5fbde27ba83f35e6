import Features
import Foundation
import Store
import StoreInspection

/// The form for a new to-do.
func createToDoScreen(_ state: CreateToDo.State, _ context: ScreenContext) -> Screen<CreateToDo.Action> {
  var form = ToDoForm<CreateToDo.Action>(
    title: "ToDo を作成",
    dueAt: state.dueAt,
    dueText: state.dueAt.map(context.calendar.day),
    dueSteps: [("[前日]", .day, -1), ("[翌日]", .day, 1)],
    actions: ToDoForm.Actions(
      title: { .titleChanged($0) },
      memo: { .memoChanged($0) },
      due: { $0.map { .dueDayPicked($0) } ?? .dueDateRemoved },
      save: .saveButtonTapped,
      cancel: .cancelButtonTapped
    )
  )
  form.text = (state.title, state.memo)
  form.problem = state.isDueDatePast ? "期日は今日以降の日を選んでください。" : state.failure?.message
  form.isSaving = state.isSaving
  form.canSave = state.canSave
  form.isFilled = !state.isSaving && !(state.title.isEmpty && state.memo.isEmpty && state.dueAt == nil)
  return form.screen(context)
}

/// The form that edits a to-do.
func editToDoScreen(_ state: EditToDo.State, _ context: ScreenContext) -> Screen<EditToDo.Action> {
  var form = ToDoForm<EditToDo.Action>(
    title: "ToDo を編集",
    dueAt: state.dueAt,
    dueText: state.dueAt.map(context.calendar.minute),
    dueSteps: [("[前日]", .day, -1), ("[翌日]", .day, 1), ("[-1時間]", .hour, -1), ("[+1時間]", .hour, 1)],
    actions: ToDoForm.Actions(
      title: { .titleChanged($0) },
      memo: { .memoChanged($0) },
      due: { $0.map { .dueDatePicked($0) } ?? .dueDateRemoved },
      save: .saveButtonTapped,
      cancel: .cancelButtonTapped
    )
  )
  form.text = (state.title, state.memo)
  form.problem = state.failure?.message
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
    var screen = Screen<Action>(title, width: context.width)
    screen.line(
      [.button("[キャンセル]", key: .escape, asking: isFilled ? "入力した内容を破棄しますか？" : nil, actions.cancel)],
      trailing: [
        isSaving
          ? .progress("保存中…")
          : .button(canSave ? "[保存]" : "保存", key: .control("s"), id: "save", canSave ? actions.save : nil)
      ],
      canSave ? .selected : .dim
    )
    if let problem { screen.paragraph(problem, .failure) }
    screen.line()
    screen.line("タイトル", .dim)
    screen.field(text: text.title, placeholder: "(未入力)", id: "title", isFirst: true, edit: actions.title)
    screen.line()
    screen.flow([.text("期日: \(dueText ?? "なし")")] + dueButtons(context))
    screen.line()
    screen.line("メモ", .dim)
    screen.field(text: text.memo, id: "memo", isMultiline: true, edit: actions.memo)
    return screen
  }

  private func dueButtons(_ context: ScreenContext) -> [Screen<Action>.Part] {
    guard let dueAt else { return [.button("[今日]", actions.due(context.now))] }
    let steps = dueSteps.compactMap { step in
      context.calendar.date(byAdding: step.unit, value: step.count, to: dueAt).map { (step.label, actions.due($0)) }
    }
    return (steps + [("[なし]", actions.due(nil))]).map { .button($0.0, $0.1) }
  }
}
