@Reducer struct Feature {
  struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
  }
  struct State: Equatable {
    var count = 0
    var isLoading = false
    var posts: [String] = []
    var rows: IdentifiedArrayOf<Row> = []
  }
  enum Action {
    case appeared, cancelButtonTapped, incrementButtonTapped, logIn, loggedIn, refreshButtonTapped, tick
    case response(Result<[String], any Error>)
    case rows(IdentifiedAction<Int, RowAction>)
  }
  @CasePathable enum RowAction { case loaded(String), textChanged(String) }
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.feedClient) var client
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .cancelButtonTapped: return .run { _ in await dismiss() }
    case .refreshButtonTapped:
      state.isLoading = true
      return .run { send in await send(.response(.success(try await client.fetch()))) }
    case .response(let response):
      state.isLoading = false
      state.posts = (try? response.get()) ?? []
      return .none
    default: return .none
    }
  }
}
typealias Feed = Feature
let store = TestStore(initialState: Feature.State()) { Feature() }
