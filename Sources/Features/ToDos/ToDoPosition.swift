public import Foundation

/// A position in the sequence of changes of the to-dos.
public enum ToDoPosition: Codable, Hashable, Sendable {
  /// During a reading of all to-dos: the to-dos up to the one with this date and identifier have been read, as of this
  /// revision or later.
  case reading(revision: Int, createdAt: Date, id: ToDo.ID)
  /// All changes up to this revision have been read.
  case revision(Int)

  /// The revision up to which all changes have been read; `nil` during a reading of all to-dos.
  var revision: Int? {
    if case .revision(let revision) = self { revision } else { nil }
  }
}
