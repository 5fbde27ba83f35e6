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

/// Reports an unhandled error without stopping the program.
///
/// - Parameter message: A description of the operation that failed.
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

/// Reports a mistake at a place that was recorded earlier.
package func reportIssue(_ message: String, at location: IssueLocation) {
  let issue = ReportedIssue(message: message, location: location)
  if IssueInterceptor.current?.take(issue) != true { IssueRouting.record(issue) }
}
