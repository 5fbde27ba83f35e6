import Dependencies
import Store

/// A run of stores on several actors and threads, which send to one another through handles.
///
/// The course of the run is different each time, even with the same seed. Its checks are the same.
package struct ThreadedRun {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  package func callAsFunction() async -> RunResult {
    let plan = RunPlan(seed: seed)
    let record = RunRecord(seed: seed, budget: plan.budget)
    await record.collectIssues { await play(plan, record) }
    return record.result(seed, "on threads, \(plan)")
  }

  private func play(_ plan: RunPlan, _ record: RunRecord) async {
    let (clock, directory) = (SteppedClock(), Directory())
    let worlds = (0..<3).map { _ in World(plan, record, clock, directory, Home(), nil) }
    let configuration = StoreConfiguration(start: plan.start == .enqueued ? .enqueued : .immediate)
    await withTaskGroup { group in
      for world in worlds { group.addTask { await world.drive(configuration, isolation: world.actor) } }
      await group.waitForAll()
    }
    // Does not wait for `record.waits`: some tasks wait for effects that run until the end of the run.
    await settle(clock, within: .seconds(1_000)) { !record.owesLater(isAlive: directory.isAlive) }
    record.collectOwedLater(isAlive: directory.isAlive)
    record.close()
    if !plan.releasesEarly {
      let isQuiet = await settle(clock) {
        record.waits.current == 0 && record.operations.all.isEmpty && !clock.hasSleepers
      }
      if !isQuiet { record.checkQuiet("while the stores are there") }
    }
    for world in worlds { await world.onActor { world.releaseAll() } }
    let isGone = await settle(clock) {
      record.waits.current == 0 && record.operations.all.isEmpty && record.loops.current == 0
        && record.stores.current == 0 && record.tokens.current == 0
    }
    if isGone { return }
    record.checkQuiet("after the stores were released")
    record.checkGone()
  }

  /// Wakes sleepers until the condition holds.
  ///
  /// The condition can hold between two wake-ups and no longer hold when the caller looks, so only the returned value
  /// counts.
  ///
  /// - Returns: Whether the condition held within ten minutes.
  @discardableResult private func settle(
    _ clock: SteppedClock,
    within horizon: Duration = .seconds(1_000_000),
    until isSettled: () -> Bool
  ) async -> Bool {
    let deadline = ContinuousClock.now.advanced(by: .seconds(600))
    while !isSettled() {
      guard ContinuousClock.now < deadline else { return false }
      if clock.wakeNext(within: horizon) { await Task.yield() } else { try? await Task.sleep(for: .microseconds(100)) }
    }
    return true
  }
}

private actor Home {}
