import Foundation
import StoreTesting
import Synchronization
import Testing

@testable import Features

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
    search: (@Sendable (String, RepositorySort?, Int) async throws -> RepositoryPage)? = nil,
    favorites: (@Sendable (Int) async throws -> RepositoryPage)? = nil
  ) -> TestStoreOf<SearchRepos> {
    TestStore(initialState: state) {
      SearchRepos()
    } withDependencies: {
      $0.continuousClock = clock
      if let search { $0.githubClient.searchRepos = search }
      if let favorites { $0.githubClient.searchFavorites = favorites }
    }
  }

  private static func loaded() -> SearchRepos.State {
    with(SearchRepos.State(query: "swift")) {
      $0.show(page(1...30, of: 60, next: 2), of: Request(query: .search(query: "swift")))
    }
  }

  /// The state after a search for "swift" that has found nothing.
  private static func searched() -> SearchRepos.State {
    with(SearchRepos.State(query: "swift")) { $0.results.query = .search(query: "swift") }
  }

  @Test func searchesWhenTheQueryRests() async {
    let page = Self.page(1...2, of: 2)
    let store = store { query, _, number in
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
    let store = store { [clock] _, _, _ in try await clock.afterASecond(Self.page([1])) }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.queryChanged("")) { $0.query = "" }
    await clock.advance(by: .seconds(1))
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.searchSubmitted) { $0.results.request = Request(query: .search(query: "a")) }
    await store.send(.queryChanged(" ")) { $0 = SearchRepos.State(query: " ") }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func oneOfTheLastRowsLoadsTheNextPage() async {
    let page = Self.page(31...60, of: 61, next: 3)
    let store = store(Self.loaded()) { query, _, number in
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
    let store = store(Self.loaded()) { [clock] _, _, _ in
      count.withLock { $0 += 1 }
      return try await clock.afterASecond(Self.page(31...32, of: 32))
    }
    await store.send(.appeared)
    let request = Request(query: .search(query: "swift"), cursor: 2)
    let task = await store.send(.rowAppeared(id: 30)) { $0.results.request = request }
    await task.cancel()
    await store.receive(.pageCancelled(request: request)) { $0.results.cancelled(request) }
    await clock.advance(by: .seconds(1))
    await store.send(.appeared) { $0.results.resumed(request) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.show(Self.page(1...32, of: 32), of: request) }
    #expect(count.withLock { $0 } == 2)
  }

  @Test func favoritesCancelTheSearchAndAreListedPageByPage() async {
    let store = store(
      search: { [clock] _, _, _ in try await clock.afterASecond(Self.page([1])) },
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

  @Test(arguments: TextsTests.apiErrors)
  func everyErrorIsKeptAndLosesNothing(_ error: APIError) async {
    let store = store(Self.loaded()) { _, _, _ in throw error }
    let request = Request(query: .search(query: "other"))
    await store.send(.queryChanged("other")) { $0.query = "other" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.queryRested) { $0.results.request = request }
    await store.receive(.pageFailed(request: request, error: error)) { $0.results.failed(request, error) }
  }

  private static let forks = RepositorySort(.forks, .ascending)

  @Test func favoritesAreNotSorted() async {
    let state = with(SearchRepos.State(query: "swift")) { $0.results.query = .favorites }
    await store(state).send(.sortSelected(Self.forks)) { $0.sort = Self.forks }
  }

  @Test(arguments: [
    ("parser", String?.none, "Swift", "language:Swift parser"),
    ("a language:C++ b", "C++", "Rust", "language:Rust a b"),
    (#"language:"Jupyter Notebook" a"#, "Jupyter Notebook", "", "a"),
    ("LANGUAGE:swift", "swift", "Emacs Lisp", #"language:"Emacs Lisp""#),
    ("a language:", "", "Go", "language:Go a"),
    ("language:C language:D", "C", "E", "language:E"),
    (#"a "b language:C"#, nil, "D\"", #"language:D a "b language:C"#),
    ("", nil, "Swift ", #"language:"Swift ""#),
    ("-language:C", nil, "", "-language:C"),
    ("", nil, "", ""),
  ])
  func theQualifierIsReadAndReplaced(_ query: String, _ language: String?, _ new: String, _ result: String) {
    var text = query
    #expect(text.languageQualifier == language)
    text.languageQualifier = new
    #expect(text == result)
    #expect(text.languageQualifier == (new.isEmpty ? nil : new.replacing("\"", with: "")))
  }

  @Test func resultsThatAreMissingAreMissingUntilTheListIsLoadedAgain() async {
    let pages = Mutex([false, true, false])
    let store = store(SearchRepos.State(query: "a")) { _, _, page in
      let isIncomplete = pages.withLock { $0.removeLast() }
      return RepositoryPage(items: [.test(page)], isIncomplete: isIncomplete, nextPage: page + 1)
    }.nonExhaustive
    await store.send(.searchSubmitted)
    await store.receive(\.pageLoaded) { $0.isIncomplete = false }
    await store.send(.rowAppeared(id: 1))
    await store.receive(\.pageLoaded) { $0.isIncomplete = true }
    await store.send(.refreshPulled)
    await store.receive(\.pageLoaded) { $0.isIncomplete = false }
  }

  @Test func aFailedResponseTellsTheRequestsThatAreLeft() async {
    let error = APIError.rateLimited(retryAt: nil, message: "slow down")
    let headers: HTTPHeaders = ["X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "0"]
    let store = store(Self.searched()) { _, _, _ in throw FailedResponse(error: error, headers: headers) }
    let request = Request(query: .search(query: "swift"))
    await store.send(.searchSubmitted) { $0.results.request = request }
    await store.receive(.pageFailed(request: request, error: error, headers: headers)) {
      $0.results.failed(request, error)
      $0.headers = headers
      $0.rateLimit = RateLimit(limit: 10, remaining: 0)
    }
    // A proxy's response does not tell it, and leaves what the last one has told.
    let badGateway = APIError.status(code: 502, message: nil, retryAt: nil)
    let failure = FailedResponse(error: badGateway, headers: ["Server": "proxy"])
    store.dependencies.githubClient.searchRepos = { _, _, _ in throw failure }
    await store.send(.searchSubmitted) { $0.results.started(request) }
    await store.receive(.pageFailed(request: request, error: badGateway, headers: failure.headers)) {
      $0.results.failed(request, badGateway)
      $0.headers = failure.headers
    }
    store.dependencies.githubClient.searchRepos = { _, _, _ in throw APIError.notHTTP }
    await store.send(.searchSubmitted) { $0.results.started(request) }
    await store.receive(.pageFailed(request: request, error: .notHTTP)) { $0.results.failed(request, .notHTTP) }
  }

  @Test func headersAndOptionsAreShownAndHidden() async {
    let store = store(SearchRepos.State())
    await store.send(.headersButtonTapped) { $0.isShowingHeaders = true }
    await store.send(.headersButtonTapped) { $0.isShowingHeaders = false }
    await store.send(.optionsButtonTapped) { $0.isShowingOptions = true }
    await store.send(.optionsButtonTapped) { $0.isShowingOptions = false }
  }

  @Test func messagesAboutStarsAreDismissed() async {
    let star = SearchRepos.Star(owner: "ada", name: "a", id: nil, isStarred: true)
    let state = with(SearchRepos.State()) { $0.starFailure = .init(star: star, error: .notHTTP) }
    await store(state).send(.starFailureDismissed) { $0.starFailure = nil }
    let detail = with(RepositoryDetail.State(owner: "ada", name: "a")) { $0.starFailure = .notHTTP }
    await TestStore(initialState: detail) { RepositoryDetail() }.send(.starFailureDismissed) { $0.starFailure = nil }
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
