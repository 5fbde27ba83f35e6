import Dependencies

/// In which order a test store runs the jobs that are ready.
public enum TestSchedule: Sendable, Hashable {
  /// In the order in which they became ready: the same every time.
  case firstInFirstOut
  /// In an order that the seed determines. The same seed gives the same order.
  case random(seed: UInt64)
}

/// A run of a body by ``exploreSchedules(_:startingAt:fileID:file:line:column:_:)``.
final class Exploration: Sendable {
  @TaskLocal static var current: Exploration?

  let schedule: TestSchedule
  private let flag = Locked(false)

  init(_ schedule: TestSchedule) {
    self.schedule = schedule
  }

  /// Whether a test store runs its jobs in this order.
  var isFollowed: Bool { flag.withLock { $0 } }

  /// The order, for a test store that is going to run its jobs in it.
  func follow() -> TestSchedule {
    flag.withLock { $0 = true }
    return schedule
  }
}
