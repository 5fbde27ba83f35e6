import Dependencies

/// Runs a test body repeatedly, with the jobs of its test stores in another order each time, and reports the first
/// order in which it fails.
///
/// ```swift
/// @Test func favoritesAreFoundInAnyOrder() async {
///   await exploreSchedules(200) {
///     let store = TestStore(initialState: Library.State()) { Library() }
///     store.exhaustivity = .off
///     await store.send(.appeared)
///     await store.skipReceivedActions()
///     store.assert { $0.favoriteTitles = ["Dune"] }
///   }
/// }
/// ```
///
/// The failure names the seed. `TestStore(..., schedule: .random(seed: 17))` runs the order of seed 17 again.
///
/// A body fails by issues of test stores and by errors that it throws. A failed `#expect` does not end the exploration:
/// Swift Testing reports it directly, once for each order in which it fails.
///
/// It is also a failure if no order is explored: if `count` is less than 1, or if the body makes no test store whose
/// order this function can set. A test store that was made outside of the body, or with a `schedule`, has its own
/// order.
///
/// - Parameters:
///   - count: The number of orders to try, at least 1.
///   - firstSeed: The seed of the first order. The others use the following numbers.
///   - body: The test. It must make its test stores itself.
public func exploreSchedules(
  _ count: Int = 100,
  startingAt firstSeed: UInt64 = 0,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Void
) async {
  await exploreSchedules(
    .random(count, startingAt: firstSeed),
    fileID: fileID,
    file: filePath,
    line: line,
    column: column,
    body
  )
}

/// Runs a test body repeatedly, with the jobs of its test stores in other orders, and reports the first order in which
/// it fails.
///
/// ```swift
/// await exploreSchedules(.exhaustive(upTo: 10_000)) {
///   let store = TestStore(initialState: Library.State()) { Library() }
///   store.exhaustivity = .off
///   await store.send(.appeared)
///   await store.skipReceivedActions()
///   store.assert { $0.favoriteTitles = ["Dune"] }
/// }
/// ```
///
/// With ``ScheduleExploration/exhaustive(upTo:)`` it prints the number of orders. See
/// ``exploreSchedules(_:startingAt:_:)`` for what counts as a failure.
///
/// - Parameters:
///   - schedules: The orders to try.
///   - body: The test. It must make its test stores itself.
public func exploreSchedules(
  _ schedules: ScheduleExploration,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Void
) async {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  if let failure = await ScheduleRuns(location: location).failure(schedules, body) {
    reportIssue(failure, at: location, article: .exploring)
  }
}
