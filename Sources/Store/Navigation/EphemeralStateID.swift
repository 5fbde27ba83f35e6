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
