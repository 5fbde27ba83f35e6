import Dependencies
import Observation
import Synchronization

/// Holds a shared value, and notifies its observers when it changes.
///
/// No lock is held while user code runs: reading copies the value, and a change works on a copy, which takes the
/// value's place when it is finished.
///
/// `@unchecked Sendable`: `contents` guards the value. A value that is not `Sendable` is used by one task, because a
/// `Shared` of it is not `Sendable` either.
class SharedSource<Value>: SharedReference, AnySharedSource, SnapshotSource, @unchecked Sendable {
  private struct Contents {
    var value: Value
    /// The number of times that the value was replaced.
    var replacementCount = 0
    var versions = SharedVersions()
    /// The closures that notify stores whose states contain the value.
    var watchers: [ObjectIdentifier: @Sendable () -> Void] = [:]

    /// Exchanges the value for another one, which the caller releases without the lock.
    mutating func replace(by other: inout Value) {
      swap(&value, &other)
      replacementCount += 1
    }
  }

  private let contents: Locked<UncheckedSendable<Contents>>
  /// The right to change the value, which a thread has while a closure of `withLock` runs.
  private let exclusiveAccess = ExclusiveAccess()
  private let observation = SharedObservation()
  /// The original, if this is a copy that belongs to a snapshot.
  private let original: SharedSource<Value>?

  init(_ value: Value) {
    contents = Locked(UncheckedSendable(Contents(value: value)))
    original = nil
    StateSnapshot.isAnythingShared.store(true, ordering: .relaxed)
  }

  private init(copyOf original: SharedSource<Value>, value: Value) {
    contents = Locked(UncheckedSendable(Contents(value: value)))
    self.original = original
  }

  // MARK: Reading

  final var value: Value {
    if original == nil, let snapshot = StateSnapshot.asserted { return copy(in: snapshot).currentValue }
    access(\.value)
    guard let reads = ObservedReads.current else { return currentValue }
    let (value, count) = contents.withLock { UncheckedSendable(($0.value.value, $0.value.replacementCount)) }.value
    reads.add { self.contents.withLock { $0.value.replacementCount } != count }
    return value
  }

  /// The value, without registering an observer.
  final var currentValue: Value {
    contents.withLock { UncheckedSendable($0.value.value) }.value
  }

  final var snapshotValue: Any { currentValue }

  final var isChanged: Bool { latestChange.number > 0 }

  final var snapshotSource: (any SnapshotSource)? { original == nil ? self : nil }

  final var source: any AnySharedSource { self }

  final func detached(into snapshot: StateSnapshot) -> any SharedReference<Value> { copy(in: snapshot) }

  final func attached() -> any SharedReference<Value> {
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

  /// Replaces shared values within the value of a copy by copies, too.
  private func detachValue(into snapshot: StateSnapshot) {
    guard StateSnapshot.canShare(Value.self) else { return }
    var value = snapshot.detached(currentValue)
    exchange(&value)
  }

  final var nestedSources: [any SnapshotSource] { StateSnapshot.ownSources(in: currentValue) }

  // MARK: Changing

  final func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if original == nil, let snapshot = StateSnapshot.asserted { return try copy(in: snapshot).withLock(body) }
    if exclusiveAccess.isOwn { stopAtOverlappingAccess() }
    if !exclusiveAccess.beginAtOnce() { exclusiveAccess.begin { self.description } }
    // Change a copy, so that others, and the closure itself, still read the previous value.
    var value = beginChange()
    defer {
      exchange(&value)
      exclusiveAccess.end()
      // Released now, because the `deinit` of the old value may run user code.
      withExtendedLifetime(value) {}
      didChange()
    }
    return try body(&value)
  }

  private func beginChange() -> Value {
    let value = contents.withLock { contents in
      contents.value.versions.beginChange()
      return UncheckedSendable(contents.value.value)
    }.value
    if original == nil, let tracker = SharedChangeTracker.current { tracker.record(self, before: value) }
    return value
  }

  /// Exchanges the value for another one, and so ends the change. The caller releases the old value without the lock.
  private func exchange(_ value: inout Value) {
    var other = UncheckedSendable(value)
    contents.withLock { contents in
      contents.value.replace(by: &other.value)
      contents.value.versions.endChange()
    }
    value = other.value
  }

  /// The value, and the number of the last change that has ended.
  final var latestChange: (value: Value, number: Int) {
    contents.withLock { UncheckedSendable(($0.value.value, $0.value.versions.ended)) }.value
  }

  /// Begins to read the place where the value is stored. Returns the number of what is read from now on.
  final func beginReading() -> Int {
    contents.withLock { $0.value.versions.beginReading() }
  }

  /// Replaces the value by one that was read, if that is newer.
  ///
  /// - Parameter isNews: Whether the place has reported a change.
  /// - Returns: Whether only reading the place again can decide.
  final func replace(with value: Value, number: Int, isNews: Bool) -> Bool {
    var replaced = UncheckedSendable(value)
    let decision = contents.withLock { contents in
      let decision = contents.value.versions.accept(number, isNews: isNews)
      if decision == .replace { contents.value.replace(by: &replaced.value) }
      return decision
    }
    if decision == .replace, dynamicEquality(of: Value.self)?(replaced.value, value) != true { announceValue() }
    return decision == .readAgain
  }

  /// Records that a change was saved, or could not be. See ``SharedVersions/didSave(_:)``.
  final func didSave(_ change: Int) -> (isLatest: Bool, readsAgain: Bool) {
    contents.withLock { $0.value.versions.didSave(change) }
  }

  /// Called when the program has changed the value.
  func didChange() {
    announceValue()
  }

  /// Stops the program, as Swift does when it detects overlapping accesses.
  private func stopAtOverlappingAccess() -> Never {
    fatalError(
      """
      A shared value was changed while a closure was changing it.

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
    for watcher in contents.withLock({ $0.value.watchers.values }) { watcher() }
  }

  final func touch() { announceValue() }

  final func watch(_ id: ObjectIdentifier, _ onChange: @escaping @Sendable () -> Void) {
    let replaced = contents.withLock { $0.value.watchers.updateValue(onChange, forKey: id) }
    withExtendedLifetime(replaced) {}
  }

  final func unwatch(_ id: ObjectIdentifier) {
    let watcher = contents.withLock { $0.value.watchers.removeValue(forKey: id) }
    withExtendedLifetime(watcher) {}
  }

  // MARK: Where the value is stored

  /// Called before each use of a key by a property.
  func start() {}

  var isLoading: Bool { false }
  var loadError: (any Error)? { nil }
  var saveError: (any Error)? { nil }
  func load() async throws {}
  func save() async throws {}

  var description: String { "value: \(String(reflecting: currentValue))" }

  var isKept: Bool { original?.isKept ?? false }

  final var wholeSource: ObjectIdentifier? { ObjectIdentifier(original ?? self) }
}

/// The object that observers of a shared value observe. It is not generic, because a key path into a generic type is
/// made anew each time it is used, which takes a hundred times as long as the read.
final class SharedObservation: Observable {
  let registrar = ObservationRegistrar()
  var value: Void { () }
  var status: Void { () }
}
