import Dependencies
import Store
import StoreExploration
import StoreTesting

extension ExplorationBounds {
  /// Bounds for explorations that must be complete, however busy the machine is.
  static let patient = ExplorationBounds(time: .seconds(600))
}

/// A search whose older response overwrites a newer one, unless it cancels the older request.
@Reducer
struct WebSearch {
  struct State: Equatable {
    var query = ""
    var result = ""
    var isLoading = false
  }
  enum Action: Equatable { case queryChanged(String), response(String), failed }
  struct Failure: Error {}

  @Dependency(SearchClient.self) var client
  var cancelsOlder = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state = State(query: query, isLoading: true)
      let effect = Effect<Action>.run { [search = client.search] send in
        await send(.response(try await search(query)))
      } catch: { _, send in
        await send(.failed)
      }
      return cancelsOlder ? effect.cancellable(id: 0, cancelInFlight: true) : effect
    case .response(let result): state.result = result
    case .failed: break
    }
    state.isLoading = false
    return .none
  }
}

struct SearchClient: TestDependencyKey {
  var search: @Sendable (String) async throws -> String

  static let testValue = SearchClient { _ in "" }
}

func explore<State: Sendable, Action: Sendable>(
  replaying story: String? = nil,
  from state: @autoclosure @escaping @Sendable () -> State,
  within bounds: ExplorationBounds = .patient,
  withDependencies prepareDependencies: (@Sendable (inout DependencyValues) -> Void)? = nil,
  actions: @escaping @Sendable (State) -> [Action],
  always: (@Sendable (State) throws -> Void)? = nil,
  whenSettled: (@Sendable (State) throws -> Void)? = nil,
  never: (@Sendable (Action) -> Bool)? = nil,
  eventually: (@Sendable (State) -> Bool)? = nil,
  noEffectsWhen: (@Sendable (State) -> Bool)? = nil,
  _ reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>
) async -> (report: ExplorationReport, messages: [String]) {
  await explored {
    await exploreStates(
      replaying: story,
      of: state(),
      within: bounds,
      { Reduce<State, Action> { reduce(&$0, $1) } },
      withDependencies: prepareDependencies,
      actions: actions,
      always: always,
      whenSettled: whenSettled,
      never: never,
      eventually: eventually,
      noEffectsWhen: noEffectsWhen
    )
  }
}

func makeExploration<Action: Sendable>(
  actions: @escaping @Sendable (Int) -> [Action],
  rules: ExplorationRules<Int, Action> = ExplorationRules(),
  within bounds: ExplorationBounds = .patient,
  progress: @escaping @Sendable (ExplorationReport) -> Void = { _ in },
  isInterrupted: @escaping @Sendable () -> Bool = { false },
  _ reduce: @escaping @Sendable (inout Int, Action) -> Effect<Action>
) -> StateExploration<Int, Action> {
  StateExploration(
    ExploredFeature<Int, Action>(
      makeStore: { actor, configuration, clock in
        Store(initialState: 0, isolation: actor, configuration: configuration) {
          Reduce<Int, Action> { reduce(&$0, $1) }
        } withDependencies: {
          ExploredFeature<Int, Action>.prepare(&$0, clock)
        }
      },
      send: { store, action in store.send(action) },
      actions: actions,
      rules: rules
    ),
    bounds: bounds,
    telling: StoryTelling(replay: { $0 }),
    progress: progress,
    isInterrupted: isInterrupted
  )
}
