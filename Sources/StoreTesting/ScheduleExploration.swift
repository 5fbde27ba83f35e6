/// The orders of jobs that ``exploreSchedules(_:_:)`` tries.
public enum ScheduleExploration: Sendable, Hashable {
  /// A number of random orders, in which each job that is ready is equally likely to run next.
  case random(_ count: Int, startingAt: UInt64 = 0)
  /// Every order, once. If there are more than `upTo`, only this many of them, and then 100 random ones.
  case exhaustive(upTo: Int)
  /// A number of random orders, in which each task has a random priority.
  ///
  /// A mistake that only shows when `bugDepth` jobs run in one certain order is found by each of these orders with a
  /// probability of at least 1 / (n * k^(bugDepth - 1)), for n tasks and k jobs. `random` hardly ever finds a mistake
  /// for which one task has to wait while others run for long.
  case priorities(_ count: Int, bugDepth: Int = 3)
  /// One order, as the message of a failure names it.
  case order([Int])
}
