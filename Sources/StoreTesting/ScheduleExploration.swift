/// Which orders of jobs ``exploreSchedules(_:_:)`` tries.
public enum ScheduleExploration: Sendable, Hashable {
  /// As many as are drawn, each job with the same probability.
  case random(_ count: Int, startingAt: UInt64 = 0)
  /// Every order, once. If there are more than `upTo`, as many of them, and then 100 that are drawn.
  case exhaustive(upTo: Int)
  /// As many as are drawn by priorities of tasks.
  ///
  /// A mistake that takes `bugDepth` jobs in one certain order is found by each of them with a probability of at least
  /// 1 / (n * k^(bugDepth - 1)), where n is the number of tasks and k that of jobs. Where orders are drawn job by job, what
  /// takes a task to wait while others run for long is found hardly ever.
  case priorities(_ count: Int, bugDepth: Int = 3)
  /// One order: that which a failure has named.
  case order([Int])
}
