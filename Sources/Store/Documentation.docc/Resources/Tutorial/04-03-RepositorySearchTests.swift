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
    }
  }
}
