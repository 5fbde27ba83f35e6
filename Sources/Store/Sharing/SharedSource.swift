import Dependencies
import Foundation
import Observation
import Synchronization

/// Holds a shared value, and tells those who read it when it changes.
///
/// `@unchecked Sendable`: what changes is guarded by `lock`.
class SharedSource<Value>: SharedReference<Value>, AnySharedSource, SnapshotSource, Observable, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var storedValue: Value
  /// Whether a closure is changing the value, on the thread that has the lock.
  private var isChanging = false
  private let registrar = ObservationRegistrar()
  /// Stores in whose states the value shows, and what they are told by.
  private var watchers: [ObjectIdentifier: @Sendable () -> Void] = [:]
  /// What this is a copy of, if it belongs to a snapshot.
  private let original: SharedSource<Value>?

  init(_ value: Value) {
    storedValue = value
    original = nil
    StateSnapshot.isAnythingShared.store(true, ordering: .relaxed)
  }

  private init(copyOf original: SharedSource<Value>, value: Value) {
    storedValue = value
    self.original = original
  }

  // MARK: Reading

  override var value: Value {
    if original == nil, let snapshot = StateSnapshot.asserted { return copy(in: snapshot).currentValue }
    access(\.value)
    return currentValue
  }

  /// The value, without registering anybody.
  final var currentValue: Value {
    lock.withLock { storedValue }
  }

  final var snapshotValue: Any { currentValue }

  final var snapshotSource: (any SnapshotSource)? { original == nil ? self : nil }

  override var source: any AnySharedSource { self }

  override func detached(into snapshot: StateSnapshot) -> SharedReference<Value> { copy(in: snapshot) }

  override func attached() -> SharedReference<Value> {
    guard let original else { return self }
    let value = currentValue
    original.withLock { $0 = value }
    return original
  }

  private func copy(in snapshot: StateSnapshot) -> SharedSource<Value> {
    if original == nil, snapshot.keeps(self) { return self }
    let original = original ?? self
    return snapshot.copy(of: original) { SharedSource(copyOf: original, value: $0 ?? currentValue) }
  }

  // MARK: Changing

  override func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if original == nil, let snapshot = StateSnapshot.asserted { return try copy(in: snapshot).withLock(body) }
    var replaced: Value?
    defer {
      // What it was goes now that nobody is locked out, as that may run code.
      withExtendedLifetime(replaced) { replaced = nil }
      didChange()
    }
    return try lock.withLock {
      if isChanging { stopAtOverlappingAccess("changed") }
      if original == nil, let tracker = SharedChangeTracker.current { tracker.note(self, before: storedValue) }
      isChanging = true
      // A copy, so that the closure can read what is shared, such as an element that it shares by itself.
      var value = storedValue
      defer {
        isChanging = false
        swap(&value, &storedValue)
        replaced = value
      }
      return try body(&value)
    }
  }

  /// Takes a value that comes from where it is kept.
  final func replace(with value: Value) {
    var value = value
    lock.withLock {
      if isChanging { stopAtOverlappingAccess("loaded") }
      swap(&value, &storedValue)
    }
    // What it was goes now that nobody is locked out, as that may run code.
    withExtendedLifetime(value) {}
    announceValue()
  }

  /// Called when the program has changed the value.
  func didChange() {
    announceValue()
  }

  /// Stops the program, as Swift does where it finds out itself that accesses overlap.
  private func stopAtOverlappingAccess(_ what: String) -> Never {
    fatalError(
      """
      A shared value was \(what) while a closure was changing it.

        Shared:  \(description)

      This usually means that the closure of "withLock" changes the shared value itself, or a part of it that is shared: it \
      has the value as its parameter, and what it changes otherwise would be lost. A "deinit" or "==" of what is in the \
      value may do so too.

      \(IssueArticle.sharedState)
      """
    )
  }

  // MARK: Observing

  final func access<Member>(_ keyPath: KeyPath<SharedSource<Value>, Member>) {
    if original == nil { registrar.access(self, keyPath: keyPath) }
  }

  /// Tells observers. They see the new value, as it is there already.
  final func announce<Member>(_ keyPath: KeyPath<SharedSource<Value>, Member>) {
    if original == nil { registrar.withMutation(of: self, keyPath: keyPath) {} }
  }

  /// Tells observers, and stores in whose states the value shows, that it is another one.
  private func announceValue() {
    announce(\.value)
    let told = lock.withLock { watchers.values }
    for watcher in told { watcher() }
  }

  final func touch() { announceValue() }

  final func watch(_ id: ObjectIdentifier, _ onChange: @escaping @Sendable () -> Void) {
    lock.withLock { watchers[id] = onChange }
  }

  final func unwatch(_ id: ObjectIdentifier) {
    let watcher = lock.withLock { watchers.removeValue(forKey: id) }
    withExtendedLifetime(watcher) {}
  }

  // MARK: Where the value is kept

  var isLoading: Bool { false }
  var loadError: (any Error)? { nil }
  var saveError: (any Error)? { nil }
  func load() async throws {}
  func save() async throws {}

  override var description: String { "value: \(String(reflecting: currentValue))" }
}
