import Dependencies
import StoreCore

/// The feature to explore: functions that make its store and run steps, and the rules.
///
/// The closures come from generic code that knows the types, so the compiler specializes the making of a store.
package struct ExploredFeature<State: Sendable, Action: Sendable>: Sendable {
  package typealias MakeStore =
    @Sendable (any Actor, StoreConfiguration, TestClock<Duration>) -> Store<State, Action>

  package private(set) var makeStore: MakeStore
  /// Makes a store with the caller's inspector, for the story that is shown in the end. Other stories use `makeStore`.
  package var makeRecordedStore: MakeStore?
  let send: @Sendable (Store<State, Action>, Action) -> Void
  let actions: @Sendable (State) -> [Action]
  package let rules: ExplorationRules<State, Action>
  /// The action that ends the exploration; `nil` to explore everything.
  package var goal: ExplorationGoal<Action>?

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
