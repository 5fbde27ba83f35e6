/// A to-do as it was at some time.
public struct ToDoReading: Codable, Hashable, Sendable {
  /// The to-do; `nil` if there was none.
  public var toDo: ToDo?
  /// The revision that made it what it was; 0 if there was none.
  public var revision: Int

  /// Makes a reading.
  public init(toDo: ToDo?, revision: Int) {
    self.toDo = toDo
    self.revision = revision
  }
}
