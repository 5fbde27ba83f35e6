// Uses facts about types that the compiler can't see and the program has checked: that two types are the same, or that
// a type conforms to a protocol.

/// Does what `as?` does, for classes without subclasses. Faster, because it looks up no conformances.
@inlinable func exactCast<Object: AnyObject>(_ object: AnyObject?, to type: Object.Type = Object.self) -> Object? {
  guard let object, Swift.type(of: object) == type else { return nil }
  return unsafeDowncast(object, to: type)
}

extension UnsafePointer {
  /// Returns the same pointer, with the type that its pointee is known to have. Stops the program if that is wrong.
  func known<Same>(as type: Same.Type) -> UnsafePointer<Same> {
    precondition(Pointee.self == type)
    return UnsafeRawPointer(self).assumingMemoryBound(to: type)
  }
}

/// Reads something of a state in place.
@usableFromInline typealias StateReading<State, Value> = (UnsafePointer<State>) -> Value

/// Changes a value in place that is known to have another type. Stops the program if that is wrong.
func changeKnown<Value, Same, Result>(
  _ value: inout Value,
  as type: Same.Type,
  _ body: (inout Same) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &value) {
    body(&UnsafeMutablePointer(mutating: UnsafePointer($0).known(as: type)).pointee)
  }
}

/// Returns a function that compares values of a type that is not known to be `Equatable` at compile time, or `nil` if
/// it is not.
@usableFromInline package func dynamicEquality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func equality<E: Equatable>(_: E.Type) -> (Value, Value) -> Bool {
    // `E` and `Value` are the same type.
    { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }
  return (type as? any Equatable.Type).map { equality($0) }
}

/// Returns a function that reads the `id` of values of a type that is not known to be `Identifiable` at compile time,
/// or `nil` if it is not. Casting the values themselves would copy them.
func identifier<Value>(of type: Value.Type) -> ((UnsafePointer<Value>) -> AnyHashable)? {
  func identifier<I: Identifiable>(_: I.Type) -> (UnsafePointer<Value>) -> AnyHashable {
    { AnyHashable($0.known(as: I.self).pointee.id) }
  }
  return (type as? any Identifiable.Type).map { identifier($0) }
}
