import Store

extension Session {
  /// Remembers each state from now on, so that the session can go back to it.
  func keepTimeline() {
    timeline = Timeline(state: store.withState { $0 }, checkpoint: checkpoint)
    journal.onAction = { [weak self] action, origin, isReceived, state in
      guard let self else { return }
      timeline?.append(
        Timeline.Step(
          action: action,
          origin: origin,
          isReceived: isReceived,
          state: state,
          moment: moment,
          traceStep: journal.traceStep
        )
      )
    }
  }

  /// What going back to here would take besides the state.
  var checkpoint: SessionCheckpoint {
    SessionCheckpoint(moment: moment, variables: variables, received: journal.received)
  }

  /// Goes to the state after a step; 0 is the start. Effects that run are cancelled, which the journal tells.
  ///
  /// - Returns: The effects that ran then, and do not any more; `nil` if there is no such step.
  func jump(to number: Int, isolation: isolated ScriptActor) async -> [String]? {
    guard let (state, checkpoint) = timeline?.jump(to: number) else { return nil }
    await restart(
      from: state,
      at: checkpoint.moment,
      traceStep: timeline?.traceStep ?? 0,
      isolation: isolation
    )
    variables = checkpoint.variables
    journal.received = checkpoint.received
    return checkpoint.moment.effects
  }
}
