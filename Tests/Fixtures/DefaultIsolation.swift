// Features, a client and a test as README writes them. They compile whatever a module's default isolation is.
import Store
import StoreTesting

@DependencyClient struct SearchClient: Sendable {
  var titles: @Sendable (_ query: String) async throws -> [String]
  var count: @Sendable () -> Int = { 0 }
}

nonisolated extension SearchClient: DependencyKey {
  static let liveValue = SearchClient(titles: { query in [query] }, count: { 1 })
  static let mockValue = SearchClient(titles: { query in ["\(query) 1", "\(query) 2"] }, count: { 2 })
  static let testValue = SearchClient()
}

nonisolated extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}

@CasePathable nonisolated enum Loading: Equatable {
  case idle
  case loaded([String])
}

@Reducer struct Search {
  @ObservableState struct State: Equatable {
    var query = ""
    var loading = Loading.idle
    var filter = Filter.all
    @Presents var alert: AlertState<Action.Alert>?
  }

  enum Filter: Equatable { case all, some }
  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case queryChanged(String)
    case titlesLoaded([String])

    enum Alert { case confirmed }
  }
  enum CancelID { case search }
  @Dependency(\.searchClient) var client
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { send in
          await send(.titlesLoaded(try await client.titles(query: query)))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      case .titlesLoaded(let titles):
        state.loading = .loaded(titles)
        state.alert = AlertState { TextState("\(client.count())") }
        return .cancel(id: CancelID.search)
      case .alert, .binding: return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer struct Searches {
  struct State: Equatable {
    var search = Search.State()
    @Presents var destination: Destination.State?
    var path = StackState<Screen.State>()
    var rows: IdentifiedArrayOf<Row.State> = []
  }
  enum Action {
    case search(Search.Action)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Screen>)
    case rows(IdentifiedActionOf<Row>)
  }
  @Reducer(state: .equatable) enum Destination {
    case search(Search)
    case row(Row)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.search, action: \.search) { Search() }
    Reduce { state, action in
      if case .search(.titlesLoaded) = action { state.destination = .row(Row.State(id: 1)) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

@Reducer(state: .equatable) enum Screen { case search(Search) }

@Reducer struct Row {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action { case tapped }
}

@MainActor
func useStore() async {
  let store = Store(initialState: Searches.State()) { Searches() }
  store.send(.search(.queryChanged("a")))
  for row in store.scope(state: \.rows, action: \.rows) { row.send(.tapped) }
  _ = store.search.loading.is(\.loaded)
  _ = store.scope(state: \.search, action: \.search).query
  _ = observe { _ = store.search.filter }
}

@MainActor
func test() async {
  let store = TestStore(initialState: Search.State()) {
    Search()
  } withDependencies: {
    $0.searchClient.titles = { query in [query] }
  }
  await store.send(.queryChanged("a")) { $0.query = "a" }
  await store.receive(\.titlesLoaded, ["a"]) { $0.loading = .loaded(["a"]) }
  await store.send(\.binding.query, "b") { $0.query = "b" }
}
