import Dependencies

// Programs may import this module, and are shipped without Swift Testing: nothing of it is in a release.
#if canImport(Testing) && DEBUG
  internal import Testing
#endif

/// Runs an operation whose stories' issues of Swift Testing - those of `#expect` and `Issue.record` - are theirs, and not
/// the running test's. What is recorded outside of stories is the test's as ever.
func withIssuesOfStories(_ operation: @escaping @Sendable () async -> Void) async {
  #if canImport(Testing) && DEBUG
    guard let test = Test.current else { return await operation() }
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      guard let world = PendingCalls.current?.world else { return issue }
      let location = issue.sourceLocation.map { "\($0.fileID):\($0.line): " } ?? ""
      world.note(issue: "\(location)\(issue)")
      return nil
    }
    // It throws what the operation throws, which is nothing.
    try? await trait.provideScope(for: test, testCase: Test.Case.current) { await operation() }
  #else
    await operation()
  #endif
}
