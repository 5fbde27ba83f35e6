/// The changes of the to-dos after a position: first all to-dos, in parts, and then each change.
public struct ToDoChanges: Codable, Equatable, Sendable {
  /// Whether these changes start a reading of all to-dos, which replaces what was read before once it is complete.
  public var isStart: Bool
  /// The identifiers of deleted to-dos. Apply them before ``updated``: a to-do in both exists.
  public var deleted: [ToDo.ID]
  /// New and changed to-dos. During a reading of all to-dos, these are the next ones in list order.
  public var updated: [ToDo]
  /// The position after which to request the next changes.
  public var position: ToDoPosition

  /// Makes changes.
  public init(isStart: Bool = false, deleted: [ToDo.ID] = [], updated: [ToDo] = [], position: ToDoPosition) {
    self.isStart = isStart
    self.deleted = deleted
    self.updated = updated
    self.position = position
  }
}
