import Dependencies
import Store

extension TestStore {
  /// Waits until all effects have finished.
  ///
  /// Effects that wait for something that the test controls, such as a `TestClock`, are reported at once; those that wait
  /// for the outside after `timeout`. Actions that were sent before and not received yet are reported too, and changes of
  /// shared state that were not asserted.
  ///
  /// - Parameter timeout: How long to wait for effects that wait for the outside; ``timeout`` unless you say otherwise.
  ///   If you do, effects are waited for too of which only a part waits for the outside, and another for the test.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard begin(at: location) else { return }
    hasReportedUnreceived = ledger.hasReceived
    reportUnreceived(at: location)
    guard case .unmet(let waited) = await waitUntil({ !$0.hasEffects }, timeout: timeout), checkProgress() else {
      return reportUnassertedSharedChanges(at: location)
    }
    let effects = ledger.effects
    reportIssue(
      """
      Expected effects to finish, but \(count(effects.count, "effect")) still running\
      \(waited.map { " after \($0)" } ?? "").

      \(list(effects))

      Advance the clock that an effect sleeps on, send the action that cancels it, or cancel the task that "store.send" \
      returned.
      """,
      at: location,
      article: .testing
    )
  }

  enum WaitResult {
    case met
    /// The condition is not met, after waiting for the outside for some time or, if nobody waits for that, at once.
    case unmet(after: Duration?)
  }

  /// Runs all that can run, and waits for the outside as long as there is an effect that waits for it.
  func waitUntil(
    _ condition: (TestLedger<State, Action>) -> Bool,
    timeout: Duration?
  ) async -> WaitResult {
    let deadline = ContinuousClock.now + (timeout ?? self.timeout)
    while true {
      // At one go, so that what others run meanwhile can't make the answers contradict one another.
      let (isMet, waitsForOutside, generation) = executor.exclusively {
        let generation = executor.runReadyJobs()
        let waitsForOutside = suspensions.hasEffectThatWaitsForOutside(countingParts: timeout != nil)
        return (condition(ledger), waitsForOutside, generation)
      }
      if isMet { return .met }
      guard waitsForOutside, !executor.isStuck else { return .unmet(after: nil) }
      guard await executor.waitForOutside(since: generation, until: deadline) else {
        return .unmet(after: timeout ?? self.timeout)
      }
    }
  }
}
