import Dependencies
import Synchronization

/// The shared values that an observed closure reads.
///
/// The Observation framework registers an observer when its closure has returned. A change that another thread makes
/// between a read and the registration would go unnoticed.
final class ObservedReads: Sendable {
  @TaskLocal private static var ofTask: ObservedReads?
  private static let count = Atomic(0)

  private let reads = Locked<[@Sendable () -> Bool]>([])

  /// The reads of the current closure; `nil` if it is not observed.
  static var current: ObservedReads? {
    count.load(ordering: .relaxed) == 0 ? nil : ofTask
  }

  /// Calls a closure that reads.
  func collect(_ body: () -> Void) {
    Self.count.add(1, ordering: .relaxed)
    defer { Self.count.subtract(1, ordering: .relaxed) }
    Self.$ofTask.withValue(self, operation: body)
  }

  /// Adds a value, by a function that returns whether it has changed since it was read.
  func add(_ hasChanged: @escaping @Sendable () -> Bool) { reads.withLock { $0.append(hasChanged) } }

  /// Whether a value has changed since it was read.
  var areOutdated: Bool { reads.withLock { $0 }.contains { $0() } }
}
