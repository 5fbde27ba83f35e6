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
}
