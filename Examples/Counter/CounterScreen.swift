import Foundation
import Store
import StoreInspection

/// The count, the buttons and the marks.
func counterScreen(_ state: ObservedState<Counter.State>, _ context: ScreenContext) -> Screen<Counter.Action> {
  var screen = Screen<Counter.Action>("Counter", width: context.width)
  screen.line([
    .button("[-]", key: "-", .decrementButtonTapped), .text(" \(state.count) "),
    .button("[+]", key: "+", .incrementButtonTapped),
  ])
  screen.field("step: ", text: "\(state.step)", key: "/") { .stepChanged(Int($0.filter(\.isNumber)) ?? 1) }
  screen.button(state.isTimerOn ? "[stop the timer]" : "[start the timer]", key: "t", id: "timer", .timerButtonTapped)
  screen.button("[mark]", key: "m", .markButtonTapped)
  screen.line()
  let marks = state.marks
  screen.list("marks", count: marks.count, shown: screen.shownRows(of: marks.count, context)) {
    marks[$0].id
  } _: { offset, screen in
    screen.line("\(marks[offset].count)", trailing: "\(marks[offset].date.timeIntervalSince1970)")
    screen.command("d", "delete", .markDeleted(id: marks[offset].id))
  }
  return screen
}
