import Store
import StoreInspection
import StoreTesting
import Testing

@testable import RepoSearch

/// A session of RepoSearch on mock values, made a test by `RepoSearch generate-test`.
struct RepositorySearchSessionTests {
  @Test func session() async throws {
    let session = try RecordedSession(
      "RepositorySearchSessionTests.jsonl",
      of: RepositorySearch(),
      from: RepositorySearch.State()
    )
    let store = TestStore(initialState: session.initialState) {
      session.reducer
    } withDependencies: {
      session.prepare(&$0, #endpoint(\.gitHubClient.searchRepositories))
    }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.isLoading = true
    }
    await session.clock.advance(by: .milliseconds(300))
    await store.receive(\.pageLoaded) {
      $0.results = session[2].results
      $0.nextPage = 2
      $0.isLoading = false
    }
    await store.send(.rowAppeared(id: 5)) { $0.isLoading = true }
    await store.receive(\.pageLoaded) {
      $0.results = session[4].results
      $0.nextPage = 3
      $0.isLoading = false
    }
    session.finish()
  }
}
