import Foundation

/// The records of a trace that concern one feature.
package struct RecordedEvents: Sendable {
  /// An action of the feature.
  package struct Step: Sendable {
    /// The number of the step in the trace.
    package let number: Int
    package let name: String
    package let action: JSONValue
    /// Whether the action came from outside the feature: from the user, or from the feature around it.
    package let isSent: Bool
    /// The time on the session's clock in seconds.
    package let time: Double
    package let values: GeneratedValues
    /// The feature's state after the step.
    package let state: JSONValue
  }

  /// A call of an endpoint that the feature made.
  struct Call: Sendable {
    let endpoint: String
    let arguments: [JSONValue]
    let outcome: TraceRecord.Outcome
    /// The time of the answer on the session's clock, in seconds.
    let time: Double
    /// The number of the feature's actions and changes after which the answer is given; `nil` if the effect was
    /// cancelled before it used the answer.
    var stepCount: Int?
  }

  package enum Event: Sendable {
    case step(Step)
    /// An effect of the feature changed its state.
    case modified(step: Int, name: String, time: Double, state: JSONValue)
    case section(String)
    /// The feature around this one changed its state.
    case changedFromOutside(step: Int, name: String)
    /// The session went back to an earlier step.
    case jump(to: Int, after: Int)

    /// The number of the step that changed the state.
    var number: Int? {
      switch self {
      case .step(let step): step.number
      case .modified(let step, _, _, _): step
      case .section, .changedFromOutside, .jump: nil
      }
    }
  }

  package let header: TraceHeader
  package let initialState: JSONValue
  package private(set) var events: [Event] = []
  private(set) var calls: [Call] = []
  /// A message about a last line that was cut off; `nil` if there is none.
  package private(set) var note: String?

  package var steps: [Step] {
    events.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }

  /// The names under which values of the session were redacted, in alphabetical order.
  package var redactedNames: [String] {
    let redaction = header.redaction
    var names: Set<String> = []
    redaction.addNames(in: initialState, to: &names)
    for step in steps {
      redaction.addNames(in: step.action, to: &names)
      redaction.addNames(in: step.state, to: &names)
    }
    for call in calls {
      if redaction.matches(call.endpoint) { names.insert(call.endpoint) }
      for value in call.arguments { redaction.addNames(in: value, to: &names) }
      switch call.outcome {
      case .result(let value), .error(let value): redaction.addNames(in: value, to: &names)
      }
    }
    return names.sorted()
  }

  /// Reads a trace up to a step.
  ///
  /// - Throws: A ``TraceError`` if the trace is damaged, an ``UnsuitableTrace`` if it has no such step.
  package init(_ reader: TraceReader, path: FeaturePath, through lastStep: Int = .max) throws {
    var reader = reader
    header = reader.header
    var whole = header.state
    var state = path.state(in: whole)
    initialState = state
    /// The steps before changes that changed nothing.
    var unchanged: [Int: Int] = [:]
    /// The steps that caused the effects.
    var causes: [Int: Int] = [:]
    /// The numbers of the feature's steps.
    var own: Set<Int> = []
    /// The numbers of the changes by the feature's effects.
    var modifications: Set<Int> = []
    /// Step 0 is the start of the store, which is when features begin.
    func isOwn(_ step: Int) -> Bool { step == 0 || own.contains(step) || modifications.contains(step) }
    /// The last answered call of each effect that has done nothing since the answer.
    var answered: [Int: Int] = [:]
    /// The effects that were cancelled.
    var cancelled: Set<Int> = []
    /// Notes that an effect has used its answer, or was cancelled. Answers of live clients arrive on another thread, so
    /// an effect may use them later than they were recorded.
    func use(_ effect: Int, isCancelled: Bool = false) {
      guard let call = answered.removeValue(forKey: effect) else { return }
      if isCancelled {
        calls[call].stepCount = nil
      } else if header.isLive {
        calls[call].stepCount = own.count + modifications.count
      }
    }
    reading: while let (record, source) = try reader.next() {
      switch record.content {
      case .action(let action):
        if action.step > lastStep { break reading }
        try record.apply(to: &whole, source)
        if case .effect(let effect) = action.origin { use(effect) }
        let after = path.state(in: whole)
        guard let child = path.action(in: action.action.value) else {
          if !after.isIdentical(to: state), after != state {
            events.append(.changedFromOutside(step: action.step, name: action.name))
          }
          state = after
          continue
        }
        state = after
        let cause: Int? =
          switch action.origin {
          case .user: nil
          case .reducer(let step): step
          case .effect(let effect): causes[effect]
          }
        let isSent = cause.map { !isOwn($0) } ?? true
        own.insert(action.step)
        events.append(
          .step(
            Step(
              number: action.step,
              name: action.name,
              action: child,
              isSent: isSent,
              time: record.time,
              values: action.values,
              state: state
            )
          )
        )
      case .modified(let modification):
        if modification.step > lastStep { break reading }
        try record.apply(to: &whole, source)
        use(modification.effect)
        let after = path.state(in: whole)
        defer { state = after }
        if after.isIdentical(to: state) {
          unchanged[modification.step] = events.last(where: { $0.number != nil })?.number ?? 0
          continue
        }
        guard let cause = causes[modification.effect], isOwn(cause) else {
          if after != state { events.append(.changedFromOutside(step: modification.step, name: modification.name)) }
          continue
        }
        modifications.insert(modification.step)
        events.append(.modified(step: modification.step, name: modification.name, time: record.time, state: after))
      case .started(let effect):
        // Without an event, an effect without a cause began before the recording.
        causes[effect.effect] = effect.cause == 0 && effect.event == nil ? -1 : effect.cause
      case .call(let call):
        // Effects that another part of the program has started make no calls when the feature runs alone.
        if let cause = call.effect.flatMap({ causes[$0] }), cause > 0, !isOwn(cause) { continue }
        if let effect = call.effect {
          // An answer that came too late led to nothing, and the same call of another effect must not get it.
          if cancelled.contains(effect) { continue }
          use(effect)
          answered[effect] = calls.count
        }
        calls.append(
          Call(
            endpoint: call.dependency,
            arguments: call.arguments,
            outcome: call.outcome,
            time: record.time,
            stepCount: own.count + modifications.count
          )
        )
      case .section(let title): events.append(.section(title))
      case .jump where reader.lastStep >= lastStep: break reading
      case .jump(let step, _):
        events.append(.jump(to: unchanged[step] ?? step, after: reader.lastStep))
        try record.apply(to: &whole, source)
        state = path.state(in: whole)
      case .finished(let effect): use(effect)
      case .cancelled(let effect):
        cancelled.insert(effect)
        use(effect, isCancelled: true)
      case .notified, .end, .unknown: break
      }
    }
    if lastStep < .max, lastStep > reader.lastStep { throw UnsuitableTrace.lacks(lastStep, reader) }
    note = reader.note
    // The session ended before these answers were used.
    for effect in answered.keys { use(effect, isCancelled: true) }
  }
}

/// The place of a feature in another one: the properties of the state, and the cases of the actions.
package struct FeaturePath: Equatable, Sendable {
  package var properties: [String] = []
  package var cases: [String] = []

  package init() {}

  /// Reads paths such as `list.editor`.
  init(properties: String, cases: String) {
    self.properties = properties.split(separator: ".").map(String.init)
    self.cases = cases.split(separator: ".").map(String.init)
  }

  package var description: String { properties.joined(separator: ".") }

  /// The feature's encoded state; `null` if it does not exist.
  func state(in state: JSONValue) -> JSONValue {
    properties.reduce(state) { $0[$1] ?? .null }
  }

  /// The feature's encoded action; `nil` if it is an action of another feature.
  func action(in action: JSONValue) -> JSONValue? {
    cases.reduce(action) { $0?[$1]?["_0"] }
  }

  package func appending(property: String, case name: String) -> FeaturePath {
    var path = self
    path.properties.append(property)
    path.cases.append(name)
    return path
  }
}
