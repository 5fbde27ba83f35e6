import Execution
import Store
import StoreTrace

/// Records the steps of a store, and passes them to the transcript and to the trace.
final class SessionJournal<State: Encodable, Action: Encodable> {
  private let transcript: Transcript
  /// Called after each step of the store.
  var onStep: () -> Void = {}
  /// Called after each action, and after each change by an effect, with its origin.
  var onAction: (_ action: ActionText, _ origin: String, _ isReceived: Bool, _ state: State) -> Void = { _, _, _, _ in }
  private(set) var sentCount = 0
  private(set) var receivedCount = 0
  /// The number of changes by effects.
  private(set) var modificationCount = 0
  /// Whether a page has set the state.
  private(set) var wasRestored = false
  /// The actions and changes by effects that no statement has awaited yet. All but the latest are condensed, to save
  /// memory.
  var received: [ActionText] = []
  /// The number of received actions that are shown if an awaited one does not come.
  static var shownCount: Int { 10 }
  /// The effects that sent nothing while a statement waited for them in real time.
  var effectsInVain: Set<Int> = []
  /// The running effects by id, and so in the order of their start.
  private var effects: [Int: RunningEffect] = [:]
  /// The action that was recorded last. It is kept because it has caused most effects that start.
  private var latestAction: (step: Int, path: String)?
  /// The encoded state after the last step.
  private var latest: JSONValue?
  let encoder = JSONStateEncoder()
  /// Reads the current state; `nil` after a step, until a value is read again.
  var reader: StateReader?
  /// Records each step in the trace.
  private var recorder: TraceRecorder?

  /// A running effect, with its texts, which are printed again and again.
  private struct RunningEffect {
    let description: EffectDescription<Action>
    let name: String
    /// The path of the action that started it.
    let cause: String
    /// The reason for waiting that was printed last; `nil` if none was printed.
    var shownWait: String?
    /// The last action that it has sent, if that action reports an error.
    var failure: ActionText?
  }

  /// The number that is added to the ids of effects, because each store counts its effects from 1.
  private(set) var effectOffset = 0
  private var lastEffect = 0
  /// The number of steps that the current store has made.
  private var storeSteps = 0

  init(transcript: Transcript) {
    self.transcript = transcript
  }

  /// Begins to record in a trace, with the initial state.
  func begin(_ recorder: TraceRecorder, state: JSONValue) {
    latest = state
    self.recorder = recorder
  }

  func record(_ step: StoreStep<State, Action>, _ numbers: StepNumbers, _ duration: Duration?) {
    recorder?.event(step)
    reader = nil
    switch step {
    case .reduced(let action, let origin, let before, let after):
      storeSteps += 1
      var text = ActionText(action)
      if case .effect(let effect) = origin {
        effectsInVain.remove(effect.id)
        text.isFailure = error(in: action) != nil
        effects[effect.id]?.failure = text.isFailure ? text : nil
      }
      let description = describe(origin, numbers)
      latestAction = (numbers.action, text.shortened)
      let (change, lines) = change(from: before, to: after)
      transcript.action(text, description, change: lines)
      recorder?.action(action, text, origin: origin, numbers: numbers, duration: duration, change: change)
      if case .user = origin {
        sentCount += 1
        onAction(text, description, false, after)
      } else {
        receivedCount += 1
        receive(text)
        onAction(text, description, true, after)
      }
    case .effectStarted(let effect):
      let running = running(effect)
      effects[effect.id] = running
      lastEffect = max(lastEffect, effectOffset + effect.id)
      transcript.note("\(running.name) started by \(running.cause)")
    case .modified(let name, let effect, let before, let after):
      storeSteps += 1
      modificationCount += 1
      let text = ActionText(modification: name)
      latestAction = (numbers.action, text.path)
      let (change, lines) = change(from: before, to: after)
      let running = effects[effect.id] ?? running(effect)
      let description = "by \(running.name), started by \(running.cause)"
      transcript.action(text, description, change: lines)
      recorder?.modification(name, by: effect, numbers, duration: duration, change: change)
      effects[effect.id]?.failure = nil
      effectsInVain.remove(effect.id)
      receive(text)
      onAction(text, description, true, after)
    case .restored(let number, let before, let after):
      wasRestored = true
      let (change, lines) = change(from: before, to: after)
      transcript.jump(to: number, change: lines)
      recorder?.jump(to: number, change: change)
    case .sharedStateChanged, .observersNotified: break
    case .effectFinished(let effect): transcript.note("\(remove(effect)) finished")
    case .effectCancelled(let effect): transcript.note("\(remove(effect)) cancelled")
    }
    onStep()
  }

  /// Continues with another store, whose state is that after a step, and whose effects count from 1 again.
  func jump(to state: State, traceStep: Int) {
    reader = nil
    effects = [:]
    effectsInVain = []
    latestAction = nil
    effectOffset = lastEffect
    storeSteps = 0
    recordJump(from: latest, to: state, traceStep: traceStep)
  }

