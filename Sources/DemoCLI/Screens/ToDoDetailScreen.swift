import Features
import Foundation
import Store
import StoreInspection

/// A to-do, or the form that edits it.
func toDoDetailScreen(_ state: ToDoDetail.State, _ context: ScreenContext) -> Screen<ToDoDetail.Action> {
  if case .edit(let form) = state.destination {
    return editToDoScreen(form, context).map { .destination(.presented(.edit($0))) }
  }
  var screen = Screen<ToDoDetail.Action>("詳細", width: context.width)
  screen.onAppear("to-do \(state.id)", .task)
  if let toDo = state.toDo {
    screen.paragraph("\(toDo.isDone ? "☑" : "☐") \(toDo.title)", .bold)
    screen.line("期日: \(toDo.dueAt.map(context.calendar.minute) ?? "なし")")
    screen.line("作成: \(context.calendar.minute(toDo.createdAt))", .dim)
    screen.line()
    screen.line("メモ", .dim)
    screen.paragraph(toDo.memo)
    screen.line()
    screen.button("[編集]", .selected, key: "e", .editButtonTapped)
  } else if state.isMissing {
    screen.line("この ToDo は見つかりません。削除されたようです。", .failure)
  } else if state.failure == nil {
    screen.progress("読み込み中…")
  }
  if let failure = state.failure {
    screen.paragraph(failure.message, .failure)
    screen.button("[再試行]", .selected, .retryButtonTapped)
  }
  return screen
}
