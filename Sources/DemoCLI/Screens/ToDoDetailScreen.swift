import StoreInspection
import Features
import Foundation
import Store

/// A to-do, or the form in which it is changed.
func toDoDetailScreen(_ state: ToDoDetail.State, calendar: Calendar, width: Int = 80) -> Screen {
  if case .edit(let form) = state.destination { return editToDoScreen(form, calendar: calendar, width: width) }
  var screen = Screen("詳細", width: width)
  if let toDo = state.toDo {
    screen.paragraph("\(toDo.isDone ? "☑" : "☐") \(toDo.title)", .bold)
    screen.line("期日: \(toDo.dueAt.map(calendar.minute) ?? "なし")")
    screen.line("作成: \(calendar.minute(toDo.createdAt))", .dim)
    screen.line()
    screen.line("メモ", .dim)
    screen.paragraph(toDo.memo)
    screen.line()
    screen.line("[編集]", .selected)
  } else if state.isMissing {
    screen.line("この ToDo は見つかりません。削除されたようです。", .failure)
  } else if state.failure == nil {
    screen.line("読み込み中…", .dim)
  }
  if let failure = state.failure {
    screen.paragraph(failure.message, .failure)
    screen.line("[再試行]", .selected)
  }
  return screen
}
