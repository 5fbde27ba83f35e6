public import Foundation

/// How far somebody has followed the to-dos: what a list has seen of them so far.
public enum ToDoPosition: Codable, Hashable, Sendable {
  /// Within the first reading: all to-dos that come before the one with this date and id, as they were at a revision or
  /// later.
  case reading(revision: Int, createdAt: Date, id: ToDo.ID)
  /// Everything, up to a revision.
  case revision(Int)

  /// The revision up to which everything was seen; `nil` within the first reading.
  var revision: Int? {
    if case .revision(let revision) = self { revision } else { nil }
  }
}
