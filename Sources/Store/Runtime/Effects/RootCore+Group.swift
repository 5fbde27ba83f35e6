import Synchronization

extension RootCore {
  /// The effects of one send.
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
      // Often they have finished by now, which can't change any more.
      guard root.core?.isFinished(group: id) == false else { return }
      await withTaskCancellationHandler {
        // Captured, so that the closure runs on the actor.
        _ = isolation
        await withCheckedContinuation { continuation in
          // Asked here again: a task that prefers an executor gives up an actor with an executor of its own, as the main
          // actor, wherever it calls an async function, and the effects may end meanwhile.
          guard let core = root.core, !core.isFinished(group: id) else { return continuation.resume() }
          core.wait(for: id, continuation)
        }
      } onCancel: {
        Task { await cancelAndWait() }
      }
    }

    private func cancelAndWait(isolation: isolated any Actor) async {
      await RootCore.rest(of: root.core)
      root.cancelPostponed()
      root.core?.cancel(group: id)
    }
  }

  /// Whether the action and all that it set going is over.
  @usableFromInline func isFinished(group: EffectLedger.GroupID) -> Bool {
    // The action may be in the queue still.
    !isBusy && !ledger.isLive(group: group)
  }

  func wait(for group: EffectLedger.GroupID, _ continuation: CheckedContinuation<Void, Never>) {
    groupWaiters[group, default: []].append(continuation)
    guard isBusy else { return }
    // Checked when the queue is empty, because an action without effects has no effect whose end resumes the waiter.
    finishedGroups.append(group)
    runtime.flags.insert(.queued)
  }

  /// Waits until a core is not busy.
  ///
  /// A core is never busy when a task begins as a job of the core's actor. But code that a busy core calls can start
  /// one with `Task.immediate`.
  @inlinable nonisolated(nonsending) static func rest(of core: @autoclosure () -> RootCore?) async {
    while core()?.isBusy == true { await Task.yield() }
  }
}
