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
/// ## Determinism
///
/// The store and its effects run on an executor that the test store pumps, on the test's thread. After a `send` everything that can
/// run has run, so what is left is known: an effect asleep on a `TestClock`, for example. `receive` with nothing to
/// receive fails at once and says what every effect is waiting for. Only an effect that waits for the outside - a server, a
/// file - is waited for. Jobs run in the order in which they became ready; ``TestSchedule/random(seed:)`` and
/// ``exploreSchedules(_:startingAt:fileID:filePath:line:column:_:)`` try others.
///
/// Failures are reported to Swift Testing or XCTest, whichever is running, at the caller's line.
public final class TestStore<State, Action> {
  /// The state, as far as the test has asserted it.
  ///
  /// It changes with `send` and `receive`: what an action has changed that was not received yet does not show.
  public internal(set) var state: State

  /// How much the test store insists on.
  public var exhaustivity = Exhaustivity.on

  /// The dependencies of the store. What is set here is seen by the actions that follow.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { executor.exclusively { store.dependencies = newValue } }
  }

  let store: Store<State, Action>
  let executor: TestExecutor
  let suspensions = SuspensionLog()
  private let actor: TestActor
  private let location: IssueLocation
  private let recorder = Recorder()

  private final class Recorder {
    var ledger = TestLedger<State, Action>()
  }

  /// Makes a test store.
  ///
  /// - Parameters:
  ///   - initialState: The state to start with.
  ///   - schedule: The order in which jobs that are ready run; the order in which they became so unless
  ///     ``exploreSchedules(_:startingAt:fileID:filePath:line:column:_:)`` is trying others.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies.
  public init(
    initialState: @autoclosure () -> State,
    schedule: TestSchedule? = nil,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where State: Equatable {
    let schedule = schedule ?? TestSchedule.explored ?? .firstInFirstOut
    let executor = TestExecutor(schedule: schedule)
    self.executor = executor
    actor = TestActor(executor: executor)
    location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let settle: @Sendable () async -> Void = { [weak executor] in executor?.runReadyJobs() }
    let configuration = StoreConfiguration(
      // A shuffled schedule decides when effects start, too.
      start: schedule == .firstInFirstOut ? .immediate : .enqueued,
      executor: executor,
      recorder: { [suspensions] in suspensions.recorder(effect: $0, settle: settle) }
    )
    store = Store(
      initialState: initialState(),
      isolation: actor,
      configuration: configuration,
      reducer: reducer,
      withDependencies: { values in
        values.context = .test
        prepareDependencies?(&values)
      }
    )
    state = store.withState { $0 }
    store.inspect(
      with: Inspector { [recorder, suspensions] step in
        recorder.ledger.record(step)
        switch step {
        case .effectStarted(let effect): suspensions.effectStarted(effect.id)
        case .effectFinished(let effect), .effectCancelled(let effect): suspensions.effectEnded(effect.id)
        case .reduced: break
        }
      }
    )
  }

  deinit {
    executor.runReadyJobs()
    reportLeftovers()
    perform { $0.cancelAllEffects() }
    executor.abandon()
  }

  private func reportLeftovers() {
    let leftovers = ledger
    if !leftovers.received.isEmpty {
      fail(
        """
        The test store got \(count(leftovers.received.count, "action")) that the test did not receive:

        \(list(leftovers.received))

        Receive every action that effects send with "store.receive", or, if it does not matter to this test, set \
        "store.exhaustivity = .off".
        """,
        at: location
      )
    }
    if !leftovers.inFlight.isEmpty {
      fail(
        """
        \(count(leftovers.inFlight.count, "effect")) still running at the end of the test:

        \(list(leftovers.inFlight))

        Effects have to end with the test: advance the clock they sleep on and receive what they send, send the action that cancels \
        them, or cancel the task that "store.send" returned. If it does not matter to this test, set \
        "store.exhaustivity = .off" or call "await store.skipInFlightEffects()".
        """,
        at: location
      )
    }
  }

  // MARK: For the files of this type

  var ledger: TestLedger<State, Action> {
    executor.exclusively { recorder.ledger }
  }

  func withLedger<Result>(_ body: (inout TestLedger<State, Action>) -> Result) -> Result {
    executor.exclusively { body(&recorder.ledger) }
  }

  /// Calls a closure on the store's actor, and then runs all that can run.
  @discardableResult
  func perform<Result>(_ body: (Store<State, Action>) -> Result) -> Result? {
    executor.exclusively {
      withoutActuallyEscaping(body) { body in
        // The jobs run within this call, on this thread, and nothing else runs meanwhile.
        nonisolated(unsafe) let body = body
        nonisolated(unsafe) let store = store
        nonisolated(unsafe) var result: Result?
        Task(executorPreference: executor) { [actor] in
          await actor.perform { result = body(store) }
        }
        executor.runReadyJobs()
        return result
      }
    }
  }

  /// Reports a failure, unless the test store does not insist.
  func fail(_ message: String, at location: IssueLocation) {
    switch exhaustivity {
    case .on:
      reportIssue(message, at: location)
    case .off(showSkippedAssertions: true):
      print("\(location): skipped assertion: \(message)\n")
    case .off(showSkippedAssertions: false):
      break
    }
  }

  func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  func list(_ actions: [TestLedger<State, Action>.ReceivedAction]) -> String {
    actions.map { indentedDump($0.action) }.joined(separator: "\n")
  }

  func list(_ effects: [EffectDescription<Action>]) -> String {
    effects.map { effect in
      let reasons = suspensions.reasons(effect: effect.id)
      let reason = reasons.isEmpty ? "waiting for something outside of the test's control" : reasons.joined(separator: "; ")
      return """
          • an effect \(effect.summary)
            \(reason)
            started by
        \(indentedDump(effect.cause))
        """
    }
    .joined(separator: "\n")
  }
}

extension TestActor {
  fileprivate func perform(_ body: @Sendable () -> Void) {
    body()
  }
}
