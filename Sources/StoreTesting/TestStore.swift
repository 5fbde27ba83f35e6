import Dependencies
import Store

/// A store for tests, which checks that a feature does exactly what the test asserts.
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
/// Every change of state must be asserted by making it to `$0`. A state that is `Equatable` is compared by `==`, any
/// other one by everything that dumps show of it; `@TestIgnored` leaves a property out. Every action that an effect
/// sends must be received, in order. No effect may be running when the test store is released. Every dependency that
/// the feature uses must have a test value or be overridden. ``exhaustivity`` turns the first three off.
///
/// Failures are reported to Swift Testing or XCTest, whichever is running: at the line of the call, or for failures at
/// the end of the test at the line that made the test store.
///
/// ## Determinism
///
/// The store and its effects run on an executor of the test store, on the test's thread. After a `send`, everything
/// that can run has run, so the test store knows what each effect waits for: a `TestClock`, for example. `receive`
/// fails at once if no action was sent and none can be, and says what each effect waits for. It waits only for effects
/// that wait for the outside: a server, a file, the main actor.
///
/// Jobs run in the order in which they became ready; ``TestSchedule/random(seed:)`` and
/// ``exploreSchedules(_:startingAt:_:)`` try others.
///
/// Effects that never come to rest, such as a timer on an `ImmediateClock`, are stopped and reported after 50,000
/// steps. If ``exhaustivity`` is `.off`, they may run on at the end of the test: then all effects are cancelled, and
/// the test continues without a failure. An issue that a line of the test makes effects report again and again is
/// reported once, and then with the number of times.
public final class TestStore<State, Action> {
  /// The state that the test has asserted so far.
  ///
  /// `send` and `receive` change it. It does not contain the changes of actions that were not received yet.
  public internal(set) var state: State {
    get { assertedState }
    set {
      // Releasing the old state may call code that reads the new one.
      withExtendedLifetime(assertedState) { assertedState = newValue }
    }
  }

  private var assertedState: State

  /// How much of the feature's behavior the test has to assert.
  public var exhaustivity = Exhaustivity.on

  /// How long to wait for effects that wait for the outside, unless a call specifies a timeout.
  ///
  /// A minute is far more than a request to a local server takes, even on a loaded machine that runs hundreds of tests
  /// at once. The test store waits only for the outside, so a long timeout does not make tests that pass slower.
  public var timeout: Duration = .seconds(60)

