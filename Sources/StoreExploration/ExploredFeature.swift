import Dependencies
import StoreCore

/// The values with which a story begins.
struct StoryStart<State: Sendable>: Sendable {
  /// The state, or `nil` for the initial one.
  var state: State?
  var models: [StoryWorld.Model] = []
  var now = VirtualInstant<Duration>()

  init() {}

  init(state: State, models: [StoryWorld.Model], now: VirtualInstant<Duration>) {
    self.state = state
    self.models = models
    self.now = now
  }
}

/// An action that leads in one step from the state before it to a point where effects run.
///
/// All effects of the point were returned for this action, and have had no inputs since. A reducer is a function of
/// state and action, so in a store that is made from that state it returns the same effects for the action. Effects
/// that the action has cancelled do not run at the point, but what they did when they were cancelled is not repeated.
/// Therefore the key of the point to which the opening leads is compared with that of the expected point. If they
/// differ, the steps from the last settled point are repeated instead.
struct StoryOpening<Action: Sendable>: Sendable {
  /// The number of the state before the action.
  let state: Int
  let move: StoryMove<Action>

  init(state: Int, _ action: Action) {
    self.state = state
    move = .send(0, action)
  }
}

/// The feature to explore: functions that make its store and run steps, and the rules.
///
/// The functions are closures from generic code that knows the types, so that making a store, and running all steps
/// from a point, are specialized for them.
package struct ExploredFeature<State: Equatable & Sendable, Action: Sendable>: Sendable {
  package typealias MakeStore =
    @Sendable (State?, any Actor, StoreConfiguration, TestClock<Duration>) -> Store<State, Action>

  package private(set) var makeStore: MakeStore
  /// Makes a store with an inspector of the caller, for the story that is shown in the end. Other stories use
  /// `makeStore`.
  package var makeRecordedStore: MakeStore?
  let send: @Sendable (Store<State, Action>, Action) -> Void
  let actions: @Sendable (State) -> [Action]
  package let rules: ExplorationRules<State, Action>

  package typealias Worker = ExplorationWorker<State, Action>
  package typealias Expand =
    @Sendable (Worker, Int, ExplorationLevel<State, Action>, ExplorationSearch<State, Action>) -> Worker.Expansion

  /// Runs all steps from a point.
  let expand: Expand

  package init(
    makeStore: @escaping MakeStore,
    send: @escaping @Sendable (Store<State, Action>, Action) -> Void,
    actions: @escaping @Sendable (State) -> [Action],
    rules: ExplorationRules<State, Action>
  ) {
    self.makeStore = makeStore
    self.send = send
    self.actions = actions
    self.rules = rules
    expand = { $0.expand($1, $2, $3) }
  }

  /// The feature with stores that are recorded, if the caller records them.
  var recorded: Self {
    var feature = self
    feature.makeStore = makeRecordedStore ?? makeStore
    return feature
  }

  /// Sets the dependencies of a story's store.
  package static func prepare(_ values: inout DependencyValues, _ clock: TestClock<Duration>) {
    values = values.withOwnDefaultValues()
    values.context = .test
    values.ownSharedScope = SharedScope()
    values.continuousClock = clock
    values.suspendingClock = clock
  }
}
