import Dependencies
import Store

/// Which effects of a test store run, and what they wait for as far as they tell. Locked, as they can tell from any thread.
final class SuspensionLog: Sendable {
  private struct Suspension {
    let effect: Int
    /// Whether the effect's own task waits, so that the effect can't go on; not only a task that it started.
    let isOfWholeEffect: Bool
    let reason: String
  }

  private struct State {
    /// What is known of effects that run.
    private(set) var inFlight: [Int: String] = [:]
    private var suspensions: [SuspensionRecorder.Token: Suspension] = [:]
    private var lastToken = 0
    /// How often tasks of each effect wait, and how often its own task does.
    private var waits: [Int: (all: Int, own: Int)] = [:]
    /// The number of effects of which no task waits, and of those whose own task does not. Kept up to date, as thousands of
    /// effects may sleep whenever somebody asks.
    private var awake = (all: 0, own: 0)

    func reason(effect: Int) -> String {
      let reasons = suspensions.filter { $0.value.effect == effect }.sorted { $0.key.id < $1.key.id }
      return reasons.isEmpty
        ? "waiting for something that the test store does not control"
        : reasons.map(\.value.reason).joined(separator: "; ")
    }

    func hasEffectThatWaitsForOutside(countingParts: Bool) -> Bool {
      (countingParts ? awake.own : awake.all) > 0
    }

    mutating func setSummary(_ summary: String?, of effect: Int) {
      count(effect, -1)
      inFlight[effect] = summary
      count(effect, 1)
    }

    mutating func add(_ suspension: Suspension) -> SuspensionRecorder.Token {
      lastToken += 1
      let token = SuspensionRecorder.Token(id: lastToken)
      suspensions[token] = suspension
      wait(suspension, 1)
      return token
    }

    mutating func remove(_ token: SuspensionRecorder.Token) {
      if let suspension = suspensions.removeValue(forKey: token) { wait(suspension, -1) }
    }

    private mutating func wait(_ suspension: Suspension, _ change: Int) {
      count(suspension.effect, -1)
      var (all, own) = waits[suspension.effect] ?? (0, 0)
      all += change
      if suspension.isOfWholeEffect { own += change }
      waits[suspension.effect] = all == 0 ? nil : (all, own)
      count(suspension.effect, 1)
    }

    /// Counts an effect in or out.
    private mutating func count(_ effect: Int, _ change: Int) {
      guard inFlight[effect] != nil else { return }
      let (all, own) = waits[effect] ?? (0, 0)
      if all == 0 { awake.all += change }
      if own == 0 { awake.own += change }
    }
  }

  private let state = Locked(State())

  func effectStarted(_ effect: Int, summary: String) {
    state.withLock { $0.setSummary(summary, of: effect) }
  }

  func effectEnded(_ effect: Int) {
    state.withLock { $0.setSummary(nil, of: effect) }
  }

  /// Whether an effect waits for something that the test does not control, so that waiting makes sense.
  ///
  /// - Parameter countingParts: Whether it may be a part of an effect only, of which another part waits for the test.
  func hasEffectThatWaitsForOutside(countingParts: Bool = false) -> Bool {
    state.withLock { $0.hasEffectThatWaitsForOutside(countingParts: countingParts) }
  }

  /// - Parameters:
  ///   - calls: Those of `choose` that wait.
  ///   - settle: Runs all that can run.
  func recorder(
    calls: PendingCalls = PendingCalls(),
    settle: @escaping @Sendable () async -> Void
  ) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { [self] reason in
        let suspension = Suspension(
          effect: CurrentEffect.id ?? 0,
          isOfWholeEffect: CurrentEffect.isInItsOwnTask,
          reason: reason
        )
        return state.withLock { $0.add(suspension) }
      },
      didResume: { [self] token in
        state.withLock { $0.remove(token) }
      },
      settle: { await settle() },
      context: calls
    )
  }

  /// What an effect waits for.
  func reason(effect: Int) -> String {
    state.withLock { $0.reason(effect: effect) }
  }

  /// The effects that run, in the order in which they were started.
  var list: String {
    state.withLock { state in
      state.inFlight.sorted { $0.key < $1.key }
        .list { effect, summary in bullet(summary, state.reason(effect: effect)) }
    }
  }
}
