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

  /// Values are passed from one task to another under the lock.
  private let noted = Locked(UncheckedSendable(Changes()))
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
    // The task that made the change does not use this copy afterwards.
    let before = UncheckedSendable<Any>(value)
    noted.withLock { noted in
      guard noted.value.before[id] == nil else { return }
      noted.value.before[id] = before.value
      noted.value.sources.append(source)
    }
  }

  /// Returns the changes since the last call.
  package func takeChanges() -> Changes {
    noted.withLock { noted in
      defer { noted = UncheckedSendable(Changes()) }
      return noted
    }.value
  }

  /// Makes a store with these dependencies record its changes here.
  @usableFromInline package func track(_ dependencies: inout DependencyValues) {
    dependencies[Key.self] = self
  }

  private enum Key: TestDependencyKey {
    static var testValue: SharedChangeTracker? { nil }
  }
}
