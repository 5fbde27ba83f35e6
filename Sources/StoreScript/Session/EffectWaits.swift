import Dependencies
import Store

/// The reasons for which suspended effects wait, as far as they are known.
package final class EffectWaits: Sendable {
  private struct Entries {
    var reasons: [Int: (effect: Int, reason: String)] = [:]
    var lastToken = 0
  }

  private let entries = Locked(Entries())

  package init() {}

  /// Returns the reason for which an effect waits; `nil` if the effect runs or waits for the outside world.
  func reason(effect: Int) -> String? {
    entries.withLock { entries in
      entries.reasons.filter { $0.value.effect == effect }.min { $0.key < $1.key }?.value.reason
    }
  }

  /// Returns a recorder for the effects of a store that belongs to the actor.
  package func recorder(_ actor: ScriptActor) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { reason in
        self.entries.withLock { entries in
          entries.lastToken += 1
          entries.reasons[entries.lastToken] = (CurrentEffect.id ?? 0, reason)
          return SuspensionRecorder.Token(id: entries.lastToken)
        }
      },
      didResume: { token in self.entries.withLock { $0.reasons[token.id] = nil } },
      settle: { await actor.idle() },
      describe: { ($0 as? Duration)?.scriptDescription ?? "\($0)" }
    )
  }
}
