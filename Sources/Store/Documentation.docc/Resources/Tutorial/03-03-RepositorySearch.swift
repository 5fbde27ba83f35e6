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

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state = State(query: query)
        return .none

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
