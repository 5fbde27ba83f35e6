import Dependencies
import XCTest

/// Issues that are reported while XCTest runs.
final class XCTestTests: XCTestCase {
  private struct Failure: Equatable {
    let message: String
    let file: String
    let line: Int
  }

  /// The failures that were recorded in place of failing the test; `nil` unless failures are expected.
  private let expected = Locked<[Failure]?>(nil)

  private func failures(_ operation: () -> Void) -> [Failure] {
    expected.withLock { $0 = [] }
    operation()
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
      let location = issue.sourceCodeContext.location
      let failure = Failure(
        message: issue.compactDescription,
        file: location?.fileURL.path ?? "",
        line: location?.lineNumber ?? 0
      )
      if !expect(failure) { super.record(issue) }
    }
  #else
    override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      if expect(Failure(message: description, file: filePath, line: lineNumber)) { return }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  #endif

  func testIssuesFailTheTestAtTheCallersLine() {
    let line = #line + 2
    let failures = failures {
      reportIssue("There is no row with the id 42.")
    }
    XCTAssertEqual(
      failures,
      [Failure(message: "failed - There is no row with the id 42.", file: #filePath, line: line)]
    )
  }

  func testIssuesOfOtherTasksFailTheTest() {
    let line = #line + 4
    let failures = failures {
      let done = expectation(description: "done")
      Task.detached {
        reportIssue("From another task.")
        done.fulfill()
      }
      wait(for: [done], timeout: 60)
    }
    XCTAssertEqual(failures, [Failure(message: "failed - From another task.", file: #filePath, line: line)])
  }

  func testReadingAKeyWithoutTestValueFailsTheTest() {
    enum Key: DependencyKey {
      static let liveValue = 1
    }
    let line = #line + 2
    let failures = failures {
      XCTAssertEqual(Dependency(Key.self).wrappedValue, 1)
    }
    XCTAssertEqual(failures.map(\.line), [line])
    XCTAssertTrue(
      failures.allSatisfy { $0.message.hasPrefix("failed - @Dependency(Key.self) has no test value") }
    )
  }

  func testExpectedIssuesDoNotFailTheTest() {
    XCTAssertEqual(failures { withExpectedIssue { reportIssue("Expected.") } }, [])
  }

  func testOverridesAreSeen() {
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      XCTAssertEqual(Dependency(\.uuid).wrappedValue(), UUID(7))
    }
  }
}
