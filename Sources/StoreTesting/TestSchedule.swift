import Dependencies

/// In which order a test store runs the jobs that are ready.
public enum TestSchedule: Sendable, Hashable {
  /// In the order in which they became ready: the same every time.
  case firstInFirstOut
  /// In an order that the seed determines. The same seed gives the same order.
  case random(seed: UInt64)
  /// In an order that is given: each time that several jobs are ready, the place of the one that runs, in the order in
  /// which they became so. After the last number, the job that became ready first runs.
  case order([Int])
  /// In the order of random priorities of their tasks, of which `bugDepth - 1` change at random within the first `jobs`
  /// jobs. The same numbers give the same order.
  case priorities(seed: UInt64, bugDepth: Int, jobs: Int)
}

/// A run of a body by ``exploreSchedules(_:startingAt:fileID:file:line:column:_:)``.
final class Exploration: Sendable {
  @TaskLocal static var current: Exploration?

  let schedule: TestSchedule
  /// What the test stores of the body decide and have decided; `nil` if nobody needs to know.
  let decisions: ScheduleDecisions?
  private let flag = Locked(false)

  init(_ schedule: TestSchedule) {
    self.schedule = schedule
    decisions =
      switch schedule {
      case .order(let choices): ScheduleDecisions(choices)
      case .priorities: ScheduleDecisions()
      case .firstInFirstOut, .random: nil
      }
  }

  /// Whether a test store runs its jobs in this order.
  var isFollowed: Bool { flag.withLock { $0 } }

  /// The order, for a test store that is going to run its jobs in it.
  func follow() -> TestSchedule {
    flag.withLock { $0 = true }
    return schedule
  }
}
