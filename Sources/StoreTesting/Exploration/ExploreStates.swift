import Dependencies
import Store

/// Tries all stories of a feature up to a bound - every action that a person may do, every answer that a client may give,
/// in every order - and reports the shortest one that breaks a rule.
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
/// At each point of a story the person may do one of the actions, a call that waits in `choose` may be
/// answered with each of its alternatives, and the clock may go on to the next deadline. `\.continuousClock` and
/// `\.suspendingClock` are a `TestClock` of the exploration. Everything else that can run then runs, before the next step.
///
/// Stories are tried by their length, so the first counterexample is a shortest one. A point that was reached before is
/// not explored again; so a feature with few states is covered whatever the length of its stories. What clients know
/// besides - a server's rows - belongs in a ``ModeledValue``, which tells such points apart.
///
/// Issues that are reported on the way, effects that do not come to rest, and effects that wait for something else than
/// `choose` and the clock, are counterexamples too.
///
/// The closures are called on several threads, for several stories at a time. What `withDependencies` makes belongs to one
/// story; what it captures is shared, and must not change.
///
/// - Parameters:
///   - story: A story that is to be run, and no other: that which a failure names.
///   - initialState: The state with which stories begin. It is evaluated with the store's dependencies in force.
///   - bounds: How far to go.
///   - reducer: The feature.
///   - prepareDependencies: Overrides dependencies, for each story anew.
///   - actions: What a person can do in a state.
///   - always: What has to hold after each action, and at first. It fails by `#expect`, `reportIssue` or an error.
///   - whenSettled: What has to hold where nothing is under way: no effect runs, no call waits and no one sleeps.
///   - never: The actions that may never be sent or received.
///   - eventually: What can be reached from each point, in a point where nothing is under way, by answers and time alone.
///   - noEffectsWhen: Where the feature is done, so that no effect may be in flight.
///   - inspect: Is given the store that runs the story of a failure, or the one that is to be run again, before the first
///     step: to record it. `StoreInspection` writes a trace that a program's `report` and `replay` open:
///     `inspecting: { try $0.trace(to: "story.jsonl", feature: "Suggestions", program: "App") }`.
/// - Returns: What was covered. It is printed too.
/// - Complexity: Grows with the number of points, and of steps from each of them to those after it; a point at which effects
///   are in flight takes the steps besides that led to it since none was.
@discardableResult
@inlinable
public func exploreStates<State: Equatable & Sendable, Action: Sendable, R: Reducer<State, Action>>(
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
      makeStore: { state, actor, configuration, clock in
        Store(
          // Each story has its own of what the state shares: what it finds by a key, and copies of all else.
          initialState: StateSnapshot(keeping: SharedScope.ofStoryHasSource).detached(state ?? initialState()),
          isolation: actor,
          configuration: configuration,
          reducer: reducer,
          withDependencies: { values in
            ExploredFeature<State, Action>.prepare(&values, clock)
            prepareDependencies?(&values)
          }
        )
      },
      send: { store, action in store.send(action) },
      actions: actions,
      always: always,
      whenSettled: whenSettled,
      never: never,
      eventually: eventually,
      noEffectsWhen: noEffectsWhen
    ),
    within: bounds,
    inspecting: inspect,
    at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

@usableFromInline func exploreStates<State: Equatable & Sendable, Action: Sendable>(
  replaying story: String?,
  of feature: ExploredFeature<State, Action>,
  within bounds: ExplorationBounds,
  inspecting inspect: (@Sendable (Store<State, Action>) throws -> Void)?,
  at location: IssueLocation
) async -> ExplorationReport {
  let progress = ExplorationProgress(at: location)
  // Not reported where it is thrown, as it would be a part of the story there.
  let inspectionFailure = Locked<(any Error)?>(nil)
  var feature = feature
  if let inspect {
    feature.makeRecordedStore = {
      [makeStore = feature.makeStore] state, actor, configuration, clock in
      let store = makeStore(state, actor, configuration, clock)
      do {
        try inspect(store)
      } catch {
        inspectionFailure.withLock { $0 = error }
      }
      return store
    }
  }
  let exploration = StateExploration(
    feature,
    bounds: bounds,
    manner: StoryTelling.Manner { story in
      "To run this story again, add 'replaying: \"\(story)\"' to the call of \"exploreStates\"."
    } test: { steps, rule in
      StoryTest(location: location, steps: steps, rule: rule).source
    },
    progress: progress.note,
    isInterrupted: { ExplorationInterruption.isInterrupted }
  )
  let outcome = Locked(StateExploration<State, Action>.Outcome())
  await withIssuesOfStories {
    // Each story has default values of its own. Bound here, so that nobody asks for those of the test for each of them.
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
  // Now that all was said: it ends the process if Ctrl-C was to.
  progress.end()
  return report
}
