/// What was typed into a form and was neither saved nor discarded.
public protocol FormDraft: Codable, Equatable, Identifiable, Sendable where ID: Sendable {
  /// What was typed.
  associatedtype Content: Codable, Equatable, Sendable

  /// What was typed.
  var content: Content { get set }
  /// Whether nothing was typed.
  var isEmpty: Bool { get }

  /// Returns an earlier draft, continued by what was typed here.
  func continuing(_ earlier: Content) -> Content
}
