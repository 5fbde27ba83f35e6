import Dependencies
import Execution
import Foundation
import Store
import StoreTrace

/// A store that statements drive, with its clock and a record of its steps.
package final class Session<Feature: Reducer> where Feature.State: Encodable, Feature.Action: Codable {
  typealias Journal = SessionJournal<Feature.State, Feature.Action>

  package let setup: FeatureSetup<Feature>
  let isLive: Bool
  let transcript: Transcript
  let actor: StoreActor
  /// `nil` in real time.
  let clock: TestClock<Duration>?
  package let dependencies: DependencyValues
  private let overrides: SessionOverrides
  private let counters: MockCounters
  let waits = RunningEffects(controlledBy: "the session")
  private let recorder: SuspensionRecorder
  let journal: Journal
  let generated: GeneratedValuesLog?
  let calls = CallLog()
  private let answers = ScriptedAnswers()
  package let saving: SavingEffects
  private(set) var store: Store<Feature.State, Feature.Action>
  /// Records the session; `nil` before it begins, and if it is not recorded.
  package var trace: TraceRecorder?
  package var variables: [String: JSONValue] = [:]
  /// The aliases, with their paths.
  package var aliases: [String: String] = [:]
  /// The steps that the session can go back to; `nil` if it does not keep them.
  package var timeline: Timeline<Feature.State>?
  /// Whether statements are printed before they are performed.
  package var echoesStatements = true
  private lazy var shape = store.withState { try? StateShape($0) }
  private(set) var chain = ActionChain()
  /// The counts for the summary.
  var counts = Counts()
  var hasBegun = false

  struct Counts {
    /// The file of the latest statement.
    var file: String?
    var statements = 0
    var skipped = 0
    var expectations = 0
    var failures = 0
    /// The statements that could not be performed because they are wrong.
    var mistakes = 0
  }

  /// - Parameters:
  ///   - seed: The initial seed of random numbers.
  ///   - isSilent: Whether the session prints nothing.
  package init(
    _ setup: FeatureSetup<Feature>,
    isLive: Bool,
    seed: UInt64? = nil,
    console: Console,
    isSilent: Bool = false,
    isolation: isolated StoreActor
  ) {
    let clock = isLive ? nil : TestClock()
    let transcript = Transcript(console: console, isSilent: isSilent)
    let journal = Journal(transcript: transcript)
    let recorder = isolation.recorder(waits)
    let calls = calls
    let answers = answers
    let counters = MockCounters()
    let start = ContinuousClock.now
    let overrides = SessionOverrides(isLive: isLive, seed: seed) { clock?.now.offset ?? ContinuousClock.now - start }
    // Made once, because a generator of identifiers has to continue to count when the store is replaced.
    let dependencies = withDependencies {
      if let clock { $0.useMockValues(on: clock, counters) } else { $0.context = .live }
      setup.dependencies(&$0)
      overrides.install(in: &$0)
      // Installed before the recording of calls, so that these answers are recorded.
      if clock != nil { for endpoint in setup.endpoints { endpoint.install(answers, in: &$0) } }
      // Needed even without a trace: recorded calls return from more functions, and off the store's actor each return
      // takes a turn of the executor. So a trace would change the order of simultaneous events.
      setup.observe(&$0, calls)
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
    saving = setup.savingEffects(isLive: isLive)
    store = setup.makeStore(
      from: setup.initialState(),
      isolation: isolation,
      configuration: isolation.storeConfiguration(isLive: isLive, recorder),
      generated
    ) { $0 = dependencies }
    // The clock asks its recorders to run all jobs that can run. Without a recorder, it would have to guess when that
    // is done.
    clock?.note(recorder)
    inspectStore()
  }

  /// Continues with another state at another point. Running effects are cancelled.
  ///
  /// - Parameter traceStep: The number of the step in the trace that led to the state.
  func restart(
    from state: Feature.State,
    at checkpoint: SessionCheckpoint,
    traceStep: Int,
    isolation: isolated StoreActor
  ) async {
    store.cancelAllEffects()
    await settle()
    let moment = checkpoint.moment
    if let clock, let time = moment.time { clock.set(to: TestClock.Instant(offset: time)) }
    counters.values = moment.counters
    overrides.values = moment.overrides
    answers.values = moment.answers
    store = setup.makeStore(
      // The shared values of the state are restored, too, for all their users.
      from: StateSnapshot.attached(state),
      isolation: isolation,
      configuration: isolation.storeConfiguration(isLive: isLive, recorder),
      generated
    ) { [dependencies] in $0 = dependencies }
    journal.jump(to: state, traceStep: traceStep)
    inspectStore()
    hasBegun = true
    store.mount(startingEffects: false)
    variables = checkpoint.variables
    journal.received = checkpoint.received
  }

  private func inspectStore() {
    chain = ActionChain()
    store.inspect(
      with: Inspector(timed: {
        [journal, saving, chain, executor = actor.executor, limit = setup.actionLimit, weak store] in
        saving.note($0)
        journal.record($0, $1, $2)
        guard case .reduced = $0 else { return }
        let isEndless = chain.count(after: executor.restCount) >= limit
        if chain.hasEnded { store?.invalidate() }
        guard isEndless else { return }
        chain.isEndless = true
        store?.halt()
      })
    )
    // A session that only repeats another one is not shown.
    if !transcript.isSilent || transcript.console.isQuiet { setup.didMakeStore?(store, writtenScript) }
  }

  /// The values besides the state that change as the session continues.
  package var moment: SessionMoment {
    SessionMoment(
      time: clock?.now.offset,
      counters: counters.values,
      overrides: overrides.values,
      answers: answers.values,
      effects: journal.running(waits).map(\.name)
    )
  }

  /// The current seed of random numbers; `nil` if random numbers differ in each run.
  var seed: UInt64? { overrides.seed }

  /// Prints which feature is about to run, and begins the trace. Call this method before the first statement.
  package func begin() async throws(FileError) {
    try beginTrace()
    transcript.begin("\(Feature.self)", isLive: isLive)
    let zone = dependencies.timeZone
    if zone.secondsFromGMT() != 0 || isLive {
      transcript.note("dates without a time zone are those of \(zone.identifier)")
    }
  }

  /// Counts input that is not a statement.
  package func noteMistake() { counts.mistakes += 1 }

  /// Prints a summary, and the effects that still run.
  ///
  /// - Parameter total: The number of statements of the script.
  package func end(of total: Int) {
    transcript.end(summary(counts.statements, of: total), running: running)
  }

  /// Checks the action and the paths of a statement before it runs.
  ///
  /// - Returns: The action that the statement sends, if it is known already.
  func check(_ statement: Statement) throws(Diagnostic) -> Feature.Action? {
    let decoder = ActionDecoder<Feature.Action>()
    switch statement.kind {
    case .send(let path, let payload) where path.variables.isEmpty && payload?.variables.isEmpty != false:
      return try decoder.decode(path, payload: payload)
    case .send(let path, let payload): try decoder.check(path, payload: payload, isComplete: true)
    case .await(let path, _) where path.variables.isEmpty: try decoder.check(path)
    case .await(let path, _): try decoder.check(path, payload: nil, isComplete: false)
    case .let(_, let path), .expect(let path, _, _), .show(let path?): try shape?.check(path)
    case .screen where setup.screen == nil, .person where setup.screen == nil:
      throw Diagnostic(
        statement.range,
        "this feature has no screen",
        notes: "`show` prints its state, and `send` sends an action"
      )
    case .context(let isLive) where isLive != self.isLive:
      throw Diagnostic(
        statement.range,
        "this runs on \(self.isLive ? "live" : "mock") values: `context` cannot change that any more",
        notes: "leave the statement out, or start \(isLive ? "with" : "without") `--live`"
      )
    case .answer(let answer) where isLive:
      throw Diagnostic(
        answer.endpointRange,
        "answers are for mock values, and this runs on live values",
        notes: "`serve --fail 0.5` lets a server fail"
      )
    case .answer(let answer): try ScriptedAnswers.check(answer, setup.endpoints)
    case .override(.locale(let locale)) where locale.identifier != dependencies.locale.identifier:
      throw Diagnostic(
        statement.range,
        "this runs in the locale \(dependencies.locale.identifier): `override locale` cannot change that any more",
        notes: "one `override locale` can stand at the beginning of a script"
      )
    case .define, .alias, .print, .advance, .awaitModification, .show, .screen, .person, .section, .override, .context:
      break
    }
    return nil
  }

  /// Performs a statement.
  ///
  /// - Parameter action: The result of ``check(_:)`` for the statement.
  /// - Throws: A `StepFailure`, or `CancellationError` if the task is cancelled.
  package func perform(_ statement: Statement, action: Feature.Action?) async throws {
    counts.statements += 1
    if !statement.kind.isPreparation { await mount() }
    if echoesStatements { announce(statement) }
    do {
      try Task.checkCancellation()
      // A variable can be missing only if an earlier statement has failed and the script continues.
      if let missing = statement.variables.first(where: { variables[$0] == nil }) {
        counts.skipped += 1
        return transcript.note("skipped: there is no $\(missing)")
      }
      chain.begin()
      let kind = statement.resolving { [variables] in variables[$0] }
      if let problem = kind.nodes.lazy.compactMap(\.problem).first { throw StepFailure(problem, .wrongInput) }
      try await perform(kind, action: action)
      if chain.isEndless { throw StepFailure(endless(statement), .failed) }
      try Task.checkCancellation()
    } catch let failure as StepFailure {
      if failure.status == .failed { counts.failures += 1 } else { counts.mistakes += 1 }
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
      transcript.section(title.resolving { [variables] in variables[$0] }.text)
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
      // If the new value can't be read, statements that follow must not use the previous one.
      variables[name] = nil
      set(name, to: try read(path, otherwise: .failed).value)
    case .define(let name, let node): set(name, to: node.value)
    case .alias(let name, let path): (aliases[name], variables[name]) = ("\(path)", nil)
    case .advance(let duration): try await advance(by: duration)
    case .await(let path, let limit): try await wait(for: Awaited(path), limit: limit)
    case .awaitModification(let name, let limit):
      try await wait(for: Awaited(modification: name.text, name.range), limit: limit)
    case .expect(let path, let comparison, let expected):
      counts.expectations += 1
      try expect(path, comparison, expected)
    case .show(let path):
      try show(path)
    case .print(let node):
      transcript.value(node.value)
    case .screen:
      if let screen = draw() { transcript.screen(screen) }
    case .person(let statement):
      try await perform(statement)
    case .override(let override):
      overrides.apply(override)
    case .answer(let answer):
      answers.add(answer)
    case .section(let title): trace?.section(title.text)
    case .context: break
    }
  }

  private func set(_ name: String, to value: JSONValue) {
    (variables[name], aliases[name]) = (value, nil)
    transcript.note("\(name) is \(value)")
  }

  // MARK: Time

  /// The time after which users wonder why nothing is printed.
  static var patience: Duration { .seconds(10) }

  /// Runs all jobs that can run: on mock values all jobs of the feature, on live values those of the store's actor.
  func settle() async {
    await actor.idle()
    if clock != nil { journal.noteWaits(waits) }
  }

  func advance(by duration: Duration) async throws {
    await settle()
    guard let clock else {
      if duration >= Self.patience { transcript.note("\(duration.readable) of real time have to pass") }
      try await Task.sleep(for: duration)
      return await settle()
    }
    let target = clock.now.advanced(by: duration)
    while let deadline = clock.nextDeadline, deadline <= target { try await advance(clock, to: deadline) }
    if clock.now < target { try await advance(clock, to: target) }
  }

  func advance(_ clock: TestClock<Duration>, to time: TestClock<Duration>.Instant) async throws {
    try Task.checkCancellation()
    transcript.note("the clock shows \(time.offset.readable)")
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

  package func reader() throws -> StateReader {
    if let reader = journal.reader { return reader }
    let reader = try store.withState { try StateReader($0, encoder: journal.encoder) }
    journal.reader = reader
    return reader
  }

  private func read(_ path: ValuePath, otherwise status: ExitCode) throws -> (value: JSONValue, stackIDs: StackIDs?) {
    let reader = try reader()
    do throws(Diagnostic) {
      return try reader.read(path)
    } catch {
      throw StepFailure(error, status)
    }
  }

  private func show(_ path: ValuePath?) throws {
    let (value, stackIDs) =
      try path.map { try read($0, otherwise: .wrongInput) } ?? { ($0.state, $0.stackIDs) }(reader())
    transcript.value(value)
    for line in stackIDs?.descriptions(at: path?.components ?? []) ?? [] { transcript.note(line) }
  }

  /// Decodes an action with variables, which could not be decoded before.
  private func decode(_ path: ValuePath, _ payload: JSONNode?) throws -> Feature.Action {
    do throws(Diagnostic) {
      return try ActionDecoder<Feature.Action>().decode(path, payload: payload)
    } catch {
      throw StepFailure(error, .wrongInput)
    }
  }
}
