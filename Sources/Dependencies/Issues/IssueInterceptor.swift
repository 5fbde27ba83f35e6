import Synchronization

/// Takes the issues that are reported while it is bound, in place of the running test.
final class IssueInterceptor: Sendable {
  @TaskLocal static var current: IssueInterceptor?

  private let reported = Mutex<[ReportedIssue]>([])

  var issues: [ReportedIssue] { reported.withLock { $0 } }

  func append(_ issue: ReportedIssue) { reported.withLock { $0.append(issue) } }
}

/// Runs an operation and returns the issues that were reported meanwhile, by it and by tasks that it started; no test
/// hears of them.
package func withCapturedIssues(_ operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let interceptor = IssueInterceptor()
  try IssueInterceptor.$current.withValue(interceptor, operation: operation)
  return interceptor.issues
}

/// Runs an asynchronous operation and returns the issues that were reported meanwhile.
package func withCapturedIssues(_ operation: () async throws -> Void) async rethrows -> [ReportedIssue] {
  let interceptor = IssueInterceptor()
  try await IssueInterceptor.$current.withValue(interceptor, operation: operation)
  return interceptor.issues
}
