import Dependencies

extension SharedReaderKey {
  /// Keeps a value under a name for as long as the program runs.
  ///
  /// ```swift
  /// @Shared(.inMemory("isSignedIn")) var isSignedIn = false
  /// ```
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> { InMemoryKey(key) }
}

/// Keeps a value for as long as the program runs. See ``SharedReaderKey/inMemory(_:)``.
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

  /// Returns the value in the storage, or puts the default there.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if let value = storage.values.value(for: key, default: context.initialValue) {
      return continuation.resume(returning: value)
    }
    continuation.resumeReturningInitialValue()
  }

  /// Does nothing: everything that uses the key shares one source, which knows of all changes.
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
  /// The key as it is written in the source: `.inMemory("isSoundOn")`.
  public var description: String { ".inMemory(\(String(reflecting: key)))" }
}

/// The identity of an ``InMemoryKey``.
public struct InMemoryKeyID: Hashable, Sendable {
  let key: String
  let storage: InMemoryStorage
}
