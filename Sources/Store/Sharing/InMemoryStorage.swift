public import Dependencies

/// The place where ``InMemoryKey`` stores values.
///
/// By default there is one for the process. Each test has its own, and so has a session on mock values.
public struct InMemoryStorage: Hashable, Sendable {
  final class Values: Sendable {
    private let values = Locked<[String: any Sendable]>([:])

    /// Returns the value of a key. If there is none of this type, stores the default.
    func value<Value: Sendable>(for key: String, default initialValue: Value?) -> Value? {
      var replaced: (any Sendable)?
      defer { withExtendedLifetime(replaced) {} }
      return values.withLock { values in
        // Unwrapped first: if there is no value, a cast of the `nil` to an optional type would succeed.
        if let known = values[key].flatMap({ $0 as? Value }) { return known }
        if let initialValue { replaced = values.updateValue(initialValue, forKey: key) }
        return nil
      }
    }

    var all: [String: any Sendable] { values.withLock { $0 } }

    func set(_ value: some Sendable, for key: String) {
      let replaced = values.withLock { $0.updateValue(value, forKey: key) }
      // Released after unlocking, because its `deinit` may run code that uses the storage.
      withExtendedLifetime(replaced) {}
    }
  }

  let values = Values()

  /// Makes an empty storage.
  public init() {}

  /// Whether both are the same storage.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.values === rhs.values }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(values)) }
}

extension DependencyValues {
  /// The place where ``InMemoryKey`` stores values.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[DefaultInMemoryStorageKey.self] }
    set { self[DefaultInMemoryStorageKey.self] = newValue }
  }
}

private enum DefaultInMemoryStorageKey: DependencyKey {
  static let liveValue = InMemoryStorage()
  static var mockValue: InMemoryStorage { InMemoryStorage() }
  static var testValue: InMemoryStorage { SharedScope.current.memory }
}
