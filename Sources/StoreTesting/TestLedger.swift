import Store

/// The actions and effects that a test store has seen and that the test has not asserted yet, as a pure state machine.
struct TestLedger<State, Action> {
  struct ReceivedAction {
    let action: Action
    let origin: ActionOrigin<Action>
    /// The state after the action.
    let state: State
    /// The changes of shared state that the feature has made since the previous action.
    let changes: SharedChangeTracker.Changes
  }

  /// The actions that effects sent, in the order in which they were reduced.
  var received = Queue<ReceivedAction>()
  /// The number of actions that effects and reducers have sent, received by the test or not.
  private(set) var receivedCount = 0
  /// The state after the action that the test sent last, and the changes of shared state that the feature had made by
  /// then, until the test store takes both.
  var afterSend: (state: State, changes: SharedChangeTracker.Changes)?
  private var inFlight: [Int: EffectDescription<Action>] = [:]

  /// The effects that run and were not skipped, in the order in which they were started.
  var effects: [EffectDescription<Action>] {
    inFlight.values.sorted { $0.id < $1.id }
  }

  var hasEffects: Bool { !inFlight.isEmpty }

  /// Removes all effects, which continue to run but are no longer waited for or reported.
  mutating func skipEffects() -> [EffectDescription<Action>] {
    defer { inFlight = [:] }
    return effects
  }

  /// Records a step.
  ///
  /// - Returns: Values that the ledger no longer holds. Release them after changing the ledger, because their `deinit`
  ///   may use the test store.
  mutating func record(
    _ step: StoreStep<State, Action>,
    changes: SharedChangeTracker.Changes = SharedChangeTracker.Changes()
  ) -> Any? {
    switch step {
    case .reduced(_, .user, _, let after):
      defer { afterSend = (after, changes) }
      return afterSend.take()
    case .reduced(let action, let origin, _, let after):
      receivedCount += 1
      received.append(ReceivedAction(action: action, origin: origin, state: after, changes: changes))
      return nil
    case .effectStarted(let effect):
      return inFlight.updateValue(effect, forKey: effect.id)
    case .sharedStateChanged:
      return nil
    case .effectFinished(let effect), .effectCancelled(let effect):
      return inFlight.removeValue(forKey: effect.id)
    }
  }

  /// Removes and returns the action at a position, and the actions before it.
  mutating func popReceived(through position: Int) -> (skipped: [ReceivedAction], match: ReceivedAction)? {
    guard position < received.count else { return nil }
    let skipped = (0..<position).compactMap { _ in received.popFirst() }
    return received.popFirst().map { (skipped, $0) }
  }

  mutating func skipReceived() -> [ReceivedAction] {
    defer { received = Queue() }
    return received.elements
  }
}
