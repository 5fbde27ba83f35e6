import Dependencies

/// Caches facts about types. Inspecting a type takes some microseconds, and types do not change.
struct TypeCache<Value: Sendable>: ~Copyable, Sendable {
  private let values = Locked<[ObjectIdentifier: Value]>([:])

  /// Returns the cached value for a type; the first time, the result of the closure.
  ///
  /// The closure runs without the lock, because inspecting a type may inspect others.
  func value(for type: Any.Type, find: () -> Value) -> Value {
    let key = ObjectIdentifier(type)
    if let known = values.withLock({ $0[key] }) { return known }
    let found = find()
    values.withLock { $0[key] = found }
    return found
  }
}
