import Dependencies
import Foundation
import Store

/// A running replay.
struct ReplayRun<Feature: Reducer & SendableMetatype> where Feature.State: Encodable, Feature.Action: Codable {
  private let options: ReplayOptions
  private let summary: ReplaySummary
  private let clock: TestClock<Duration>
  private let player: GeneratedValuesPlayer
  private let reduction: Reduction<Feature.State, Feature.Action>
  private let console: Console
  private var trace: TraceReader
  /// The line of the record that is replayed, and the states before it.
  private var source = SourceText(name: "", text: "")
  private var previous = (reached: JSONValue.null, recorded: JSONValue.null)

  private var state: Feature.State
  private let encoder: JSONStateEncoder
  /// The encoded and redacted states: the one that the replay has reached, and the one that was recorded.
  private var reached: JSONValue
  private var recorded: JSONValue
  /// The redacted texts of the states, which are collected only when a difference is found.
  private var texts = RedactedTexts()
  /// The states of the steps to which the trace jumps.
  private var targets: [Int: (state: Feature.State, reached: JSONValue)] = [:]

  /// The effects that have started.
  private var effects: [Int: TraceRecord.Effect] = [:]
  private var leftOut: [(step: Int, name: String)] = []
  private var leftOutSteps: Set<Int> = []
  private var firstDifference: String?
  private var lastStep = "at the start"
  private var sentCount = 0
  private var receivedCount = 0
  private var modificationCount = 0
  /// Called with the state after each step.
  var didReach: (_ step: Int, Feature.State) -> Void = { _, _ in }

  init(
    _ setup: FeatureSetup<Feature>,
    _ options: ReplayOptions,
    _ trace: TraceReader,
    _ summary: ReplaySummary,
    clock: TestClock<Duration>,
    player: GeneratedValuesPlayer,
    console: Console
  ) {
    self.console = console
    self.options = options
    self.trace = trace
    self.summary = summary
    self.clock = clock
    self.player = player
    player.load(trace.header.values)
    reduction = setup.reducer().makeReduction()
    state = setup.initialState()
    encoder = JSONStateEncoder(redacting: trace.header.redaction)
    reached = .null
    recorded = trace.header.state
  }

  mutating func run() throws -> ExitCode {
    let header = trace.header
    console.write(
      "\(header.feature.printable) of \(header.program.printable) \(header.version.printable) on "
        + "\(header.isLive ? "live" : "mock") values, recorded \(header.date.formatted(.iso8601))\n"
    )
    for note in notes { console.writeError("note: \(note)\n") }
    reached = encoded(otherwise: .null)
    save(0)
    if differs() {
      console.writeError(
        difference(at: "\(trace.name.printable):1", "the feature begins in another state than was recorded")
      )
      return .failed
    }
    var progress = ReplayProgress(total: summary.stepCount)
    while trace.lastStep != options.end, let (record, source) = try trace.next() {
      self.source = source
      previous = (reached, recorded)
      try record.apply(to: &recorded, source)
      do throws(Diagnostic) {
        if let outcome = try perform(record) {
          progress.clear()
          console.write(console.fitted(outcome.text))
          console.writeError(console.fitted(outcome.error))
          return outcome.status
        }
      } catch {
        progress.clear()
        throw TraceError(source, error)
      }
      progress.show(trace.lastStep)
    }
    progress.clear()
    return finish()
  }

  private var notes: [String] {
    if let note = summary.note { return [note] }
    return summary.hasEnd ? [] : ["the trace has no end: the program that recorded it was ended, or still runs"]
  }

  /// The result of a replay that ends before its last step.
  private struct Outcome {
    var status: ExitCode
    var text = ""
    var error = ""
  }

  // MARK: Records

  private mutating func perform(_ record: TraceRecord) throws(Diagnostic) -> Outcome? {
    switch record.content {
    case .started(let effect): effects[effect.effect] = effect
    case .action(let action): return try perform(action, at: record.time)
    case .modified(let modification): return try perform(modification, at: record.time)
    case .jump(let step, _):
      // The summary lists all targets, so the state of each one was saved.
      guard let target = targets[step] else { break }
      (state, reached) = target
      if leftOut.isEmpty, differs() {
        return Outcome(
          status: .failed,
          error: difference(
            at: source.reference(to: 0),
            "the state after step \(step) is not the one that was recorded"
          )
        )
      }
    case .finished, .cancelled, .call, .notified, .section, .end, .unknown: break
    }
    return nil
  }

