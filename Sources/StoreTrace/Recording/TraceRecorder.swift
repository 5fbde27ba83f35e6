import Dependencies
import Foundation
import Store

/// Records what a session does. If the session gets a new store, the numbers of steps and effects continue.
package final class TraceRecorder: Sendable {
  fileprivate struct State {
    var lastStep = 0
    var lastEffect = 0
    /// Added to the numbers of the current store's steps and effects.
    var stepOffset = 0
    var effectOffset = 0
    /// The numbers in the trace of the steps that the current store made before it was recorded.
    var earlierSteps: [Int] = []
    /// The redacted texts of states, actions and calls.
    var redactedTexts = RedactedTexts()
    /// The log of generated values; `nil` to record none.
    var generated: GeneratedValuesLog?
    /// The time since the start on the session's clock; `nil` for the real time.
    var time: (@Sendable () -> Duration)?
  }

  let redaction: Redaction
  private let sinks: [any TraceSink]
  private let state: Locked<State>
  private let beginning = ContinuousClock.now

  /// - Parameter start: The state at the start, encoded and not redacted.
  init(
    _ sinks: [any TraceSink],
    redaction: Redaction,
    start: JSONValue,
    generated: GeneratedValuesLog? = nil,
    time: (@Sendable () -> Duration)?
  ) {
    self.sinks = sinks
    self.redaction = redaction
    var state = State(generated: generated, time: time)
    state.redactedTexts.insert(from: start, redaction)
    self.state = Locked(state)
  }

  /// The number of the last action.
  package var lastStep: Int { state.withLock { $0.lastStep } }

  /// Records an action.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the action and of its cause, as the current store counts them.
  ///   - duration: The real time that the reducer took; `nil` if it is not known.
  ///   - change: The change of the encoded state; `nil` if there is none.
  package func action<Action: Encodable>(
    _ action: Action,
    _ text: ActionText,
    origin: ActionOrigin<Action>,
    numbers: StepNumbers,
    duration: Duration?,
    change: JSONChange?
  ) {
    let change = patch(of: change)
    // The path may contain an id that is redacted.
    let isRedacted = redaction.isNeeded(by: text.json)
    if isRedacted { state.withLock { $0.redactedTexts.insert(from: text.json, redaction) } }
    let json = hiding(isRedacted ? redaction.apply(to: text.json) : text.json)
    var name = isRedacted ? ActionText(action, json: json).path : text.path
    // An action that can't be encoded is recorded by its description.
    if case .null = text.json { name = hiding(name) }
    let (number, origin, values, patch) = state.withLock { state in
      state.lastStep = state.stepOffset + numbers.action
      let values = state.generated?.take() ?? GeneratedValues()
      return (state.lastStep, state.origin(origin, numbers), values, state.redactedTexts.hidden(in: change))
    }
    write(
      .action(
        TraceRecord.Action(
          step: number,
          name: name,
          action: JSONNode(json, at: 0..<0),
          origin: origin,
          values: values,
          duration: duration?.traceSeconds,
          patch: patch
        )
      )
    )
  }

  /// Records that an effect has changed the state.
  package func modification<Action>(
    _ name: String,
    by effect: EffectDescription<Action>,
    _ numbers: StepNumbers,
    duration: Duration?,
    change: JSONChange?
  ) {
    let change = patch(of: change)
    let name = hiding(name)
    let modification = state.withLock { state in
      state.lastStep = state.stepOffset + numbers.action
      // The generated values belong to the effect, which does not run in a replay.
      _ = state.generated?.take()
      return TraceRecord.Modification(
        step: state.lastStep,
        name: name,
        effect: state.number(effect),
        duration: duration?.traceSeconds,
        patch: state.redactedTexts.hidden(in: change)
      )
    }
    write(.modified(modification))
  }

  /// If an effect has started or ended in this step of the store, or observers were notified and a
  /// sink takes notifications, records it.
  package func event<State, Action>(_ step: StoreStep<State, Action>) {
    switch step {
    case .effectStarted(let effect): started(effect)
    case .effectFinished(let effect): write(.finished(effect: state.withLock { $0.number(effect) }))
    case .effectCancelled(let effect): write(.cancelled(effect: state.withLock { $0.number(effect) }))
    case .observersNotified(let keyPaths) where sinks.contains(where: \.takesNotifications):
      write(.notified(TraceRecord.Notification(keyPaths)))
    case .reduced, .modified, .sharedStateChanged, .restored, .observersNotified: break
    }
  }

  package func started<Action>(_ effect: EffectDescription<Action>) {
    let (number, cause) = state.withLock { ($0.number(effect), $0.step(effect.causeStep)) }
    write(
      .started(
        TraceRecord.Effect(
          effect: number,
          name: effect.name.map(hiding),
          location: "\(effect.fileID):\(effect.line)",
          cause: cause,
          event: effect.event.map(hiding),
          cancellationIDs: effect.cancellationIDs.map(hiding)
        )
      )
    )
  }

  /// Records a call of a dependency that has returned.
  ///
  /// - Parameters:
  ///   - effect: The effect that made the call, as the current store counts effects; `nil` if it was made outside of
  ///     effects.
  ///   - labels: The names of the parameters, as far as they are known.
  func call(
    effect: Int?,
    _ dependency: String,
    labels: [String] = [],
    arguments: [JSONValue],
    outcome: TraceRecord.Outcome
  ) {
    let isRedacted = redaction.matches(dependency)
    state.withLock { state in
      for (index, argument) in arguments.enumerated() {
        let isRedacted = isRedacted || labels.indices.contains(index) && redaction.matches(labels[index])
        state.redactedTexts.insert(from: argument, redaction, isRedacted: isRedacted)
      }
      if case .result(let value) = outcome {
        state.redactedTexts.insert(from: value, redaction, isRedacted: isRedacted)
      }
    }
    let outcome =
      switch outcome {
      case .result(let value):
        TraceRecord.Outcome.result(hiding(isRedacted ? redaction.blank(value) : redaction.apply(to: value)))
      case .error(let value):
        TraceRecord.Outcome.error(hiding(RecordedError.redacted(value, redaction, isWhole: isRedacted, hiding)))
      }
    let number = effect.map { effect in state.withLock { $0.number(effect) } }
    let call = TraceRecord.Call(
      effect: number,
      dependency: dependency,
      arguments: redaction.apply(to: arguments, of: dependency, labels: labels).map { hiding($0) },
      outcome: outcome
    )
    write(.call(call))
  }

  package func section(_ title: String) {
    write(.section(title: state.withLock { $0.redactedTexts.hidden(in: title) }))
  }

  /// Records that the state was set to the state after an earlier step.
  package func jump(to step: Int, change: JSONChange?) {
    let change = patch(of: change)
    write(.jump(step: step, patch: state.withLock { $0.redactedTexts.hidden(in: change) }))
  }

  /// Continues the recording with another store, whose steps and effects count from 1.
  ///
  /// - Parameter steps: The numbers in the trace of the steps that the new store has already made.
  package func newStore(after steps: [Int] = []) {
    state.withLock { state in
      state.earlierSteps = steps
      state.stepOffset = state.lastStep - steps.count
      state.effectOffset = state.lastEffect
    }
  }

  /// Changes the log of generated values, and the clock, of the following records.
  package func use(_ generated: GeneratedValuesLog?, time: (@Sendable () -> Duration)?) {
    state.withLock { ($0.generated, $0.time) = (generated, time) }
  }

  /// Records the end of the session.
  ///
  /// - Returns: The status; if it is ``ExitCode/passed`` and the trace could not be written, the status of that
  ///   failure.
  package func end(_ status: ExitCode) -> ExitCode {
    writeEnd(status.rawValue)
    guard status == .passed, let failure else { return status }
    return failure.status
  }

  /// Records that a signal is about to end the process, with the exit status that shells use for the signal.
  package func end(signal number: Int32) {
    writeEnd(128 + number)
  }

  /// Records the end of the session. Throws if the trace could not be written.
  package func endOrThrow(_ status: ExitCode) throws(FileError) -> ExitCode {
    writeEnd(status.rawValue)
    if let failure { throw failure }
    return status
  }

  private var failure: FileError? { sinks.lazy.compactMap(\.failure).first }

  /// The redacted patch of a change of the encoded state. Values that it leaves out are hidden in all later texts.
  private func patch(of change: JSONChange?) -> JSONPatch {
    var secrets: [JSONValue] = []
    let patch = JSONPatch(change, redacting: redaction, secrets: &secrets)
    if !secrets.isEmpty { state.withLock { $0.redactedTexts.insert(secrets) } }
    return patch
  }

  /// The text without redacted values, for names and descriptions from the program's code.
  func hiding(_ text: String) -> String {
    let text = redaction.apply(toText: text)
    return state.withLock { $0.redactedTexts.hidden(in: text) }
  }

  /// The value without redacted texts in its texts.
  private func hiding(_ value: JSONValue) -> JSONValue { state.withLock { $0.redactedTexts.hidden(in: value) } }

  private func writeEnd(_ status: Int32) {
    write(.end(status: Int(status)))
  }

  private func write(_ content: TraceRecord.Content) {
    let time = state.withLock { $0.time }
    let wall = (ContinuousClock.now - beginning).traceSeconds
    let record = TraceRecord(time: time?().traceSeconds ?? wall, wall: wall, content: content)
    for sink in sinks { sink.write(record) }
  }
}

extension TraceRecorder.State {
  fileprivate mutating func number<Action>(_ effect: EffectDescription<Action>) -> Int { number(effect.id) }

  fileprivate mutating func number(_ effect: Int) -> Int {
    lastEffect = max(lastEffect, effectOffset + effect)
    return effectOffset + effect
  }

  fileprivate func step(_ step: Int) -> Int {
    if step == 0 { return 0 }
    return step <= earlierSteps.count ? earlierSteps[step - 1] : stepOffset + step
  }

  fileprivate mutating func origin<Action>(
    _ origin: ActionOrigin<Action>,
    _ numbers: StepNumbers
  ) -> TraceRecord.Origin {
    switch origin {
    case .user: .user
    case .reducer: .reducer(step: step(numbers.cause ?? 0))
    case .effect(let effect): .effect(number(effect))
    }
  }
}

extension Duration {
  /// The duration in seconds, rounded to microseconds: real times are not more precise, and virtual times seldom are.
  fileprivate var traceSeconds: Double { (self / .microseconds(1)).rounded() / 1_000_000 }
}
