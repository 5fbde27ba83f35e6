import Dependencies

/// Runs a test body again and again, with the jobs of its test stores in another order each time, and reports the first
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
/// The failure names the seed. With it, `TestStore(..., schedule: .random(seed: 17))` runs that very order.
///
/// Failures of test stores and errors that the body throws are noticed. Those of `#expect` are not: Swift Testing reports
/// them as they come, once for every order in which they do.
///
/// An exploration that explores nothing is a failure: of no order at all, or of a body whose test stores run in an order
/// of their own because they were made outside of it, or with a `schedule`.
///
/// - Parameters:
///   - count: How many orders to try, one at least.
///   - firstSeed: The seed to begin with.
///   - body: The test. It has to make its test stores itself.
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

/// Runs a test body again and again, with the jobs of its test stores in other orders, and reports the first order in
/// which it fails.
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
/// It prints how many orders there were. See ``exploreSchedules(_:startingAt:_:)`` for what counts
/// as a failure.
///
/// - Parameters:
///   - schedules: Which orders to try.
///   - body: The test. It has to make its test stores itself.
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
