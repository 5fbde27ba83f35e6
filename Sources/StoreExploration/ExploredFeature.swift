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

/// An action that an exploration searches for.
package struct ExplorationGoal<Action>: Sendable {
  /// The action in words, for the person who searches for it.
  let name: String
  /// Returns how near an action is to the one that is searched for. Points that a nearer action leads to are explored
  /// before others.
  let nearness: @Sendable (Action) -> Int
  let isReached: @Sendable (Action) -> Bool

  package init(
    _ name: String,
    nearness: @escaping @Sendable (Action) -> Int,
    isReached: @escaping @Sendable (Action) -> Bool
  ) {
    self.name = name
    self.nearness = nearness
    self.isReached = isReached
  }
}

/// Records whether a reducer reads the time of the story's clock. If it does, the state may depend on the time, so
/// points at different times are distinct.
///
/// Any code that makes a date from the clock's time counts. An effect that reads the time does not: most effects read
/// it only to sleep until a later time.
package struct ExploredReducer<Base: Reducer>: CompositeReducer {
  let base: Base

  package init(_ base: Base) { self.base = base }

  package func makeReduction() -> Reduction<Base.State, Base.Action> {
    let reduction = base.makeReduction { body in SuspensionRecorder.current?.date(body) ?? body() }
    return { state, action in
      // A reducer that reads the time, and not a date, counts as well.
      SuspensionRecorder.current?.date { reduction(&state, action) } ?? reduction(&state, action)
    }
  }
}
