public import Foundation

/// A task with a title.
public struct ToDo: Codable, Hashable, Identifiable, Sendable {
  /// The to-do's identifier.
  public let id: UUID
  /// The title, in one line.
  public var title: String
  /// Optional text below the title.
  public var memo: String
  /// Whether it is done.
  public var isDone: Bool
  /// The date of creation.
  public var createdAt: Date
  /// The due date, or `nil` if there is none.
  public var dueAt: Date?

  /// Makes a to-do.
  public init(
    id: UUID,
    title: String,
    memo: String = "",
    isDone: Bool = false,
    createdAt: Date,
    dueAt: Date? = nil
  ) {
    self.id = id
    self.title = title
    self.memo = memo
    self.isDone = isDone
    self.createdAt = createdAt
    self.dueAt = dueAt
  }

  /// Whether this to-do precedes another one in lists. Newer to-dos precede older ones, and the identifiers order
  /// to-dos of the same date.
  func comesBefore(_ other: ToDo) -> Bool {
    createdAt == other.createdAt ? id > other.id : createdAt > other.createdAt
  }
}
