/// Which to-dos are on show.
public enum ToDoFilter: String, CaseIterable, Codable, Hashable, Sendable {
  /// All of them.
  case all
  /// Those that are not done.
  case open
  /// Those that are done.
  case done
  /// Those that are not done although it is past the minute in which they were due.
  case overdue
}
