/// Who receives the issues of a program.
public enum IssueReporters {
  @TaskLocal fileprivate static var ofTask: [any IssueReporter]?

  private static let ofProcess = Locked<[any IssueReporter]>([.standardError])

  /// Who receives the issues that the current task reports, in this order.
  ///
  /// Setting them is meant for the beginning of a program, and applies to all tasks outside of
  /// ``withIssueReporters(_:operation:)``.
  public static var current: [any IssueReporter] {
    get { ofTask ?? ofProcess.withLock { $0 } }
    set { ofProcess.withLock { $0 = newValue } }
  }
}

/// Runs an operation whose issues others receive. In a test, issues fail the test as ever.
///
/// ```swift
/// withIssueReporters(IssueReporters.current + [IssueCollector()]) { startServer() }
/// ```
///
/// - Parameters:
///   - reporters: Who receives the issues. If there are none, issues are ignored.
///   - operation: The operation. Tasks that it starts inherit the reporters, detached ones excepted.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter],
  operation: () throws -> Result
) rethrows -> Result {
  try IssueReporters.$ofTask.withValue(reporters, operation: operation)
}

/// Runs an asynchronous operation whose issues others receive. In a test, issues fail the test as ever.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter],
  operation: () async throws -> Result
) async rethrows -> Result {
  try await IssueReporters.$ofTask.withValue(reporters, operation: operation)
}
