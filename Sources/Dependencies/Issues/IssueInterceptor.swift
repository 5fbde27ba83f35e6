/// Receives the issues that are reported while it is bound, in place of the running test.
@usableFromInline package final class IssueInterceptor: Sendable {
  @TaskLocal package static var current: IssueInterceptor?

  package init() {}

  /// The issues so far; `nil` after the interceptor has finished.
  private let reported = Locked<[ReportedIssue]?>([])

  /// Adds an issue. Returns `false` if the interceptor has finished before the task that reports the issue.
  func take(_ issue: ReportedIssue) -> Bool {
    reported.withLock { reported in
      reported?.append(issue)
      return reported != nil
    }
  }

  /// Returns the issues since the last call, and goes on to accept issues.
  @usableFromInline package func takeReported() -> [ReportedIssue] {
    reported.withLock { reported in
      guard reported?.isEmpty == false else { return [] }
      defer { reported = [] }
      return reported ?? []
    }
  }

  /// Returns the issues, and accepts no more.
  package func finish() -> [ReportedIssue] {
    reported.withLock { reported in
      defer { reported = nil }
      return reported ?? []
    }
  }
}

/// Runs an operation and returns the issues that it and its tasks report meanwhile. The running test does not receive
/// them.
package func withCapturedIssues(_ operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let interceptor = IssueInterceptor()
  try IssueInterceptor.$current.withValue(interceptor, operation: operation)
  return interceptor.finish()
}

/// Runs an asynchronous operation and returns the issues that it and its tasks report meanwhile.
package func withCapturedIssues(_ operation: () async throws -> Void) async rethrows -> [ReportedIssue] {
  let interceptor = IssueInterceptor()
  try await IssueInterceptor.$current.withValue(interceptor, operation: operation)
  return interceptor.finish()
}
