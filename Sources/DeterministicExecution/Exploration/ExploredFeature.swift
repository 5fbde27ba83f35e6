import Dependencies
import StoreCore

/// What a story begins with.
struct StoryStart<State: Sendable>: Sendable {
  /// The state, or `nil` for the initial one.
  var state: State?
  var models: [StoryWorld.Model] = []
  var now = VirtualInstant<Duration>()
}

/// What is explored: how a store of it is made, and what has to hold.
///
/// The functions that make a store and send to it were made where the compiler knows the types, so what they call is
/// compiled for them.
@usableFromInline package struct ExploredFeature<State: Equatable & Sendable, Action: Sendable>: Sendable {
  @usableFromInline package typealias MakeStore =
    @Sendable (State?, any Actor, StoreConfiguration, TestClock<Duration>) -> Store<State, Action>

  package private(set) var makeStore: MakeStore
  /// Makes a store that tells somebody what it does: that of the story that is shown in the end. Others are not made so.
  package var makeRecordedStore: MakeStore?
  let send: @Sendable (Store<State, Action>, Action) -> Void
  let actions: @Sendable (State) -> [Action]
  package let rules: ExplorationRules<State, Action>

  @usableFromInline package init(
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
    values.continuousClock = clock
    values.suspendingClock = clock
  }
}
