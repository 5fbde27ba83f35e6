import Dependencies
import StoreTrace

/// What a script waits for.
struct Awaited: CustomStringConvertible {
  let description: String
  /// The place in the script.
  let range: Range<Int>
  let isMet: (ActionText) -> Bool

  /// Whether one of the paths begins with the other.
  func overlaps(_ path: String) -> Bool {
    path == description || path.hasPrefix(description + ".") || description.hasPrefix(path + ".")
  }

  /// Whether an action reports that what would have sent this has failed.
  fileprivate func hasFailed(with action: ActionText) -> Bool {
    func parent(_ path: String) -> Substring { path.lastIndex(of: ".").map { path[..<$0] } ?? "" }
    return action.isFailure && parent(action.path) == parent(description)
  }

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
  /// Waits until an effect has sent an action, or has changed the state.
  ///
  /// On mock values the virtual clock advances. Real time passes only for effects that wait for something other than
  /// the clock, and only once for each of them: an effect that sends nothing in this time is taken for an observer, and
  /// later calls do not wait for it. Effects that cannot send what is awaited are not waited for.
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
        // The script expects the action, so a failure that it reports is not reported again at the end.
        saving.forgetFailure(told: action)
        return
      }
      try Task.checkCancellation()
      let running = sources(of: awaited)
      let sources = running.filter { clock == nil || $0.reason == nil && !journal.effectsInVain.contains($0.id) }
      if !running.isEmpty, let clock, let virtualEnd, let deadline = clock.nextDeadline, deadline <= virtualEnd {
        try await advance(clock, to: deadline)
      } else if !sources.isEmpty, ContinuousClock.now < end {
        if !isWaiting { transcript.note("waiting for \(awaited), at most \(limit.readable)") }
        isWaiting = true
        try await nextStep(before: min(end, nextNote))
        if nextNote <= ContinuousClock.now, nextNote < end {
          transcript.note("still waiting for \(awaited) after \((nextNote - start).readable)")
          nextNote += Self.patience
        }
        await settle()
      } else {
        journal.effectsInVain.formUnion(sources.map(\.id))
        throw StepFailure(notReceived(awaited, running.isEmpty ? nil : limit), .failed)
      }
    }
  }

  /// The running effects that may send what is awaited.
  private func sources(of awaited: Awaited) -> [(id: Int, reason: String?)] {
    journal.running(waits).filter { journal.mayMeet(awaited, effect: $0.id, observing: setup.observingEffects) }
      .map { ($0.id, $0.reason) }
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

  /// - Parameter limit: The time for which the script has waited; `nil` if no effect runs that could send it.
  private func notReceived(_ awaited: Awaited, _ limit: Duration?) -> Diagnostic {
    let running = running
    let others = journal.received
    let failure = others.last(where: awaited.hasFailed)
    let reason =
      failure.map { ", but `\($0.path)`" }
      ?? limit.map { " within \($0.readable)" } ?? ", and no effect runs that could send it"
    var diagnostic = Diagnostic(awaited.range, "no `\(awaited)` was received\(reason)")
    let shown = Journal.shownCount
    diagnostic.notes = [others.isEmpty ? "no other action was received" : "received, and not awaited:"]
    if others.count > shown { diagnostic.notes.append("  … \(others.count - shown) before these") }
    diagnostic.notes += others.suffix(shown).map {
      "  \($0.description.printable.truncated(to: ActionText.summaryLength))"
    }
    diagnostic.notes += running.isEmpty ? ["no effect runs"] : running
    if let failure, !running.isEmpty {
      diagnostic.notes.append("if the feature tries again: `await \(failure.path)` before this statement")
    }
    return diagnostic
  }
}
