/// A place that shared values are loaded from.
///
/// ```swift
/// struct EnvironmentKey: SharedReaderKey, Hashable {
///   let name: String
///
///   func load(context: LoadContext<String>, continuation: LoadContinuation<String>) {
///     if let value = ProcessInfo.processInfo.environment[name] {
///       continuation.resume(returning: value)
///     } else {
///       continuation.resumeReturningInitialValue()
///     }
///   }
///
///   func subscribe(context: LoadContext<String>, subscriber: SharedSubscriber<String>) -> SharedSubscription {
///     // It does not change.
///     SharedSubscription {}
///   }
/// }
///
/// @SharedReader(EnvironmentKey(name: "HOME")) var home = "/"
/// ```
///
/// All properties whose keys have the same ``id`` and the same type of value share one value. If a place can be written
/// to as well, use ``SharedKey``.
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The type that identifies a place among those of this type of key.
  associatedtype ID: Hashable = Self

  /// The identity of the place. By default the key itself, if it is `Hashable`.
  var id: ID { get }

  /// Loads the value.
  ///
  /// - Parameters:
  ///   - context: The reason why it is loaded.
  ///   - continuation: Receives the value, exactly once, at any time and on any thread. If it receives the value before
  ///     this method returns, the property has it when it is first read. Threads that use the key for the first time at
  ///     the same time may all load it; they share the first value.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Begins to watch the place for changes that others make.
  ///
  /// - Parameters:
  ///   - context: The reason why the value is loaded.
  ///   - subscriber: Receives each new value, on any thread. If it takes time to read one, call
  ///     ``SharedSubscriber/fromNow()`` first, so that it does not undo changes that the program makes meanwhile.
  /// - Returns: A subscription, which lasts for as long as something holds the shared value.
  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// The reason why a value is loaded.
public enum LoadContext<Value> {
  /// A property that shares the value was made, with this default.
  case initialValue(Value)
  /// The program has called ``Shared/load()``.
  case userInitiated

  /// The default, if a property was made; otherwise `nil`.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}
