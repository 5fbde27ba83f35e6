import Dependencies
import Store

/// A store for tests: it proves that a feature does what the test says, all of it and nothing else.
///
/// ```swift
/// @Test func refresh() async {
///   let store = TestStore(initialState: Feed.State()) {
///     Feed()
///   } withDependencies: {
///     $0.feedClient.fetch = { ["Hello"] }
///   }
///   await store.send(.refreshButtonTapped) {
///     $0.isLoading = true
///   }
///   await store.receive(\.response) {
///     $0.isLoading = false
///     $0.posts = ["Hello"]
///   }
/// }
/// ```
///
/// ## What it checks
///
/// Every change of state has to be asserted by making it to `$0`; every action that an effect sends has to be received, in
/// order; no effect may be left running when the test store goes; and no dependency may be used that has no test value
/// and was not overridden. ``exhaustivity`` turns the first three off.
///
/// Failures are reported to Swift Testing or XCTest, whichever is running, at the line of the call; those of the end of the
/// test at the line that made the test store.
///
/// ## Determinism
///
/// The store and its effects run on an executor that the test store pumps, on the test's thread. After a `send` everything
/// that can run has run, so what is left is known: an effect asleep on a `TestClock`, for example. `receive` with nothing
/// to receive fails at once and says what every effect is waiting for. Only an effect that waits for the outside - a
/// server, a file, the main actor - is waited for.
///
/// Jobs run in the order in which they became ready; ``TestSchedule/random(seed:)`` and
/// ``exploreSchedules(_:startingAt:_:)`` try others.
///
/// Effects that never come to rest, such as a timer on an `ImmediateClock`, are stopped and reported after 250,000 steps.
public final class TestStore<State: Equatable, Action> {
  /// The state, as far as the test has asserted it.
  ///
  /// It changes with `send` and `receive`: what an action has changed that was not received yet does not show.
  public internal(set) var state: State {
    get { assertedState }
    set {
      // What goes with the old state may look at the new one.
      withExtendedLifetime(assertedState) { assertedState = newValue }
    }
  }

  private var assertedState: State

  /// How much the test store insists on.
  public var exhaustivity = Exhaustivity.on

  /// How long to wait for effects that wait for the outside, unless a call says otherwise.
  ///
  /// A minute is far more than a request to a local server takes, even on a loaded machine that runs hundreds of tests at
  /// once. Nothing but the outside is ever waited for, so a test that passes does not take longer for it.
  public var timeout: Duration = .seconds(60)

