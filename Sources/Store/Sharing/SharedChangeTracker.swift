import Dependencies
import Synchronization

/// Notes what a test store's reducers and effects change of what is shared, and what it was before.
@usableFromInline package final class SharedChangeTracker: Sendable {
  package struct Changes {
    /// What shared values were before they were changed, by their sources.
    package var before: [ObjectIdentifier: Any] = [:]
    /// Keeps the sources, as the identifiers are theirs.
    fileprivate var sources: [any AnySharedSource] = []

    package init() {}

    package var isEmpty: Bool { before.isEmpty }
  }

  /// `@unchecked Sendable`: values are handed from one task to another under the lock.
  private struct Noted: @unchecked Sendable {
    var changes = Changes()
  }

  /// `@unchecked Sendable`: on its way from the task that made the change, which has no further use for it.
  private struct Change: @unchecked Sendable {
    let source: any AnySharedSource
    let before: Any
  }

  private let noted = Locked(Noted())
  private static let isAnyUsed = Atomic(false)

  package init() {
    Self.isAnyUsed.store(true, ordering: .relaxed)
  }

  /// The tracker of the store whose reducer or effect runs.
  static var current: SharedChangeTracker? {
    isAnyUsed.load(ordering: .relaxed) ? DependencyValues.current.override(for: Key.self) ?? nil : nil
  }

  func note<Value>(_ source: SharedSource<Value>, before value: Value) {
    let id = ObjectIdentifier(source)
    let change = Change(source: source, before: value)
    noted.withLock { noted in
      guard noted.changes.before[id] == nil else { return }
      noted.changes.before[id] = change.before
      noted.changes.sources.append(change.source)
    }
  }

  /// What was changed since this was called last.
  package func takeChanges() -> Changes {
    noted.withLock { noted in
      defer { noted = Noted() }
      return noted
    }.changes
  }

  /// Has a store note its changes here.
  @usableFromInline package func track(_ dependencies: inout DependencyValues) {
    dependencies[Key.self] = self
  }

  private enum Key: TestDependencyKey {
    static var testValue: SharedChangeTracker? { nil }
  }
}
