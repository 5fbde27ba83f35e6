import Features
import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

struct SearchReposTests {
  private typealias Request = SearchRepos.Results.Request

  private let clock = TestClock()

  private static func page(_ ids: some Sequence<Int>, of total: Int? = nil, next: Int? = nil) -> RepositoryPage {
    RepositoryPage(
      items: ids.map { .test($0) },
      totalCount: total,
      nextPage: next,
      rateLimit: RateLimit(remaining: 9),
      headers: ["X-RateLimit-Remaining": "9"]
    )
  }

  private func store(
    _ state: SearchRepos.State = SearchRepos.State(),
    search: (@Sendable (String, Int) async throws -> RepositoryPage)? = nil,
    favorites: (@Sendable (Int) async throws -> RepositoryPage)? = nil
  ) -> TestStoreOf<SearchRepos> {
    TestStore(initialState: state) {
      SearchRepos()
    } withDependencies: {
      $0.continuousClock = clock
      if let search { $0.githubClient.searchRepos = { query, _, page in try await search(query, page) } }
      if let favorites { $0.githubClient.searchFavorites = favorites }
    }
  }

  /// The state after the first page of a search for "swift".
  private static func loaded() -> SearchRepos.State {
    var state = SearchRepos.State(query: "swift")
    state.show(page(1...30, of: 60, next: 2), of: Request(query: .search(query: "swift")))
    return state
  }

  // MARK: - Typing

  @Test func searchesWhenTheQueryRests() async {
    let page = Self.page(1...2, of: 2)
    let store = store { query, number in
      #expect(query == "swift" && number == 1)
      return page
    }
    await store.send(.queryChanged("s")) { $0.query = "s" }
    await clock.advance(by: .milliseconds(299))
    await store.send(.queryChanged("swift ")) { $0.query = "swift " }
    await clock.advance(by: .milliseconds(299))
    await clock.advance(by: .milliseconds(1))
    let request = Request(query: .search(query: "swift"))
    await store.receive(.queryRested) { $0.results.request = request }
    await store.receive(.pageLoaded(request: request, page: page)) { $0.show(page, of: request) }
    #expect(!store.state.results.isLoading)
  }

  @Test func whiteSpaceAloneIsNoNewQuery() async {
    let store = store(Self.loaded())
    await store.send(.queryChanged(" swift\n")) { $0.query = " swift\n" }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test(arguments: [SearchRepos.Action.queryChanged(" \n"), .searchSubmitted])
  func anEmptyQueryClears(_ action: SearchRepos.Action) async {
    var state = Self.loaded()
    if action == .searchSubmitted { state.query = " \n" }
    state.results.failure = .init(request: Request(query: .favorites), error: .notHTTP)
    let store = store(state)
    await store.send(action) { $0 = SearchRepos.State(query: " \n") }
  }

  @Test func anEmptyQueryCancelsWhatIsWaitingAndUnderWay() async {
    let store = store { [clock] _, _ in try await clock.afterASecond(Self.page([1])) }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.queryChanged("")) { $0.query = "" }
    await clock.advance(by: .seconds(1))
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.searchSubmitted) { $0.results.request = Request(query: .search(query: "a")) }
    await store.send(.queryChanged(" ")) { $0 = SearchRepos.State(query: " ") }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  // MARK: - Paging

  @Test func oneOfTheLastRowsLoadsTheNextPage() async {
    let page = Self.page(31...60, of: 61, next: 3)
    let store = store(Self.loaded()) { query, number in
      #expect(query == "swift" && number == 2)
      return page
    }
    let request = Request(query: .search(query: "swift"), cursor: 2)
    await store.send(.rowAppeared(id: 26)) { $0.results.request = request }
    await store.receive(.pageLoaded(request: request, page: page)) {
      $0.show(Self.page(1...60, of: 61, next: 3), of: request)
    }
  }

  @Test func aRequestThatWasCancelledWithItsViewIsMadeAgain() async {
    let count = Mutex(0)
    let store = store(Self.loaded()) { [clock] _, _ in
      count.withLock { $0 += 1 }
      return try await clock.afterASecond(Self.page(31...32, of: 32))
    }
    await store.send(.appeared)
    let request = Request(query: .search(query: "swift"), cursor: 2)
    let task = await store.send(.rowAppeared(id: 30)) { $0.results.request = request }
    await task.cancel()
    await store.receive(.pageCancelled(request: request)) {
      $0.results.request = nil
      $0.results.cancelledRequest = request
    }
    await clock.advance(by: .seconds(1))
    await store.send(.appeared) {
      $0.results.request = request
      $0.results.cancelledRequest = nil
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.show(Self.page(1...32, of: 32), of: request) }
    #expect(count.withLock { $0 } == 2)
  }