  /// The dependencies of the store. What is set here is seen by the actions that follow.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { executor.exclusively { store.dependencies = newValue } }
  }

  /// Whether the feature has dismissed itself with `\.dismiss`, as far as this store goes: a presented feature that is
  /// tested by itself has nobody to clear its state. Its effects are cancelled.
  ///
  /// ```swift
  /// await store.send(.cancelButtonTapped)
  /// #expect(store.isDismissed)
  /// ```
  public var isDismissed: Bool { dismissal.isDismissed }

  private let dismissal: Dismissal

  /// Noted by effects, which run while this store or what it returned is waiting for them.
  private final class Dismissal: Sendable {
    private let flag = Locked(false)

    var isDismissed: Bool { flag.withLock { $0 } }

    func note() { flag.withLock { $0 = true } }
  }

  let store: Store<State, Action>
  /// Sends to the store. It was made where the compiler knows the types, so what it calls is compiled for them.
  let sendToStore: (Store<State, Action>, Action) -> StoreTask
  let executor: TestExecutor
  let suspensions = SuspensionLog()
  let calls = PendingCalls()
  /// Notes what the feature changes of what it shares with others.
  let tracker: SharedChangeTracker
  private let actor: TestActor
  private let location: IssueLocation
  private let recorder: Recorder
  /// Whether the test was told already which actions it did not receive.
  var hasReportedUnreceived = false

  private var hasTriedToStop = false

  /// What the store's inspector writes to.
  private final class Recorder {
    var ledger = TestLedger<State, Action>()
    /// The line of the test that is being executed.
    var location: IssueLocation
    var hasReportedRunaway = false
    /// Actions that were reduced since the line began.
    var reducedCount = 0

    init(location: IssueLocation) {
      self.location = location
    }
  }

  /// Makes a test store.
  ///
  /// - Parameters:
  ///   - initialState: The state to start with. It is evaluated with the store's dependencies in force.
  ///   - schedule: The order in which jobs that are ready run: that in which they became so, unless
  ///     ``exploreSchedules(_:startingAt:_:)`` is trying others.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies.
  @inlinable public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    schedule: TestSchedule? = nil,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      schedule: schedule,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      makeStore: { isolation, configuration, tracker in
        Store(
          initialState: initialState(),
          isolation: isolation,
          configuration: configuration,
          reducer: reducer,
          withDependencies: { values in
            values.context = .test
            prepareDependencies?(&values)
            tracker.track(&values)
          }
        )
      },
      sendToStore: { $0.send($1) }
    )
  }

  @usableFromInline init(
    schedule: TestSchedule?,
    location: IssueLocation,
    makeStore: (
      _ isolation: any Actor,
      _ configuration: StoreConfiguration,
      _ tracker: SharedChangeTracker
    ) -> Store<State, Action>,
    sendToStore: @escaping (Store<State, Action>, Action) -> StoreTask
  ) {
    let exploration = schedule == nil ? Exploration.current : nil
    let schedule = schedule ?? exploration?.follow() ?? .firstInFirstOut
    let executor = TestExecutor(schedule: schedule, decisions: exploration?.decisions)
    self.executor = executor
    actor = TestActor(executor: executor)
    self.location = location
    self.sendToStore = sendToStore
    recorder = Recorder(location: location)
    let dismissal = Dismissal()
    self.dismissal = dismissal
    let configuration = StoreConfiguration(
      // A shuffled schedule decides when effects start, too.
      start: schedule == .firstInFirstOut ? .immediate : .enqueued,
      executor: executor,
      recorder: suspensions.recorder(calls: calls) { [weak executor, suspensions] in
        await executor?.settle { suspensions.hasEffectThatWaitsForOutside(countingParts: true) }
      },
      dismissRoot: dismissal.note
    )
    let tracker = SharedChangeTracker()
    self.tracker = tracker
    store = makeStore(actor, configuration, tracker)
    assertedState = store.stateSnapshot
    store.inspect(
      with: Inspector { [recorder, suspensions, executor, weak store] step in
        guard !recorder.hasReportedRunaway else { return }
        switch step {
        case .reduced: withExtendedLifetime(recorder.ledger.record(step, changes: tracker.takeChanges())) {}
        default: withExtendedLifetime(recorder.ledger.record(step)) {}
        }
        switch step {
        case .effectStarted(let effect): suspensions.effectStarted(effect.id, summary: effect.summary)
        case .sharedStateChanged, .effectSuspended, .effectResumed, .effectDiscarded: break
        case .effectFinished(let effect), .effectCancelled(let effect): suspensions.effectEnded(effect.id)
        case .reduced:
          // Actions that send one another leave the executor no chance to see it.
          recorder.reducedCount += 1
          if recorder.reducedCount > executor.limits.steps {
            store?.halt()
            executor.stop()
            Self.reportRunaway(recorder, suspensions, executor)
          }
        }
      }
    )
  }

  deinit {
    executor.runReadyJobs()
    checkProgress()
    reportLeftovers()
    perform { $0.cancelAllEffects() }
    executor.abandon()
  }

  private func reportLeftovers() {
    guard !recorder.hasReportedRunaway else { return }
    if !hasReportedUnreceived {
      reportUnreceived(at: location)
      reportUnassertedSharedChanges(at: location)
    }
    let effects = recorder.ledger.effects
    if !effects.isEmpty {
      fail(
        """
        \(count(effects.count, "effect")) still running at the end of the test.

        \(list(effects))

        Effects have to end with the test: advance the clock that they sleep on and receive what they send, send the \
        action that cancels them, or cancel the task that "store.send" returned. If they are about to end by themselves, \
        wait for them with "await store.finish()". If it does not matter to this test, call \
        "await store.skipInFlightEffects()" or set "store.exhaustivity = .off".
        """,
        at: location
      )
    }
  }

  // MARK: For the other files of this type

  var ledger: TestLedger<State, Action> {
    executor.exclusively { recorder.ledger }
  }

  func withLedger<Result>(_ body: (inout TestLedger<State, Action>) -> Result) -> Result {
    executor.exclusively { body(&recorder.ledger) }
  }

  /// Begins a line of the test: runs all that can run.
  ///
  /// - Returns: Whether the test makes sense still. It does not if its effects run on and on, as was reported then.
  func begin(at location: IssueLocation) -> Bool {
    executor.exclusively {
      recorder.location = location
      recorder.reducedCount = 0
    }
    executor.noteCaller()
    executor.runReadyJobs()
    return checkProgress()
  }

  /// Calls a closure on the store's actor, and then runs all that can run.
  ///
  /// - Returns: What the closure returned, or nothing if effects run on and on, as was reported then.
  @discardableResult
  func perform<Result>(_ body: @escaping (Store<State, Action>) -> Result) -> Result? {
    var result: Result?
    executor.runReadyJobs(on: actor) { [store] in
      // Exactly these: what the test overrides around it came before the store's own, or is not its business.
      result = withDependencyValues(store.dependencies) { body(store) }
    }
    return checkProgress() ? result : nil
  }

  /// Runs all that can run, on the main actor too.
  func settle() async {
    await executor.settle { suspensions.hasEffectThatWaitsForOutside(countingParts: true) }
  }

  /// Reports effects that run on and on, and stops them.
  @discardableResult
  func checkProgress() -> Bool {
    guard executor.isStuck else { return true }
    executor.exclusively {
      if !recorder.hasReportedRunaway { Self.reportRunaway(recorder, suspensions, executor) }
      // Those that end when they are cancelled get a chance to. What others still do is never done.
      if !hasTriedToStop {
        hasTriedToStop = true
        executor.resume()
        perform { $0.cancelAllEffects() }
        executor.stop()
      }
    }
    return false
  }

  private static func reportRunaway(_ recorder: Recorder, _ suspensions: SuspensionLog, _ executor: TestExecutor) {
    recorder.hasReportedRunaway = true
    let ledger = recorder.ledger
    reportIssue(
      """
      Effects do not come to rest. They were stopped after \(executor.limits.steps) steps.

      \(ledger.hasEffects ? suspensions.list : "No effect is running, but actions send one another.")

      \(ledger.lastReceived.map { "The last action:\n\n\(indentedDump($0.action))\n\n" } ?? "")\
      This usually is a loop in which nothing waits: a timer on an "ImmediateClock", an effect that polls, or an action \
      whose effect sends the same action again. Give the effect a "TestClock" and advance it.
      """,
      at: recorder.location,
      article: .testing
    )
  }

  // MARK: Messages

  /// Reports a failure, unless the test store does not insist.
  func fail(_ message: String, at location: IssueLocation) {
    switch exhaustivity {
    case .on: reportIssue(message, at: location, article: .testing)
    case .off(showSkippedAssertions: true): SkippedAssertion.show(message, at: location)
    case .off(showSkippedAssertions: false): break
    }
  }

  func reportUnreceived(at location: IssueLocation) {
    let received = ledger.received
    guard !received.isEmpty else { return }
    fail(
      """
      The store received \(count(received.count, "unexpected action")).

      \(list(received))

      Receive every action that effects send with "store.receive", skip them with \
      "await store.skipReceivedActions()" or, if they do not matter to this test, set "store.exhaustivity = .off".
      """,
      at: location
    )
  }

  func list(_ actions: some Collection<TestLedger<State, Action>.ReceivedAction>) -> String {
    actions.list { indentedDump($0.action) }
  }

  func list(_ effects: [EffectDescription<Action>]) -> String {
    let suspended = ledger.suspended
    return effects.list { effect in
      let reason = suspended.contains(effect.id) ? effectTurnReason : suspensions.reason(effect: effect.id)
      return bullet(effect.summary, reason, startedBy: effect.cause)
    }
  }
}
