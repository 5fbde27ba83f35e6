import Features
import Foundation
import Store
import StoreInspection

/// A to-do, or the form that edits it.
func toDoDetailScreen(_ state: ToDoDetail.State, _ context: ScreenContext) -> Screen<ToDoDetail.Action> {
  if case .edit(let form) = state.destination {
    return toDoFormScreen(form, context).map { .destination(.presented(.edit($0))) }
  }
  let texts = context.texts
  var screen = Screen<ToDoDetail.Action>(texts.details, width: context.width)
  screen.onAppear("to-do \(state.id)", .task)
  if let toDo = state.toDo {
    screen.paragraph(toDo.marked(texts), .bold)
    screen.line(texts.due(toDo.dueAt.map(texts.minute)))
    screen.line(texts.created(texts.minute(toDo.createdAt)), .dim)
    screen.line()
    screen.line(texts.memo, .dim)
    screen.paragraph(toDo.memo)
    screen.line()
    screen.button("[\(texts.edit)]", .selected, key: "e", .editButtonTapped)
  } else if state.isMissing {
    screen.line(texts.missingToDo, .failure)
  } else if state.failure == nil {
    screen.progress(texts.loading)
  }
  if let failure = state.failure {
    screen.paragraph(texts.message(of: failure), .failure)
    screen.button("[\(texts.retry)]", .selected, .retryButtonTapped)
  }
  return screen
}
