import Store
import StoreTrace

extension Session {
  /// Describes the running effects: what each of them waits for, and which action started it.
  package var runningEffects: [String] {
    journal.running(waits).map { effect in
      "\(effect.name), started by \(effect.cause), is \(reason(effect.reason) ?? "running")"
    }
  }

  var running: [String] {
    journal.running(waits).map { effect in reason(effect.reason).map { "\(effect.name) is \($0)" } ?? effect.name }
  }

  /// Describes what an effect waits for. In real time, effects without a reason may also run.
  private func reason(_ said: String?) -> String? {
    said ?? (clock == nil ? nil : "waiting for something other than the clock")
  }

  func summary(_ count: Int, of total: Int) -> String {
    let steps = count == total ? count.counting("step") : "\(count) of \(total.counting("step"))"
    return "\(steps), \(journal.sentCount.counting("action")) sent, \(journal.receivedCount) received, "
      + (journal.modificationCount > 0 ? "\(journal.modificationCount.counting("change")) by effects, " : "")
      + "\(counts.expectations.counting("expectation")), \(counts.failures) failed"
      + (counts.skipped > 0 ? ", \(counts.skipped) skipped" : "")
      + (counts.mistakes > 0 ? ", \(counts.mistakes.counting("mistake"))" : "")
  }
}
