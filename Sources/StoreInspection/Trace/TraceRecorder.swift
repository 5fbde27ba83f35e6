import Dependencies
import Store

/// Records what a store does. Numbers of steps and effects go on when the session gets another store.
final class TraceRecorder: Sendable {
  fileprivate struct State {
    var lastStep = 0
    var lastEffect = 0
    /// What is added to the numbers of the present store.
    var stepOffset = 0
    var effectOffset = 0
    var hasEnded = false
  }

  let redaction: Redaction
  private let writer: TraceWriter
  private let state = Locked(State())
  private let start = ContinuousClock.now
  /// The time since the start on the session's clock; the real time if there is none.
  private let time: (@Sendable () -> Duration)?

  init(_ writer: TraceWriter, redaction: Redaction, time: (@Sendable () -> Duration)?) {
    self.writer = writer
    self.redaction = redaction
    self.time = time
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
    let (number, origin) = state.withLock { state in
      state.lastStep = state.stepOffset + step.number
      return (state.lastStep, state.origin(origin, step))
    }
    write(
      .action(
        TraceRecord.Action(
          step: number,
          name: isRedacted ? ActionText(action, json: json).path : text.path,
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
          name: effect.name,
          location: "\(effect.fileID):\(effect.line)",
          cause: cause,
          cancellationIDs: effect.cancellationIDs
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
  /// - Parameter effect: The effect of the present store that made it, if one did.
  func call(effect: Int?, _ dependency: String, arguments: [JSONValue], outcome: TraceRecord.Outcome) {
    let isRedacted = redaction.matches(dependency)
    func visible(_ value: JSONValue) -> JSONValue { isRedacted ? redaction.blank(value) : redaction.apply(to: value) }
    let outcome =
      switch outcome {
      case .result(let value): TraceRecord.Outcome.result(visible(value))
      case .error(let value): TraceRecord.Outcome.error(visible(value))
      }
    let number = effect.map { effect in state.withLock { $0.number(effect) } }
    let call = TraceRecord.Call(
      effect: number,
      dependency: dependency,
      arguments: arguments.map(visible),
      outcome: outcome
    )
    write(.call(call))
  }

  func section(_ title: String) {
    write(.section(title: title))
  }

  /// Records that the state became that after a step, and that a store begins whose steps and effects count from 1.
  func jump(to step: Int, patch: JSONPatch) {
    newStore()
    write(.jump(step: step, patch: patch))
  }

  /// Says that the numbers of steps and effects begin again.
  func newStore() {
    state.withLock { state in
      state.stepOffset = state.lastStep
      state.effectOffset = state.lastEffect
    }
  }

  /// Records the end.
  ///
  /// - Returns: The status, or that the trace could not be written, if all else went well.
  func end(_ status: ExitCode) -> ExitCode {
    write(.end(status: Int(status.rawValue)))
    // What is cancelled with the store is not part of the session any more.
    state.withLock { $0.hasEnded = true }
    guard status == .passed, let failure = writer.failure else { return status }
    return failure.status
  }

  /// Why the trace could not be written any longer, if so.
  var failure: FileError? { writer.failure }

  private func write(_ content: TraceRecord.Content) {
    if state.withLock(\.hasEnded) { return }
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

  fileprivate func step(_ step: Int) -> Int { step == 0 ? 0 : stepOffset + step }

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
