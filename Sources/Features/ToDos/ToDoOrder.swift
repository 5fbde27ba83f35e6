import Foundation

/// The orders of the list of to-dos.
public enum ToDoOrder: String, CaseIterable, Codable, Hashable, Sendable {
  /// Newer to-dos precede older ones.
  case creation
  /// To-dos that are due earlier precede those that are due later or never. If the due dates are the same, newer to-dos
  /// precede older ones.
  case dueDate

  /// Whether a to-do precedes another one.
  func precedes(_ first: ToDo, _ second: ToDo) -> Bool {
    switch self {
    case .creation: break
    case .dueDate:
      let (due, otherDue) = (first.dueAt ?? .distantFuture, second.dueAt ?? .distantFuture)
      if due != otherDue { return due < otherDue }
    }
    return first.comesBefore(second)
  }
}

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
