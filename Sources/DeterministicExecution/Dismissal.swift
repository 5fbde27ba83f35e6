import Synchronization

/// Whether a feature that is run by itself has dismissed itself. No parent removes its state, so this is the only sign.
/// Its effects set it, on any thread.
@usableFromInline package final class Dismissal: Sendable {
  private let flag = Atomic(false)

  @usableFromInline package init() {}

  @usableFromInline package var isDismissed: Bool { flag.load(ordering: .acquiring) }

  @usableFromInline package func note() { flag.store(true, ordering: .releasing) }
}
