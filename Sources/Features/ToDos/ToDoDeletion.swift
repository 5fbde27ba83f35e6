/// The result of a deletion of to-dos.
public struct ToDoDeletion: Codable, Equatable, Sendable {
  /// The to-dos at the time of their deletion, without those that did not exist.
  public var toDos: [ToDo]
  /// The revision of the deletion.
  public var revision: Int

  /// Makes a deletion.
  public init(toDos: [ToDo], revision: Int) {
    self.toDos = toDos
    self.revision = revision
  }
}
