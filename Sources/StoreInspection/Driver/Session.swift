import Dependencies
import Store

/// A store that is driven by statements, its clock, and what has happened so far.
final class Session<Feature: Reducer> where Feature.State: Encodable, Feature.Action: Codable {
  private typealias Journal = SessionJournal<Feature.State, Feature.Action>

  private let setup: FeatureSetup<Feature>
  private let isLive: Bool
  private let transcript: Transcript
  private let executor: ScriptExecutor
  /// `nil` in real time.
  private let clock: TestClock<Duration>?
  private let dependencies: DependencyValues
  private let waits = EffectWaits()
  private let recorder: SuspensionRecorder
  private let journal: Journal
  private let generated: GeneratedValuesLog?
  private let calls = CallLog()
  private let store: Store<Feature.State, Feature.Action>
  /// What the session is recorded by, once it has begun.
  private(set) var trace: TraceRecorder?
  /// Has an element whenever the store has done something.
  private let steps: AsyncStream<Void>
  private let onStep: AsyncStream<Void>.Continuation
  private var variables: [String: JSONValue] = [:]
  private var statementCount = 0
  private var expectationCount = 0
  private var failureCount = 0

  init(_ setup: FeatureSetup<Feature>, isLive: Bool, console: Console, isolation: isolated ScriptActor) {
    let (steps, onStep) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let executor = isolation.executor
    let clock = isLive ? nil : TestClock()
    let transcript = Transcript(console: console)
    let journal = Journal(transcript: transcript) { onStep.yield() }
    let recorder = waits.recorder(executor: executor)
    let calls = calls
    // Made once: what counts, as the generator of identifiers does, counts on whatever becomes of the store.
    let dependencies = withDependencies {
      if let clock { $0.useMockValues(on: clock) } else { $0.context = .live }
      setup.dependencies(&$0)
      if setup.trace != nil {
        GeneratedValuesLog.observe(&$0)
        for endpoint in setup.endpoints { endpoint.install(calls, in: &$0) }
      }
    } operation: {
      DependencyValues.current
    }
    let generated = setup.trace.map { _ in GeneratedValuesLog() }
    self.setup = setup
    self.generated = generated
    self.isLive = isLive
    self.transcript = transcript
    self.executor = executor
    self.clock = clock
    self.dependencies = dependencies
    self.recorder = recorder
    self.journal = journal
    self.steps = steps
    self.onStep = onStep
    store = Store(
      initialState: generated?.noting(setup.initialState) ?? setup.initialState(),
      isolation: isolation,
      configuration: clock == nil
        ? StoreConfiguration()
        : StoreConfiguration(executor: executor, recorder: recorder),
      reducer: { NotingReducer(base: setup.reducer(), log: generated) }
    ) {
      $0 = dependencies
    }
    store.inspect(with: Inspector(numbered: journal.record))
  }

  /// Says what is about to run, and begins to record it. Comes before the first statement.
  func begin() async throws(FileError) {
    try beginTrace()
    await introduceToClock()
    transcript.begin("\(Feature.self)", isLive: isLive)
  }

  /// Says what has run, and what still runs.
  ///
  /// - Parameter total: How many statements there were to perform.
  func end(of total: Int) {
    transcript.end(summary(statementCount, of: total), running: running)
  }

  /// Looks at a statement before it runs: whether there are such actions.
  ///
  /// - Returns: The action that it sends, if that is known already.
  func check(_ statement: Statement) throws(Diagnostic) -> Feature.Action? {
    let decoder = ActionDecoder<Feature.Action>()
    switch statement.kind {
    case .send(let path, let payload) where path.variables.isEmpty && payload?.variables.isEmpty != false:
      return try decoder.decode(path, payload: payload)
    case .send(let path, let payload): try decoder.check(path, payload: payload, isComplete: true)
    case .await(let path, _) where path.variables.isEmpty: try decoder.check(path)
    case .await(let path, _): try decoder.check(path, payload: nil, isComplete: false)
    case .screen where setup.screen == nil:
      throw Diagnostic(statement.range, "this feature has no screen", notes: "`show` prints its state")
    case .let, .advance, .expect, .show, .screen: break
    }
    return nil
  }

  /// Performs a statement.
  ///
  /// - Parameter action: What ``check(_:)`` has returned for it.
  /// - Throws: A `StepFailure`, or a `CancellationError` if the task is cancelled meanwhile.
  func perform(_ statement: Statement, action: Feature.Action?, in source: SourceText) async throws {
    statementCount += 1
    transcript.statement(statement, in: source)
    do {
      try Task.checkCancellation()
      try await perform(statement, action: action)
      try Task.checkCancellation()
    } catch let failure as StepFailure {
      failureCount += failure.status == .failed ? 1 : 0
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch {
      failureCount += 1
      throw StepFailure(Diagnostic(statement.range, "the state cannot be encoded", notes: "\(error)"), .failed)
    }
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
      transcript.value(try path.map { try value(at: $0, otherwise: .wrongInput) } ?? reader().state)
    case .screen:
      guard let screen = setup.screen else { break }
      let drawn = withDependencies {
        $0 = dependencies
      } operation: {
        store.withState(screen)
      }
      transcript.screen(drawn)
    }
  }

  // MARK: Trace

  private func beginTrace() throws(FileError) {
    guard let destination = setup.trace, let generated else { return }
    let state: JSONValue
    do {
      state = try store.withState { try JSONValueEncoder().encode($0) }
    } catch {
      throw FileError(.write, destination.path, reason: "the start state cannot be encoded: \(error)")
    }
    let trace = try destination.begin(
      feature: "\(Feature.self)",
      isLive: isLive,
      state: state,
      values: generated.take(),
      console: transcript.console,
      time: clock.map { clock in { @Sendable in clock.now.offset } }
    )
    self.trace = trace
    calls.begin(trace)
    journal.begin(trace, generated, state: state)
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
      throw StepFailure(error, .wrongInput)
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
struct StepFailure: Error {
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
