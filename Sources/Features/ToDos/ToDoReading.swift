/// A to-do at the time when it was read.
public struct ToDoReading: Codable, Hashable, Sendable {
  /// The to-do, or `nil` if it did not exist.
  public var toDo: ToDo?
  /// The revision of the to-do's last change; 0 if the to-do did not exist.
  public var revision: Int

  /// Makes a reading.
  public init(toDo: ToDo?, revision: Int) {
    self.toDo = toDo
    self.revision = revision
  }
}
