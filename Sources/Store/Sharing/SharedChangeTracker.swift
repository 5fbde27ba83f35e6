import Dependencies
import Synchronization

/// Records which shared values a test store's reducers and effects change, and what they were before.
@usableFromInline package final class SharedChangeTracker: Sendable {
  package struct Changes {
    /// The values before the changes, by their sources.
    package var before: [ObjectIdentifier: Any] = [:]
    /// Keeps the sources alive, because `before` identifies them by their addresses.
    fileprivate var sources: [any AnySharedSource] = []

    package init() {}

    package var isEmpty: Bool { before.isEmpty }
  }

  /// `@unchecked Sendable`: values are passed from one task to another under the lock.
  private struct Noted: @unchecked Sendable {
    var changes = Changes()
  }

  /// `@unchecked Sendable`: passed on by the task that made the change, which does not use it afterwards.
  private struct Change: @unchecked Sendable {
    let source: any AnySharedSource
    let before: Any
  }

  private let noted = Locked(Noted())
  private static let isAnyUsed = Atomic(false)

  package init() {
    Self.isAnyUsed.store(true, ordering: .relaxed)
  }

  /// The tracker of the store whose reducer or effect is running.
  static var current: SharedChangeTracker? {
    isAnyUsed.load(ordering: .relaxed) ? DependencyValues.current.override(for: Key.self) ?? nil : nil
  }

  func record<Value>(_ source: SharedSource<Value>, before value: Value) {
    let id = ObjectIdentifier(source)
    let change = Change(source: source, before: value)
    noted.withLock { noted in
      guard noted.changes.before[id] == nil else { return }
      noted.changes.before[id] = change.before
      noted.changes.sources.append(change.source)
    }
  }

  /// Returns the changes since the last call.
  package func takeChanges() -> Changes {
    noted.withLock { noted in
      defer { noted = Noted() }
      return noted
    }.changes
  }

  /// Makes a store with these dependencies record its changes here.
  @usableFromInline package func track(_ dependencies: inout DependencyValues) {
    dependencies[Key.self] = self
  }

  private enum Key: TestDependencyKey {
    static var testValue: SharedChangeTracker? { nil }
  }
}
