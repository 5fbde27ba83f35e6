import Dependencies
import Foundation
import Store
import StoreExploration

/// Tries all stories of a feature up to a bound, and reports the shortest one that breaks a rule. The stories contain
/// every action that a person may do and every answer that a client may give, in every order.
///
/// ```swift
/// @Test func titlesAreNeverStale() async {
///   await exploreStates(of: Suggestions.State()) {
///     CarefulSuggestions()
///   } withDependencies: {
///     $0[TitleClient.self].titles = { query in
///       try await choose("titles \(query)", .success(["All about \(query)"]), .failure(NotConnected()))
///     }
///   } actions: { _ in
///     Suggestions.Action.queryChanged("a")
///     Suggestions.Action.queryChanged("ab")
///   } always: { state in
///     #expect(state.titles.isEmpty || state.titles == ["All about \(state.query)"])
///   }
/// }
/// ```
///
/// At each point of a story the person may do one of the actions, a call that waits in `choose` may be answered with
/// each of its alternatives, and the clock may move on to the next deadline. `\.continuousClock` and
/// `\.suspendingClock` are a `TestClock` of the exploration. After each step, everything that can run has run.
///
/// Shorter stories are tried first, so the first counterexample is a shortest one. A point that was reached before is
/// not explored again, so a feature with few states is covered whatever the length of its stories. Data that clients
/// keep outside of the state, such as a server's rows, belongs in a ``ModeledValue``; points at which it differs are
/// then explored separately.
///
/// Issues that are reported during a story, effects that never come to rest, and effects that wait for anything other
/// than `choose` and the clock, are counterexamples too.
///
/// Objects that `withDependencies` creates belong to one story. Objects that it captures are shared by all stories, and
/// must not change.
///
/// - Parameters:
///   - story: A story to run in place of the exploration, as the message of a failure names it.
///   - initialState: The state with which stories begin. It is evaluated with the store's dependencies.
///   - bounds: The limits of the exploration.
///   - reducer: The feature.
///   - prepareDependencies: Overrides dependencies. Called for each story.
///   - actions: Returns the actions that a person can do in a state.
///   - always: A rule that must hold in the initial state and after each action. It fails by `#expect`, `reportIssue`
///     or an error, not by an assertion of XCTest, which does not belong to a story.
///   - whenSettled: A rule that must hold at settled points: no effect runs, no call waits and no task sleeps.
///   - never: Returns whether an action is one that must never be sent or received.
///   - eventually: A property of states. From each point, answers and time alone must be able to lead to a settled
///     point that has it.
///   - noEffectsWhen: Returns whether the feature is done in a state, so that no effect may be running.
///   - inspect: Called before the first step with the store that runs the story of a failure, or the story to run
///     again, so that it can be recorded. `StoreInspection` writes a trace that a program's `report` and `replay` open:
///     `inspecting: { try $0.trace(to: "story.jsonl", feature: "Suggestions", program: "App") }`.
/// - Returns: A report of what was covered, which is also printed.
/// - Complexity: O(steps between points * their depth): each step is run after the steps that lead to its point.
@discardableResult
public func exploreStates<State: Sendable, Action: Sendable, R: Reducer<State, Action> & SendableMetatype>(
  replaying story: String? = nil,
  of initialState: @autoclosure @escaping @Sendable () -> State,
  within bounds: ExplorationBounds = ExplorationBounds(),
  @ReducerBuilder<State, Action> _ reducer: @escaping @Sendable () -> R,
  withDependencies prepareDependencies: (@Sendable (inout DependencyValues) -> Void)? = nil,
  @ExploredActionsBuilder<Action> actions: @escaping @Sendable (_ state: State) -> [Action] = { _ in
    []
  },
  always: (@Sendable (_ state: State) throws -> Void)? = nil,
  whenSettled: (@Sendable (_ state: State) throws -> Void)? = nil,
  never: (@Sendable (_ action: Action) -> Bool)? = nil,
  eventually: (@Sendable (_ state: State) -> Bool)? = nil,
  noEffectsWhen: (@Sendable (_ state: State) -> Bool)? = nil,
  inspecting inspect: (@Sendable (_ store: Store<State, Action>) throws -> Void)? = nil,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async -> ExplorationReport {
  await exploreStates(
    replaying: story,
    of: ExploredFeature(
      makeStore: { actor, configuration, clock in
        Store(
          // Isolate shared state between stories: keyed values are looked up again, others are copied.
          initialState: StateSnapshot(keeping: SharedScope.ofStoryHasSource).detached(initialState()),
          isolation: actor,
          configuration: configuration,
          reducer: { ExploredReducer(reducer()) },
          withDependencies: { values in
            ExploredFeature<State, Action>.prepare(&values, clock)
            prepareDependencies?(&values)
          }
        )
      },
      send: { store, action in store.send(action) },
      actions: actions,
      rules: ExplorationRules(
        always: always,
        whenSettled: whenSettled,
        never: never,
        eventually: eventually,
        noEffectsWhen: noEffectsWhen
      )
    ),
    within: bounds,
    inspecting: inspect,
    at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

func exploreStates<State: Sendable, Action: Sendable>(
  replaying story: String?,
  of feature: ExploredFeature<State, Action>,
  within bounds: ExplorationBounds,
  inspecting inspect: (@Sendable (Store<State, Action>) throws -> Void)?,
  at location: IssueLocation
) async -> ExplorationReport {
  let progress = ExplorationProgress(at: location)
  // The signals of failed preconditions, of `fatalError` and of other traps.
  StoryRescue.prepare(for: [SIGILL, SIGTRAP])
  // Reported at the end: an issue that is reported where the error is thrown would count as a part of the story.
  let inspectionFailure = Locked<(any Error)?>(nil)
  var feature = feature
  if let inspect {
    feature.makeRecordedStore = {
      [makeStore = feature.makeStore] actor, configuration, clock in
      let store = makeStore(actor, configuration, clock)
      do {
        try inspect(store)
      } catch {
        inspectionFailure.withLock { $0 = error }
      }
      return store
    }
  }
  var exploration = StateExploration(
    feature,
    bounds: bounds,
    telling: StoryTelling { story in
      "To run this story again, add 'replaying: \"\(story)\"' to the call of \"exploreStates\"."
    },
    progress: progress.note,
    isInterrupted: { ExplorationInterruption.isInterrupted }
  )
  exploration.rescue = """

    \(location): the feature has ended the process. To see how, add "replaying" to the call of "exploreStates", with:
      '
    """
  let outcome = Locked(StateExploration<State, Action>.Outcome())
  await withIssuesOfStories { [exploration] in
    // Each story has its own default values. Bind them once for all stories, so that no story looks up the cache of the
    // test.
    let result = await withDependencyValues(DependencyValues.current.withOwnDefaultValues()) {
      await exploration.run(replaying: story)
    }
    outcome.withLock { $0 = result }
  }
  let result = outcome.withLock { $0 }
  let report = result.report
  if let failure = result.failure { reportIssue(failure, at: location, article: .exploring) }
  if let error = inspectionFailure.withLock({ $0 }) {
    reportIssue(
      "\"inspecting\" failed for the store of the story: \(error)",
      at: location,
      article: .exploring
    )
  }
  if story == nil { SkippedAssertion.show(summary: "\(report)", at: location) }
  // Last, because it ends the process after Ctrl-C.
  progress.end()
  return report
}
