import Dependencies
import Synchronization

/// A weak reference to a root store, for its effects and tasks: they keep neither the store nor its actor alive.
///
/// Shared, because making a weak reference takes longer than most of what effects do.
///
/// `@unchecked Sendable`: only functions that run on the core's actor use the core.
@usableFromInline final class RootReference<State, Action>: @unchecked Sendable {
  typealias Cancellation = @Sendable (RootCore<State, Action>) -> Void

  @usableFromInline weak let core: RootCore<State, Action>?
  let isolation: StoreIsolation
  @usableFromInline let executor: (any TaskExecutor)?
  /// Cancellations that could not be carried out at once, in the order in which they were requested.
  private let postponed = Locked(Queue<Cancellation>())
  private let isAnythingPostponed = Atomic(false)

  init(_ core: RootCore<State, Action>) {
    self.core = core
    isolation = core.runtime.isolation
    executor = core.runtime.configuration.executor
  }

  /// Carries out a cancellation: at once if this is called on the store's actor and the store is not busy, otherwise as
  /// soon as the actor is free and the store is not busy. Can be called on any thread.
  ///
  /// - Returns: Whether it was carried out.
  @discardableResult func cancel(_ cancellation: @escaping Cancellation) -> Bool {
    guard let actor = isolation.actor else { return false }
    if actor.isKnownToBeCurrent, actor.assumeIsolated({ cancelNow(cancellation, isolation: $0) }) { return true }
    postponed.withLock {
      $0.append(cancellation)
      isAnythingPostponed.store(true, ordering: .releasing)
    }
    Task(executorPreference: executor) { await self.cancelPostponed(isolation: actor) }
    return false
  }

  private func cancelNow(_ cancellation: Cancellation, isolation: isolated any Actor) -> Bool {
    cancelPostponed()
    guard let core else { return true }
    if core.isBusy { return false }
    cancellation(core)
    return true
  }

  private func cancelPostponed(isolation: isolated any Actor) async {
    await RootCore.rest(of: core)
    cancelPostponed()
  }

  /// Carries out the cancellations that had to wait. Called before the store does anything else for an effect or a
  /// task, so that earlier cancellations take effect first.
  ///
  /// Called on the store's actor.
  @usableFromInline func cancelPostponed() {
    guard isAnythingPostponed.load(ordering: .acquiring), let core else { return }
    // One by one: if one of them lets an effect begin that sends, that calls this function for those that follow.
    while !core.isBusy, let cancel = nextPostponed() { cancel(core) }
  }

  private func nextPostponed() -> Cancellation? {
    postponed.withLock {
      let next = $0.popFirst()
      if $0.isEmpty { isAnythingPostponed.store(false, ordering: .releasing) }
      return next
    }
  }
}
