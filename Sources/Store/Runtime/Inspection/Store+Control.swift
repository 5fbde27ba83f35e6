import Dependencies

// What live tools do with a store while a program uses it.

extension Store {
  /// Sets the state to that after an earlier step. Observers are notified, and inspectors see
  /// ``StoreStep/restored(step:before:after:)``.
  ///
  /// Values that the state shares become for all their users what they were after that step. Features that begin or end
  /// by this start no effects.
  ///
  /// - Parameters:
  ///   - step: The number of the step.
  ///   - cancelsEffects: Whether effects that are in flight are cancelled. Otherwise they go on, and may send actions to
  ///     children that no longer exist.
  package func restore(_ state: State, step: Int, cancellingEffects cancelsEffects: Bool) {
    root?.restore(StateSnapshot.attached(state), step: step, cancellingEffects: cancelsEffects)
  }

  /// Reduces an action once more, and discards the effects that the reducer returns.
  package func redo(_ action: Action) {
    root?.redo(action)
  }

  /// Whether actions, and changes by effects, wait until the store is unlocked.
  package var isLocked: Bool {
    get { core.runtime.flags.contains(.locked) }
    set {
      if newValue {
        core.runtime.flags.insert(.locked)
      } else {
        core.runtime.flags.remove(.locked)
        root?.resume()
      }
    }
  }
}

extension StoreHandle {
  /// Calls a closure with the store, on the store's actor.
  ///
  /// - Returns: The closure's result; `nil` if the store has been released.
  package func withStore<Result: Sendable>(
    _ body: @Sendable (Store<State, Action>) -> Result
  ) async -> Result? {
    guard let isolation = await storeIsolation.firstActor() else { return nil }
    return await withStore(isolation: isolation, body)
  }
}

extension RootCore {
  fileprivate func restore(_ state: State, step: Int, cancellingEffects cancelsEffects: Bool) {
    guard !isBusy else { return }
    var state = state
    change {
      let before = snapshot()
      if cancelsEffects { carryOut(ledger.cancelAll()) }
      runtime.flags.insert(.modifying)
      swap(&address.pointee, &state)
      runtime.flags.remove(.modifying)
      runtime.flags.insert(.changed)
      if runtime.flags.contains(.hasLifetimes) { withDependencyValues(dependencies) { _ = visitLifetimes() } }
      let after = snapshot()
      sharedWatch?.record(after)
      tell(.restored(step: step, before: before, after: after))
    }
    // Releasing the earlier state may run user code, which may send.
    withExtendedLifetime(state) {}
  }

  fileprivate func redo(_ action: Action) {
    guard !isBusy else { return }
    change {
      _ = reduce(QueuedWork(.action(action), origin: .user, group: makeGroup(), sender: .effect))
      runtime.flags.insert(.changed)
      cancelRemovedChildren()
    }
  }
}
