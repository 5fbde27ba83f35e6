import Dependencies
import Store

/// Where a session is that went back or forth.
struct Arrival<Feature: Reducer> where Feature.State: Encodable, Feature.Action: Codable {
  /// What goes on from there.
  let session: Session<Feature>
  /// The effects that run as they did then.
  var running: [String] = []
  /// Those that ran then, and do not any more.
  var lost: [String] = []
  /// Whether what was done once more came to something else, so that only the state is what it was.
  var isOther = false
}

extension Session {
  /// Remembers each state from now on, so that the session can go back to it.
  func keepTimeline() {
    keep(Timeline(state: store.stateSnapshot, checkpoint: checkpoint))
  }

  private func keep(_ timeline: Timeline<Feature.State>?) {
    self.timeline = timeline
    journal.onAction = { [weak self] action, origin, isReceived, state in
      guard let self else { return }
      self.timeline?.append(
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

  /// Goes to the state after a step; 0 is the start.
  ///
  /// On mock values another session does once more, in silence, what has led there, and goes on from there: what mock
  /// clients remember and which effects run is what it was then. Into the middle of a statement only the state leads, and
  /// on live values nothing else is to be had again: there effects that run are cancelled.
  ///
  /// - Returns: What goes on; `nil` if there is no such step.
  /// - Throws: A `CancellationError` if the task is cancelled meanwhile. Nothing has changed then.
  func jump(to number: Int, isolation: isolated ScriptActor) async throws -> Arrival<Feature>? {
    guard var timeline, let (state, checkpoint) = timeline.jump(to: number) else { return nil }
    if isLive {
      self.timeline = timeline
      await restart(from: state, at: checkpoint, traceStep: timeline.traceStep, isolation: isolation)
      return Arrival(session: self, lost: checkpoint.moment.effects)
    }
    var session: Session
    var isOther: Bool
    repeat {
      session = try await repeating(timeline.passages, isolation: isolation)
      isOther = session.journal.actionCount != number || session.encodedState != StateReader.encode(state)
    } while isOther && timeline.endPartAfterItsSteps()
    if isOther { await session.restart(from: state, at: checkpoint, traceStep: 0, isolation: isolation) }
    await session.takeOver(from: self, timeline)
    let running = session.moment.effects
    return Arrival(
      session: session,
      running: running,
      lost: checkpoint.moment.effects.filter { !running.contains($0) },
      isOther: isOther
    )
  }

  /// A session that has done once more what was typed, in silence.
  private func repeating(
    _ passages: [Timeline<Feature.State>.Passage],
    isolation: isolated ScriptActor
  ) async throws -> Session {
    let session = Session(setup, isLive: false, console: transcript.console, isSilent: true, isolation: isolation)
    // What is reported was reported then.
    _ = try await withCapturedIssues {
      for passage in passages { try await session.repeat(passage, isolation: isolation) }
    }
    return session
  }

  /// Does once more what was typed.
  private func `repeat`(_ passage: Timeline<Feature.State>.Passage, isolation: isolated ScriptActor) async throws {
    if case .time(let time) = passage.repetition { return try await advance(by: time) }
    if passage.repetition == .steps { chain.end(after: passage.stepCount) }
    let (actions, _) = check(passage.statements)
    do {
      for (statement, action) in zip(passage.statements, actions) where !chain.hasEnded {
        try await perform(statement, action: action)
      }
    } catch is StepFailure {
      // It has failed then, too.
    }
    guard passage.repetition == .steps else { return }
    await restart(from: passage.state, at: passage.checkpoint, traceStep: 0, isolation: isolation)
  }

  private func restart(
    from state: Feature.State,
    at checkpoint: SessionCheckpoint,
    traceStep: Int,
    isolation: isolated ScriptActor
  ) async {
    await restart(from: state, at: checkpoint.moment, traceStep: traceStep, isolation: isolation)
    variables = checkpoint.variables
    journal.received = checkpoint.received
  }

  private var encodedState: JSONValue? { store.withState(StateReader.encode) }

  /// Goes on in place of another session, whose effects are cancelled.
  private func takeOver(from other: Session, _ timeline: Timeline<Feature.State>) async {
    other.transcript.isSilent = true
    other.store.cancelAllEffects()
    await other.settle()
    other.journal.onAction = { _, _, _, _ in }
    keep(timeline)
    counts = other.counts
    echoesStatements = other.echoesStatements
    trace = other.trace
    _ = generated?.take()
    if let trace { calls.begin(trace) }
    journal.takeOver(
      from: other.journal,
      state: store.stateSnapshot,
      traceSteps: [0] + timeline.steps.prefix(timeline.position).map(\.traceStep),
      generated: generated,
      time: clock.map { clock in { @Sendable in clock.now.offset } }
    )
    transcript.isSilent = false
  }
}

extension StateReader {
  /// What a state encodes as; `nil` if it can't be encoded.
  fileprivate static func encode(_ state: some Encodable) -> JSONValue? {
    try? JSONValueEncoder().encode(state)
  }
}
