import Dependencies
import Store

/// One run of a script: a store, its clock, and what has happened so far.
final class ScriptSession<Feature: Reducer> where Feature.State: Encodable, Feature.Action: Codable {
  private typealias Journal = SessionJournal<Feature.State, Feature.Action>

  private let player: ScriptPlayer<Feature>
  private let transcript: Transcript
  private let executor: ScriptExecutor
  /// `nil` in real time.
  private let clock: TestClock<Duration>?
  private let waits = EffectWaits()
  private let recorder: SuspensionRecorder
  private let journal: Journal
  private let store: Store<Feature.State, Feature.Action>
  /// Has an element whenever the store has done something.
  private let steps: AsyncStream<Void>
  private let onStep: AsyncStream<Void>.Continuation
  private var variables: [String: JSONValue] = [:]
  private var expectationCount = 0
  private var failureCount = 0

  init(_ player: ScriptPlayer<Feature>, isolation: isolated ScriptActor) {
    let (steps, onStep) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let executor = isolation.executor
    let waits = waits
    let clock = player.isLive ? nil : TestClock()
    let transcript = Transcript(console: player.console)
    let journal = Journal(transcript: transcript) { onStep.yield() }
    self.player = player
    self.transcript = transcript
    self.executor = executor
    self.clock = clock
    let recorder = waits.recorder(executor: executor)
    self.recorder = recorder
    self.journal = journal
    self.steps = steps
    self.onStep = onStep
    store = Store(
      initialState: player.initialState(),
      isolation: isolation,
      configuration: clock == nil
        ? StoreConfiguration()
        : StoreConfiguration(executor: executor, recorder: recorder),
      reducer: player.reducer
    ) {
      Self.prepare(&$0, player, clock)
    }
    store.inspect(with: Inspector { journal.record($0) })
  }

  func play(_ script: Script) async -> ExitCode {
    let sends: [Int: Feature.Action]
    do {
      sends = try check(script)
    } catch {
      player.console.writeError(error.rendered + "\n")
      return .wrongScript
    }
    await introduceToClock()
    transcript.begin("\(Feature.self)", isLive: player.isLive)
    var status = ExitCode.passed
    var stepCount = 0
    for (index, statement) in script.statements.enumerated() {
      stepCount += 1
      transcript.statement(statement, in: script.source)
      do {
        try Task.checkCancellation()
        try await perform(statement, action: sends[index])
        try Task.checkCancellation()
      } catch let failure as StepFailure {
        status = failure.status
        failureCount += status == .failed ? 1 : 0
        player.console.writeError(failure.diagnostic.rendered(in: script.source) + "\n")
      } catch is CancellationError {
        status = .interrupted
        let place = script.source.reference(to: statement.range.lowerBound)
        player.console.writeError("\(place): interrupted\n")
      } catch {
        status = .failed
        failureCount += 1
        let diagnostic = Diagnostic(statement.range, "the state cannot be encoded", notes: "\(error)")
        player.console.writeError(diagnostic.rendered(in: script.source) + "\n")
      }
      if status != .passed { break }
    }
    transcript.end(summary(stepCount, of: script.statements.count), running: running)
    return status
  }

  /// Decodes all actions and looks at all paths of actions, before anything runs.
  private func check(_ script: Script) throws(ScriptErrors) -> [Int: Feature.Action] {
    let decoder = ActionDecoder<Feature.Action>()
    var actions: [Int: Feature.Action] = [:]
    var errors: [Diagnostic] = []
    for (index, statement) in script.statements.enumerated() where errors.count < ScriptParser.errorLimit {
      do throws(Diagnostic) {
        switch statement.kind {
        case .send(let path, let payload) where path.variables.isEmpty && payload?.variables.isEmpty != false:
          actions[index] = try decoder.decode(path, payload: payload)
        case .send(let path, let payload): try decoder.check(path, payload: payload, isComplete: true)
        case .await(let path, _) where path.variables.isEmpty: try decoder.check(path)
        case .await(let path, _): try decoder.check(path, payload: nil, isComplete: false)
        case .screen where player.screen == nil:
          throw Diagnostic(statement.range, "this feature has no screen", notes: "`show` prints its state")
        case .let, .advance, .expect, .show, .screen: break
        }
      } catch {
        errors.append(error)
      }
    }
    guard errors.isEmpty else { throw ScriptErrors(source: script.source, errors: errors) }
    return actions
  }

  private func perform(_ statement: Statement, action: Feature.Action?) async throws {
    switch statement.resolving({ [variables] in variables[$0] ?? .null }) {
    case .send(let path, let payload):
      store.send(try action ?? decode(path, payload))
      await settle()
    case .let(let name, let path):
      let value = try value(at: path, otherwise: .failed)
      variables[name] = value
      transcript.note("\(name) is \(value.description.truncated(to: 100))")
    case .advance(let duration):
      try await advance(by: duration)
    case .await(let path, let limit):
      try await wait(for: path, limit: limit)
    case .expect(let path, let comparison, let expected):
      expectationCount += 1
      try expect(path, comparison, expected)
    case .show(let path):
      transcript.value(try path.map { try value(at: $0, otherwise: .wrongScript) } ?? reader().state)
    case .screen:
      guard let screen = player.screen else { break }
      let drawn = withDependencies {
        Self.prepare(&$0, player, clock)
      } operation: {
        store.withState(screen)
      }
      transcript.screen(drawn)
    }
  }

  private static func prepare(
    _ values: inout DependencyValues,
    _ player: ScriptPlayer<Feature>,
    _ clock: TestClock<Duration>?
  ) {
    if let clock { values.useMockValues(on: clock) } else { values.context = .live }
    player.dependencies(&values)
  }

  // MARK: Time

