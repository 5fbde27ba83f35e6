/// To-dos that were deleted.
public struct ToDoDeletion: Codable, Equatable, Sendable {
  /// What they were like at that moment. Those that had been deleted before are not among them.
  public var toDos: [ToDo]
  /// The revision that did it.
  public var revision: Int

  /// Makes a deletion.
  public init(toDos: [ToDo], revision: Int) {
    self.toDos = toDos
    self.revision = revision
  }
}
