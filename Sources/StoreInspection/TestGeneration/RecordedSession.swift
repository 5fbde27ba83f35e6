import Foundation

/// The part of a trace that is about one feature.
struct RecordedSession {
  /// An action of the feature.
  struct Step {
    /// The number of the step in the trace.
    let number: Int
    let name: String
    let action: JSONValue
    /// Whether the action came from outside the feature: from the user, or from the feature around it.
    let isSent: Bool
    /// The time on the session's clock in seconds.
    let time: Double
    let values: GeneratedValues
    /// The feature's state after the step.
    let state: JSONValue
    /// The effect that sent the action.
    let effect: Int?
  }

  struct Call {
    let index: Int
    /// The number of the sent step that caused the call's effect, counted from 1; `nil` if it is not known.
    let origin: Int?
    let endpoint: String
    let arguments: [JSONValue]
    let outcome: TraceRecord.Outcome
    /// Whether other events came between the call and its answer, so that the test has to hold the answer back.
    private(set) var isLate: Bool

    func late(_ isLate: Bool) -> Call {
      var call = self
      call.isLate = isLate
      return call
    }

    /// Whether the call ended because its effect was cancelled.
    var isCancelled: Bool {
      if case .error(let error) = outcome { error["cancelled"] == .bool(true) } else { false }
    }
  }

  enum Event {
    case step(Step)
    case answer(Call)
    case section(String)
    /// At this step, the feature around this one changed its state to this value.
    case changedFromOutside(step: Int, name: String, JSONValue)
  }

  let header: TraceHeader
  let path: FeaturePath
  let initialState: JSONValue
  private(set) var events: [Event] = []
  private(set) var stepCount = 0
  /// A note about the trace.
  private(set) var note: String?

  var steps: [Step] {
    events.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }

  var calls: [Call] {
    events.compactMap { if case .answer(let call) = $0 { call } else { nil } }
  }

  /// The names under which values of the session were redacted, in alphabetical order.
  ///
  /// - Parameter endpoints: The endpoints whose calls the session may contain.
  func redactedNames(_ endpoints: [RecordedEndpoint]) -> [String] {
    let redaction = header.redaction
    var names: Set<String> = []
    redaction.addNames(in: initialState, to: &names)
    for event in events {
      switch event {
      case .step(let step):
        redaction.addNames(in: step.action, to: &names)
        redaction.addNames(in: step.state, to: &names)
      case .changedFromOutside(_, _, let state): redaction.addNames(in: state, to: &names)
      case .answer(let call):
        if redaction.matches(call.endpoint) { names.insert(call.endpoint) }
        for value in call.arguments { redaction.addNames(in: value, to: &names) }
        switch call.outcome {
        case .result(let value), .error(let value): redaction.addNames(in: value, to: &names)
        }
        let labels = endpoints.first { $0.name == call.endpoint }?.parameters ?? []
        for (label, argument) in zip(labels, call.arguments) where redaction.matches(label) && argument.hasContent {
          names.insert(label)
        }
      case .section: break
      }
    }
    return names.sorted()
  }

