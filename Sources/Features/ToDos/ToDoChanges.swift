/// What has happened to the to-dos since a position: first all there are, in parts, and then what has changed.
public struct ToDoChanges: Codable, Equatable, Sendable {
  /// Whether this begins a reading of all to-dos. What was seen before is not to be relied on when it is complete.
  public var isStart: Bool
  /// To-dos that are no more. They come before ``updated``: one that is in both is there.
  public var deleted: [ToDo.ID]
  /// To-dos that are new or have changed; while all are read, the next ones in the order of the list.
  public var updated: [ToDo]
  /// What to ask with for what comes next.
  public var position: ToDoPosition

  /// Makes changes.
  public init(isStart: Bool = false, deleted: [ToDo.ID] = [], updated: [ToDo] = [], position: ToDoPosition) {
    self.isStart = isStart
    self.deleted = deleted
    self.updated = updated
    self.position = position
  }
}
