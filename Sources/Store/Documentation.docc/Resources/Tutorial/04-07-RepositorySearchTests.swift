import StoreTesting
import Testing

@testable import RepoSearch

struct RepositorySearchTests {
  @Test func searches() async {
    let store = TestStore(initialState: RepositorySearch.State()) {
      RepositorySearch()
    } withDependencies: {
      $0.gitHubClient.searchRepositories = { query, page in .sample(query, page) }
    }
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.isLoading = true
    }
    await store.receive(.pageLoaded(.sample("swift", 1))) {
      $0.isLoading = false
      $0.results = [.sample("swift", 1)]
      $0.nextPage = 2
    }
  }

  @Test func loadsThePageAfterTheLastRow() async {
    let state = RepositorySearch.State(query: "swift", results: [.sample("swift", 1)], nextPage: 2)
    let store = TestStore(initialState: state) {
      RepositorySearch()
    } withDependencies: {
      $0.gitHubClient.searchRepositories = { query, page in .sample(query, page) }
    }
    await store.send(.rowAppeared(id: 1)) {
      $0.isLoading = true
    }
    await store.receive(.pageLoaded(.sample("swift", 2))) {
      $0.isLoading = false
      $0.results.append(.sample("swift", 2))
      $0.nextPage = nil
    }
    await store.send(.rowAppeared(id: 2))
  }
}
