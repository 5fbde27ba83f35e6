/// A value that its user promises to be safe to use from several threads, although the compiler can't see it.
///
/// ```swift
/// let settings = UncheckedSendable(Settings())  // is only read from now on
/// let title: @Sendable () -> String = { settings.title }
/// ```
///
/// Prefer `nonisolated(unsafe) let` for constants, and ``LockIsolated`` for values that change. If the promise is
/// broken, the program has a data race.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {  // The promise is the user's.
  /// The value.
  public var value: Value

  /// Promises that a value is safe to use from several threads.
  public init(_ value: Value) { self.value = value }

  /// Promises that a property's value is safe to use from several threads.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// This wrapper itself, which is `Sendable`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Reads a part of the value.
  public subscript<Subject>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject { value[keyPath: keyPath] }

  /// Reads or changes a part of the value.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Subject {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension UncheckedSendable: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

extension UncheckedSendable: AsyncSequence where Value: AsyncSequence {
  public typealias Element = Value.Element
  public typealias AsyncIterator = Value.AsyncIterator

  public func makeAsyncIterator() -> Value.AsyncIterator { value.makeAsyncIterator() }
}
