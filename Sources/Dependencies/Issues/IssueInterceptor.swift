/// Takes the issues that are reported while it is bound, in place of the running test.
package final class IssueInterceptor: Sendable {
  @TaskLocal package static var current: IssueInterceptor?

  package init() {}

  /// What was reported, until the interceptor has finished.
  private let reported = Locked<[ReportedIssue]?>([])

  /// Takes an issue, unless it comes too late: from a task that outlived the operation.
  func take(_ issue: ReportedIssue) -> Bool {
    reported.withLock { reported in
      reported?.append(issue)
      return reported != nil
    }
  }

  /// What was reported. Takes no more.
  package func finish() -> [ReportedIssue] {
    reported.withLock { reported in
      defer { reported = nil }
      return reported ?? []
    }
  }
}

/// Runs an operation and returns the issues that it and the tasks that it started reported meanwhile. No test hears of
/// them.
package func withCapturedIssues(_ operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let interceptor = IssueInterceptor()
  try IssueInterceptor.$current.withValue(interceptor, operation: operation)
  return interceptor.finish()
}

/// Runs an asynchronous operation and returns the issues that it and the tasks that it started reported meanwhile.
package func withCapturedIssues(_ operation: () async throws -> Void) async rethrows -> [ReportedIssue] {
  let interceptor = IssueInterceptor()
  try await IssueInterceptor.$current.withValue(interceptor, operation: operation)
  return interceptor.finish()
}
