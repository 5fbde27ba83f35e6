/// In which order a test store runs the jobs that are ready.
public enum TestSchedule: Sendable, Hashable {
  /// In the order in which they became ready: the same every time.
  case firstInFirstOut
  /// In an order that the seed determines. The same seed gives the same order.
  case random(seed: UInt64)

  /// The schedule that ``exploreSchedules(_:startingAt:fileID:file:line:column:_:)`` is trying.
  @TaskLocal static var explored: TestSchedule?
}
