extension RootCore {
  /// The effects of one send. The core is held weakly, so that a task that somebody keeps does not keep the store; and so
  /// is the store's actor, which usually owns the store.
  ///
  /// `@unchecked Sendable`: the core is used only by functions that run on its actor.
  @usableFromInline struct Group: EffectGroup, @unchecked Sendable {
    @usableFromInline let id: EffectLedger.GroupID
    @usableFromInline weak let core: RootCore?
    @usableFromInline weak let isolation: (any Actor)?

    @usableFromInline init(id: EffectLedger.GroupID, core: RootCore) {
      self.id = id
      self.core = core
      isolation = core.runtime.isolation
    }

    @usableFromInline var isFinished: Bool {
      get async {
        guard let isolation else { return true }
        return await isFinished(isolation: isolation)
      }
    }

    @usableFromInline func finish() async {
      guard let isolation else { return }
      await finish(isolation: isolation)
    }

    @usableFromInline func cancel() async {
      guard let isolation else { return }
      await cancel(isolation: isolation)
    }

    private func isFinished(isolation: isolated any Actor) -> Bool {
      core?.isFinished(group: id) ?? true
    }

    private func finish(isolation: isolated any Actor) async {
      // Often they are over by now, and what is over stays so.
      guard core?.isFinished(group: id) == false else { return }
      await withTaskCancellationHandler {
        // Without this the closure would leave the actor, and come back to it, each time.
        _ = isolation
        await withCheckedContinuation { continuation in
          // Asked here again: a task that prefers an executor gives up an actor with an executor of its own, as the main
          // actor, wherever it calls an async function, and the effects may end meanwhile.
          guard let core, !core.isFinished(group: id) else { return continuation.resume() }
          core.wait(for: id, continuation)
        }
      } onCancel: {
        Task { await cancel() }
      }
    }

    private func cancel(isolation: isolated any Actor) async {
      await RootCore.rest(of: core)
      core?.cancel(group: id)
    }
  }

  /// Whether the action and all that it set going is over.
  @inlinable func isFinished(group: EffectLedger.GroupID) -> Bool {
    // The action may be in the queue still.
    !isBusy && !ledger.isLive(group: group)
  }

  func wait(for group: EffectLedger.GroupID, _ continuation: CheckedContinuation<Void, Never>) {
    groupWaiters[group, default: []].append(continuation)
    guard isBusy else { return }
    // It may turn out that the action has no effects, whose end would be noticed.
    finishedGroups.append(group)
    runtime.flags.insert(.queued)
  }

  /// Waits until a core is not busy.
  ///
  /// It is not when a task begins to run as a job of its actor. But a task can also be started, with `Task.immediate`, by
  /// what the core calls while it is.
  @inlinable nonisolated(nonsending) static func rest(of core: @autoclosure () -> RootCore?) async {
    while core()?.isBusy == true { await Task.yield() }
  }
}
