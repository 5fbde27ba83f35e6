/// Reports a mistake without stopping the program.
///
/// In a test the test fails, with the message at the caller's line. In a program the message goes to standard error,
/// once for each message and place.
///
/// ```swift
/// guard let row = rows[id] else {
///   reportIssue("There is no row with the id \(id).")
///   return
/// }
/// ```
public func reportIssue(
  _ message: @autoclosure () -> String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(
    message(),
    at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Reports an error that no one handles, without stopping the program.
///
/// - Parameter message: What was being done when it was thrown.
public func reportIssue(
  _ error: any Error,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(
    "Caught error: \(error)" + (message().map { ": " + $0 } ?? ""),
    at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Reports a mistake at a place that was noted earlier.
package func reportIssue(_ message: String, at location: IssueLocation) {
  let issue = ReportedIssue(message: message, location: location)
  if IssueInterceptor.current?.take(issue) != true { IssueRouting.record(issue) }
}
