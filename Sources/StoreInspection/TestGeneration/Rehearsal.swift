import Dependencies
import Foundation
import Store

/// A run of a feature as a test will run it: the user's actions are sent, the clock is moved, and calls are answered as
/// they were when the session was recorded.
///
/// The generated test contains what has happened in this run, so a test that would fail is not generated.
final class Rehearsal<R: Reducer> {
  /// A statement of the test.
  enum Statement {
    /// The action was sent or received, and changed the state.
    case send(R.Action, from: R.State, to: R.State, step: Int)
    case receive(R.Action, from: R.State, to: R.State)
    /// Changes of shared state that no action has made.
    case assert(from: R.State, to: R.State)
    case advance(Duration)
    /// The next call is answered.
    case answer
    /// Sets the date.
    case date(Date)
    case section(String)
  }

  private struct Reduced {
    let action: R.Action
    let json: JSONValue
    let before: R.State
    let after: R.State
    let isSent: Bool
  }

  /// The reductions, and the running effects.
  private final class Log {
    var reduced: [Reduced] = []
    var effects: [Int: EffectDescription<R.Action>] = [:]
    /// The number of the sent action that caused each reduction, counted from 1.
    var origins: [Int: Int] = [:]
    var sentCount = 0
    /// Whether there are far more reductions than were recorded.
    var isRunaway = false
  }

  let session: RecordedSession
  let plan: RehearsalPlan
  let calls: RehearsedCalls
  private(set) var statements: [Statement] = []
  private(set) var problems: [RehearsalProblem] = []
  /// The numbers of statements whose effects still run.
  private(set) var tasks: [Int] = []
  /// Whether effects still run that were not caused by a statement.
  private(set) var hasOtherEffects = false
  /// The issues that were reported, such as those of dependencies that the test does not override.
  private(set) var issues: [ReportedIssue] = []

  private let store: Store<R.State, R.Action>
  private let actor: ScriptActor
  private let clock: TestClock<Duration>
  let continuousClock: RehearsalClock
  let suspendingClock: RehearsalClock
  private let log = Log()
  private let waits = EffectWaits()
  private let recorder: SuspensionRecorder
  private let currentDate: LockIsolated<Date>
  /// What was redacted so far, and is hidden in texts.
  private var texts = RedactedTexts()
  /// The number of reductions that have become statements.
  private var told = 0
  /// The statements that send an action.
  private var sends: [Int] = []
  private var lastSend = 0
  /// The state as far as statements have asserted it.
  private var asserted: R.State

  init(
    _ session: RecordedSession,
    plan: RehearsalPlan,
    endpoints: [RecordedEndpoint],
    initialState: () -> R.State,
    isolation: isolated ScriptActor,
    reducer: @escaping () -> R
  ) {
    self.session = session
    self.plan = plan
    let clock = TestClock()
    let continuousClock = RehearsalClock(clock)
    let suspendingClock = RehearsalClock(clock)
    let recorder = waits.recorder(isolation)
    let date = LockIsolated(plan.date)
    // Shares nothing with other rehearsals, as a test shares nothing with others. The initial state is made with these
    // values, too: what it shares has to be what the feature shares later.
    let (values, state) = withDependencies {
      $0.useOwnMockValues()
      $0.context = .test
      $0.ownSharedScope = SharedScope()
      $0.continuousClock = continuousClock
      $0.suspendingClock = suspendingClock
      plan.update(&$0, date: date, clock: clock)
    } operation: {
      (DependencyValues.current, initialState())
    }
    if let start = try? RecordedValue.json(state) { texts.insert(from: start, session.header.redaction) }
    let calls = RehearsedCalls(
      session.calls,
      redaction: session.header.redaction,
      hiding: texts,
      holdsAll: plan.holdsAllCalls
    )
    self.clock = clock
    self.continuousClock = continuousClock
    self.suspendingClock = suspendingClock
    self.calls = calls
    actor = isolation
    self.recorder = recorder
    currentDate = date
    var dependencies = values
    dependencies.update { for endpoint in endpoints { endpoint.install(calls, in: &$0) } }
    store = Store(
      initialState: state,
      isolation: isolation,
      configuration: StoreConfiguration(executor: isolation.executor, recorder: recorder),
      reducer: { Reduce(reducer()) }
    ) { [dependencies] in
      $0 = dependencies
    }
    asserted = store.stateSnapshot
    let limit = 1000 + session.stepCount * 10
    store.inspect(
      with: Inspector(numbered: { [log, weak store] step, numbers in
        switch step {
        case .reduced where log.reduced.count >= limit:
          // Ends everything that effects could wait for.
          log.isRunaway = true
          continuousClock.stop()
          suspendingClock.stop()
          calls.stop()
          store?.halt()
        case .reduced(let action, let origin, let before, let after):
          let json = (try? RecordedValue.json(action)) ?? .null
          var isSent = false
          if case .user = origin { isSent = true }
          if isSent { log.sentCount += 1 }
          log.origins[numbers.action] = isSent ? log.sentCount : numbers.cause.flatMap { log.origins[$0] }
          log.reduced.append(Reduced(action: action, json: json, before: before, after: after, isSent: isSent))
        case .sharedStateChanged: break
        case .effectStarted(let effect):
          log.effects[effect.id] = effect
          calls.effectStarted(effect.id, origin: log.origins[effect.causeStep])
        case .effectFinished(let effect), .effectCancelled(let effect): log.effects[effect.id] = nil
        }
      })
    )
  }

