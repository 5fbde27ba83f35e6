/// The filters of the list of to-dos.
public enum ToDoFilter: String, CaseIterable, Codable, Hashable, Sendable {
  /// All to-dos.
  case all
  /// To-dos that are not done.
  case open
  /// To-dos that are done.
  case done
  /// To-dos that are not done after the minute in which they were due.
  case overdue
}
