import Store

@Reducer
struct RepositorySearch {
  struct State: Equatable, Encodable {
    var query = ""
    var results: IdentifiedArrayOf<Repository> = []
    var isLoading = false
    var failure: String?
  }

  enum Action: Equatable, Codable {
    case queryChanged(String)
    case pageLoaded(RepositoryPage)
    case pageFailed(SearchError)
  }

  @Dependency(\.gitHubClient) var gitHubClient

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state = State(query: query)
        guard !query.isEmpty else { return .none }
        state.isLoading = true
        return .run(name: "Load page 1") { send in
          await send(.pageLoaded(try await gitHubClient.searchRepositories(query: query, page: 1)))
        } catch: { error, send in
          await send(.pageFailed(error as? SearchError ?? SearchError(message: "\(error)")))
        }

      case .pageLoaded(let page):
        state.isLoading = false
        state.results.append(contentsOf: page.items)
        return .none

      case .pageFailed(let error):
        state.isLoading = false
        state.failure = error.message
        return .none
      }
    }
  }
}
