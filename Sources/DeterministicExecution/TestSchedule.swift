/// The order in which a test store runs jobs that are ready.
public enum TestSchedule: Sendable, Hashable {
  /// In the order in which they became ready: the same every time.
  case firstInFirstOut
  /// In a random order that the seed determines.
  case random(seed: UInt64)
  /// In a given order: the position of the job that runs, in the order in which the jobs became ready, for each time
  /// that several are ready. After the last number, the job that became ready first runs.
  case order([Int])
  /// In the order of random priorities of their tasks. `bugDepth - 1` of the priorities change at random points within
  /// the first `jobs` jobs. The same numbers give the same order.
  case priorities(seed: UInt64, bugDepth: Int, jobs: Int)
}
