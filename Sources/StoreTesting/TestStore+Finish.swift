import Dependencies
import Store

extension TestStore {
  /// Waits until all effects have finished, and ends the feature.
  ///
  /// Effects that began with a feature, in `onMount`, are cancelled: they last as long as it does. Then `onDismount` is
  /// performed, and this waits for its effects. Features that
  /// come into being later do not begin, so call it last.
  ///
  /// It reports effects that wait for something that the test controls, such as a `TestClock`, at once, and effects
  /// that wait for the outside after `timeout`. It also reports actions that were sent before and not received yet, and
  /// changes of shared state that were not asserted.
  ///
  /// - Parameter timeout: How long to wait for effects that wait for the outside; ``timeout`` by default. If it is
  ///   given, the test store also waits for effects of which one task waits for the outside and another for the test.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard begin(at: location) else { return }
    if exhaustivity == .on, !ledger.received.isEmpty { reportedCount = ledger.receivedCount }
    reportUnreceived(at: location)
    var end = await waitUntil({ $0.effectsToEnd.isEmpty }, timeout: timeout)
    if end == nil {
      perform { $0.endFeatures() }
      end = await waitUntil({ !$0.hasEffects }, timeout: timeout)
    }
    guard let end, checkProgress() else { return reportUnassertedSharedChanges(at: location) }
    let effects = ledger.effects
    reportIssue(
      """
      Expected effects to finish, but \(count(effects.count, "effect")) still running\
      \(end.suffix).

      \(list(effects))

      Advance the clock that an effect sleeps on, send the action that cancels it, or cancel the task that "store.send" \
      returned.
      """,
      at: location,
      article: .testing
    )
  }

  /// Runs all jobs that can run, and waits for the outside as long as an effect waits for it.
  ///
  /// - Returns: Why the wait ended before the condition was met; `nil` if it was met.
  func waitUntil(
    _ condition: (TestLedger<State, Action>) -> Bool,
    timeout: Duration?
  ) async -> WaitEnd? {
    let deadline = ContinuousClock.now + (timeout ?? self.timeout)
    while true {
      // No jobs run in between, so that the three values belong to the same moment.
      let (isMet, waitsForOutside, restCount) = executor.exclusively {
        let restCount = executor.runReadyJobs()
        let waitsForOutside = running.hasEffectThatWaitsForOutside(countingParts: timeout != nil)
        return (condition(ledger), waitsForOutside, restCount)
      }
      if isMet { return nil }
      guard waitsForOutside, !executor.isStuck else { return .nothingToWaitFor }
      guard await executor.waitForOutside(since: restCount, until: deadline) else {
        return WaitEnd(of: timeout ?? self.timeout, until: deadline)
      }
    }
  }
}

/// The reason why a test no longer waits for the outside.
enum WaitEnd {
  /// No effect waits for the outside.
  case nothingToWaitFor
  case timeout(Duration)
  /// The test was cancelled.
  case cancellation

  /// Called after ``StoreExecutor/waitForOutside(since:until:)`` has returned that the wait is over.
  init(of timeout: Duration, until deadline: ContinuousClock.Instant) {
    self = ContinuousClock.now < deadline ? .cancellation : .timeout(timeout)
  }

  /// The end of a sentence about effects that are still running.
  var suffix: String {
    switch self {
    case .nothingToWaitFor: ""
    case .timeout(let duration): " after \(duration.readable)"
    case .cancellation: " after the test was cancelled"
    }
  }
}
