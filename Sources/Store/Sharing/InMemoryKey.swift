import Dependencies

extension SharedReaderKey {
  /// Keeps a value as long as the program runs, by a name.
  ///
  /// ```swift
  /// @Shared(.inMemory("isSignedIn")) var isSignedIn = false
  /// ```
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> { InMemoryKey(key) }
}

/// Keeps a value as long as the program runs. See ``SharedReaderKey/inMemory(_:)``.
///
/// Two keys of the same name whose values have different types share nothing: the later one replaces the other.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: InMemoryStorage

  fileprivate init(_ key: String) {
    self.key = key
    storage = DependencyValues.current.defaultInMemoryStorage
  }

  /// The name, and the storage that was the default when the key was made.
  public var id: InMemoryKeyID { InMemoryKeyID(key: key, storage: storage) }

  /// Takes the value from the storage, or puts the default there.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if let value: Value = storage.values.value(for: key) { return continuation.resume(returning: value) }
    if case .initialValue(let value) = context { storage.values.set(value, for: key) }
    continuation.resumeReturningInitialValue()
  }

  /// Has nothing to follow, as all who use the key share one source.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Puts the value into the storage.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.values.set(value, for: key)
    continuation.resume()
  }
}

extension InMemoryKey: CustomStringConvertible {
  public var description: String { ".inMemory(\(String(reflecting: key)))" }
}

/// The identity of an ``InMemoryKey``.
public struct InMemoryKeyID: Hashable, Sendable {
  let key: String
  let storage: InMemoryStorage
}