  /// The dependencies of the store. Changes apply to the actions that follow.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { executor.exclusively { store.dependencies = newValue } }
  }

  /// Whether the feature has dismissed itself with `\.dismiss`. No parent removes the state of a presented feature that
  /// is tested by itself, so this property is the only sign. The effects of the feature are cancelled.
  ///
  /// ```swift
  /// await store.send(.cancelButtonTapped)
  /// #expect(store.isDismissed)
  /// ```
  public var isDismissed: Bool { dismissal.isDismissed }

  private let dismissal: Dismissal

  let store: Store<State, Action>
  /// Sends an action to the store. It is a closure from the generic initializer, so that it is specialized for the
  /// types.
  let sendToStore: (Store<State, Action>, Action) -> StoreTask
  /// Compares two states.
  let areEqual = valueEquality(of: State.self)
  let executor: StoreExecutor
  let running = RunningEffects(controlledBy: "the test store")
  let calls = PendingCalls()
  /// Records the changes that the feature makes to shared state.
  let tracker: SharedChangeTracker
  private let actor: StoreActor
  private let location: IssueLocation
  private let recorder: Recorder
  /// The number of actions that had arrived when unreceived ones were last reported; `nil` if they never were.
  var reportedCount: Int?

  private var hasTriedToStop = false
  /// Whether the feature has begun, which it does with the first line of the test.
  var hasMounted = false
  /// Lets the feature begin before a clock of the test moves. Clocks hold recorders weakly.
  var beginning: SuspensionRecorder?
  /// Whether effects that never come to rest are being cancelled, because the test may leave them running.
  private var isEndingRunaway = false
  /// The issues that effects and reducers report during a line of the test.
  private let repeats = IssueRepeats()

  /// The state that the store's inspector changes.
  private final class Recorder {
    var ledger = TestLedger<State, Action>()
    /// The line of the test that is running.
    var location: IssueLocation
    var hasReportedRunaway = false
    /// The number of actions that were reduced since the line began.
    var reducedCount = 0

    init(location: IssueLocation) {
      self.location = location
    }
  }

  /// Makes a test store.
  ///
  /// - Parameters:
  ///   - initialState: The state to start with. It is evaluated with the store's dependencies.
  ///   - schedule: The order in which ready jobs run. By default the order in which they became ready, or within
  ///     ``exploreSchedules(_:startingAt:_:)`` the order that it tries.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies.
  @inlinable public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    schedule: TestSchedule? = nil,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
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
            prepareDependencies(&values)
            tracker.track(&values)
          }
        )
      },
      sendToStore: { $0.send($1) },
      isUsableHere: { isUsableHere(R.self) }
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
    sendToStore: @escaping (Store<State, Action>, Action) -> StoreTask,
    isUsableHere: @escaping () -> Bool
  ) {
    let exploration = schedule == nil ? Exploration.current : nil
    let schedule = schedule ?? exploration?.follow() ?? .firstInFirstOut
    let executor = StoreExecutor(schedule: schedule, decisions: exploration?.decisions)
    self.executor = executor
    // A feature that only code of the main actor can use stays there. The test is on it, or it would not compile.
    if StoreActor.onNoOtherActor(isUsableHere) == false { executor.moveToMainActor() }
    actor = StoreActor(executor: executor)
    self.location = location
    self.sendToStore = sendToStore
    recorder = Recorder(location: location)
    let dismissal = Dismissal()
    self.dismissal = dismissal
    let configuration = StoreConfiguration(
      // A schedule other than the default also decides when effects start.
      start: schedule == .firstInFirstOut ? .immediate : .enqueued,
      executor: executor,
      recorder: running.recorder(context: calls) { [weak executor, running] in
        await executor?.settle { running.hasEffectThatWaitsForOutside(countingParts: true) }
      },
      dismissRoot: dismissal.markDismissed,
      // The test may override dependencies until its first line.
      mountsAtOnce: false
    )
    let tracker = SharedChangeTracker()
    self.tracker = tracker
    store = makeStore(actor, configuration, tracker)
    assertedState = store.stateSnapshot
    store.inspect(
      with: Inspector { [recorder, running, executor, weak store] step in
        guard !recorder.hasReportedRunaway else { return }
        switch step {
        case .reduced, .modified: withExtendedLifetime(recorder.ledger.record(step, changes: tracker.takeChanges())) {}
        default: withExtendedLifetime(recorder.ledger.record(step)) {}
        }
        switch step {
        case .effectStarted(let effect): running.effectStarted(effect.id, summary: effect.summary)
        case .sharedStateChanged, .restored, .observersNotified: break
        case .effectFinished(let effect), .effectCancelled(let effect): running.effectEnded(effect.id)
        case .reduced, .modified:
          // Actions that send one another, and changes that follow one another, run within one job, so the executor,
          // which counts jobs, does not notice them.
          recorder.reducedCount += 1
          if recorder.reducedCount > executor.limits.steps {
            store?.halt()
            executor.stop()
            Self.reportRunaway(recorder, running, executor)
          }
        }
      }
    )
    if store.hasLifetimes { beginWithClock() }
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
    if reportedCount != recorder.ledger.receivedCount {
      reportUnreceived(at: location)
      reportUnassertedSharedChanges(at: location)
    }
    let effects = recorder.ledger.effectsToEnd
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

  /// Begins a line of the test: runs all jobs that can run.
  ///
  /// - Returns: Whether the line should continue. It should not if effects never come to rest, which was reported then.
  func begin(at location: IssueLocation) -> Bool {
    executor.exclusively {
      recorder.location = location
      recorder.reducedCount = 0
    }
    executor.recordCaller()
    executor.runReadyJobs()
    mountIfNeeded()
    return checkProgress()
  }

  /// Calls a closure on the store's actor, and then runs all jobs that can run.
  ///
  /// - Returns: The result of the closure, or `nil` if effects never come to rest, which was reported then.
  @discardableResult
  func perform<Result>(_ body: @escaping (Store<State, Action>) -> Result) -> Result? {
    var result: Result?
    executor.runReadyJobs(on: actor) { [store, repeats] in
      // Exactly the store's dependencies: overrides that the test binds around the call do not apply to the store.
      result = IssueRepeats.$current.withValue(repeats) { withDependencyValues(store.dependencies) { body(store) } }
    }
    return checkProgress() ? result : nil
  }

  /// Runs all jobs that can run, on the main actor too.
  func settle() async {
    await executor.settle { running.hasEffectThatWaitsForOutside(countingParts: true) }
  }

  /// Reports effects that never come to rest, and stops them. Returns whether there were none.
  @discardableResult
  func checkProgress() -> Bool {
    defer { repeats.reportCounts() }
    guard executor.isStuck else { return true }
    if executor.exclusively({ endRunawayThatMayGoOn() }) { return true }
    executor.exclusively {
      if !recorder.hasReportedRunaway { Self.reportRunaway(recorder, running, executor) }
      // Effects that end when they are cancelled can do so. Jobs of the others are never run.
      if !hasTriedToStop {
        hasTriedToStop = true
        executor.resume()
        perform { $0.cancelAllEffects() }
        executor.stop()
      }
    }
    return false
  }

  /// Cancels the effects that never come to rest, if the test may leave effects running.
  /// - Returns: Whether they have ended. An effect that ignores its cancellation would run on.
  private func endRunawayThatMayGoOn() -> Bool {
    guard exhaustivity != .on, !isEndingRunaway, !recorder.hasReportedRunaway else { return false }
    isEndingRunaway = true
    defer { isEndingRunaway = false }
    let list = running.list
    executor.resume()
    executor.runReadyJobs(on: actor) { [store] in store.cancelAllEffects() }
    guard !executor.isStuck else { return false }
    fail(
      """
      Effects did not come to rest. They were cancelled after \(executor.limits.steps) steps.

      \(list)
      """,
      at: recorder.location
    )
    return true
  }

  private static func reportRunaway(_ recorder: Recorder, _ running: RunningEffects, _ executor: StoreExecutor) {
    recorder.hasReportedRunaway = true
    let ledger = recorder.ledger
    executor.reportRunaway(
      ledger.hasEffects ? running.list : "No effect is running, but actions send one another.",
      details: ledger.received.last.map { "The last \($0.noun):\n\n\($0.description)" } ?? "",
      at: recorder.location
    )
  }

  // MARK: Messages

  /// Reports a failure, or prints or ignores it, depending on the exhaustivity.
  func fail(_ message: String, at location: IssueLocation) {
    switch exhaustivity {
    case .on: reportIssue(message, at: location, article: .testing)
    case .off(showSkippedAssertions: true): SkippedAssertion.show(message, at: location)
    case .off(showSkippedAssertions: false): break
    }
  }

  func reportUnreceived(at location: IssueLocation) {
    let received = ledger.received.elements
    guard !received.isEmpty else { return }
    fail(
      """
      The store received \(received.counted("unexpected")).

      \(list(received))

      Receive every action that effects send with "store.receive", skip them with \
      "await store.skipReceivedActions()" or, if they do not matter to this test, set "store.exhaustivity = .off".
      """,
      at: location
    )
  }

  func list(_ steps: some Collection<TestLedger<State, Action>.ReceivedStep>) -> String {
    steps.list { $0.description }
  }

  func list(_ effects: [EffectDescription<Action>]) -> String {
    effects.list { bullet($0, running.reason(effect: $0.id)) }
  }
}

/// The test store type of a feature: `TestStoreOf<Feature>` is `TestStore<Feature.State, Feature.Action>`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>
