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
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard count > 0 else {
    return reportIssue("No schedule was explored, as \(count) were to be. Explore one at least.", at: location)
  }
  for seed in 0..<UInt64(count) {
    let seed = firstSeed &+ seed
    let exploration = Exploration(.random(seed: seed))
    var failure: (any Error)?
    let issues = await withCapturedIssues {
      await Exploration.$current.withValue(exploration) {
        // What one order has left in a client or in shared state must not reach the next.
        await withDependencyValues(DependencyValues.current.withOwnDefaultValues()) {
          await SharedScope.withOwn {
            do { try await body() } catch { failure = error }
          }
        }
      }
    }
    guard issues.isEmpty, failure == nil else {
      return reportIssue(
        """
        The test fails with the jobs in another order: that of seed \(seed).

        To run it in this order again, make the test store with "schedule: .random(seed: \(seed))".
        \(failure.map { "\nIt threw: \($0)\n" } ?? "")
        \(issues.map { "\($0.location): \($0.message)" }.joined(separator: "\n\n"))
        """,
        at: location
      )
    }
    guard exploration.isFollowed else {
      return reportIssue(
        """
        No schedule was explored: the body made no test store that runs its jobs in the order in question.

        This usually is a test store that was made outside of the body, with a "schedule" of its own, or in a detached \
        task. Make it in the body, without one.
        """,
        at: location
      )
    }
  }
}
