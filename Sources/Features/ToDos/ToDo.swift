public import Foundation

/// Something to be done.
public struct ToDo: Codable, Hashable, Identifiable, Sendable {
  /// Which one.
  public let id: UUID
  /// What is to be done, in a line.
  public var title: String
  /// What else there is to know.
  public var memo: String
  /// Whether it is done.
  public var isDone: Bool
  /// When it was made.
  public var createdAt: Date
  /// When it has to be done by; `nil` if there is no such time.
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

  /// Whether it comes before another one in a list: the newest first, and those of the same time always in the same
  /// order.
  func comesBefore(_ other: ToDo) -> Bool {
    createdAt == other.createdAt ? id > other.id : createdAt > other.createdAt
  }
}
