import Dependencies
import Store
import Synchronization

/// What the effects of a test store wait for, as far as they tell. Locked, as they can tell from any thread.
final class SuspensionLog: Sendable {
  private struct State {
    var inFlight: Set<Int> = []
    var lastToken = 0
    var reasons: [Int: [SuspensionRecorder.Token: String]] = [:]
    var effects: [SuspensionRecorder.Token: Int] = [:]
  }

  private let state = Mutex(State())

  func effectStarted(_ effect: Int) {
    state.withLock { _ = $0.inFlight.insert(effect) }
  }

  func effectEnded(_ effect: Int) {
    state.withLock { state in
      state.inFlight.remove(effect)
      state.reasons[effect] = nil
    }
  }

  /// Whether an effect waits for something that the test does not control, so that waiting makes sense.
  var someEffectWaitsForOutside: Bool {
    state.withLock { state in state.inFlight.contains { state.reasons[$0, default: [:]].isEmpty } }
  }

  func recorder(effect: Int, settle: @escaping @Sendable () async -> Void) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { reason in
        self.state.withLock { state in
          state.lastToken += 1
          let token = SuspensionRecorder.Token(id: state.lastToken)
          state.reasons[effect, default: [:]][token] = reason
          state.effects[token] = effect
          return token
        }
      },
      didResume: { token in
        self.state.withLock { state in
          guard let effect = state.effects.removeValue(forKey: token) else { return }
          state.reasons[effect]?[token] = nil
        }
      },
      settle: settle
    )
  }

  /// What an effect waits for, or an empty list if it waits for something that does not tell: the outside.
  func reasons(effect: Int) -> [String] {
    state.withLock { state in
      (state.reasons[effect] ?? [:]).sorted { $0.key.id < $1.key.id }.map(\.value)
    }
  }
}
