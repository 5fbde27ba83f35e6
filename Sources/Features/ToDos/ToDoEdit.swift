public import Foundation

/// Which parts of a to-do to change. What is not changed is not written, so that nothing is lost that was changed
/// elsewhere meanwhile.
public struct ToDoEdit: Codable, Equatable, Sendable {
  /// What becomes of a due date.
  public enum DueDate: Codable, Equatable, Sendable {
    /// There is one from now on.
    case set(Date)
    /// There is none any more.
    case removed
  }

  /// The new title; `nil` to leave it.
  public var title: String?
  /// The new memo; `nil` to leave it.
  public var memo: String?
  /// What becomes of the due date; `nil` to leave it.
  public var dueDate: DueDate?

  /// Makes an edit.
  public init(title: String? = nil, memo: String? = nil, dueDate: DueDate? = nil) {
    self.title = title
    self.memo = memo
    self.dueDate = dueDate
  }

  /// Whether it changes nothing.
  public var isEmpty: Bool { self == ToDoEdit() }
}

extension ToDo {
  /// Changes those parts that an edit changes.
  mutating func apply(_ edit: ToDoEdit) {
    if let title = edit.title { self.title = title }
    if let memo = edit.memo { self.memo = memo }
    switch edit.dueDate {
    case .set(let date): dueAt = date
    case .removed: dueAt = nil
    case nil: break
    }
  }
}