  private mutating func perform(_ action: TraceRecord.Action, at time: Double) throws(Diagnostic) -> Outcome? {
    if isLeftOut(action) {
      leaveOut(action.step, action.name)
      return nil
    }
    let decoded = try decode(action)
    player.load(action.values)
    clock.set(to: TestClock<Duration>.Instant(offset: .seconds(recorded: time)))
    // Only the first line of an issue is printed: an action that is left out often makes many others fail.
    for issue in withCapturedIssues({ _ = reduction(&state, decoded) }) {
      let firstLine = issue.message.split(separator: "\n").first.map(String.init) ?? ""
      console.writeError("note: step \(action.step), \(action.name.printable): \(firstLine)\n")
    }
    reached = encoded(otherwise: reached)
    save(action.step)
    if case .user = action.origin { sentCount += 1 } else { receivedCount += 1 }

    return compare(step: action.step) { $0.describe(action, decoded) }
  }

  /// Applies the change of an effect to the state, because effects do not run.
  private mutating func perform(
    _ modification: TraceRecord.Modification,
    at time: Double
  ) throws(Diagnostic) -> Outcome? {
    let (step, effect) = (modification.step, effects[modification.effect])
    let name = ActionText(modification: modification.name).path
    var changed = RecordedValue.json(state)
    // If other steps were left out, the patch may change parts that do not exist. Otherwise it always fits the recorded
    // state.
    let fits = (try? modification.patch.apply(to: &changed)) != nil
    if !fits || options.skipped.contains(step) || effect.map({ leftOutSteps.contains($0.cause) }) == true {
      leaveOut(step, name)
      return nil
    }
    clock.set(to: TestClock<Duration>.Instant(offset: .seconds(recorded: time)))
    do throws(DecodingProblem) {
      try RecordedValue.change(&state, to: changed) { RecordedValue.json($0) }
    } catch {
      var diagnostic = error.diagnostic
      diagnostic.notes += [
        "this is a part of the state after step \(step), `\(name.truncated(to: 80).printable)`",
        "an effect has changed it, and a replay runs no effects but decodes what has changed",
      ]
      throw diagnostic
    }
    reached = encoded(otherwise: reached)
    save(step)
    modificationCount += 1
    let text = "\(name) by \(effects.text(of: modification.effect))"
    return compare(step: step) { _ in text }
  }

  private mutating func leaveOut(_ step: Int, _ name: String) {
    leftOut.append((step, name))
    leftOutSteps.insert(step)
    lastStep = "after step \(step), which was left out"
    save(step)
  }

  /// Compares the state that a step has reached with the recorded one.
  private mutating func compare(step: Int, _ describe: (Self) -> String) -> Outcome? {
    func text() -> String { describe(self) }
    if options.end == step { lastStep = "after step \(step), \(text())" }
    if leftOut.isEmpty {
      if differs() {
        return Outcome(
          status: .failed,
          error: difference(
            at: source.reference(to: 0),
            "step \(step) does not reach the state that was recorded",
            "  \(text())\n"
          )
        )
      }
    } else if firstDifference == nil {
      var then = JSONDifference(from: previous.recorded, to: recorded)
      var now = JSONDifference(from: previous.reached, to: reached)
      if then.lines != now.lines {
        learnSecrets()
        then = JSONDifference(from: texts.hidden(in: previous.recorded), to: texts.hidden(in: recorded))
        now = JSONDifference(from: texts.hidden(in: previous.reached), to: texts.hidden(in: reached))
      }
      if then.lines != now.lines {
        firstDifference = """
          The first step that came out differently is step \(step), \(text())
            as it was recorded:
          \(then.text(indentation: 4))
            without what was left out:
          \(now.text(indentation: 4))

          """
      }
    }
    if let path = options.path, value(at: path, in: previous.reached) != value(at: path, in: reached) {
      return Outcome(
        status: .passed,
        text: """
          step \(step) is the first that changed \(path): \(text())
          \(JSONDifference(from: previous.reached, to: reached).text(indentation: 2))

          """
      )
    }
    return nil
  }

