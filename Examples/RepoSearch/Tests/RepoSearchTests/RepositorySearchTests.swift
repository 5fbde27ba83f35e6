import StoreTesting
import Testing

@testable import RepoSearch

struct RepositorySearchTests {
  let clock = TestClock()

  @Test func searches() async {
    let store = TestStore(initialState: RepositorySearch.State()) {
      RepositorySearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.gitHubClient.searchRepositories = { query, page in .sample(query, page) }
    }
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.isLoading = true
    }
    await clock.advance(by: .milliseconds(300))
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

  @Test func showsWhyASearchFailed() async {
    let store = TestStore(initialState: RepositorySearch.State()) {
      RepositorySearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.gitHubClient.searchRepositories = { _, _ in throw SearchError(message: "There is no network.") }
    }
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.isLoading = true
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.pageFailed(SearchError(message: "There is no network."))) {
      $0.isLoading = false
      $0.failure = "There is no network."
    }
  }

  @Test func waitsUntilTypingStops() async {
    let store = TestStore(initialState: RepositorySearch.State()) {
      RepositorySearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.gitHubClient.searchRepositories = { query, page in .sample(query, page) }
    }
    await store.send(.queryChanged("swi")) {
      $0.query = "swi"
      $0.isLoading = true
    }
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.pageLoaded(.sample("swift", 1))) {
      $0.isLoading = false
      $0.results = [.sample("swift", 1)]
      $0.nextPage = 2
    }
  }

  @Test func anEmptyQueryCancelsTheSearch() async {
    let store = TestStore(initialState: RepositorySearch.State()) {
      RepositorySearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.gitHubClient.searchRepositories = { query, page in
        try await clock.sleep(for: .seconds(2))
        return .sample(query, page)
      }
    }
    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.isLoading = true
    }
    await clock.advance(by: .seconds(1))
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.isLoading = false
    }
    await clock.advance(by: .seconds(2))
  }
}
