import StoreInspection
import Features
import Foundation
import Store

/// The form for a new to-do.
func createToDoScreen(_ state: CreateToDo.State, calendar: Calendar, width: Int = 80) -> Screen {
  var form = ToDoForm(title: "ToDo を作成", dueDate: state.dueAt.map(calendar.day))
  form.text = (state.title, state.memo)
  form.problem = state.isDueDatePast ? "期日は今日以降の日を選んでください。" : state.failure?.message
  form.isSaving = state.isSaving
  form.canSave = state.canSave
  return form.screen(width: width)
}

/// The form for a to-do that is there already.
func editToDoScreen(_ state: EditToDo.State, calendar: Calendar, width: Int = 80) -> Screen {
  var form = ToDoForm(title: "ToDo を編集", dueDate: state.dueAt.map(calendar.minute))
  form.text = (state.title, state.memo)
  form.problem = state.failure?.message
  form.isSaving = state.isSaving
  form.canSave = state.canSave
  return form.screen(width: width)
}

private struct ToDoForm {
  let title: String
  let dueDate: String?
  var text = (title: "", memo: "")
  var problem: String?
  var isSaving = false
  var canSave = false

  func screen(width: Int) -> Screen {
    var screen = Screen(title, width: width)
    screen.row("[キャンセル]", trailing: isSaving ? "保存中…" : canSave ? "[保存]" : "保存", canSave ? .selected : .dim)
    if let problem { screen.paragraph(problem, .failure) }
    screen.line()
    screen.line("タイトル", .dim)
    screen.line(text.title.isEmpty ? "(未入力)" : text.title, text.title.isEmpty ? .dim : .plain)
    screen.line()
    screen.line("期日: \(dueDate ?? "なし")")
    screen.line()
    screen.line("メモ", .dim)
    screen.paragraph(text.memo)
    return screen
  }
}
