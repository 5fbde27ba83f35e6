/// The case of an enum's value, with the `id` of its payload if that is `Identifiable`. See ``IdentifiedCases``.
///
/// Two values of an enum have equal identities if they are in the same case and their payloads have the same `id`, or
/// have none.
public struct CaseIdentity: Hashable {
  private let index: Int
  /// The payload's `id`, if it is `Identifiable`.
  private let payloadID: AnyHashable?
  /// The type of the payload, if there is one.
  let payloadType: (any Any.Type)?
  /// The type of the payload's actions, if the payload is ``EphemeralState``.
  let ephemeralAction: (any Any.Type)?

  /// Makes the identity of a value whose case has no payload, or several.
  ///
  /// - Parameter index: The position of the case among those of its enum.
  public init(_ index: Int) {
    self.index = index
    payloadID = nil
    payloadType = nil
    ephemeralAction = nil
  }

  /// Makes the identity of a value whose case has one payload.
  ///
  /// - Parameters:
  ///   - index: The position of the case among those of its enum.
  ///   - payload: The payload of the value.
  public init<Payload>(_ index: Int, payload: Payload) {
    func action<E: EphemeralState>(_: E.Type) -> any Any.Type { E.Action.self }
    self.index = index
    payloadID = identifier(of: Payload.self).map { withUnsafePointer(to: payload, $0) }
    payloadType = Payload.self
    ephemeralAction = (Payload.self as? any EphemeralState.Type).map { action($0) }
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.index == rhs.index && lhs.payloadID == rhs.payloadID
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(payloadID)
  }
}

/// Case paths that determine whether two values of their enum belong to the same child. `@CasePathable` generates them.
///
/// The presenting `ifLet` uses this to find out whether an enum still presents the same child, because the effects of a
/// child that was replaced are cancelled.
public protocol IdentifiedCases<RootOfCases> {
  /// The enum. It is not called `Root`, because a feature whose state is a payload may have that name.
  associatedtype RootOfCases

  /// Returns the case that a value is in, with the identity of its payload.
  func identity(of root: RootOfCases) -> CaseIdentity
}
