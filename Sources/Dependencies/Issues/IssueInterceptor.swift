/// Receives the issues that are reported while it is bound, in place of the running test.
package final class IssueInterceptor: Sendable {
  @TaskLocal package static var current: IssueInterceptor?

  /// The warnings that were passed on; `nil` if the interceptor receives warnings like other issues.
  private let passedWarnings: KnownIssues?

  /// - Parameter passedWarnings: The warnings that were passed on. Each further one is passed on once, and counts as no
  ///   issue: a warning fails no test. By default, the interceptor receives warnings, too.
  package init(passing passedWarnings: KnownIssues? = nil) { self.passedWarnings = passedWarnings }

  /// The issues so far; `nil` after the interceptor has finished.
  private let reported = Locked<[ReportedIssue]?>([])

  /// Adds an issue. Returns `false` if the issue has to be passed on: a new warning, or an issue of a task that
  /// continues after the interceptor has finished.
  func take(_ issue: ReportedIssue) -> Bool {
    if let passedWarnings, issue.severity < .error {
      return !passedWarnings.insert("\(issue.location): \(issue.message)")
    }
    return reported.withLock { reported in
      reported?.append(issue)
      return reported != nil
    }
  }

  /// Returns the issues since the last call. The interceptor still accepts issues.
  package func takeReported() -> [ReportedIssue] {
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
///
/// - Parameter warnings: The warnings that were passed on, if warnings are not to be returned.
package func withCapturedIssues(
  passing warnings: KnownIssues? = nil,
  _ operation: () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let interceptor = IssueInterceptor(passing: warnings)
  try await IssueInterceptor.$current.withValue(interceptor, operation: operation)
  return interceptor.finish()
}
