/// Runs an operation that must report an issue. The issue is suppressed, and its absence is reported.
///
/// ```swift
/// withExpectedIssue {
///   store.send(.rowTapped(id: 42))  // there is no such row
/// }
/// ```
///
/// An error that the operation throws counts as an issue.
///
/// - Parameters:
///   - message: The reason for expecting the issue, for the report of its absence.
///   - isIntermittent: Whether the issue is reported only sometimes, so that its absence is not reported.
///   - isExpected: Whether an issue is expected; all issues are by default. Others are reported as usual.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ operation: () throws -> Void,
  matching isExpected: (ReportedIssue) -> Bool = { _ in true }
) {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let interceptor = IssueInterceptor()
  IssueInterceptor.$current.withValue(interceptor) {
    do { try operation() } catch { report(ReportedIssue(error: error, message: nil, location: location)) }
  }
  check(interceptor.finish(), isIntermittent: isIntermittent, message: message, at: location, isExpected: isExpected)
}

/// Runs an asynchronous operation that must report an issue. The issue is suppressed, and its absence is reported.
///
/// An error that the operation throws counts as an issue.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ operation: () async throws -> Void,
  matching isExpected: (ReportedIssue) -> Bool = { _ in true }
) async {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let interceptor = IssueInterceptor()
  await IssueInterceptor.$current.withValue(interceptor) {
    do { try await operation() } catch { report(ReportedIssue(error: error, message: nil, location: location)) }
  }
  check(interceptor.finish(), isIntermittent: isIntermittent, message: message, at: location, isExpected: isExpected)
}

private func check(
  _ issues: [ReportedIssue],
  isIntermittent: Bool,
  message: String?,
  at location: IssueLocation,
  isExpected: (ReportedIssue) -> Bool
) {
  let others = issues.filter { !isExpected($0) }
  for issue in others { report(issue) }
  guard !isIntermittent, others.count == issues.count else { return }
  reportIssue("An issue was expected and none was reported" + (message.map { ": " + $0 } ?? "."), at: location)
}
