/// A place that shared values are read from.
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
/// All properties with keys of the same ``id`` and type of value share one value. For places that can be written to as
/// well see ``SharedKey``.
public protocol SharedReaderKey<Value>: Sendable {
  /// What is kept there.
  associatedtype Value: Sendable

  /// What tells places from one another.
  associatedtype ID: Hashable = Self

  /// The identity of the place. The key itself, if that is `Hashable`.
  var id: ID { get }

  /// Reads the value.
  ///
  /// - Parameters:
  ///   - context: Why it is read.
  ///   - continuation: Takes the value, once, at any time and on any thread. What comes before this method returns is
  ///     there when the property is first read.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Begins to watch the place for changes that others make.
  ///
  /// - Parameters:
  ///   - context: Why it is read.
  ///   - subscriber: Takes each new value, on any thread.
  /// - Returns: What ends it. It is kept as long as somebody holds the shared value.
  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  public var id: ID { self }
}

/// Why a value is loaded.
public enum LoadContext<Value> {
  /// A property that shares the value was made, with this default.
  case initialValue(Value)
  /// The program has asked for it, with ``Shared/load()``.
  case userInitiated

  /// The default, when a property was made.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}
