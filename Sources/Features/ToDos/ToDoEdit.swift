public import Foundation

/// Changes of parts of a to-do. Only changed parts are written, so that other parts keep changes made elsewhere in the
/// meantime.
public struct ToDoEdit: Codable, Hashable, Sendable {
  /// A change of the due date.
  public enum DueDate: Codable, Hashable, Sendable {
    /// Sets the due date.
    case set(Date)
    /// Removes the due date.
    case removed
  }

  /// The new title, or `nil` to keep it.
  public var title: String?
  /// The new memo, or `nil` to keep it.
  public var memo: String?
  /// The change of the due date, or `nil` to keep it.
  public var dueDate: DueDate?

  /// Makes an edit.
  public init(title: String? = nil, memo: String? = nil, dueDate: DueDate? = nil) {
    self.title = title
    self.memo = memo
    self.dueDate = dueDate
  }

  /// Whether the edit changes nothing.
  public var isEmpty: Bool { self == ToDoEdit() }

  /// Applies the changes to the parts of a to-do.
  func apply(to title: inout String, _ memo: inout String, _ dueAt: inout Date?) {
    title = self.title ?? title
    memo = self.memo ?? memo
    switch dueDate {
    case .set(let date): dueAt = date
    case .removed: dueAt = nil
    case nil: break
    }
  }
}

extension ToDo {
  /// Applies the changes of an edit.
  mutating func apply(_ edit: ToDoEdit) {
    edit.apply(to: &title, &memo, &dueAt)
  }
}
