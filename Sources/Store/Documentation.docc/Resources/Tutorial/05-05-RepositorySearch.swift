import Store

@Reducer
struct RepositorySearch {
  struct State: Equatable, Encodable {
    var query = ""
    var results: IdentifiedArrayOf<Repository> = []
    var nextPage: Int?
    var isLoading = false
    var failure: String?
  }

  enum Action: Equatable, Codable {
    case queryChanged(String)
    case rowAppeared(id: Repository.ID)
    case pageLoaded(RepositoryPage)
    case pageFailed(SearchError)
  }

  enum CancelID { case search }

  @Dependency(\.gitHubClient) var gitHubClient

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state = State(query: query)
        guard !query.isEmpty else { return .cancel(id: CancelID.search) }
        return load(page: 1, &state).debounce(id: CancelID.search, for: .milliseconds(300))

      case .rowAppeared(let id):
        guard id == state.results.last?.id, let nextPage = state.nextPage, !state.isLoading else { return .none }
        return load(page: nextPage, &state)

      case .pageLoaded(let page):
        state.isLoading = false
        state.results.append(contentsOf: page.items)
        state.nextPage = page.nextPage
        return .none

      case .pageFailed(let error):
        state.isLoading = false
        state.failure = error.message
        return .none
      }
    }
  }

  private func load(page: Int, _ state: inout State) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    let query = state.query
    return .run(name: "Load page \(page)") { send in
      await send(.pageLoaded(try await gitHubClient.searchRepositories(query: query, page: page)))
    } catch: { error, send in
      await send(.pageFailed(error as? SearchError ?? SearchError(message: "\(error)")))
    }
  }
}
