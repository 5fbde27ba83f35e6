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
  private(set) var received: ArraySlice<ReceivedAction> = []
  /// The state after the action that the test sent last, until the test store takes it.
  private(set) var stateAfterSend: State?
  private var inFlight: [Int: EffectDescription<Action>] = [:]

  /// Effects that run, in the order in which they were started.
  var effects: [EffectDescription<Action>] {
    inFlight.values.sorted { $0.id < $1.id }
  }

  var hasEffects: Bool { !inFlight.isEmpty }

  mutating func record(_ step: Inspection<State, Action>) {
    switch step {
    case .reduced(_, .user, _, let after):
      stateAfterSend = after
    case .reduced(let action, let origin, _, let after):
      received.append(ReceivedAction(action: action, origin: origin, state: after))
    case .effectStarted(let effect):
      inFlight[effect.id] = effect
    case .effectFinished(let effect), .effectCancelled(let effect):
      inFlight[effect.id] = nil
    }
  }

  mutating func takeStateAfterSend() -> State? {
    defer { stateAfterSend = nil }
    return stateAfterSend
  }

  mutating func popReceived() -> ReceivedAction? {
    received.popFirst()
  }

  /// Takes the first action that matches and those before it.
  mutating func popReceived(
    through isMatch: (Action) -> Bool
  ) -> (skipped: ArraySlice<ReceivedAction>, match: ReceivedAction)? {
    guard let position = received.firstIndex(where: { isMatch($0.action) }) else { return nil }
    defer { received = received[(position + 1)...] }
    return (received[..<position], received[position])
  }

  mutating func skipReceived() -> ArraySlice<ReceivedAction> {
    defer { received = [] }
    return received
  }
}
