import Dependencies
import StoreTrace

/// What a script waits for.
struct Awaited: CustomStringConvertible {
  let description: String
  /// The place in the script.
  let range: Range<Int>
  let isMet: (ActionText) -> Bool

  /// An action whose path is this one or begins with it.
  init(_ path: ValuePath) {
    description = "\(path)"
    range = path.range
    isMet = { $0.modification == nil && $0.matches(path) }
  }

  /// A change of the state by an effect.
  init(modification name: String, _ range: Range<Int>) {
    description = ActionText(modification: name).path
    self.range = range
    isMet = { $0.modification == name }
  }
}

extension Session {
  func wait(for path: ValuePath, limit: Duration) async throws {
    try await wait(for: Awaited(path), limit: limit)
  }

  /// Waits until an effect has sent an action, or has changed the state.
  ///
  /// On mock values the virtual clock advances. Real time passes only for effects that wait for something other than
  /// the clock, and only once for each of them: an effect that sends nothing in this time is taken for an observer, and
  /// later calls do not wait for it.
  func wait(for awaited: Awaited, limit: Duration) async throws {
    await settle()
    let start = ContinuousClock.now
    let end = start + limit
    var nextNote = start + Self.patience
    let virtualEnd = clock?.now.advanced(by: limit)
    var isWaiting = false
    while true {
      if let action = journal.take(awaited) {
        transcript.result("\(action.path) was received", isRight: true)
        // The script expects the action, so a failure that it tells of is not reported at the end.
        saving.forgetFailure(told: action)
        return
      }
      try Task.checkCancellation()
      let sources = sourcesInRealTime
      if let clock, let virtualEnd, let deadline = clock.nextDeadline, deadline <= virtualEnd {
        try await advance(clock, to: deadline)
      } else if !sources.isEmpty, ContinuousClock.now < end {
        if !isWaiting { transcript.note("waiting for \(awaited), at most \(limit.scriptDescription)") }
        isWaiting = true
        try await nextStep(before: min(end, nextNote))
        if nextNote <= ContinuousClock.now, nextNote < end {
          transcript.note("still waiting for \(awaited) after \((nextNote - start).scriptDescription)")
          nextNote += Self.patience
        }
        await settle()
      } else {
        journal.effectsInVain.formUnion(sources)
        throw StepFailure(notReceived(awaited, limit), .failed)
      }
    }
  }

  /// The effects that may send something as real time passes.
  private var sourcesInRealTime: [Int] {
    let running = journal.running(waits)
    guard clock != nil else { return running.map(\.id) }
    return running.filter { $0.reason == nil && !journal.effectsInVain.contains($0.id) }.map(\.id)
  }

  /// Waits until the store does something, or until the time is up.
  private func nextStep(before end: ContinuousClock.Instant) async throws {
    // A new stream is made for each wait, because a stream ends when its reader is cancelled.
    let (steps, onStep) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    journal.onStep = { onStep.yield() }
    let alarm = Task {
      try await Task.sleep(until: end)
      onStep.yield()
    }
    defer {
      alarm.cancel()
      journal.onStep = {}
    }
    for await _ in steps { break }
    try Task.checkCancellation()
  }

  /// Waits for the effects that save something, which would be lost with the process. Returns at once on mock values,
  /// which save nothing outside of the process.
  package func finishSaving() async {
    guard clock == nil else { return }
    let end = ContinuousClock.now + setup.patience
    await settle()
    while !saving.isEmpty, ContinuousClock.now < end, !Task.isCancelled {
      try? await nextStep(before: end)
      await settle()
    }
  }

  private func notReceived(_ awaited: Awaited, _ limit: Duration) -> Diagnostic {
    let running = running
    // In real time, the wait ends before the limit if no effect runs.
    let reason =
      clock == nil && running.isEmpty ? ", and no effect runs that could send it" : " within \(limit.scriptDescription)"
    var diagnostic = Diagnostic(awaited.range, "no `\(awaited)` was received\(reason)")
    let others = journal.received
    let shown = Journal.shownCount
    diagnostic.notes = [others.isEmpty ? "no other action was received" : "received, and not awaited:"]
    if others.count > shown { diagnostic.notes.append("  … \(others.count - shown) before these") }
    diagnostic.notes += others.suffix(shown).map {
      "  \($0.description.printable.truncated(to: ActionText.summaryLength))"
    }
    diagnostic.notes += running.isEmpty ? ["no effect runs"] : running
    return diagnostic
  }
}
