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
/// - Parameters:
///   - count: How many orders to try.
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
) async rethrows {
  for seed in 0..<UInt64(max(count, 0)) {
    let seed = firstSeed &+ seed
    var failure: (any Error)?
    let issues = await withCapturedIssues {
      await TestSchedule.$explored.withValue(.random(seed: seed)) {
        do { try await body() } catch { failure = error }
      }
    }
    guard !issues.isEmpty || failure != nil else { continue }
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reportIssue(
      """
      The test fails with the jobs in another order: that of seed \(seed).

      To run it in this order again, make the test store with "schedule: .random(seed: \(seed))".
      \(failure.map { "\nIt threw: \($0)\n" } ?? "")
      \(issues.map { "\($0.location): \($0.message)" }.joined(separator: "\n\n"))
      """,
      at: location
    )
    return
  }
}
