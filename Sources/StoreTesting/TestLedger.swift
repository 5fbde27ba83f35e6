import Store

/// The actions and effects that a test store has seen and that the test has not asserted yet, as a pure state machine.
struct TestLedger<State, Action> {
  /// A step that the feature has made by itself.
  struct ReceivedStep {
    enum Content {
      /// An action that an effect or a reducer sent.
      case action(Action, ActionOrigin<Action>)
      /// A change of the state by an effect.
      case modification(name: String, EffectDescription<Action>)
    }

    let content: Content
    /// The state after the step.
    let state: State
    /// The changes of shared state that the feature has made since the previous step.
    let changes: SharedChangeTracker.Changes

    var noun: String { if case .action = content { "action" } else { "modification" } }

    /// What the test has to receive.
    var description: String {
      switch content {
      case .action(let action, _): indentedDump(action)
      case .modification(let name, _): indented("modify: \"\(name)\"")
      }
    }
  }

  /// The steps that the feature made by itself, in their order.
  var received = Queue<ReceivedStep>()
  /// The number of these steps, received by the test or not.
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

  /// The effects that have to end with the test: all but those that last as long as their feature.
  var effectsToEnd: [EffectDescription<Action>] { effects.filter { !$0.lastsWithFeature } }

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
      append(.action(action, origin), after, changes)
      return nil
    case .modified(let name, let effect, _, let after):
      append(.modification(name: name, effect), after, changes)
      return nil
    case .effectStarted(let effect):
      return inFlight.updateValue(effect, forKey: effect.id)
    case .sharedStateChanged, .restored, .observersNotified:
      return nil
    case .effectFinished(let effect), .effectCancelled(let effect):
      return inFlight.removeValue(forKey: effect.id)
    }
  }

  private mutating func append(
    _ content: ReceivedStep.Content,
    _ state: State,
    _ changes: SharedChangeTracker.Changes
  ) {
    receivedCount += 1
    received.append(ReceivedStep(content: content, state: state, changes: changes))
  }

  /// Removes and returns the step at a position, and the steps before it.
  mutating func popReceived(through position: Int) -> (skipped: [ReceivedStep], match: ReceivedStep)? {
    guard position < received.count else { return nil }
    let skipped = (0..<position).compactMap { _ in received.popFirst() }
    return received.popFirst().map { (skipped, $0) }
  }

  mutating func skipReceived() -> [ReceivedStep] {
    defer { received = Queue() }
    return received.elements
  }
}

extension Array {
  /// "2 received actions", or "2 received steps" if there are changes by effects among them.
  func counted<State, Action>(_ adjective: String) -> String
  where Element == TestLedger<State, Action>.ReceivedStep {
    Execution.count(count, "\(adjective) \(allSatisfy { $0.noun == "action" } ? "action" : "step")")
  }
}
