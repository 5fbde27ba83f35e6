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

/// A part of a value, by its key path.
final class MemberReference<Base, Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Base>
  private let keyPath: any KeyPath<Base, Value> & Sendable

  init(base: SharedReference<Base>, keyPath: any KeyPath<Base, Value> & Sendable) {
    self.base = base
    self.keyPath = keyPath
  }

  override var value: Value { base.value[keyPath: keyPath] }

  override func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard let keyPath = keyPath as? WritableKeyPath<Base, Value> else {
      fatalError("A shared value was to be changed through a key path that can't be written to.")
    }
    return try base.withLock { try body(&$0[keyPath: keyPath]) }
  }

  override var source: any AnySharedSource { base.source }

  override func detached(into snapshot: StateSnapshot) -> SharedReference<Value> {
    MemberReference(base: base.detached(into: snapshot), keyPath: keyPath)
  }

  override func attached() -> SharedReference<Value> { MemberReference(base: base.attached(), keyPath: keyPath) }

  override var description: String { "\(base)[dynamicMember: \(keyPath)]" }
}

/// The result of a function of a value. It can only be read.
final class MappedReference<Base, Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Base>
  private let transform: @Sendable (Base) -> Value

  init(base: SharedReference<Base>, transform: @escaping @Sendable (Base) -> Value) {
    self.base = base
    self.transform = transform
  }

  override var value: Value { transform(base.value) }

  override var source: any AnySharedSource { base.source }

  override func detached(into snapshot: StateSnapshot) -> SharedReference<Value> {
    MappedReference(base: base.detached(into: snapshot), transform: transform)
  }

  override func attached() -> SharedReference<Value> { MappedReference(base: base.attached(), transform: transform) }

  override var description: String { ".map(\(base), as: \(Value.self).self)" }
}
