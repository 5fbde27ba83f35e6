import Foundation

// The statements of the drafts. Each function runs within a transaction.

extension ToDoEdit {
  /// Reads the draft of a to-do, or of new to-dos.
  init(draftOf id: ToDo.ID?, _ connection: DatabaseConnection) throws {
    let draft = try connection.firstRow(
      "SELECT title, memo, changes_due, due_at FROM todo_drafts WHERE todo = ?",
      id ?? newToDo
    ) { row in
      let dueAt = try row.read(3, as: Date?.self)
      return ToDoEdit(
        title: try row.read(0),
        memo: try row.read(1),
        dueDate: try row.read(2) ? dueAt.map { .set($0) } ?? .removed : nil
      )
    }
    self = draft ?? ToDoEdit()
  }

  /// Replaces the draft of a to-do, or of new to-dos.
  func writeDraft(of id: ToDo.ID?, _ connection: DatabaseConnection) throws {
    guard !isEmpty else {
      try connection.run("DELETE FROM todo_drafts WHERE todo = ?", id ?? newToDo)
      return
    }
    let dueAt: Date? = if case .set(let date) = dueDate { date } else { nil }
    try connection.run(
      "INSERT OR REPLACE INTO todo_drafts VALUES (?, ?, ?, ?, ?)",
      id ?? newToDo,
      title,
      memo,
      dueDate != nil,
      dueAt
    )
  }
}

/// The key of the draft of new to-dos, which have no identifier yet.
private let newToDo = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
