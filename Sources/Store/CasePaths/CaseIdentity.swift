/// Which case an enum's value is in, and the identity of its payload, if that has one. See ``IdentifiedCases``.
///
/// Two values of an enum have equal identities if they are in the same case and their payloads have the same `id`, or
/// none.
public struct CaseIdentity: Equatable {
  /// The position of the case among those of its enum.
  package let index: Int
  /// The payload's `id`, if it is `Identifiable`.
  package let payloadID: AnyHashable?
  /// Whether the payload is ``EphemeralState``.
  package let isEphemeral: Bool

  /// The identity of values whose case has no payload, or several.
  public init(_ index: Int) {
    self.index = index
    payloadID = nil
    isEphemeral = false
  }

  /// The identity of a value whose case has one payload.
  public init<Payload>(_ index: Int, payload: Payload) {
    func id<I: Identifiable>(_: I.Type) -> AnyHashable {
      // `I` is `Payload`: the compiler can't see it. A cast of the payload itself would copy it.
      withUnsafePointer(to: payload) { AnyHashable(UnsafeRawPointer($0).assumingMemoryBound(to: I.self).pointee.id) }
    }
    self.index = index
    payloadID = (Payload.self as? any Identifiable.Type).map { id($0) }
    isEphemeral = Payload.self is any EphemeralState.Type
  }
}
