/// The state of a feature that ends with its first action, such as an alert or a dialog.
///
/// `ifLet` sets it to `nil` after any of its actions, so the reducer does not have to. This applies to the state itself
/// and, in an enum marked `@CasePathable`, to the payload of a case.
public protocol EphemeralState<Action>: ReducedState {
  /// The actions of the feature.
  associatedtype Action
}

/// Distinguishes an alert or a dialog from another one with the same contents. See ``AlertState/id``.
public struct EphemeralStateID: Hashable, Sendable {
  /// An object, because its identity is unique for as long as there are references to it.
  private final class Token: Sendable {}

  private let token = Token()

  init() {}

  /// Whether both belong to the same alert or dialog, or to copies of it.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.token === rhs.token
  }

  /// Hashes the identity, which differs in each run of the program.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(token))
  }
}

/// The identity of an alert or a dialog. All are equal, so that `==` and `hash(into:)` of the alert ignore it.
struct EphemeralIdentity: Hashable, Sendable {
  let id = EphemeralStateID()

  static func == (lhs: Self, rhs: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