  /// Continues in place of another journal. The trace does not contain the steps that were repeated to come here.
  ///
  /// - Parameters:
  ///   - traceSteps: The numbers in the trace of the start and of the steps that have led here.
  ///   - time: The time on the session's clock.
  func takeOver(
    from other: SessionJournal,
    state: State,
    traceSteps: [Int],
    generated: GeneratedValuesLog?,
    time: (@Sendable () -> Duration)?
  ) {
    sentCount = other.sentCount
    receivedCount = other.receivedCount
    modificationCount = other.modificationCount
    wasRestored = other.wasRestored
    recorder = other.recorder
    recorder?.use(generated, time: time)
    let old = other.latest
    other.recorder = nil
    recordJump(from: old, to: state, traceStep: traceSteps.last ?? 0, storeSteps: traceSteps.suffix(storeSteps))
    for (_, effect) in effects.sorted(by: { $0.key < $1.key }) { recorder?.started(effect.description) }
  }

  /// - Parameter storeSteps: The numbers in the trace of the steps that the store has already made.
  private func recordJump(from old: JSONValue?, to state: State, traceStep: Int, storeSteps: ArraySlice<Int> = []) {
    latest = try? encoder.encode(state)
    guard let recorder else { return }
    recorder.newStore(after: Array(storeSteps))
    if let old, let latest {
      recorder.jump(to: traceStep, change: JSONChange(from: old, to: latest))
    }
  }

  /// The number of actions that were reduced, and of changes by effects.
  var stepCount: Int { sentCount + receivedCount + modificationCount }

  /// The number of the step that was recorded last; 0 if none was.
  var traceStep: Int { recorder?.lastStep ?? 0 }

  /// Removes and returns the earliest received action or change that is awaited.
  func take(_ awaited: Awaited) -> ActionText? {
    received.firstIndex(where: awaited.isMet).map { received.remove(at: $0) }
  }

  /// Adds an action or a change that can be awaited.
  private func receive(_ text: ActionText) {
    received.append(text)
    // A failed `await` shows the latest actions. A script may leave any number of earlier ones, so these are condensed.
    let earlier = received.count - Self.shownCount - 1
    if earlier >= 0 { received[earlier] = received[earlier].condensed() }
  }

  /// The running effects, with the actions that started them and the reasons for which they wait.
  func running(_ waits: RunningEffects) -> [(id: Int, name: String, cause: String, reason: String?)] {
    effects.sorted { $0.key < $1.key }.map { id, effect in
      (id, effect.name, effect.cause, waits.reasons(effect: id).first)
    }
  }

  /// Whether an effect may send what a script waits for. An effect that only observes something else does not. Neither
  /// does one that has failed, unless the script has awaited its failure.
  func mayMeet(_ awaited: Awaited, effect id: Int, observing: [String: Set<String>]) -> Bool {
    guard let effect = effects[id] else { return false }
    if let name = effect.description.name, let paths = observing[name] {
      return paths.contains(where: awaited.overlaps)
    }
    return effect.failure.map { failure in !received.contains { $0.isSame(as: failure) } } ?? true
  }

  /// Prints what the running effects wait for, unless it was printed before.
  func noteWaits(_ waits: RunningEffects) {
    for id in effects.keys.sorted() {
      let wait = waits.reasons(effect: id).first ?? "waiting for something other than the clock"
      guard let effect = effects[id], effect.shownWait != wait else { continue }
      effects[id]?.shownWait = wait
      transcript.note("\(effect.name) is \(wait)")
    }
  }

  private func change(from before: State, to after: State) -> (JSONChange?, lines: [JSONDifference.Line]) {
    if transcript.isSilent, recorder == nil { return (nil, []) }
    do {
      let old = try latest ?? encoder.encode(before)
      let new = try encoder.encode(after)
      latest = new
      let change = JSONChange(from: old, to: new)
      return (change, transcript.isSilent ? [] : JSONDifference(change).lines)
    } catch {
      // A trace continues from the last state that could be encoded.
      if recorder == nil { latest = nil }
      let text = "the state cannot be encoded: \(error)".printableLines
      return (nil, [JSONDifference.Line(mark: .changed, text: text)])
    }
  }

  /// Removes an effect that has ended, and returns its name.
  private func remove(_ effect: EffectDescription<Action>) -> String {
    effectsInVain.remove(effect.id)
    return effects.removeValue(forKey: effect.id)?.name ?? name(effect)
  }

  private func running(_ effect: EffectDescription<Action>) -> RunningEffect {
    RunningEffect(description: effect, name: name(effect), cause: cause(of: effect))
  }

  private func cause(of effect: EffectDescription<Action>) -> String {
    effect.event ?? effect.cause.map { path($0, effect.causeStep) } ?? "the store"
  }

  private func describe(_ origin: ActionOrigin<Action>, _ numbers: StepNumbers) -> String {
    switch origin {
    case .user: return "sent by the user"
    case .reducer(let cause?): return "received from the reducer, after \(path(cause, numbers.cause))"
    case .reducer(nil): return "received from the reducer, when its feature began, changed or ended"
    case .effect(let effect):
      let running = effects[effect.id] ?? running(effect)
      return "received from \(running.name), started by \(running.cause)"
    }
  }

  private func path(_ action: Action, _ step: Int?) -> String {
    if let latestAction, latestAction.step == step { return latestAction.path }
    return ActionText(action).shortened
  }

  private func name(_ effect: EffectDescription<Action>) -> String {
    "effect \(effectOffset + effect.id) " + (effect.name.map { "\"\($0)\"" } ?? "(\(effect.fileID):\(effect.line))")
  }
}

extension ActionText {
  /// The path; of an action without one, the beginning of its description.
  fileprivate var shortened: String { path.isEmpty ? description.truncated(to: 60) : path }
}
