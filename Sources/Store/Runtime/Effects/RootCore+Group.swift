import Synchronization

extension RootCore {
  /// The effects of one `send`.
  @usableFromInline final class Group: EffectGroup {
    private let id: EffectLedger.GroupID
    private let root: RootReference<State, Action>
    private let cancelled = Atomic(false)

    @usableFromInline init(id: EffectLedger.GroupID, core: RootCore) {
      self.id = id
      root = core.rootReference
    }

    @usableFromInline var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    @usableFromInline var isFinished: Bool {
      get async {
        guard let isolation = root.isolation.actor else { return true }
        return await isFinished(isolation: isolation)
      }
    }

    @usableFromInline func finish() async {
      guard let isolation = root.isolation.actor else { return }
      await finish(isolation: isolation)
    }

    @usableFromInline func cancel() {
      cancelled.store(true, ordering: .relaxed)
      root.cancel { [id] in $0.cancel(group: id) }
    }

    @usableFromInline func cancelAndWait() async {
      cancelled.store(true, ordering: .relaxed)
      guard let isolation = root.isolation.actor else { return }
      await cancelAndWait(isolation: isolation)
    }

    private func isFinished(isolation: isolated any Actor) -> Bool {
      root.cancelPostponed()
      return root.core?.isFinished(group: id) ?? true
    }

    private func finish(isolation: isolated any Actor) async {
      root.cancelPostponed()
      // They have often finished by now. Once finished, they stay so.
      guard root.core?.isFinished(group: id) == false else { return }
      await withTaskCancellationHandler {
        // Captured, so that the closure runs on the actor.
        _ = isolation
        await withCheckedContinuation { continuation in
          // Checked again: a task that prefers an executor leaves an actor with an executor of its own, such as the
          // main actor, whenever it calls an async function, and the effects may finish in the meantime.
          guard let core = root.core, !core.isFinished(group: id) else { return continuation.resume() }
          core.wait(for: id, continuation)
        }
      } onCancel: {
        Task(executorPreference: self.root.executor) { await self.cancelAndWait() }
      }
    }

    private func cancelAndWait(isolation: isolated any Actor) async {
      await RootCore.rest(of: root.core)
      root.cancelPostponed()
      root.core?.cancel(group: id)
    }
  }

  /// Whether the action has been reduced and all effects that it started have finished.
  @usableFromInline func isFinished(group: EffectLedger.GroupID) -> Bool {
    // While the core is busy, the action may still be in the queue.
    !isBusy && !ledger.isLive(group: group)
  }

  func wait(for group: EffectLedger.GroupID, _ continuation: CheckedContinuation<Void, Never>) {
    groupWaiters[group, default: []].append(continuation)
    guard isBusy else { return }
    // Checked when the queue is empty, because an action without effects has no effect whose end would resume the
    // waiter.
    finishedGroups.append(group)
    runtime.flags.insert(.queued)
  }

  /// Waits until a core is not busy.
  ///
  /// A core is never busy when a task begins as a job of the core's actor. But code that is called by a busy core can
  /// start a task with `Task.immediate`.
  @usableFromInline nonisolated(nonsending) static func rest(of core: @autoclosure () -> RootCore?) async {
    while core()?.isBusy == true { await Task.yield() }
  }
}
