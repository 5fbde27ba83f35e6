import Synchronization

/// Whether a feature that is run by itself has dismissed itself. No parent removes its state, so this is the only sign.
/// Its effects set it, on any thread.
package final class Dismissal: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isDismissed: Bool { flag.load(ordering: .acquiring) }

  package func markDismissed() { flag.store(true, ordering: .releasing) }
}
