import Store
import StoreTesting
import Testing

@testable import RepoSearch

/// A session of RepoSearch on mock values, made a test by `RepoSearch generate-test`.
/// It calls memberwise initializers of `Repository` and `RepositoryPage`. Where a type has another one, the command
/// line's `swiftSpellings` have to say so.
struct RepositorySearchSessionTests {
  @Test func session() async {
    let clock = TestClock()
    let store = TestStore(initialState: RepositorySearch.State()) {
      RepositorySearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.gitHubClient.searchRepositories = { query, page in
        switch (query, page) {
        case ("swift", 1): return firstRepositoryPage
        case ("swift", 2): return secondRepositoryPage
        default:
          Issue.record("no such call was recorded: \((query, page))")
          throw CancellationError()
        }
      }
    }

    await store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.isLoading = true
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.pageLoaded(firstRepositoryPage)) {
      $0.results = IdentifiedArray(uniqueElements: firstRepositoryPage.items)
      $0.nextPage = 2
      $0.isLoading = false
    }
    await store.send(.rowAppeared(id: 5)) { $0.isLoading = true }
    await store.receive(.pageLoaded(secondRepositoryPage)) {
      $0.results.append(contentsOf: secondRepositoryPage.items)
      $0.nextPage = 3
      $0.isLoading = false
    }
  }
}

private let firstRepositoryPage = RepositoryPage(
  items: [
    Repository(id: 1, fullName: "swift/number-1", stargazersCount: 99),
    Repository(id: 2, fullName: "swift/number-2", stargazersCount: 98),
    Repository(id: 3, fullName: "swift/number-3", stargazersCount: 97),
    Repository(id: 4, fullName: "swift/number-4", stargazersCount: 96),
    Repository(id: 5, fullName: "swift/number-5", stargazersCount: 95),
  ],
  nextPage: 2
)

private let secondRepositoryPage = RepositoryPage(
  items: [
    Repository(id: 6, fullName: "swift/number-6", stargazersCount: 94),
    Repository(id: 7, fullName: "swift/number-7", stargazersCount: 93),
    Repository(id: 8, fullName: "swift/number-8", stargazersCount: 92),
    Repository(id: 9, fullName: "swift/number-9", stargazersCount: 91),
    Repository(id: 10, fullName: "swift/number-10", stargazersCount: 90),
  ],
  nextPage: 3
)
