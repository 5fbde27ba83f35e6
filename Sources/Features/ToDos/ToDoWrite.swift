import Store

/// A change of to-dos that shows already, although the database may not have it yet.
public struct ToDoWrite: Codable, Equatable, Sendable {
  /// What is to be written.
  public enum Change: Codable, Equatable, Sendable {
    /// A to-do is done, or not done.
    case setDone(ToDo.ID, Bool)
    /// To-dos are deleted.
    case delete([ToDo.ID])
    /// To-dos that were deleted, or are new, are there.
    case insert([ToDo])
  }

  /// How far it has come.
  public enum Progress: Codable, Equatable, Sendable {
    /// Another one has to be written first.
    case waiting
    /// It is being written.
    case underWay
    /// The database has it since this revision.
    case written(revision: Int)
  }

  /// Which one.
  public let number: Int
  /// What is to be written.
  public internal(set) var change: Change
  /// How far it has come.
  public internal(set) var progress: Progress

  /// The to-dos that it changes.
  var ids: [ToDo.ID] {
    switch change {
    case .setDone(let id, _): [id]
    case .delete(let ids): ids
    case .insert(let toDos): toDos.map(\.id)
    }
  }
}
