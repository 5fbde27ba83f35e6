import Dependencies
import Synchronization

/// A root store as its effects and tasks refer to it: weakly, so that neither keeps the store or its actor.
///
/// Shared, because making a weak reference takes longer than most of what effects do.
///
/// `@unchecked Sendable`: the core is used only by functions that run on its actor.
@usableFromInline final class RootReference<State, Action>: @unchecked Sendable {
  @usableFromInline typealias Cancellation = @Sendable (RootCore<State, Action>) -> Void

  @usableFromInline weak let core: RootCore<State, Action>?
  let isolation: StoreIsolation
  private let executor: (any TaskExecutor)?
  /// What could not be cancelled at once, in the order in which it was asked for.
  private let postponed = Locked<[Cancellation]>([])
  private let isAnythingPostponed = Atomic(false)

  init(_ core: RootCore<State, Action>) {
    self.core = core
    isolation = core.runtime.isolation
    executor = core.runtime.configuration.executor
  }

  /// Cancels something, wherever this is called: at once if that is on the store's actor and the store is at rest,
  /// otherwise as soon as both is so.
  ///
  /// - Returns: Whether it has been done.
  @discardableResult func cancel(_ cancellation: @escaping Cancellation) -> Bool {
    guard let actor = isolation.actor else { return false }
    if actor.isKnownToBeCurrent, actor.assumeIsolated({ cancelNow(cancellation, isolation: $0) }) { return true }
    postponed.withLock { $0.append(cancellation) }
    isAnythingPostponed.store(true, ordering: .releasing)
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

  /// Cancels what could not be cancelled at once. What is asked of the store comes after what was cancelled before.
  ///
  /// It is called on the store's actor.
  @usableFromInline func cancelPostponed() {
    guard isAnythingPostponed.load(ordering: .acquiring), let core, !core.isBusy else { return }
    isAnythingPostponed.store(false, ordering: .releasing)
    let cancellations = postponed.withLock { postponed in
      defer { postponed = [] }
      return postponed
    }
    for cancel in cancellations { cancel(core) }
  }
}
