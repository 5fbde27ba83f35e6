@testable import StoreTesting
import XCTest

/// Test stores work in XCTest, and failures are reported to it at the right line.
final class XCTestTests: XCTestCase {
  private struct Failure: Equatable {
    let message: String
    let line: Int
  }

  /// The failures that were recorded in place of failing the test; `nil` unless failures are expected.
  private let expected = Locked<[Failure]?>(nil)

  private func failures(_ operation: () async -> Void) async -> [Failure] {
    expected.withLock { $0 = [] }
    await operation()
    return expected.withLock { failures in
      defer { failures = nil }
      return failures ?? []
    }
  }

  private func expect(_ failure: Failure) -> Bool {
    expected.withLock { failures in
      failures?.append(failure)
      return failures != nil
    }
  }

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      let line = issue.sourceCodeContext.location?.lineNumber ?? 0
      if !expect(Failure(message: issue.compactDescription, line: line)) { super.record(issue) }
    }
  #else
    override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      if filePath == #filePath, expect(Failure(message: description, line: lineNumber)) { return }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  #endif

  /// `XCTUnwrap` records its failure before it throws.
  func testWhatCannotBeUnwrappedIsReportedOnce() async {
    let failures = await failures {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.increment) {
        $0.count = try XCTUnwrap(nil)
      }
    }
    XCTAssertEqual(failures.count, 1, "\(failures)")
  }

  func testFeatures() async {
    let clock = TestClock()
    let store = Feature.store(clock: clock)
    await store.send(.start) { $0.isRunning = true }
    await clock.advance(by: .seconds(2))
    await store.receive(\.tick) { $0.count = 1 }
    await store.receive(\.tick) { $0.count = 2 }
    await store.send(.stop) { $0.isRunning = false }
  }

  @MainActor func testEffectsThatLeaveTheirActorFromTheMainActor() async {
    let store = TestStore(initialState: 0) { Hopping() }
    for (count, way) in Hopping.Way.allCases.enumerated() {
      await store.send(.go(way))
      await store.receive(.done(1)) { $0 = count + 1 }
      await store.finish()
    }
  }

  func testFailuresFailTheTestAtTheCallersLine() async {
    let line = #line + 2
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state += 1
          return action > 0 ? .send(action - 1) : .none
        }
      }
      await store.send(1) { $0 = 2 }
      await store.receive(1)
      await store.send(1) { $0 = 3 }
    }
    XCTAssertEqual(
      failures,
      [
        Failure(
          message: """
            failed - A state change does not match expectation.

                - 2
                + 1

            (Expected: -, Actual: +)

            See "Testing" in the documentation of StoreTesting.
            """,
          line: line + 6
        ),
        Failure(
          message: """
            failed - Received unexpected action.

                - 1
                + 0

            (Expected: -, Received: +)

            The reducer returned it for

                1

            See "Testing" in the documentation of StoreTesting.
            """,
          line: line + 7
        ),
        Failure(
          message: """
            failed - The store received 1 unexpected action.

                0

            Receive every action that effects send with "store.receive", skip them with \
            "await store.skipReceivedActions()" or, if they do not matter to this test, set "store.exhaustivity = .off".

            See "Testing" in the documentation of StoreTesting.
            """,
          line: line
        ),
      ]
    )
  }
}
