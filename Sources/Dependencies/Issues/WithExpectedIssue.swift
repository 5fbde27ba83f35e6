/// Runs an operation that must report an issue. The issue is suppressed, and its absence is reported.
///
/// ```swift
/// withExpectedIssue {
///   store.send(.rowTapped(id: 42))  // there is no such row
/// }
/// ```
///
/// - Parameters:
///   - message: The reason for expecting the issue, for the report of its absence.
///   - matching: Whether an issue is expected; all issues are by default. Others are reported as usual.
public func withExpectedIssue(
  _ message: String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ operation: () throws -> Void,
  matching isExpected: (ReportedIssue) -> Bool = { _ in true }
) rethrows {
  let interceptor = IssueInterceptor()
  defer {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    check(interceptor.finish(), message: message, at: location, isExpected: isExpected)
  }
  try IssueInterceptor.$current.withValue(interceptor, operation: operation)
}

/// Runs an asynchronous operation that must report an issue. The issue is suppressed, and its absence is reported.
public func withExpectedIssue(
  _ message: String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ operation: () async throws -> Void,
  matching isExpected: (ReportedIssue) -> Bool = { _ in true }
) async rethrows {
  let interceptor = IssueInterceptor()
  defer {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    check(interceptor.finish(), message: message, at: location, isExpected: isExpected)
  }
  try await IssueInterceptor.$current.withValue(interceptor, operation: operation)
}

private func check(
  _ issues: [ReportedIssue],
  message: String?,
  at location: IssueLocation,
  isExpected: (ReportedIssue) -> Bool
) {
  var isMissing = true
  for issue in issues {
    if isExpected(issue) {
      isMissing = false
    } else {
      reportIssue(issue.message, at: issue.location)
    }
  }
  if isMissing {
    reportIssue(
      "An issue was expected and none was reported" + (message.map { ": " + $0 } ?? "."),
      at: location
    )
  }
}
