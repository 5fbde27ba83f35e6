import Dependencies
import Foundation
import Store

/// Records what a store does. Numbers of steps and effects go on when the session gets another store.
final class TraceRecorder: Sendable {
  fileprivate struct State {
    var lastStep = 0
    var lastEffect = 0
    /// What is added to the numbers of the present store.
    var stepOffset = 0
    var effectOffset = 0
    /// The numbers of the steps that the present store made before it was recorded.
    var earlierSteps: [Int] = []
    /// What was redacted in actions and calls.
    var redactedTexts = RedactedTexts()
    /// The time since the start on the session's clock; the real time if there is none.
    var time: (@Sendable () -> Duration)?
  }

  let redaction: Redaction
  private let writer: TraceWriter
  private let state: Locked<State>
  private let start = ContinuousClock.now

  init(_ writer: TraceWriter, redaction: Redaction, time: (@Sendable () -> Duration)?) {
    self.writer = writer
    self.redaction = redaction
    state = Locked(State(time: time))
  }

  /// The number of the last action.
  var lastStep: Int { state.withLock { $0.lastStep } }

  /// Records an action.
  ///
  /// - Parameters:
  ///   - patch: How the encoded state changed, redacted.
  ///   - step: Its number among those of the present store, and that of what it came of.
  func action<Action: Encodable>(
    _ action: Action,
    _ text: ActionText,
    origin: ActionOrigin<Action>,
    step: InspectionStep,
    values: GeneratedValues,
    patch: JSONPatch
  ) {
    // An id in the path may be what is redacted.
    let isRedacted = redaction.isNeeded(by: text.json)
    let json = isRedacted ? redaction.apply(to: text.json) : text.json
    var name = isRedacted ? ActionText(action, json: json).path : text.path
    // What can't be encoded is described.
    if case .null = text.json { name = hiding(name) }
    let (number, origin) = state.withLock { state in
      if isRedacted { state.redactedTexts.insert(from: text.json, redaction) }
      state.lastStep = state.stepOffset + step.number
      return (state.lastStep, state.origin(origin, step))
    }
    write(
      .action(
        TraceRecord.Action(
          step: number,
          name: name,
          action: JSONNode(json, at: 0..<0),
          origin: origin,
          values: values,
          patch: patch
        )
      )
    )
  }

  func started<Action>(_ effect: EffectDescription<Action>) {
    let (number, cause) = state.withLock { ($0.number(effect), $0.step(effect.causeStep)) }
    write(
      .started(
        TraceRecord.Effect(
          effect: number,
          name: effect.name.map(hiding),
          location: "\(effect.fileID):\(effect.line)",
          cause: cause,
          cancellationIDs: effect.cancellationIDs.map(hiding)
        )
      )
    )
  }

  func finished<Action>(_ effect: EffectDescription<Action>) {
    write(.finished(effect: state.withLock { $0.number(effect) }))
  }

  func cancelled<Action>(_ effect: EffectDescription<Action>) {
    write(.cancelled(effect: state.withLock { $0.number(effect) }))
  }

  /// Records a call of a dependency that has returned.
  ///
  /// - Parameters:
  ///   - effect: The effect of the present store that made it, if one did.
  ///   - labels: The names of its parameters, as far as they are known.
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
        TraceRecord.Outcome.result(isRedacted ? redaction.blank(value) : redaction.apply(to: value))
      case .error(let value):
        TraceRecord.Outcome.error(RecordedError.redacted(value, redaction, isWhole: isRedacted, hiding))
      }
    let number = effect.map { effect in state.withLock { $0.number(effect) } }
    let call = TraceRecord.Call(
      effect: number,
      dependency: dependency,
      arguments: redaction.apply(to: arguments, of: dependency, labels: labels),
      outcome: outcome
    )
    write(.call(call))
  }

  func section(_ title: String) {
    write(.section(title: state.withLock { $0.redactedTexts.hidden(in: title) }))
  }

  /// Records that the state became that after a step.
  func jump(to step: Int, patch: JSONPatch) {
    write(.jump(step: step, patch: patch))
  }

  /// Says that another store is recorded, whose steps and effects count from 1.
  ///
  /// - Parameter steps: The numbers that those of its steps have which it has made already.
  func newStore(after steps: [Int] = []) {
    state.withLock { state in
      state.earlierSteps = steps
      state.stepOffset = state.lastStep - steps.count
      state.effectOffset = state.lastEffect
    }
  }

  /// Says what tells the time from now on.
  func setTime(_ time: (@Sendable () -> Duration)?) {
    state.withLock { $0.time = time }
  }

  /// Records the end.
  ///
  /// - Returns: The status, or that the trace could not be written, if all else went well.
  func end(_ status: ExitCode) -> ExitCode {
    writeEnd(status.rawValue)
    guard status == .passed, let failure = writer.failure else { return status }
    return failure.status
  }

  /// Records that a signal is about to end the process, with what a shell says of it.
  func end(signal number: Int32) {
    writeEnd(128 + number)
  }

  /// Has signals that end the process record that before, for as long as the result is kept.
  func endWithProcess() -> [SignalWatch] {
    [SIGTERM, SIGHUP, SIGQUIT].filter { !SignalDisposition(of: $0).isIgnored }.map { number in
      SignalWatch(number) { disposition in
        // The file may be a pipe that nobody reads: then another signal ends the process.
        disposition.restore()
        self.end(signal: number)
        disposition.obey()
      }
    }
  }

  /// Records the end of a session in which nothing could be said of a failure when it happened.
  func endOrThrow(_ status: ExitCode) throws(FileError) -> ExitCode {
    writeEnd(status.rawValue)
    if let failure = writer.failure { throw failure }
    return status
  }

  /// A text that somebody has written, as the trace may hold it.
  private func hiding(_ text: String) -> String {
    let text = redaction.apply(toText: text)
    return state.withLock { $0.redactedTexts.hidden(in: text) }
  }

  private func writeEnd(_ status: Int32) {
    write(.end(status: Int(status)))
  }

  private func write(_ content: TraceRecord.Content) {
    let time = state.withLock { $0.time }
    let wall = (ContinuousClock.now - start).traceSeconds
    writer.write(TraceRecord(time: time?().traceSeconds ?? wall, wall: wall, content: content))
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

  fileprivate mutating func origin<Action>(_ origin: ActionOrigin<Action>, _ step: InspectionStep) -> TraceRecord.Origin
  {
    switch origin {
    case .user: .user
    case .reducer: .reducer(step: self.step(step.cause ?? 0))
    case .effect(let effect): .effect(number(effect))
    }
  }
}

extension Duration {
  /// In seconds, to the microsecond: real times are not worth more digits, and virtual ones seldom have them.
  fileprivate var traceSeconds: Double { (self / .microseconds(1)).rounded() / 1_000_000 }
}
