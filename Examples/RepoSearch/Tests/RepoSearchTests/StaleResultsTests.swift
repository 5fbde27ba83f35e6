import StoreTesting
import Testing

@testable import RepoSearch

struct StaleResultsTests {
  @Test func resultsAlwaysMatchTheQuery() async {
    await exploreStates(of: RepositorySearch.State()) {
      RepositorySearch()
    } withDependencies: {
      $0.gitHubClient.searchRepositories = { query, page in
        try await choose(
          "\(query), page \(page)",
          .success(.sample(query, page)),
          .failure(SearchError(message: "There is no network."))
        )
      }
    } actions: { state in
      RepositorySearch.Action.queryChanged("swift")
      RepositorySearch.Action.queryChanged("vapor")
      RepositorySearch.Action.queryChanged("")
      if let last = state.results.last { RepositorySearch.Action.rowAppeared(id: last.id) }
    } always: { state in
      #expect(state.results.allSatisfy { $0.fullName.hasPrefix(state.query) })
    } whenSettled: { state in
      #expect(!state.isLoading)
    }
  }

  @Test func aNewQueryCancelsThePage() async {
    let clock = TestClock()
    let state = RepositorySearch.State(query: "swift", results: [.sample("swift", 1)], nextPage: 2)
    let store = TestStore(initialState: state) {
      RepositorySearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.gitHubClient.searchRepositories = { query, page in
        try await clock.sleep(for: .seconds(1))
        return .sample(query, page)
      }
    }
    await store.send(.rowAppeared(id: 1)) {
      $0.isLoading = true
    }
    await store.send(.queryChanged("vapor")) {
      $0.query = "vapor"
      $0.results = []
      $0.nextPage = nil
    }
    await clock.advance(by: .seconds(2))
    await store.receive(.pageLoaded(.sample("vapor", 1))) {
      $0.isLoading = false
      $0.results = [.sample("vapor", 1)]
      $0.nextPage = 2
    }
  }
}
