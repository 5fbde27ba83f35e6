/// State that is over as soon as something is chosen in it: that of an alert or a dialog.
///
/// A presenting `ifLet` sets it to `nil` after any of its actions, so that a reducer need not do so. This holds for the
/// state itself and for the payload of a case of an enum whose case paths are ``IdentifiedCases``, as those of
/// `@CasePathable` enums are.
public protocol EphemeralState<Action> {
  /// What can be chosen.
  associatedtype Action
}

/// Tells an alert or a dialog from another that says the same. See ``AlertState/id``.
public struct EphemeralStateID: Hashable, Sendable {
  /// An object, as that is different from any other for as long as somebody remembers it.
  private final class Token: Sendable {}

  private let token = Token()

  init() {}

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.token === rhs.token
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(token))
  }
}
