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
