import Foundation

/// Records the issues that nothing intercepts.
enum IssueRouting {
  /// Prints the issues of programs, and those of tests that can't be attributed to a test.
  private static let standardError = IssueLog { FileHandle.standardError.write(Data($0.utf8)) }

  /// Whether Swift Testing runs this process. `swift test` starts a process for each library. Xcode starts one process
  /// for both and passes no such argument.
  private static let isRunBySwiftTesting = CommandLine.arguments.contains("swift-testing")

  static func record(_ issue: ReportedIssue) {
    guard DependencyContext.isTestProcess else { return standardError.print(issue) }
    if TestFrameworks.recordWithSwiftTesting(issue) { return }
    // The task belongs to no test of Swift Testing. If it belongs to one of XCTest, XCTest fails the running test and
    // prints the issue. If it is detached, its test is unknown, but the run fails.
    if isRunBySwiftTesting || !TestFrameworks.recordWithXCTest(issue) {
      standardError.print(issue)
      _ = TestFrameworks.recordWithSwiftTesting(issue, outsideOfTests: true)
    }
  }
}