  /// Reads a trace up to a step.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of steps of the trace.
  ///   - sizeLimit: The maximum number of bytes of records.
  init(_ reader: TraceReader, path: FeaturePath, through lastStep: Int?, limit: Int, sizeLimit: Int = .max) throws {
    var reader = reader
    self.header = reader.header
    self.path = path
    var whole = header.state
    var state = path.state(in: whole)
    initialState = state
    /// The moment when each effect was last active: the number of steps sent by then, and the time.
    var latest: [Int: Moment] = [:]
    var causes: [Int: Int] = [:]
    var sentCount = 0
    /// The number of the sent step that caused each step of the feature, by the step's number in the trace.
    var origins: [Int: Int] = [:]
    var callCount = 0
    /// Answers that effects have received and that had no consequence yet.
    var pending: [Int: [Call]] = [:]
    func takeAnswers(of effect: Int, at now: Moment) {
      for answer in pending.removeValue(forKey: effect) ?? [] {
        events.append(.answer(answer.late(latest[effect].map { $0 != now } ?? false)))
      }
      latest[effect] = now
    }
    func moment(_ record: TraceRecord) -> Moment { Moment(sent: sentCount, time: header.isLive ? 0 : record.time) }
    var size = 0
    while let (record, source) = try reader.next() {
      if case .action(let action) = record.content {
        if let lastStep, action.step > lastStep { return }
        guard action.step <= limit else { throw TooLong(lastStep: limit, what: "\(limit) steps") }
      }
      if !record.content.isUnknown { size += source.bytes.count }
      guard size <= sizeLimit else { throw TooLong(lastStep: stepCount, what: "\(sizeLimit >> 20) MB of values") }
      switch record.content {
      case .action(let action):
        stepCount = action.step
        do {
          try action.patch.apply(to: &whole)
        } catch {
          throw TraceError(source, Diagnostic(0..<0, "the patch does not fit the state: \(error.message)"))
        }
        let after = path.state(in: whole)
        guard let child = path.action(in: action.action.value) else {
          if !after.isIdentical(to: state), after != state {
            events.append(.changedFromOutside(step: action.step, name: action.name, after))
          }
          state = after
          continue
        }
        state = after
        var effect: Int?
        let origin: Int?
        switch action.origin {
        case .user: origin = nil
        case .reducer(let cause): origin = origins[cause]
        case .effect(let number):
          effect = number
          origin = causes[number].flatMap { origins[$0] }
        }
        if let effect { takeAnswers(of: effect, at: moment(record)) }
        let isSent = origin == nil
        if isSent { sentCount += 1 }
        origins[action.step] = origin ?? sentCount
        events.append(
          .step(
            Step(
              number: action.step,
              name: action.name,
              action: child,
              isSent: isSent,
              time: record.time,
              values: action.values,
              state: state,
              effect: effect
            )
          )
        )
      case .started(let effect):
        causes[effect.effect] = effect.cause
        latest[effect.effect] = moment(record)
      case .call(let call):
        // In a test of the feature alone, effects that another part of the program has started make no calls.
        if let cause = call.effect.flatMap({ causes[$0] }), cause > 0, origins[cause] == nil { continue }
        let answer = Call(
          index: callCount,
          origin: call.effect.flatMap { causes[$0] }.flatMap { origins[$0] },
          endpoint: call.dependency,
          arguments: call.arguments,
          outcome: call.outcome,
          isLate: false
        )
        callCount += 1
        // An answer shows its consequence when its effect is active the next time.
        if let effect = call.effect {
          pending[effect, default: []].append(answer)
        } else {
          events.append(.answer(answer))
        }
      case .section(let title): events.append(.section(title))
      case .jump where reader.lastStep == lastStep: return
      case .jump(let step, _):
        throw Unsupported(
          """
          after step \(reader.lastStep) the session went back to step \(step), which no test can do
          """,
          fix: reader.lastStep == 0 ? nil : "take what came before it: --to \(reader.lastStep)"
        )
      case .finished(let effect), .cancelled(let effect): takeAnswers(of: effect, at: moment(record))
      case .end, .unknown: break
      }
    }
    if let lastStep, lastStep > reader.lastStep { throw UnsuitableTrace.lacks(lastStep, reader) }
    // The session ended before the pending answers had a consequence, so effects in the test wait for them.
    note = reader.note
  }

  private struct Moment: Equatable {
    let sent: Int
    let time: Double
  }

  /// Thrown for a session that is too long for a test.
  struct TooLong: Error {
    /// The last step before the limit.
    let lastStep: Int
    /// The exceeded limit in words.
    let what: String
  }

  /// Thrown for something in the trace that a test can't repeat.
  struct Unsupported: Error {
    let problem: String
    let fix: String?

    init(_ problem: String, fix: String? = nil) {
      self.problem = problem
      self.fix = fix
    }
  }
}

extension TraceRecord.Content {
  fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

/// The place of a feature in another one: the properties of the state, and the cases of the actions.
struct FeaturePath: Equatable, Sendable {
  var properties: [String] = []
  var cases: [String] = []

  var description: String { properties.joined(separator: ".") }

  /// The feature's encoded state; `null` if it does not exist.
  func state(in state: JSONValue) -> JSONValue {
    properties.reduce(state) { $0[$1] ?? .null }
  }

  /// The feature's encoded action; `nil` if it is an action of another feature.
  func action(in action: JSONValue) -> JSONValue? {
    cases.reduce(action) { $0?[$1]?["_0"] }
  }

  func appending(property: String, case name: String) -> FeaturePath {
    FeaturePath(properties: properties + [property], cases: cases + [name])
  }
}
