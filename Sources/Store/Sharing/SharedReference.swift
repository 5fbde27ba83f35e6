/// The value that a ``Shared`` refers to: that of a source, or a part of it.
protocol SharedReference<Value>: AnyObject, CustomStringConvertible, Sendable {
  associatedtype Value

  /// The value. Reading it registers the observer for its changes.
  var value: Value { get }
  /// Changes the value. No other code changes it at the same time.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result
  /// The source of the value that this is a part of.
  var source: any AnySharedSource { get }
  /// Returns a reference to the same part of the snapshot's copy of the source.
  func detached(into snapshot: StateSnapshot) -> any SharedReference<Value>
  /// Returns a reference to the same part of the original of a copied source. The original gets the value of the copy.
  func attached() -> any SharedReference<Value>
  /// Whether this is the entire value under a key, or a copy of it.
  var isKept: Bool { get }
  /// The source, or the copy of one, of which this is the entire value; `nil` if it is a part of the value.
  var wholeSource: ObjectIdentifier? { get }
}

extension SharedReference {
  var isKept: Bool { false }
  var wholeSource: ObjectIdentifier? { nil }
}

/// A source of a shared value, of any type.
protocol AnySharedSource: AnyObject, Sendable {
  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
  func load() async throws
  func save() async throws
  /// The source itself; `nil` for a copy that belongs to a snapshot.
  var snapshotSource: (any SnapshotSource)? { get }
  /// Notifies observers that the properties that they read refer to another source now.
  func touch()
}

/// A part of a value, or the result of a function of it.
///
/// `@unchecked Sendable`: the properties are constant, and a ``Shared`` of a value that is not `Sendable` is not either.
final class PartReference<Base, Value>: SharedReference, @unchecked Sendable {
  enum Part: Sendable {
    case member(any KeyPath<Base, Value> & Sendable)
    case result(@Sendable (Base) -> Value)
  }

  private let base: any SharedReference<Base>
  private let part: Part

  init(base: any SharedReference<Base>, _ part: Part) {
    self.base = base
    self.part = part
  }

  var value: Value {
    switch part {
    case .member(let keyPath): base.value[keyPath: keyPath]
    case .result(let transform): transform(base.value)
    }
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard case .member(let keyPath) = part, let keyPath = keyPath as? WritableKeyPath<Base, Value> else {
      fatalError("A shared value was to be changed through a key path that can't be written to.")
    }
    return try base.withLock { try body(&$0[keyPath: keyPath]) }
  }

  var source: any AnySharedSource { base.source }

  func detached(into snapshot: StateSnapshot) -> any SharedReference<Value> {
    PartReference(base: base.detached(into: snapshot), part)
  }

  func attached() -> any SharedReference<Value> { PartReference(base: base.attached(), part) }

  var description: String {
    switch part {
    case .member(let keyPath): "\(base)[dynamicMember: \(keyPath)]"
    case .result: ".map(\(base), as: \(Value.self).self)"
    }
  }
}