  /// Whether an action has to be left out, or was caused by one that was left out.
  private func isLeftOut(_ action: TraceRecord.Action) -> Bool {
    if options.skipped.contains(action.step) { return true }
    switch action.origin {
    case .user: return false
    case .reducer(let step): return leftOutSteps.contains(step)
    case .effect(let effect): return effects[effect].map { leftOutSteps.contains($0.cause) } ?? false
    }
  }

  private func decode(_ action: TraceRecord.Action) throws(Diagnostic) -> Feature.Action {
    do throws(DecodingProblem) {
      return try NodeDecoder.decode(Feature.Action.self, from: .json(action.action))
    } catch {
      var diagnostic = error.diagnostic
      diagnostic.notes.append("this is action \(action.step), `\(action.name.truncated(to: 80).printable)`")
      let value = action.action.value
      if trace.header.redaction.isNeeded(by: value) || "\(value)".contains(Redaction.mark) {
        diagnostic.notes.append("a part of it was redacted when it was recorded, which may be why it cannot be decoded")
      }
      throw diagnostic
    }
  }

  // MARK: States

  private func encoded(otherwise other: JSONValue) -> JSONValue {
    // If a state could not be encoded, the recording also contains the state before it.
    (try? encoder.encode(state)) ?? other
  }

  /// Whether the replay has reached another state than was recorded.
  private mutating func differs() -> Bool {
    guard reached.isIdentical(to: recorded) else {
      guard reached != recorded else { return false }
      // The values under redacted names were hidden in other texts of the state, too.
      learnSecrets()
      (reached, recorded) = (texts.hidden(in: reached), texts.hidden(in: recorded))
      return reached != recorded
    }
    // Both become the same value, so that the comparison after the next step skips its unchanged parts.
    recorded = reached
    return false
  }

  private mutating func learnSecrets() {
    guard let state = try? JSONValueEncoder().encode(state) else { return }
    texts.insert(from: state, trace.header.redaction)
  }

  private mutating func save(_ step: Int) {
    didReach(step, state)
    if summary.targets.contains(step) { targets[step] = (state, reached) }
  }

  private func value(at path: ValuePath, in state: JSONValue) -> JSONValue? {
    try? StateReader(encoded: state).value(at: path)
  }

  // MARK: Texts

  private func difference(at place: String, _ message: String, _ detail: String = "") -> String {
    let difference = JSONDifference(from: recorded, to: reached)
    return """
      \(place): \(message)
      \(detail)  what was recorded → what is reached now:
      \(difference.text(indentation: 4))

      """
  }

  private func describe(_ action: TraceRecord.Action, _ decoded: Feature.Action) -> String {
    let text = ActionText(decoded, json: trace.header.redaction.apply(to: action.action.value)).description
    return "\(text) \(effects.text(of: action.origin))"
  }

  private func finish() -> ExitCode {
    if let path = options.path {
      let reason: String
      do throws(Diagnostic) {
        reason = "it is \(try StateReader(encoded: reached).value(at: path)) from start to end"
      } catch {
        reason = ([error.message] + error.notes).joined(separator: "\n  ")
      }
      console.writeError("no step changed `\(path)`\n  \(reason)\n")
      return .failed
    }
    if options.end != nil {
      console.write("the state \(lastStep):\n\(reached.pretty(width: console.columns() ?? 100))\n")
    }
    let counts =
      "\((sentCount + receivedCount + modificationCount).counting("step")), \(sentCount) sent by the user, "
      + "\(receivedCount) received" + (modificationCount > 0 ? ", \(modificationCount) by effects" : "")
    if leftOut.isEmpty {
      console.write("\(counts): every state was reached as it was recorded\n")
      return .passed
    }
    let others = leftOut.count - options.skipped.count
    let names =
      leftOut.prefix(10).map { "  step \($0.step), \($0.name.printable)" } + (leftOut.count > 10 ? ["  …"] : [])
    let difference = JSONDifference(from: recorded, to: reached)
    console.write(
      """
      \(counts), \(leftOut.count.counting("step")) left out\(others > 0 ? ", \(others) of them because of the others" : ""):
      \(names.joined(separator: "\n"))
      \(firstDifference ?? "All other steps reached the recorded states.\n")
      """
    )
    console.write(
      difference.lines.isEmpty
        ? "the last state is the one that was recorded\n"
        : "the last state, as it was recorded → without what was left out:\n\(difference.text(indentation: 2))\n"
    )
    return .passed
  }
}