  // MARK: Running

  /// Runs the session.
  func run(isolation: isolated ScriptActor) async {
    issues = await withCapturedIssues { await perform(isolation: isolation) }
  }

  private func perform(isolation: isolated ScriptActor) async {
    clock.note(recorder)
    var expected: [RecordedSession.Step] = []
    for (index, event) in session.events.enumerated() {
      guard problems.isEmpty else { return }
      switch event {
      case .section(let title):
        tell()
        statements.append(.section(title))
      case .answer(let call):
        guard calls.isHeld(call) else { continue }
        if !session.header.isLive, let time = nextTime(after: index) { await advance(to: time) }
        await waitForCall(call)
        if calls.answer(call.index) {
          tell()
          statements.append(.answer)
          await actor.idle()
        }
      case .changedFromOutside(let step, let name, let state):
        problems.append(.changedFromOutside(step: step, name: name, difference(to: state)))
      case .step(let step) where step.isSent:
        if !session.header.isLive { await advance(to: step.time) }
        check(expected)
        guard problems.isEmpty else { return }
        expected = []
        await send(step)
        expected.append(step)
      case .step(let step):
        expected.append(step)
        if !session.header.isLive { await advance(to: step.time, wakingWhoSleepsUntilNow: true) }
        await waitForActions(expected)
      }
    }
    check(expected)
    tell()
    end()
  }

  /// Returns the virtual time of an answer: the time of the next step.
  private func nextTime(after index: Int) -> Double? {
    for event in session.events[(index + 1)...] {
      if case .step(let step) = event { return step.time }
    }
    return nil
  }

  private func advance(to seconds: Double, wakingWhoSleepsUntilNow: Bool = false) async {
    // Times are recorded to the microsecond.
    guard let microseconds = Int64(exactly: (seconds * 1_000_000).rounded()) else { return }
    let target = TestClock<Duration>.Instant(offset: .microseconds(microseconds))
    guard clock.now < target || wakingWhoSleepsUntilNow && clock.nextDeadline == target else { return }
    await move(to: target)
  }

  private func move(to target: TestClock<Duration>.Instant) async {
    tell()
    let duration = clock.now.duration(to: target)
    // Advances without a consequence in between become one statement.
    if case .advance(let before)? = statements.last {
      statements[statements.count - 1] = .advance(before + duration)
    } else {
      statements.append(.advance(duration))
    }
    await clock.advance(to: target)
    await actor.idle()
    tell()
  }

  private func send(_ step: RecordedSession.Step) async {
    tell()
    guard let action: R.Action = RecordedValue.decode(step.action) else {
      problems.append(.undecodable(step: step.number, name: step.name))
      return
    }
    let date = plan.dates == .perStepLast ? step.values.dates.last : step.values.dates.first
    if plan.setsDates, let date, currentDate.value != date {
      currentDate.setValue(date)
      statements.append(.date(date))
    }
    store.send(action)
    await actor.idle()
    tell(step: step.number)
  }

  /// In a live session, advances the clock until the expected actions were received.
  private func waitForActions(_ expected: [RecordedSession.Step]) async {
    // Asked first, because the comparison redacts all actions since the last sent one.
    guard session.header.isLive else { return }
    var tries = 0
    while !hasCome(expected), tries < 100, let deadline = clock.nextDeadline {
      tries += 1
      await move(to: deadline)
    }
  }

