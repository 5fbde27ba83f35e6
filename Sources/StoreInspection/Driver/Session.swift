import Dependencies
import Store

/// A store that is driven by statements, its clock, and what has happened so far.
final class Session<Feature: Reducer> where Feature.State: Encodable, Feature.Action: Codable {
  typealias Journal = SessionJournal<Feature.State, Feature.Action>

  let setup: FeatureSetup<Feature>
  let isLive: Bool
  let transcript: Transcript
  let actor: ScriptActor
  /// `nil` in real time.
  let clock: TestClock<Duration>?
  private let dependencies: DependencyValues
  private let overrides: SessionOverrides
  private let counters: MockCounters
  let waits = EffectWaits()
  private let recorder: SuspensionRecorder
  let journal: Journal
  let generated: GeneratedValuesLog?
  let calls = CallLog()
  private(set) var store: Store<Feature.State, Feature.Action>
  /// What the session is recorded by, once it has begun.
  var trace: TraceRecorder?
  var variables: [String: JSONValue] = [:]
  /// What the session can go back to, if it is to.
  var timeline: Timeline<Feature.State>?
  /// Whether statements are printed before they are performed.
  var echoesStatements = true
  private lazy var shape = store.withState { try? StateShape($0) }
  private(set) var chain = ActionChain()
  /// What was done so far.
  var counts = Counts()

  struct Counts {
    /// The file that the latest statement stands in.
    var file: String?
    var statements = 0
    var skipped = 0
    var expectations = 0
    var failures = 0
  }

  /// - Parameters:
  ///   - seed: What random numbers are made of from the start.
  ///   - isSilent: Whether nothing is told of what happens.
  init(
    _ setup: FeatureSetup<Feature>,
    isLive: Bool,
    seed: UInt64? = nil,
    console: Console,
    isSilent: Bool = false,
    isolation: isolated ScriptActor
  ) {
    let clock = isLive ? nil : TestClock()
    let transcript = Transcript(console: console, isSilent: isSilent)
    let journal = Journal(transcript: transcript)
    let recorder = waits.recorder(isolation)
    let calls = calls
    let counters = MockCounters()
    let start = ContinuousClock.now
    let overrides = SessionOverrides(isLive: isLive, seed: seed) { clock?.now.offset ?? ContinuousClock.now - start }
    // Made once: what counts, as the generator of identifiers does, counts on whatever becomes of the store.
    let dependencies = withDependencies {
      if let clock { $0.useMockValues(on: clock, counters) } else { $0.context = .live }
      setup.dependencies(&$0)
      overrides.install(in: &$0)
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
    actor = isolation
    self.clock = clock
    self.dependencies = dependencies
    self.overrides = overrides
    self.recorder = recorder
    self.journal = journal
    self.counters = counters
    store = Store(
      initialState: generated?.noting(setup.initialState) ?? setup.initialState(),
      isolation: isolation,
      configuration: clock == nil
        ? StoreConfiguration()
        : StoreConfiguration(executor: isolation.executor, recorder: recorder),
      reducer: { NotingReducer(base: setup.reducer(), log: generated) }
    ) {
      $0 = dependencies
    }
    // A clock asks the recorders that it knows when all that can run has run; if it knows none, it has to guess.
    clock?.note(recorder)
    inspectStore()
  }

  /// Goes on with another state, at another moment. Effects that run are cancelled.
  ///
  /// - Parameter traceStep: The step after which it was so, as the recording counts.
  func restart(
    from state: Feature.State,
    at moment: SessionMoment,
    traceStep: Int,
    isolation: isolated ScriptActor
  ) async {
    store.cancelAllEffects()
    await settle()
    if let clock, let time = moment.time { clock.set(to: TestClock.Instant(offset: time)) }
    counters.values = moment.counters
    overrides.values = moment.overrides
    store = Store(
      // What it shares becomes for all what it was.
      initialState: StateSnapshot.attached(state),
      isolation: isolation,
      configuration: clock == nil
        ? StoreConfiguration() : StoreConfiguration(executor: isolation.executor, recorder: recorder),
      reducer: { NotingReducer(base: setup.reducer(), log: generated) }
    ) { [dependencies] in
      $0 = dependencies
    }
    journal.jump(to: state, traceStep: traceStep)
    inspectStore()
  }

  private func inspectStore() {
    chain = ActionChain()
    store.inspect(
      with: Inspector(numbered: { [journal, chain, executor = actor.executor, limit = setup.actionLimit, weak store] in
        journal.record($0, $1)
        guard case .reduced = $0 else { return }
        let isEndless = chain.count(after: executor.restCount) >= limit
        if chain.hasEnded { store?.invalidate() }
        guard isEndless else { return }
        chain.isEndless = true
        store?.halt()
      })
    )
  }

  /// What moves on with the session besides its state.
  var moment: SessionMoment {
    SessionMoment(
      time: clock?.now.offset,
      counters: counters.values,
      overrides: overrides.values,
      effects: journal.running(waits).map(\.name)
    )
  }

  /// What random numbers are made of now; `nil` if they are another in each run.
  var seed: UInt64? { overrides.seed }

  /// Says what is about to run, and begins to record it. Comes before the first statement.
  func begin() async throws(FileError) {
    try beginTrace()
    transcript.begin("\(Feature.self)", isLive: isLive)
  }

  /// Says what has run, and what still runs.
  ///
  /// - Parameter total: How many statements there were to perform.
  func end(of total: Int) {
    transcript.end(summary(counts.statements, of: total), running: running)
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
    case .let(_, let path), .expect(let path, _, _), .show(let path?): try shape?.check(path)
    case .screen where setup.screen == nil:
      throw Diagnostic(statement.range, "this feature has no screen", notes: "`show` prints its state")
    case .context(let isLive) where isLive != self.isLive:
      throw Diagnostic(
        statement.range,
        "this runs on \(self.isLive ? "live" : "mock") values: `context` cannot change that any more",
        notes: "leave the statement out, or start \(isLive ? "with" : "without") `--live`"
      )
    case .define, .advance, .show, .screen, .section, .override, .context: break
    }
    return nil
  }

