import Features
import Foundation
import Store
import StoreInspection

/// The form of a new or an existing to-do.
func toDoFormScreen(_ state: ToDoForm.State, _ context: ScreenContext) -> Screen<ToDoForm.Action> {
  let texts = context.texts
  var screen = Screen<ToDoForm.Action>(
    state.original == nil ? texts.createToDo : texts.editToDo,
    width: context.width
  )
  var buttons: [Screen<ToDoForm.Action>.Part] = [.button("[\(texts.close)]", key: .escape, .closeButtonTapped)]
  if state.canDiscard {
    buttons += [.text(" "), .button("[\(texts.discard)]", asking: texts.discardToDo, .discardButtonTapped)]
  }
  screen.line(
    buttons,
    trailing: [
      state.isSaving
        ? .progress(texts.saving)
        : .button(
          state.canSave ? "[\(texts.save)]" : texts.save,
          key: .control("s"),
          id: "save",
          state.canSave ? .saveButtonTapped : nil
        )
    ],
    state.canSave ? .selected : .dim
  )
  if state.isDueDatePast { screen.paragraph(texts.timeHasPassed, .failure) }
  if let failure = state.failure { screen.paragraph(texts.message(of: failure), .failure) }
  if state.isRestoring {
    if state.failure == nil {
      screen.progress(texts.loading)
    } else {
      screen.button("[\(texts.retry)]", .selected, .task)
    }
  }
  screen.line()
  screen.line(texts.titleLabel, .dim)
  screen.field(text: state.title, placeholder: texts.emptyTitle, id: "title", isFirst: true) { .titleChanged($0) }
  screen.line()
  screen.flow([.text(texts.due(state.dueAt.map(texts.minute)))] + dueButtons(state.dueAt, context))
  screen.line()
  screen.line(texts.memo, .dim)
  screen.field(text: state.memo, id: "memo", isMultiline: true) { .memoChanged($0) }
  return screen
}

/// The buttons that set the due date to the end of today, move it, and remove it.
private func dueButtons(_ dueAt: Date?, _ context: ScreenContext) -> [Screen<ToDoForm.Action>.Part] {
  let texts = context.texts
  var buttons: [(label: String, action: ToDoForm.Action)] = []
  // If the due date has passed, the steps below may only lead to times that have passed, too.
  if dueAt.map({ $0 < context.now }) ?? true {
    let endOfToday = context.calendar.dateInterval(of: .day, for: context.now)?.end.addingTimeInterval(-60)
    buttons.append((texts.today, .dueDatePicked(endOfToday ?? context.now)))
  }
  if let dueAt {
    let steps: [(label: String, unit: Calendar.Component, count: Int)] = [
      (texts.dayBefore, .day, -1), (texts.dayAfter, .day, 1), (texts.hourBefore, .hour, -1),
      (texts.hourAfter, .hour, 1), (texts.minutesBefore(10), .minute, -10), (texts.minutesAfter(10), .minute, 10),
      (texts.minutesBefore(1), .minute, -1), (texts.minutesAfter(1), .minute, 1),
    ]
    buttons += steps.compactMap { step in
      context.calendar.date(byAdding: step.unit, value: step.count, to: dueAt).map { (step.label, .dueDatePicked($0)) }
    }
    buttons.append((texts.none, .dueDateRemoved))
  }
  return buttons.map { .button("[\($0.label)]", $0.action) }
}