  @Test func favoritesCancelTheSearchAndAreListedPageByPage() async {
    let store = store(
      search: { [clock] _, _ in try await clock.afterASecond(Self.page([1])) },
      favorites: { number in number == 1 ? Self.page(2...4, next: 2) : Self.page(5...6) }
    )
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.searchSubmitted) { $0.results.request = Request(query: .search(query: "a")) }
    // Typing cancels what is under way, and favorites what would start when typing rests.
    await store.send(.queryChanged("ab")) {
      $0.query = "ab"
      $0.results.request = nil
    }
    let first = Request(query: .favorites)
    await store.send(.favoritesButtonTapped) { $0.results.request = first }
    await store.receive(\.pageLoaded) { $0.show(Self.page(2...4, next: 2), of: first) }
    await clock.advance(by: .seconds(2))
    let second = Request(query: .favorites, cursor: 2)
    await store.send(.rowAppeared(id: 4)) { $0.results.request = second }
    await store.receive(\.pageLoaded) { $0.show(Self.page(2...6), of: second) }
  }

  // MARK: - Failing

  @Test(arguments: APIError.oneOfEach)
  func everyErrorIsKeptAndLosesNothing(_ error: APIError) async {
    let store = store(Self.loaded()) { _, _ in throw error }
    let request = Request(query: .search(query: "other"))
    await store.send(.queryChanged("other")) { $0.query = "other" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.queryRested) { $0.results.request = request }
    await store.receive(.pageFailed(request: request, error: error)) { $0.results.failed(request, error) }
  }

  @Test func errorsThatAreNoAPIErrorsAreKeptToo() async {
    struct Other: Error {}
    let store = store(Self.loaded()) { _, number in
      if number == 1 { throw Other() }
      throw CancellationError()
    }
    let first = Request(query: .search(query: "swift"))
    await store.send(.refreshPulled) { $0.results.request = first }
    await store.receive(\.pageFailed) { $0.results.failed(first, .unexpected(reason: "Other()")) }
    let second = Request(query: .search(query: "swift"), cursor: 2)
    await store.send(.rowAppeared(id: 30)) { $0.results.started(second) }
    await store.receive(\.pageFailed) { $0.results.failed(second, .cancelled) }
  }

  @Test func retryingRepeatsTheRequestThatFailed() async {
    let attempts = Mutex(0)
    let store = store(SearchRepos.State(query: "swift")) { query, number in
      #expect(query == "swift" && number == 1)
      attempts.withLock { $0 += 1 }
      if attempts.withLock({ $0 }) < 3 { throw APIError.notHTTP }
      return Self.page([1])
    }
    let request = Request(query: .search(query: "swift"))
    await store.send(.searchSubmitted) { $0.results.request = request }
    for _ in 1...2 {
      await store.receive(\.pageFailed) { $0.results.failed(request, .notHTTP) }
      await store.send(.retryButtonTapped) { $0.results.started(request) }
    }
    await store.receive(\.pageLoaded) { $0.show(Self.page([1]), of: request) }
    await store.send(.retryButtonTapped)
  }

  private static func json(_ id: Int) -> String {
    """
    {"id":\(id),"name":"b","full_name":"a/b","owner":{"login":"a","avatar_url":"https://example.com/a"},
    "description":"c","language":"d","stargazers_count":5,"html_url":"https://github.com/a/b"}
    """
  }

  /// No answer crashes the feature, and errors name the location of the fault.
  @Test func faultyAnswers() async {
    let optional = ["description", "language", "stargazers_count", "html_url"]
    await MutationTrial().check(
      "{\"total_count\":2,\"incomplete_results\":false,\"items\":[\(Self.json(1)),\(Self.json(2))]}",
      seed: 11,
      { SearchRepos() },
      state: SearchRepos.State(query: "swift"),
      action: .searchSubmitted,
      error: { $0.results.failure?.error },
      isDone: { $0.results.query == .search(query: "swift") && !$0.results.isLoading },
      omitted: { $0.results.omittedCount },
      harmless: ["incomplete_results"] + (0...1).flatMap { index in optional.map { "items[\(index)].\($0)" } }
    )
  }
}

extension SearchRepos.State {
  /// Applies the changes that receiving a page makes: these are all repositories that are there now.
  fileprivate mutating func show(_ page: RepositoryPage, of request: SearchRepos.Results.Request) {
    results.loaded(request.query, page.items, of: page.totalCount, next: page.nextPage)
    headers = page.headers
    rateLimit = page.rateLimit
  }
}