  /// Performs a statement.
  ///
  /// - Parameter action: What ``check(_:)`` has returned for it.
  /// - Throws: A `StepFailure`, or a `CancellationError` if the task is cancelled meanwhile.
  func perform(_ statement: Statement, action: Feature.Action?) async throws {
    counts.statements += 1
    if echoesStatements { announce(statement) }
    do {
      try Task.checkCancellation()
      // Only after a failure, when the script goes on nevertheless.
      if let missing = statement.variables.first(where: { variables[$0] == nil }) {
        counts.skipped += 1
        return transcript.note("skipped: there is no $\(missing)")
      }
      chain.begin()
      try await perform(statement.resolving { [variables] in variables[$0] }, action: action)
      if chain.isEndless { throw StepFailure(endless(statement), .failed) }
      try Task.checkCancellation()
    } catch let failure as StepFailure {
      counts.failures += failure.status == .failed ? 1 : 0
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch {
      counts.failures += 1
      throw StepFailure(Diagnostic(statement.range, "the state cannot be encoded", notes: "\(error)"), .failed)
    }
  }

  /// Prints a statement that is about to run.
  func announce(_ statement: Statement) {
    if counts.file != statement.source.name, counts.file != nil || !statement.source.includes.isEmpty {
      transcript.file(statement.source.name)
    }
    counts.file = statement.source.name
    if case .section(let title) = statement.kind {
      transcript.section(title)
    } else {
      transcript.statement(statement)
    }
  }

  private func perform(_ kind: Statement.Kind, action: Feature.Action?) async throws {
    switch kind {
    case .send(let path, let payload):
      store.send(try action ?? decode(path, payload))
      await settle()
    case .let(let name, let path):
      // What it was before is not what the script means from here on.
      variables[name] = nil
      set(name, to: try value(at: path, otherwise: .failed))
    case .define(let name, let node):
      set(name, to: node.value)
    case .advance(let duration):
      try await advance(by: duration)
    case .await(let path, let limit):
      try await wait(for: path, limit: limit)
    case .expect(let path, let comparison, let expected):
      counts.expectations += 1
      try expect(path, comparison, expected)
    case .show(let path):
      try show(path)
    case .screen:
      guard let screen = setup.screen else { break }
      let drawn = withDependencies {
        $0 = dependencies
      } operation: {
        let width = min(80, transcript.width(otherwise: 80))
        let context = ScreenContext(width: width, dependencies)
        return store.withState { screen(ObservedState($0), context) }
      }
      transcript.screen(drawn)
    case .override(let override):
      overrides.apply(override)
    case .section(let title): trace?.section(title)
    case .context: break
    }
  }

  private func set(_ name: String, to value: JSONValue) {
    variables[name] = value
    transcript.note("\(name) is \(value)")
  }

  // MARK: Trace

  private func beginTrace() throws(FileError) {
    guard let destination = setup.trace, let generated else { return }
    let state: JSONValue
    do {
      state = try reader().state
    } catch {
      throw FileError(.write, destination.path, reason: "the start state cannot be encoded: \(error)")
    }
    let trace = try destination.begin(
      feature: "\(Feature.self)",
      isLive: isLive,
      seed: seed,
      state: state,
      values: generated.take(),
      localization: Localization(dependencies),
      console: transcript.console,
      time: clock.map { clock in { @Sendable in clock.now.offset } }
    )
    self.trace = trace
    calls.begin(trace)
    journal.begin(trace, generated, state: state)
  }

  /// Has signals that end the process end the recording before, for as long as the result is kept.
  func watchSignals() -> [SignalWatch] {
    transcript.console.isStandard ? trace?.endWithProcess() ?? [] : []
  }

  /// Ends the recording.
  ///
  /// - Returns: The status, or that not all could be written, if all else went well.
  func endTrace(_ status: ExitCode) -> ExitCode {
    let status = status == .passed ? transcript.console.failure()?.status ?? status : status
    return trace?.end(status) ?? status
  }

  // MARK: Time

  /// So long may nothing be printed before people wonder.
  static var patience: Duration { .seconds(10) }

  /// Runs everything that can run: on mock values all of it, on live values what is left to do on the store's actor.
  func settle() async {
    await actor.idle()
    if clock != nil { journal.noteWaits(waits) }
  }

  func advance(by duration: Duration) async throws {
    await settle()
    guard let clock else {
      if duration >= Self.patience { transcript.note("\(duration.scriptDescription) of real time have to pass") }
      try await Task.sleep(for: duration)
      return await settle()
    }
    let target = clock.now.advanced(by: duration)
    while let deadline = clock.nextDeadline, deadline <= target { try await advance(clock, to: deadline) }
    if clock.now < target { try await advance(clock, to: target) }
  }

  func advance(_ clock: TestClock<Duration>, to time: TestClock<Duration>.Instant) async throws {
    try Task.checkCancellation()
    transcript.note("the clock shows \(time.offset.scriptDescription)")
    await clock.advance(to: time)
    await settle()
  }

  private func endless(_ statement: Statement) -> Diagnostic {
    Diagnostic(
      statement.range,
      "the actions do not come to rest: they were stopped after \(setup.actionLimit)",
      notes: journal.received.last.map { "the last one is `\($0.path)`" } ?? "nothing was received",
      "this usually is an action whose effect sends the same action again, and nothing waits in between"
    )
  }

  // MARK: State

  func reader() throws -> StateReader { try store.withState { try StateReader($0, encoder: journal.encoder) } }

  private func value(at path: ScriptPath, otherwise status: ExitCode) throws -> JSONValue {
    try read(path, otherwise: status).value
  }

  private func read(_ path: ScriptPath, otherwise status: ExitCode) throws -> (value: JSONValue, stackIDs: StackIDs?) {
    let reader = try reader()
    do throws(Diagnostic) {
      return try reader.read(path)
    } catch {
      throw StepFailure(error, status)
    }
  }

  private func show(_ path: ScriptPath?) throws {
    let (value, stackIDs) =
      try path.map { try read($0, otherwise: .wrongInput) } ?? { ($0.state, $0.stackIDs) }(reader())
    transcript.value(value)
    for line in stackIDs?.descriptions(at: path?.components ?? []) ?? [] { transcript.note(line) }
  }

  /// An action that has variables in it, which could not be decoded before.
  private func decode(_ path: ScriptPath, _ payload: JSONNode?) throws -> Feature.Action {
    do throws(Diagnostic) {
      return try ActionDecoder<Feature.Action>().decode(path, payload: payload)
    } catch {
      throw StepFailure(error, .wrongInput)
    }
  }
}
