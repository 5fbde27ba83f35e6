import Dependencies
import Execution
import Store
import StoreTrace

/// The result of a jump to an earlier or later step of a session.
package struct Arrival<Feature: Reducer> where Feature.State: Encodable, Feature.Action: Codable {
  /// The session that continues from that step.
  package let session: Session<Feature>
  /// The effects that run as they did at that step.
  package var running: [String] = []
  /// The effects that ran at that step and do not run any more.
  package var lost: [String] = []
  /// Whether repeating the statements led to another state, so that only the state was restored.
  package var isOther = false
}

extension Session {
  /// Begins to remember each state, so that the session can go back to it.
  package func keepTimeline() {
    keep(Timeline(state: store.stateSnapshot, checkpoint: checkpoint))
  }

  private func keep(_ timeline: Timeline<Feature.State>?) {
    self.timeline = timeline
    journal.onAction = { [weak self] action, origin, isReceived, state in
      guard let self else { return }
      // An action that a page sends was not typed, so it becomes an input here.
      let isFromPage = !isReceived && self.timeline?.isPerforming == false
      if isFromPage { beginInput(of: action) }
      defer { if isFromPage { self.timeline?.end(checkpoint, isNew: true) } }
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

  /// Notes that an action is being performed, as a statement.
  private func beginInput(of action: ActionText) {
    let text = "send \(action.description)"
    let script = try? ScriptParser.parse(SourceText(name: "<page>", text: text), timeZone: dependencies.timeZone)
    timeline?.begin(text, script?.statements ?? [])
  }

  /// Returns the statements that led here, for as long as the session lives.
  var writtenScript: () throws -> String {
    { [weak self] in
      guard let self, let timeline else { throw MissingScript("Only sessions at a prompt have a script.") }
      guard !journal.wasRestored else {
        throw MissingScript("The page has set the state, which no script can do. Only the trace tells of it.")
      }
      return timeline.script.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined()
    }
  }

  /// The values besides the state that are needed to go back to the present moment.
  package var checkpoint: SessionCheckpoint {
    SessionCheckpoint(moment: moment, variables: variables, received: journal.received)
  }

  /// Goes to the state after a step; 0 is the start.
  ///
  /// On mock values, a new session silently repeats the statements that led to the step, and continues from there. So
  /// mock clients and running effects are as they were at that step. Only the state is restored in the middle of a
  /// statement, and on live values. There, running effects are cancelled.
  ///
  /// - Returns: The session that continues; `nil` if there is no such step.
  /// - Throws: `CancellationError` if the task is cancelled. Nothing has changed then.
  package func jump(to number: Int, isolation: isolated StoreActor) async throws -> Arrival<Feature>? {
    guard var timeline, let (state, checkpoint) = timeline.jump(to: number) else { return nil }
    if isLive {
      self.timeline = timeline
      await restart(from: state, at: checkpoint, traceStep: timeline.traceStep, isolation: isolation)
      return Arrival(session: self, lost: checkpoint.moment.effects)
    }
    let encoded = try? JSONValueEncoder().encode(state)
    var session: Session
    var isOther: Bool
    repeat {
      session = try await repeating(timeline.performedEntries, isolation: isolation)
      let reached = session.store.withState { try? JSONValueEncoder().encode($0) }
      isOther = session.journal.stepCount != number || reached != encoded
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

  /// Begins the feature, unless it has begun.
  package func mount() async {
    guard !hasBegun else { return }
    hasBegun = true
    store.mount()
    if clock != nil { await settle() }
  }

  /// Returns a new session that has silently repeated the statements of entries.
  private func repeating(
    _ entries: [Timeline<Feature.State>.Entry],
    isolation: isolated StoreActor
  ) async throws -> Session {
    let session = Session(setup, isLive: false, console: transcript.console, isSilent: true, isolation: isolation)
    // The issues were already reported when the statements ran for the first time.
    _ = try await withCapturedIssues {
      for entry in entries { try await session.repeat(entry, isolation: isolation) }
    }
    return session
  }

  /// Repeats the statements of an entry.
  private func `repeat`(_ entry: Timeline<Feature.State>.Entry, isolation: isolated StoreActor) async throws {
    if case .time(let time) = entry.repetition {
      await mount()
      return try await advance(by: time)
    }
    if entry.repetition == .steps { chain.end(after: entry.steps.count) }
    let (actions, _) = check(entry.statements)
    do {
      for (statement, action) in zip(entry.statements, actions) where !chain.hasEnded {
        try await perform(statement, action: action)
      }
    } catch is StepFailure {
      // The statement also failed the first time, so this is not a difference.
    }
    guard entry.repetition == .steps else { return }
    await restart(from: entry.state, at: entry.checkpoint, traceStep: 0, isolation: isolation)
  }

  /// Takes the place of another session, and cancels the effects of that session.
  private func takeOver(from other: Session, _ timeline: Timeline<Feature.State>) async {
    other.transcript.isSilent = true
    other.store.cancelAllEffects()
    await other.settle()
    other.journal.onAction = { _, _, _, _ in }
    keep(timeline)
    aliases = other.aliases
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
    transcript.isSilent = transcript.console.isQuiet
    setup.didMakeStore?(store, writtenScript)
  }
}

/// The reason why a session has no script.
package struct MissingScript: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
