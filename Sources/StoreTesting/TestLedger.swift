import Store

/// What a test store has seen and the test has not asserted yet, as a pure state machine.
struct TestLedger<State, Action> {
  struct ReceivedAction {
    let action: Action
    let origin: ActionOrigin<Action>
    /// The state after it.
    let state: State
    /// What the feature has changed since the action before of what it shares with others.
    let changes: SharedChangeTracker.Changes
  }

  /// Those that effects sent, with an empty place for each that was taken and is at the front still.
  private var queue: [ReceivedAction?] = []
  private var head = 0
  /// The state after the action that the test sent last, until the test store takes it.
  private(set) var stateAfterSend: State?
  /// What the feature has changed, up to then, of what it shares with others.
  private(set) var changesOfSend = SharedChangeTracker.Changes()
  private var inFlight: [Int: EffectDescription<Action>] = [:]
  /// Those in flight that wait for others with their id.
  private(set) var suspended: Set<Int> = []
  /// Effects that never started since the test sent an action.
  private(set) var discarded: [EffectDescription<Action>] = []

  /// Effects that run or wait, and were not skipped, in the order in which they were started.
  var effects: [EffectDescription<Action>] {
    inFlight.values.sorted { $0.id < $1.id }
  }

  var hasEffects: Bool { !inFlight.isEmpty }

  /// Actions that effects sent, in the order in which they were reduced.
  ///
  /// - Complexity: O(*n*).
  var received: [ReceivedAction] { queue[head...].compactMap { $0 } }

  /// Takes the effects that run as seen: they go on, and nobody waits for them.
  mutating func skipEffects() -> [EffectDescription<Action>] {
    defer { inFlight = [:] }
    return effects
  }

  var hasReceived: Bool { head < queue.count }

  var lastReceived: ReceivedAction? { queue.last ?? nil }

  /// Notes a step.
  ///
  /// - Returns: What is no longer kept. It is to be released when nobody is changing the ledger, as it may have users' code
  ///   run that uses the test store.
  mutating func record(
    _ step: Inspection<State, Action>,
    changes: SharedChangeTracker.Changes = SharedChangeTracker.Changes()
  ) -> Any? {
    switch step {
    case .reduced(_, .user, _, let after):
      defer { (stateAfterSend, changesOfSend, discarded) = (after, changes, []) }
      return (stateAfterSend.take(), changesOfSend, discarded)
    case .reduced(let action, let origin, _, let after):
      queue.append(ReceivedAction(action: action, origin: origin, state: after, changes: changes))
      return nil
    case .effectStarted(let effect):
      return inFlight.updateValue(effect, forKey: effect.id)
    case .effectSuspended(let effect):
      suspended.insert(effect.id)
      return inFlight.updateValue(effect, forKey: effect.id)
    case .effectDiscarded(let effect):
      discarded.append(effect)
      return nil
    case .sharedStateChanged:
      return nil
    case .effectFinished(let effect), .effectCancelled(let effect), .effectResumed(let effect):
      suspended.remove(effect.id)
      return inFlight.removeValue(forKey: effect.id)
    }
  }

  mutating func takeStateAfterSend() -> State? {
    stateAfterSend.take()
  }

  mutating func popReceived() -> ReceivedAction? {
    guard hasReceived else { return nil }
    let received = queue[head].take()
    head += 1
    // Each place is moved once at most, on average.
    if head == queue.count || head >= 64 && head * 2 > queue.count {
      queue.removeFirst(head)
      head = 0
    }
    return received
  }

  /// Takes the action at a position and those before it.
  mutating func popReceived(through position: Int) -> (skipped: [ReceivedAction], match: ReceivedAction)? {
    guard position < queue.count - head else { return nil }
    let skipped = (0..<position).compactMap { _ in popReceived() }
    return popReceived().map { (skipped, $0) }
  }

  mutating func skipReceived() -> [ReceivedAction] {
    guard hasReceived else { return [] }
    let received = received
    (queue, head) = ([], 0)
    return received
  }
}
