import Dependencies
import Execution
import Store

/// The reasons for which suspended effects wait, as far as they are known.
package final class EffectWaits: Sendable {
  private let suspended = Locked(SuspendedTasks())

  package init() {}

  /// Returns the reason for which an effect waits; `nil` if the effect runs or waits for the outside world.
  func reason(effect: Int) -> String? {
    suspended.withLock { $0.tasks(of: effect).first?.reason }
  }

  /// Returns a recorder for the effects of a store that belongs to the actor.
  package func recorder(_ actor: StoreActor) -> SuspensionRecorder {
    SuspensionRecorder(
      willSuspend: { reason in
        let task = SuspendedTasks.Task(reason: reason)
        return self.suspended.withLock { $0.add(task) }
      },
      didResume: { token in self.suspended.withLock { $0.remove(token) } },
      settle: { await actor.idle() },
      describe: { ($0 as? Duration)?.scriptDescription ?? "\($0)" }
    )
  }
}