  /// In a live session, advances the clock until a call waits: calls have to be made before later answers are given.
  private func waitForCall(_ call: RecordedSession.Call) async {
    guard session.header.isLive, calls.remaining.contains(where: { $0.index == call.index }) else { return }
    var tries = 0
    while !calls.isWaiting(call.index), tries < 100, let deadline = clock.nextDeadline {
      tries += 1
      await move(to: deadline)
    }
  }

  /// Whether all expected actions were received.
  private func hasCome(_ expected: [RecordedSession.Step]) -> Bool {
    var actions = log.reduced[lastSend...].map { redacted($0.json) }
    for step in expected {
      guard let index = actions.firstIndex(of: step.action) else { return false }
      actions.remove(at: index)
    }
    return true
  }

  /// Makes statements of the reductions since the last call.
  private func tell(step: Int = 0) {
    while told < log.reduced.count {
      let reduced = log.reduced[told]
      told += 1
      if reduced.isSent {
        sends.append(statements.count)
        lastSend = told - 1
        statements.append(.send(reduced.action, from: asserted, to: reduced.after, step: step))
      } else {
        statements.append(.receive(reduced.action, from: asserted, to: reduced.after))
      }
      asserted = reduced.after
    }
  }

  /// Asserts what effects have changed of shared state after the last action, and finds the effects that still run.
  private func end() {
    statements.append(.assert(from: asserted, to: store.stateSnapshot))
    let origins = log.effects.values.map { log.origins[$0.causeStep] }
    tasks = Set(origins.compactMap { $0.map { sends[$0 - 1] } }).sorted()
    hasOtherEffects = origins.contains(nil)
  }

  // MARK: Checking

  private func redacted(_ value: JSONValue) -> JSONValue {
    texts.redact(value, session.header.redaction)
  }

  /// The state after the last action. What effects have changed of shared state since is recorded with the next one.
  private var state: JSONValue {
    let json =
      if let last = log.reduced.last { try? RecordedValue.json(last.after) } else {
        try? store.withState { try RecordedValue.json($0) }
      }
    return redacted(json ?? .null)
  }

  private func difference(to state: JSONValue) -> [JSONDifference.Line] {
    JSONDifference(from: state, to: self.state).lines
  }

  /// Compares the reductions since the last sent action with the recorded ones.
  private func check(_ expected: [RecordedSession.Step]) {
    guard !log.isRunaway else { return problems.append(.runaway(after: expected.last?.number ?? 0)) }
    guard let last = expected.last else { return }
    var missing = expected
    var surplus: [Reduced] = []
    for reduced in log.reduced[lastSend...] {
      let json = redacted(reduced.json)
      if let index = missing.firstIndex(where: { $0.action == json }) {
        missing.remove(at: index)
      } else {
        surplus.append(reduced)
      }
    }
    for step in missing {
      // An action of the same case with other values is the same action with values that differ from run to run.
      let index = surplus.firstIndex { Self.caseName(redacted($0.json)) == Self.caseName(step.action) }
      if let index {
        let reduced = surplus.remove(at: index)
        let lines = JSONDifference(from: step.action, to: redacted(reduced.json)).lines
        problems.append(.otherAction(step: step.number, name: step.name, lines))
      } else {
        problems.append(.missingAction(step: step.number, name: step.name))
      }
    }
    for reduced in surplus where problems.isEmpty {
      problems.append(.surplusAction(after: last.number, "\(redacted(reduced.json))".truncated(to: 200)))
    }
    let lines = difference(to: last.state)
    if !lines.isEmpty { problems.append(.otherState(step: last.number, name: last.name, lines)) }
  }

  private static func caseName(_ action: JSONValue) -> String {
    guard case .object(let members) = action, members.count == 1, let only = members.first else { return "" }
    let nested = only.value["_0"].map { caseName($0) } ?? ""
    return nested.isEmpty ? only.name : "\(only.name).\(nested)"
  }
}

/// The reason why a session can't be repeated with the same result.
enum RehearsalProblem {
  case undecodable(step: Int, name: String)
  case runaway(after: Int)
  case changedFromOutside(step: Int, name: String, [JSONDifference.Line])
  case otherAction(step: Int, name: String, [JSONDifference.Line])
  case missingAction(step: Int, name: String)
  case surplusAction(after: Int, String)
  case otherState(step: Int, name: String, [JSONDifference.Line])
}
