import Foundation

/// Where issues go that nothing intercepts.
enum IssueRouting {
  /// Prints what is reported in a program, and in a test what can't be attributed to it for certain.
  private static let standardError = IssueLog { FileHandle.standardError.write(Data($0.utf8)) }

  /// Whether Swift Testing runs this process. `swift test` starts one process for each library; Xcode starts one for
  /// both and says nothing.
  private static let isRunBySwiftTesting = CommandLine.arguments.contains("swift-testing")

  static func record(_ issue: ReportedIssue) {
    guard DependencyContext.isTestProcess else { return standardError.print(issue) }
    if TestFrameworks.recordWithSwiftTesting(issue) { return }
    // The task belongs to no test of Swift Testing. Either it belongs to one of XCTest, which fails the test that runs
    // at the moment, and prints why. Or it is detached: then no test can be told, but the run fails.
    if isRunBySwiftTesting || !TestFrameworks.recordWithXCTest(issue) {
      standardError.print(issue)
      _ = TestFrameworks.recordWithSwiftTesting(issue, outsideOfTests: true)
    }
  }
}
