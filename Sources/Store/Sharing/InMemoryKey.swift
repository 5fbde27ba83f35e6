import Dependencies

extension SharedReaderKey {
  /// Stores a value under a name for as long as the program runs.
  ///
  /// ```swift
  /// @Shared(.inMemory("isSignedIn")) var isSignedIn = false
  /// ```
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> { InMemoryKey(key) }
}

/// Stores a value for as long as the program runs. See ``SharedReaderKey/inMemory(_:)``.
///
/// Two keys with the same name and values of different types share nothing: the one that is used later replaces the
/// value of the other.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: InMemoryStorage

  fileprivate init(_ key: String) {
    self.key = key
    storage = DependencyValues.current.defaultInMemoryStorage
  }

  /// The name of the key, and the default storage when it was made.
  public var id: InMemoryKeyID { InMemoryKeyID(key: key, storage: storage) }

  /// Returns the value in the storage. If there is none, stores the default.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if let value = storage.values.value(for: key, default: context.initialValue) {
      return continuation.resume(returning: value)
    }
    continuation.resumeReturningInitialValue()
  }

  /// Does nothing: all code that uses the key shares one source, which sees every change.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Stores the value.
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
