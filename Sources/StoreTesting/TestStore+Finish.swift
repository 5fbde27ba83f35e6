import Dependencies
import Store

extension TestStore {
  /// Waits until all effects have finished.
  ///
  /// Effects that wait for something that the test controls, such as a `TestClock`, are reported at once; those that wait
  /// for the outside after `timeout`. Actions that were sent before and not received yet are reported too.
  ///
  /// - Parameter timeout: How long to wait for effects that wait for the outside; ``timeout`` unless you say otherwise.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard begin(at: location) else { return }
    hasReportedUnreceived = !ledger.received.isEmpty
    reportUnreceived(at: location)
    let timeout = timeout ?? self.timeout
    guard await !waitUntil(timeout, { !$0.hasEffects }), checkProgress() else { return }
    let effects = ledger.effects
    reportIssue(
      """
      Expected effects to finish, but \(count(effects.count, "effect")) still running\
      \(suspensions.hasEffectThatWaitsForOutside ? " after \(timeout)" : "").

      \(list(effects))

      Advance the clock that an effect sleeps on, send the action that cancels it, or cancel the task that "store.send" \
      returned.
      """,
      at: location
    )
  }

  /// Runs all that can run, and waits for the outside as long as there is an effect that waits for it.
  ///
  /// - Returns: Whether the condition is met.
  func waitUntil(_ timeout: Duration, _ condition: (TestLedger<State, Action>) -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    while true {
      // At one go, so that what others run meanwhile can't make the answers contradict one another.
      let (isMet, waitsForOutside, generation) = executor.exclusively {
        let generation = executor.runReadyJobs()
        return (withLedger { condition($0) }, suspensions.hasEffectThatWaitsForOutside, generation)
      }
      if isMet { return true }
      guard waitsForOutside, !executor.isStuck, await executor.waitForOutside(since: generation, until: deadline) else {
        return false
      }
    }
  }
}
