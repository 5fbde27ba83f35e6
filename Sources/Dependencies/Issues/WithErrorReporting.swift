/// Runs an operation, and reports the error that it throws, if any.
///
/// ```swift
/// withErrorReporting("Saving failed") {
///   try save(rows)
/// }
/// ```
///
/// - Parameters:
///   - reporters: The reporters that receive the report in a program. By default those of
///     ``withIssueReporters(_:operation:)``.
///   - body: The operation.
/// - Returns: The result of the operation, or `nil` if it threw an error.
@discardableResult
public func withErrorReporting<Success>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> Success
) -> Success? {
  do {
    return try body()
  } catch {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(error, message(), to: reporters, at: location)
    return nil
  }
}

/// Runs an asynchronous operation, and reports the error that it throws, if any.
@discardableResult
public func withErrorReporting<Success>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () async throws -> Success
) async -> Success? {
  do {
    return try await body()
  } catch {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    report(error, message(), to: reporters, at: location)
    return nil
  }
}

private func report(
  _ error: any Error,
  _ message: String?,
  to reporters: [any IssueReporter]?,
  at location: IssueLocation
) {
  if wasReported(error) { return }
  let issue = ReportedIssue(error: error, message: message, location: location)
  guard let reporters else { return report(issue) }
  withIssueReporters(reporters) { report(issue) }
}
