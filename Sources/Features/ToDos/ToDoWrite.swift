import Store

/// A change of to-dos that is already shown, although the database may not contain it yet.
public struct ToDoWrite: Codable, Equatable, Sendable {
  /// The kinds of changes.
  public enum Change: Codable, Equatable, Sendable {
    /// Marks a to-do as done or not done.
    case setDone(ToDo.ID, Bool)
    /// Deletes to-dos.
    case delete([ToDo.ID])
    /// Inserts to-dos: new ones, or deleted ones that are restored.
    case insert([ToDo])
  }

  /// The progress of a write.
  public enum Progress: Codable, Equatable, Sendable {
    /// The write waits for an earlier one.
    case waiting
    /// The write is running.
    case underWay
    /// The write succeeded with this revision.
    case written(revision: Int)
  }

  /// The write's number.
  public let number: Int
  /// The change to write.
  public internal(set) var change: Change
  /// The progress of the write.
  public internal(set) var progress: Progress

  /// The identifiers of the to-dos that the write changes.
  var ids: [ToDo.ID] {
    switch change {
    case .setDone(let id, _): [id]
    case .delete(let ids): ids
    case .insert(let toDos): toDos.map(\.id)
    }
  }
}
