/// The reporters that receive the issues of a program.
public enum IssueReporters {
  @TaskLocal fileprivate static var ofTask: [any IssueReporter]?

  private static let ofProcess = Locked<[any IssueReporter]>([.standardError])

  /// The reporters that receive the issues of the current task, in this order.
  ///
  /// Set them at the start of a program. They apply to all tasks outside of ``withIssueReporters(_:operation:)``.
  public static var current: [any IssueReporter] {
    get { ofTask ?? ofProcess.withLock { $0 } }
    set {
      // Release the old reporters outside of the lock: the `deinit` of a reporter may report an issue.
      let old = ofProcess.withLock { reporters in
        defer { reporters = newValue }
        return reporters
      }
      withExtendedLifetime(old) {}
    }
  }
}

/// Runs an operation whose issues are passed to other reporters. In a test, issues fail the test as usual.
///
/// ```swift
/// withIssueReporters(IssueReporters.current + [IssueCollector()]) { startServer() }
/// ```
///
/// - Parameters:
///   - reporters: The reporters that receive the issues. If the array is empty, issues are ignored.
///   - operation: The operation. Tasks that it starts inherit the reporters, except for detached tasks.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter],
  operation: () throws -> Result
) rethrows -> Result {
  try IssueReporters.$ofTask.withValue(reporters, operation: operation)
}

/// Runs an asynchronous operation whose issues are passed to other reporters. In a test, issues fail the test as usual.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter],
  operation: () async throws -> Result
) async rethrows -> Result {
  try await IssueReporters.$ofTask.withValue(reporters, operation: operation)
}
