/// Records the issues that nothing intercepts.
enum IssueRouting {
  /// Prints the issues of a program, and in tests the warnings and the issues that belong to no known test.
  static let standardError = IssueLog { ProcessEnvironment.complain($0) }

  /// Whether Swift Testing runs this process. `swift test` starts a process for each library. Xcode starts one process
  /// for both and passes no such argument.
  private static let isRunBySwiftTesting = CommandLine.arguments.contains("swift-testing")

  static func record(_ issue: ReportedIssue) {
    let issue = issue.withArticleInMessage
    guard DependencyContext.isTestProcess else { return pass(issue, to: IssueReporters.current) }
    guard issue.severity == .error else { return standardError.print(issue) }
    if TestFrameworks.recordWithSwiftTesting(issue) { return }
    // The task belongs to no test of Swift Testing. If it belongs to one of XCTest, XCTest fails the running test and
    // prints the issue. If it is detached, its test is unknown, but the run fails.
    if isRunBySwiftTesting || !TestFrameworks.recordWithXCTest(issue) {
      standardError.print(issue)
      _ = TestFrameworks.recordWithSwiftTesting(issue, outsideOfTests: true)
    }
  }

  static func pass(_ issue: ReportedIssue, to reporters: [any IssueReporter]) {
    let location = issue.location
    for reporter in reporters {
      // Only the log knows severities.
      guard !(reporter is StandardErrorReporter) else {
        standardError.print(issue)
        continue
      }
      // An issue that the reporter itself reports goes to standard error. Passed to the reporter, it could recur
      // forever.
      withIssueReporters([StandardErrorReporter()]) {
        reporter.reportIssue(
          issue.message,
          fileID: location.fileID,
          filePath: location.filePath,
          line: location.line,
          column: location.column
        )
      }
    }
  }
}
