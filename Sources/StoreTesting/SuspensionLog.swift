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
    var inFlight: [Int: String] = [:]
    var suspensions: [SuspensionRecorder.Token: Suspension] = [:]
    var lastToken = 0

    func reason(effect: Int) -> String {
      let reasons = suspensions.filter { $0.value.effect == effect }.sorted { $0.key.id < $1.key.id }
      return reasons.isEmpty
        ? "waiting for something that the test store does not control"
        : reasons.map(\.value.reason).joined(separator: "; ")
    }

    func hasEffectThatWaitsForOutside(countingParts: Bool) -> Bool {
      let waiting = suspensions.values.lazy.filter { !countingParts || $0.isOfWholeEffect }.map(\.effect)
      return !Set(inFlight.keys).isSubset(of: Set(waiting))
    }
  }

  private let state = Locked(State())

  func effectStarted(_ effect: Int, summary: String) {
    state.withLock { $0.inFlight[effect] = summary }
  }

  func effectEnded(_ effect: Int) {
    state.withLock { _ = $0.inFlight.removeValue(forKey: effect) }
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
  func recorder(calls: PendingCalls = PendingCalls(), settle: @escaping @Sendable () -> Void) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { [self] reason in
        let suspension = Suspension(
          effect: CurrentEffect.id ?? 0,
          isOfWholeEffect: CurrentEffect.isInItsOwnTask,
          reason: reason
        )
        return state.withLock { state in
          state.lastToken += 1
          let token = SuspensionRecorder.Token(id: state.lastToken)
          state.suspensions[token] = suspension
          return token
        }
      },
      didResume: { [self] token in
        state.withLock { _ = $0.suspensions.removeValue(forKey: token) }
      },
      settle: { settle() },
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
