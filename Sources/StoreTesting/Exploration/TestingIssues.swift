import Dependencies

// Programs may import this module and are shipped without Swift Testing, so release builds do not import it.
#if canImport(Testing) && DEBUG
  internal import Testing
#endif

/// Runs an operation, and passes issues that Swift Testing records during a story, as `#expect` and `Issue.record` do,
/// to the story and not to the running test. Other issues fail the test as usual.
func withIssuesOfStories(_ operation: @escaping @Sendable () async -> Void) async {
  #if canImport(Testing) && DEBUG
    guard let test = Test.current else { return await operation() }
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      guard issue.isFailure, let world = PendingCalls.current?.world else { return issue }
      let location = issue.sourceLocation.map { "\($0.fileID):\($0.line): " } ?? ""
      world.note(issue: "\(location)\(issue)")
      return nil
    }
    // `provideScope` only throws the errors of the operation, which throws none.
    try? await trait.provideScope(for: test, testCase: Test.Case.current) { await operation() }
  #else
    await operation()
  #endif
}

/// Runs an operation whose issues were reported before.
func withoutIssues(_ operation: () -> Void) {
  _ = withCapturedIssues {
    #if canImport(Testing) && DEBUG
      guard Test.current != nil else { return operation() }
      withKnownIssue("This was reported before.", isIntermittent: true) { operation() }
    #else
      operation()
    #endif
  }
}
