// What the compiler can't see and the program has found out: that two types are the same, or what a type conforms to.

/// What `as?` does, for classes without subclasses: faster, as nothing has to be looked up.
@inlinable func exactCast<Object: AnyObject>(_ object: AnyObject?, to type: Object.Type = Object.self) -> Object? {
  guard let object, Swift.type(of: object) == type else { return nil }
  return unsafeDowncast(object, to: type)
}

extension UnsafePointer {
  /// The same pointer, to the type that its pointee is known to have.
  func known<Same>(as type: Same.Type) -> UnsafePointer<Same> {
    precondition(Pointee.self == type)
    return UnsafeRawPointer(self).assumingMemoryBound(to: type)
  }
}

/// How to compare values of a type that is not known to be `Equatable` where it is used, if it is.
@usableFromInline package func dynamicEquality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func equality<E: Equatable>(_: E.Type) -> (Value, Value) -> Bool {
    // `E` is `Value`.
    { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }
  return (type as? any Equatable.Type).map { equality($0) }
}

/// What reads the `id` of values of a type that is not known to be `Identifiable` where it is used, if it is. A cast of
/// the values themselves would copy them.
func identifier<Value>(of type: Value.Type) -> ((UnsafePointer<Value>) -> AnyHashable)? {
  func identifier<I: Identifiable>(_: I.Type) -> (UnsafePointer<Value>) -> AnyHashable {
    { AnyHashable($0.known(as: I.self).pointee.id) }
  }
  return (type as? any Identifiable.Type).map { identifier($0) }
}
