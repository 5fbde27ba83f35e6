/// The value that a ``Shared`` refers to: that of a source, or a part of it.
///
/// `@unchecked Sendable`: the properties of subclasses are constant, or guarded by a lock.
class SharedReference<Value>: CustomStringConvertible, @unchecked Sendable {
  /// The value. Reading it registers the observer for its changes.
  var value: Value { fatalError("Every reference overrides this.") }

  /// Changes the value. No other code changes it at the same time.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    fatalError("Every reference overrides this.")
  }

  /// The source of the value that this is a part of.
  var source: any AnySharedSource { fatalError("Every reference overrides this.") }

  /// Returns a reference to the same part of the snapshot's copy of the source.
  func detached(into snapshot: StateSnapshot) -> SharedReference<Value> {
    fatalError("Every reference overrides this.")
  }

  /// Returns a reference to the same part of the original of a copied source. The original gets the value of the copy.
  func attached() -> SharedReference<Value> {
    fatalError("Every reference overrides this.")
  }

  var description: String { fatalError("Every reference overrides this.") }

  /// Whether this is the entire value under a key, or a copy of it.
  var isKept: Bool { false }

  /// The source, or the copy of one, of which this is the entire value; `nil` if it is a part of the value.
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
final class PartReference<Base, Value>: SharedReference<Value>, @unchecked Sendable {
  enum Part: Sendable {
    case member(any KeyPath<Base, Value> & Sendable)
    case result(@Sendable (Base) -> Value)
  }

  private let base: SharedReference<Base>
  private let part: Part

  init(base: SharedReference<Base>, _ part: Part) {
    self.base = base
    self.part = part
  }

  override var value: Value {
    switch part {
    case .member(let keyPath): base.value[keyPath: keyPath]
    case .result(let transform): transform(base.value)
    }
  }

  override func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard case .member(let keyPath) = part, let keyPath = keyPath as? WritableKeyPath<Base, Value> else {
      fatalError("A shared value was to be changed through a key path that can't be written to.")
    }
    return try base.withLock { try body(&$0[keyPath: keyPath]) }
  }

  override var source: any AnySharedSource { base.source }

  override func detached(into snapshot: StateSnapshot) -> SharedReference<Value> {
    PartReference(base: base.detached(into: snapshot), part)
  }

  override func attached() -> SharedReference<Value> { PartReference(base: base.attached(), part) }

  override var description: String {
    switch part {
    case .member(let keyPath): "\(base)[dynamicMember: \(keyPath)]"
    case .result: ".map(\(base), as: \(Value.self).self)"
    }
  }
}
