import Store

extension Session {
  /// The effects that run: what each waits for, and which action started it.
  var runningEffects: [String] {
    journal.described(waits).map { effect in
      "\(effect.name), started by \(effect.cause), is \(reason(effect.reason) ?? "running")"
    }
  }

  var running: [String] {
    journal.running(waits).map { effect in reason(effect.reason).map { "\(effect.name) is \($0)" } ?? effect.name }
  }

  /// What an effect waits for. On the real clock nobody knows that of those that have not said it.
  private func reason(_ said: String?) -> String? {
    said ?? (clock == nil ? nil : "waiting for something other than the clock")
  }

  func summary(_ count: Int, of total: Int) -> String {
    let steps = count == total ? count.counting("step") : "\(count) of \(total.counting("step"))"
    return "\(steps), \(journal.sentCount.counting("action")) sent, \(journal.receivedCount) received, "
      + "\(counts.expectations.counting("expectation")), \(counts.failures) failed"
      + (counts.skipped > 0 ? ", \(counts.skipped) skipped" : "")
  }
}

extension Int {
  /// The number with what it counts: `1 step`, `2 steps`.
  func counting(_ what: String) -> String { "\(self) \(what)\(self == 1 ? "" : "s")" }
}
