import Dependencies
import StoreCore

/// What a story begins with.
@usableFromInline struct StoryStart<State: Sendable>: Sendable {
  /// The state, or `nil` for the initial one.
  @usableFromInline var state: State?
  @usableFromInline var models: [StoryWorld.Model] = []
  @usableFromInline var now = VirtualInstant<Duration>()

  @inlinable init() {}

  @inlinable init(state: State, models: [StoryWorld.Model], now: VirtualInstant<Duration>) {
    self.state = state
    self.models = models
    self.now = now
  }
}

/// What is explored: how a store of it is made, and what has to hold.
///
/// Its functions were made where the compiler knows the types, so what they call is compiled for them: how a store is made,
/// and how all steps from a point are run.
@usableFromInline package struct ExploredFeature<State: Equatable & Sendable, Action: Sendable>: Sendable {
  @usableFromInline package typealias MakeStore =
    @Sendable (State?, any Actor, StoreConfiguration, TestClock<Duration>) -> Store<State, Action>

  @usableFromInline package private(set) var makeStore: MakeStore
  /// Makes a store that tells somebody what it does: that of the story that is shown in the end. Others are not made so.
  package var makeRecordedStore: MakeStore?
  @usableFromInline let send: @Sendable (Store<State, Action>, Action) -> Void
  @usableFromInline let actions: @Sendable (State) -> [Action]
  @usableFromInline package let rules: ExplorationRules<State, Action>

  @usableFromInline package typealias Worker = ExplorationWorker<State, Action>
  @usableFromInline package typealias Expand =
    @Sendable (Worker, Int, ExplorationLevel<State, Action>, ExplorationSearch<State, Action>) -> Worker.Expansion

  /// Runs all steps from a point.
  @usableFromInline let expand: Expand

  @inlinable package init(
    makeStore: @escaping MakeStore,
    send: @escaping @Sendable (Store<State, Action>, Action) -> Void,
    actions: @escaping @Sendable (State) -> [Action],
    always: (@Sendable (State) throws -> Void)?,
    whenSettled: (@Sendable (State) throws -> Void)?,
    never: (@Sendable (Action) -> Bool)?,
    eventually: (@Sendable (State) -> Bool)?,
    noEffectsWhen: (@Sendable (State) -> Bool)?
  ) {
    var rules = ExplorationRules<State, Action>()
    rules.always = always
    rules.whenSettled = whenSettled
    rules.never = never
    rules.eventually = eventually
    rules.noEffectsWhen = noEffectsWhen
    self.init(makeStore: makeStore, send: send, actions: actions, rules: rules)
  }

  @inlinable package init(
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

  /// The feature with stores that tell what they do, if somebody wants to know.
  var recorded: Self {
    var feature = self
    feature.makeStore = makeRecordedStore ?? makeStore
    return feature
  }

  /// Gives a store the dependencies of a story.
  @usableFromInline package static func prepare(_ values: inout DependencyValues, _ clock: TestClock<Duration>) {
    values = values.withOwnDefaultValues()
    values.context = .test
    values.ownSharedScope = SharedScope()
    values.continuousClock = clock
    values.suspendingClock = clock
  }
}