  /// Runs everything that can run: on mock values all of it, on live values what is left to do on the store's actor.
  private func settle() async {
    await executor.idle()
    if clock != nil { journal.noteWaits(waits) }
  }

  /// A clock asks the recorders that it has met when all that can run has run; if it has met none, it has to guess.
  private func introduceToClock() async {
    guard let clock else { return }
    try? await SuspensionRecorder.$current.withValue(recorder) { try await clock.sleep(until: clock.now) }
  }

  private func advance(by duration: Duration) async throws {
    await settle()
    guard let clock else {
      try await Task.sleep(for: duration)
      return await settle()
    }
    let target = clock.now.advanced(by: duration)
    while let deadline = clock.nextDeadline, deadline <= target { try await advance(clock, to: deadline) }
    if clock.now < target { try await advance(clock, to: target) }
  }

  private func advance(_ clock: TestClock<Duration>, to time: TestClock<Duration>.Instant) async throws {
    try Task.checkCancellation()
    transcript.note("the clock shows \(time.offset.scriptDescription)")
    await clock.advance(to: time)
    await settle()
  }

  private func wait(for path: ScriptPath, limit: Duration) async throws {
    await settle()
    let end = ContinuousClock.now + limit
    let virtualEnd = clock?.now.advanced(by: limit)
    var isWaiting = false
    while true {
      if let action = journal.take(path) {
        transcript.result("\(action.path) was received", isRight: true)
        return
      }
      try Task.checkCancellation()
      if let clock, let virtualEnd, let deadline = clock.nextDeadline, deadline <= virtualEnd {
        try await advance(clock, to: deadline)
      } else if clock == nil || journal.running(waits).contains(where: { $0.reason == nil }),
        ContinuousClock.now < end
      {
        if !isWaiting { transcript.note("waiting for \(path), at most \(limit.scriptDescription)") }
        isWaiting = true
        try await nextStep(before: end)
        await settle()
      } else {
        throw StepFailure(notReceived(path, limit), .failed)
      }
    }
  }

  /// Waits until the store does something, or until the time is up.
  private func nextStep(before end: ContinuousClock.Instant) async throws {
    let alarm = Task { [onStep] in
      try await Task.sleep(until: end)
      onStep.yield()
    }
    defer { alarm.cancel() }
    for await _ in steps { break }
    try Task.checkCancellation()
  }

  private func notReceived(_ path: ScriptPath, _ limit: Duration) -> Diagnostic {
    let unawaited = journal.unawaited
    var diagnostic = Diagnostic(
      path.range,
      "no `\(path)` was received within \(limit.scriptDescription)",
      notes: unawaited.isEmpty
        ? "no other action was received" : "received, and not awaited: \(unawaited.list(or: "and"))"
    )
    diagnostic.notes += running.isEmpty ? ["no effect runs"] : running
    return diagnostic
  }

  // MARK: State

  private func reader() throws -> StateReader { try store.withState { try StateReader($0) } }

  private func value(at path: ScriptPath, otherwise status: ExitCode) throws -> JSONValue {
    let reader = try reader()
    do throws(Diagnostic) {
      return try reader.value(at: path)
    } catch {
      throw StepFailure(error, status)
    }
  }

  /// An action that has variables in it, which could not be decoded before.
  private func decode(_ path: ScriptPath, _ payload: JSONNode?) throws -> Feature.Action {
    do throws(Diagnostic) {
      return try ActionDecoder<Feature.Action>().decode(path, payload: payload)
    } catch {
      throw StepFailure(error, .wrongScript)
    }
  }

  private func expect(_ path: ScriptPath, _ comparison: Statement.Comparison, _ expected: JSONNode) throws {
    let range = path.range.lowerBound..<expected.range.upperBound
    let reader = try reader()
    let actual: JSONValue
    do throws(Diagnostic) {
      actual = try reader.value(at: path)
    } catch {
      transcript.result("\(path) is not there", isRight: false)
      throw StepFailure(error, .failed)
    }
    let isEqual = actual == expected.value
    let isRight = isEqual == (comparison == .equal)
    transcript.result("\(path) is \(actual.description.truncated(to: 100))", isRight: isRight)
    guard !isRight else { return }
    throw StepFailure(
      Diagnostic(
        range,
        "expectation failed",
        notes: "expected: \(comparison == .equal ? "" : "anything but ")\(expected.value.excerpt)",
        "actual:   \(actual.excerpt)"
      ),
      .failed
    )
  }

  // MARK: Summary

  private var running: [String] {
    journal.running(waits).map { effect in
      let reason = effect.reason ?? (clock == nil ? nil : "waiting for something other than the clock")
      return reason.map { "\(effect.name) is \($0)" } ?? effect.name
    }
  }

  private func summary(_ count: Int, of total: Int) -> String {
    func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
    let steps = count == total ? counted(count, "step") : "\(count) of \(counted(total, "step"))"
    return "\(steps), \(counted(journal.sentCount, "action")) sent, \(journal.receivedCount) received, "
      + "\(counted(expectationCount, "expectation")), \(failureCount) failed"
  }
}

/// A statement that could not be carried out, or showed that the feature does something else than was expected.
private struct StepFailure: Error {
  let diagnostic: Diagnostic
  let status: ExitCode

  init(_ diagnostic: Diagnostic, _ status: ExitCode) {
    self.diagnostic = diagnostic
    self.status = status
  }
}

extension JSONValue {
  /// The value over as many lines as it needs, up to a limit.
  fileprivate var excerpt: String {
    let lines = pretty(width: 80).split(separator: "\n").map { String($0).truncated(to: 400) }
    let limit = 40
    let shown = lines.prefix(limit).joined(separator: "\n            ")
    return lines.count > limit ? shown + "\n            … \(lines.count - limit) more lines" : shown
  }
}
