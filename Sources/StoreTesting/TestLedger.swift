import Store

/// What a test store has seen and the test has not asserted yet, as a pure state machine.
struct TestLedger<State, Action> {
  struct ReceivedAction {
    let action: Action
    let origin: ActionOrigin<Action>
    /// The state after it.
    let state: State
  }

  /// Actions that effects sent, in the order in which they were reduced.
  private(set) var received: [ReceivedAction] = []
  /// Effects that run.
  private(set) var inFlight: [EffectDescription<Action>] = []
  /// The state after the action that the test sent last, until the test store takes it.
  private(set) var stateAfterSend: State?

  mutating func record(_ step: Inspection<State, Action>) {
    switch step {
    case .reduced(_, .user, _, let after):
      stateAfterSend = after
    case .reduced(let action, let origin, _, let after):
      received.append(ReceivedAction(action: action, origin: origin, state: after))
    case .effectStarted(let effect):
      inFlight.append(effect)
    case .effectFinished(let effect), .effectCancelled(let effect):
      inFlight.removeAll { $0.id == effect.id }
    }
  }

  mutating func takeStateAfterSend() -> State? {
    defer { stateAfterSend = nil }
    return stateAfterSend
  }

  mutating func popReceived() -> ReceivedAction? {
    received.isEmpty ? nil : received.removeFirst()
  }

  /// Takes the first action that matches and those before it.
  mutating func popReceived(through isMatch: (Action) -> Bool) -> (skipped: [ReceivedAction], match: ReceivedAction)? {
    guard let position = received.firstIndex(where: { isMatch($0.action) }) else { return nil }
    let skipped = Array(received[..<position])
    let match = received[position]
    received.removeFirst(position + 1)
    return (skipped, match)
  }

  mutating func skipReceived() -> [ReceivedAction] {
    defer { received = [] }
    return received
  }

  /// Forgets effects that the test does not care for.
  mutating func skipInFlight() -> [EffectDescription<Action>] {
    defer { inFlight = [] }
    return inFlight
  }
}
