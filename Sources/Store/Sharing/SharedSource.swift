import Dependencies
import Foundation
import Observation
import Synchronization

/// Holds a shared value, and notifies its observers when it changes.
///
/// `@unchecked Sendable`: `lock` guards the variables.
class SharedSource<Value>: SharedReference<Value>, AnySharedSource, SnapshotSource, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var storedValue: Value
  /// Whether a closure is changing the value, on the thread that has locked `lock`.
  private var isChanging = false
  /// The number of changes that the program has made.
  private var storedChangeCount = 0
  private let observation = SharedObservation()
  /// The closures that notify stores whose states contain the value.
  private var watchers: [ObjectIdentifier: @Sendable () -> Void] = [:]
  /// The original, if this is a copy that belongs to a snapshot.
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

  /// The value, without registering an observer.
  final var currentValue: Value {
    lock.withLock { storedValue }
  }

  final var snapshotValue: Any { currentValue }

  final var snapshotSource: (any SnapshotSource)? { original == nil ? self : nil }

  override var source: any AnySharedSource { self }

  override func detached(into snapshot: StateSnapshot) -> SharedReference<Value> { copy(in: snapshot) }

  override func attached() -> SharedReference<Value> {
    guard let original else { return self }
    let value = StateSnapshot.attached(currentValue)
    original.withLock { $0 = value }
    return original
  }

  private func copy(in snapshot: StateSnapshot) -> SharedSource<Value> {
    if original == nil, snapshot.keeps(self) { return self }
    let original = original ?? self
    return snapshot.copy(of: original) {
      SharedSource(copyOf: original, value: $0 ?? currentValue)
    } prepare: {
      $0.detachValue(into: snapshot)
    }
  }

  /// Makes shared values within the value of a copy show copies, too.
  private func detachValue(into snapshot: StateSnapshot) {
    guard StateSnapshot.canShare(Value.self) else { return }
    let value = snapshot.detached(currentValue)
    lock.withLock { storedValue = value }
  }

  final var nestedSources: [any SnapshotSource] { StateSnapshot.ownSources(in: currentValue) }

  // MARK: Changing

  override func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if original == nil, let snapshot = StateSnapshot.asserted { return try copy(in: snapshot).withLock(body) }
    var replaced: Value?
    defer {
      // Released after unlocking, because the `deinit` of the old value may run user code.
      withExtendedLifetime(replaced) { replaced = nil }
      didChange()
    }
    return try lock.withLock {
      if isChanging { stopAtOverlappingAccess("changed") }
      if original == nil, let tracker = SharedChangeTracker.current { tracker.note(self, before: storedValue) }
      isChanging = true
      storedChangeCount += 1
      // A copy, so that the closure can read the shared value, for example through an element that is shared by itself.
      var value = storedValue
      defer {
        isChanging = false
        swap(&value, &storedValue)
        replaced = value
      }
      return try body(&value)
    }
  }

  /// The number of changes that the program has made.
  final var changeCount: Int { lock.withLock { storedChangeCount } }

  /// Replaces the value by one that was loaded.
  ///
  /// - Parameter changeCount: The number of changes when the loading began. If the program has changed the value since,
  ///   that is newer than what was loaded, and stays.
  final func replace(with value: Value, unlessChangedAfter changeCount: Int? = nil) {
    var value = value
    let isReplaced = lock.withLock {
      guard changeCount ?? storedChangeCount == storedChangeCount else { return false }
      if isChanging { stopAtOverlappingAccess("loaded") }
      swap(&value, &storedValue)
      return true
    }
    // Released after unlocking, because the `deinit` of the old value may run user code.
    withExtendedLifetime(value) {}
    if isReplaced { announceValue() }
  }

  /// Called when the program has changed the value.
  func didChange() {
    announceValue()
  }

  /// Stops the program, as Swift does when it detects overlapping accesses.
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

  final func access(_ keyPath: KeyPath<SharedObservation, Void>) {
    if original == nil { observation.registrar.access(observation, keyPath: keyPath) }
  }

  /// Notifies observers, which then see the new value.
  final func announce(_ keyPath: KeyPath<SharedObservation, Void>) {
    if original == nil { observation.registrar.withMutation(of: observation, keyPath: keyPath) {} }
  }

  /// Notifies observers, and stores whose states contain the value, that it has changed.
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

  override var isKept: Bool { original?.isKept ?? false }

  final override var wholeSource: ObjectIdentifier? { ObjectIdentifier(original ?? self) }
}

/// What the observers of a shared value observe. It is not generic, because a key path into a generic type is made anew
/// each time it is used, which takes a hundred times as long as the read.
final class SharedObservation: Observable {
  let registrar = ObservationRegistrar()
  var value: Void { () }
  var status: Void { () }
}
