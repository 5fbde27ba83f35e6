import Dependencies
import Execution
import Store
import StoreScript
import StoreTrace

/// A run of a feature as a test will run it: the user's actions are sent, and the clock is moved.
///
/// The generated test contains what has happened in this run, so a test that would fail is not generated.
final class SessionRehearsal<R: Reducer> {
  /// A statement of the test. The states are those that the test asserts.
  enum Statement {
    case send(R.Action, step: Int, from: R.State, to: R.State)
    case receive(R.Action, step: Int, from: R.State, to: R.State)
    /// A change by an effect.
    case modify(String, step: Int?, from: R.State, to: R.State)
    case advance(Duration)
    case section(String)
    /// Shared values that an effect has changed after the last action.
    case assert(from: R.State, to: R.State)
  }

  private(set) var statements: [Statement] = []
  /// Whether effects still run at the end.
  private(set) var hasEffects = false
  /// The issues that were reported, such as those of dependencies without a test value.
  private(set) var issues: [ReportedIssue] = []

  /// The names of the endpoints that the feature has called.
  var called: Set<String> { session.calledEndpoints }

  private let session: RecordedSession<R>
  private let store: Store<R.State, R.Action>
  private let actor: StoreActor
  private let recorder: SuspensionRecorder
  private var asserted: R.State
  private let running = RunningEffects(controlledBy: "the session")
  private var reductionCount = 0
  private var moveCount = 0
  /// The maximum number of moves of the clock. A damaged trace may have a time far away, up to which an effect would
  /// sleep again and again.
  private static var moveLimit: Int { 100_000 }

  /// - Parameter awaited: The names of the endpoints that the feature is known to call.
  init(
    _ session: RecordedSession<R>,
    endpoints: [RecordedEndpoint],
    awaited: Set<String>,
    isolation: isolated StoreActor
  ) {
    self.session = session
    actor = isolation
    recorder = isolation.recorder(running)
    // The rehearsal shares nothing with the program, just as a test shares nothing with other tests.
    var made: (values: DependencyValues, state: R.State)?
    let issues = withCapturedIssues {
      made = withDependencies {
        $0.useOwnMockValues()
        $0.context = .test
        $0.ownSharedScope = SharedScope()
        session.prepare(&$0, endpoints, awaited: awaited)
      } operation: {
        (DependencyValues.current, session.initialState)
      }
    }
    let (values, state) = made ?? (.current, session.initialState)
    self.issues = issues
    store = Store(
      initialState: state,
      isolation: isolation,
      configuration: StoreConfiguration(executor: isolation.executor, recorder: recorder, mountsAtOnce: false),
      reducer: { session.reducer }
    ) { $0 = values }
    asserted = store.stateSnapshot
    store.attach(Inspector { [weak self] in self?.record($0) })
    store.mount()
  }

  private func record(_ step: StoreStep<R.State, R.Action>) {
    switch step {
    case .reduced(let action, let origin, _, let after):
      reductionCount += 1
      // Stops a feature whose actions send one another without end.
      if reductionCount > 1000 + session.stepCount * 10 { store.halt() }
      let number = session.lastStep ?? 0
      if case .user = origin {
        statements.append(.send(action, step: number, from: asserted, to: after))
      } else {
        statements.append(.receive(action, step: number, from: asserted, to: after))
      }
      asserted = after
    case .effectStarted(let effect): running.effectStarted(effect.id)
    case .effectFinished(let effect), .effectCancelled(let effect): running.effectEnded(effect.id)
    case .modified(let name, _, _, let after):
      statements.append(.modify(name, step: session.takeLastChange(), from: asserted, to: after))
      asserted = after
    case .sharedStateChanged, .restored, .observersNotified: break
    }
  }

  /// The reason why a test can't assert the changes by effects; `nil` if it can.
  var problem: String? {
    for case .modify(let name, nil, let before, let after) in statements
    where !StateChanges(from: before, to: after, recorded: nil).isComplete {
      return "what an effect has changed with `modify(\(name.literal))` can't be written as Swift source"
    }
    guard case .assert(let before, let after)? = statements.last,
      !StateChanges(from: before, to: after, recorded: nil).isComplete
    else { return nil }
    return "an effect has changed a shared value after the last action, and the value can't be written as Swift source"
  }

  func run(isolation: isolated StoreActor) async {
    issues += await withCapturedIssues {
      session.clock.note(recorder)
      await actor.idle()
      for event in session.events.events {
        switch event {
        case .section(let title): statements.append(.section(title))
        case .step(let step):
          await advance(to: step.time)
          guard step.isSent else { continue }
          do {
            store.send(try session.action(step.number))
          } catch {
            return reportIssue("\(error)")
          }
          await actor.idle()
        case .modified(_, _, let time, _): await advance(to: time)
        case .changedFromOutside, .jump: break
        }
      }
      session.finish()
      statements.append(.assert(from: asserted, to: store.stateSnapshot))
    }
    hasEffects = !running.isEmpty
  }

  /// Moves the clock from one deadline to the next, so that the statements are in the order in which things happen.
  private func advance(to seconds: Double) async {
    let target = TestClock<Duration>.Instant(offset: .seconds(recorded: seconds))
    while moveCount < Self.moveLimit, let deadline = session.clock.nextDeadline, deadline <= target {
      await move(to: deadline)
    }
    if session.clock.now < target { await move(to: target) }
  }

  private func move(to target: TestClock<Duration>.Instant) async {
    moveCount += 1
    let duration = session.clock.now.duration(to: target)
    if case .advance(let before)? = statements.last {
      statements[statements.count - 1] = .advance(before + duration)
    } else {
      statements.append(.advance(duration))
    }
    await session.clock.advance(to: target)
    await actor.idle()
  }
}
