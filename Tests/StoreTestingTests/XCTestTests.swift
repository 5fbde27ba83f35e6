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
    defer { expected.withLock { $0 = nil } }
    await operation()
    return expected.withLock { $0 ?? [] }
  }

  private func expect(_ failure: Failure) -> Bool { expected.withLock { $0?.append(failure) } != nil }

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
      await store.send(.increment) { $0.count = try XCTUnwrap(nil) }
    }
    XCTAssertEqual(failures.count, 1, "\(failures)")
  }

  @MainActor func testEffectsThatLeaveTheirActorFromTheMainActor() async { await HoppingTests().check() }

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
    XCTAssertEqual(failures.map(\.line), [line + 6, line + 7, line])
    XCTAssertEqual(
      failures.first?.message,
      """
      failed - A state change does not match expectation.

          - 2
          + 1

      (Expected: -, Actual: +)

      See "Testing" in the documentation of StoreTesting.
      """
    )
  }

  func testIssuesOfOtherTasksFailTheTest() async {
    let line = #line + 1
    let failures = await failures { await Task.detached { reportIssue("From another task.") }.value }
    XCTAssertEqual(failures, [Failure(message: "failed - From another task.", line: line)])
  }

  func testExpectedIssuesDoNotFailTheTest() async {
    let failures = await failures { withExpectedIssue { reportIssue("Expected.") } }
    XCTAssertEqual(failures, [])
  }
}

/// Each test of XCTest has shared values, and values of dependencies, of its own. The tests do the same, so that they
/// can run in any order.
final class XCTestSharingTests: XCTestCase {
  private enum CountKey: TestDependencyKey { static var testValue: LockIsolated<Int> { LockIsolated(0) } }

  private struct State: Equatable {
    @Shared(.fileStorage(URL(filePath: "/XCTestSharingTests"))) var numbers: [Int] = []
    @Shared(.appStorage("XCTestSharingTests")) var number = 0
  }

  @MainActor private func expectsFreshValues() async {
    @Shared(.inMemory("XCTestSharingTests")) var count = 0
    XCTAssertEqual(count, 0)
    $count.withLock { $0 += 1 }
    // In the same test the values stay.
    @Shared(.inMemory("XCTestSharingTests")) var same = 0
    XCTAssertEqual(same, 1)
    await Task.detached {
      @Shared(.inMemory("XCTestSharingTests")) var same = 0
      XCTAssertEqual(same, 1)
    }.value
    let store = TestStore(initialState: State(numbers: [1, 2])) {
      Reduce<State, Int> { state, number in
        state.$numbers.withLock { _ = $0.remove(at: number) }
        state.$number.withLock { $0 += 1 }
        return .none
      }
    }
    await store.send(1) {
      $0.$numbers.withLock { $0 = [1] }
      $0.$number.withLock { $0 = 1 }
    }
    let dependency = Dependency(CountKey.self).wrappedValue
    XCTAssertEqual(dependency.value, 0)
    dependency.withValue { $0 += 1 }
  }

  @MainActor func testOneTest() async { await expectsFreshValues() }
  @MainActor func testAnotherTest() async { await expectsFreshValues() }
}
