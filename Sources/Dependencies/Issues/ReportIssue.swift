/// Reports a mistake without stopping the program.
///
/// In a test, it fails the test with the message at the caller's line. In a program, it prints the message to standard
/// error, once for each message and place.
///
/// ```swift
/// guard let row = rows[id] else {
///   reportIssue("There is no row with the id \(id).")
///   return
/// }
/// ```
///
/// - Parameters:
///   - message: A description of what happened, why it usually happens, and how to fix it.
///   - severity: How bad it is. A warning is printed, and fails no test.
public func reportIssue(
  _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  report(ReportedIssue(message: message() ?? ReportedIssue.withoutMessage, severity: severity, location: location))
}

/// Reports an unhandled error without stopping the program.
///
/// - Parameters:
///   - error: The error.
///   - message: A description of the operation that failed.
///   - severity: How bad it is. A warning is printed, and fails no test.
public func reportIssue(
  _ error: any Error,
  _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  report(ReportedIssue(error: error, message: message(), severity: severity, location: location))
}

/// Reports a mistake at a place that was recorded earlier.
package func reportIssue(_ message: String, at location: IssueLocation, article: IssueArticle? = nil) {
  report(ReportedIssue(message: message, location: location, article: article))
}

/// Returns whether the cause of an error was reported before the error was thrown: by an unimplemented endpoint, by
/// `#require` or by `XCTUnwrap`. Reporting the error as well would fail a test twice.
package func wasReported(_ error: any Error) -> Bool {
  if error is UnimplementedFailure { return true }
  // By name, because this module must not link the libraries of tests.
  let name = String(reflecting: type(of: error))
  return name == "Testing.ExpectationFailedError" || name == "XCTest.XCTestErrorWhileUnwrappingOptional"
}

func report(_ issue: ReportedIssue) {
  if IssueRepeats.current?.contains(issue) == true { return }
  if IssueInterceptor.current?.take(issue) != true { IssueRouting.record(issue) }
}

/// How bad an issue is.
public enum IssueSeverity: Int, Comparable, Hashable, Sendable {
  /// A possible mistake. It is printed, and fails no test.
  case warning
  /// A mistake. It fails the running test.
  case error

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
