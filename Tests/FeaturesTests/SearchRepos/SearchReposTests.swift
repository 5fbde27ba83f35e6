import Features
import Foundation
import LoopbackServer
import Store
import StoreTesting
import Synchronization
import Testing

struct SearchReposTests {
  private typealias Request = SearchRepos.Results.Request
  private typealias Failure = SearchRepos.Results.Failure

  private let clock = TestClock()

  /// Repositories of which only the id matters.
  private static func repositories(_ ids: some Sequence<Int>) -> [Repository] {
    ids.map { id in
      Repository(id: id, name: "repository-\(id)", owner: .init(login: "ada", avatarURL: URL(filePath: "/ada")))
    }
  }

  private static func page(_ ids: some Sequence<Int>, of total: Int? = nil, next: Int? = nil) -> RepositoryPage {
    RepositoryPage(
      items: repositories(ids),
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
    state.results.loaded(.search(query: "swift"), repositories(1...30), of: 60, next: 2)
    state.headers = ["X-RateLimit-Remaining": "9"]
    state.rateLimit = RateLimit(remaining: 9)
    return state
  }

  // MARK: - Appearing

  @Test func aRequestThatWasCancelledWithItsViewIsMadeAgain() async {
    let count = Mutex(0)
    let clock = clock
    let store = store(Self.loaded()) { _, number in
      count.withLock { $0 += 1 }
      try await clock.sleep(for: .seconds(1))
      return Self.page(31...32, of: 32)
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
    await store.receive(\.pageLoaded) { $0.results.loaded(.search(query: "swift"), Self.repositories(1...32), of: 32) }
    #expect(count.withLock { $0 } == 2)
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
    await store.receive(.pageLoaded(request: request, page: page)) {
      $0.results.loaded(.search(query: "swift"), page.items, of: 2)
      $0.headers = ["X-RateLimit-Remaining": "9"]
      $0.rateLimit = RateLimit(remaining: 9)
    }
    #expect(!store.state.results.isLoading)
  }

  @Test func typingCancelsTheSearchThatIsUnderWay() async {
    let page = Self.page([2])
    let clock = clock
    let store = store { query, _ in
      try await clock.sleep(for: .seconds(1))
      #expect(query == "new")
      return page
    }
    let old = Request(query: .search(query: "old"))
    await store.send(.queryChanged("old")) { $0.query = "old" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.queryRested) { $0.results.request = old }
    await clock.advance(by: .milliseconds(999))
    await store.send(.queryChanged("new")) {
      $0.query = "new"
      $0.results.request = nil
    }
    await clock.advance(by: .milliseconds(300))
    let new = Request(query: .search(query: "new"))
    await store.receive(.queryRested) { $0.results.request = new }
    await clock.advance(by: .seconds(1))
    await store.receive(.pageLoaded(request: new, page: page)) { $0.show(page, of: new) }
  }

  @Test func aResponseToAnOlderRequestIsIgnored() async {
    let clock = clock
    let store = store { _, _ in try await clock.afterASecond(Self.page([1])) }
    let old = Request(query: .search(query: "old"))
    let new = Request(query: .search(query: "new"))
    await store.send(.queryChanged("new")) { $0.query = "new" }
    await store.send(.searchSubmitted) { $0.results.request = new }
    await store.send(.pageLoaded(request: old, page: Self.page([9])))
    await store.send(.pageFailed(request: old, error: .notHTTP))
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.show(Self.page([1]), of: new) }
    await store.send(.pageLoaded(request: new, page: Self.page([9])))
  }

  @Test func whiteSpaceAloneIsNoNewQuery() async {
    let store = store(Self.loaded())
    await store.send(.queryChanged(" swift\n")) { $0.query = " swift\n" }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test(arguments: ["", "  \n"])
  func anEmptyQueryClears(_ blank: String) async {
    var state = Self.loaded()
    state.results.failure = Failure(request: Request(query: .favorites), error: .notHTTP)
    let store = store(state)
    await store.send(.queryChanged(blank)) { $0 = SearchRepos.State(query: blank) }
  }

  @Test func anEmptyQueryCancelsWhatIsWaitingAndUnderWay() async {
    let clock = clock
    let store = store { _, _ in try await clock.afterASecond(Self.page([1])) }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.queryChanged("")) { $0.query = "" }
    await clock.advance(by: .seconds(1))
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.searchSubmitted) { $0.results.request = Request(query: .search(query: "a")) }
    await store.send(.queryChanged(" ")) { $0 = SearchRepos.State(query: " ") }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  // MARK: - Submitting

  @Test func submittingDoesNotWait() async {
    let page = Self.page([1])
    let store = store { _, _ in page }
    let request = Request(query: .search(query: "swift"))
    await store.send(.queryChanged(" swift")) { $0.query = " swift" }
    await store.send(.searchSubmitted) { $0.results.request = request }
    await store.receive(.pageLoaded(request: request, page: page)) { $0.show(page, of: request) }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func submittingAgainSearchesAgain() async {
    let page = Self.page([7])
    let store = store(Self.loaded()) { _, _ in page }
    let request = Request(query: .search(query: "swift"))
    await store.send(.searchSubmitted) { $0.results.request = request }
    await store.receive(\.pageLoaded) { $0.show(page, of: request) }
  }

  @Test func submittingNothingClears() async {
    var state = Self.loaded()
    state.query = " "
    let store = store(state)
    await store.send(.searchSubmitted) { $0 = SearchRepos.State(query: " ") }
  }

  // MARK: - Paging

  @Test(arguments: [26, 27, 28, 29, 30])
  func oneOfTheLastFiveRowsLoadsTheNextPage(_ id: Int) async {
    let page = Self.page(31...60, of: 61, next: 3)
    let store = store(Self.loaded()) { query, number in
      #expect(query == "swift" && number == 2)
      return page
    }
    let request = Request(query: .search(query: "swift"), cursor: 2)
    await store.send(.rowAppeared(id: id)) { $0.results.request = request }
    await store.receive(.pageLoaded(request: request, page: page)) {
      $0.results.loaded(.search(query: "swift"), Self.repositories(1...60), of: 61, next: 3)
    }
  }

  @Test func aPageThatFailsIsLoadedAgainOnlyOnRequest() async {
    let isDown = Mutex(true)
    let store = store(Self.loaded()) { _, _ in
      if isDown.withLock({ $0 }) { throw APIError.timeout(seconds: 30) }
      return Self.page([31], of: 60)
    }
    let request = Request(query: .search(query: "swift"), cursor: 2)
    await store.send(.rowAppeared(id: 30)) { $0.results.request = request }
    await store.receive(.pageFailed(request: request, error: .timeout(seconds: 30))) {
      $0.results.failed(request, .timeout(seconds: 30))
    }
    await store.send(.rowAppeared(id: 30))
    isDown.withLock { $0 = false }
    await store.send(.retryButtonTapped) { $0.results.started(request) }
    await store.receive(\.pageLoaded) { $0.results.loaded(.search(query: "swift"), Self.repositories(1...31), of: 60) }
  }

  // MARK: - Refreshing

  @Test func refreshingReplacesTheRowsWhenTheResponseComes() async {
    let page = Self.page(5...8, of: 4)
    let clock = clock
    let store = store(Self.loaded()) { query, number in
      #expect(query == "swift" && number == 1)
      try await clock.sleep(for: .seconds(1))
      return page
    }
    let request = Request(query: .search(query: "swift"))
    await store.send(.refreshPulled) { $0.results.request = request }
    #expect(store.state.results.rows.count == 30)
    await clock.advance(by: .seconds(1))
    await store.receive(.pageLoaded(request: request, page: page)) { $0.show(page, of: request) }
  }

  @Test func aRefreshThatFailsLosesNothing() async {
    let store = store(Self.loaded()) { _, _ in throw APIError.rateLimited(retryAt: nil, message: nil) }
    let request = Request(query: .search(query: "swift"))
    await store.send(.refreshPulled) { $0.results.request = request }
    await store.receive(\.pageFailed) { $0.results.failed(request, .rateLimited(retryAt: nil, message: nil)) }
  }

  @Test func refreshingCancelsTheNextPage() async {
    let clock = clock
    let store = store(Self.loaded()) { _, number in try await clock.afterASecond(Self.page([number])) }
    let request = Request(query: .search(query: "swift"))
    await store.send(.rowAppeared(id: 30)) { $0.results.request = Request(query: .search(query: "swift"), cursor: 2) }
    await store.send(.refreshPulled) { $0.results.request = request }
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.show(Self.page([1]), of: request) }
  }

  // MARK: - Favorites

  @Test func listsFavoritesPageByPage() async {
    let store = store(
      Self.loaded(),
      favorites: { number in
        number == 1 ? Self.page(1...3, next: 2) : Self.page(4...6)
      }
    )
    let first = Request(query: .favorites)
    await store.send(.favoritesButtonTapped) { $0.results.request = first }
    await store.receive(\.pageLoaded) { $0.show(Self.page(1...3, next: 2), of: first) }
    let second = Request(query: .favorites, cursor: 2)
    await store.send(.rowAppeared(id: 3)) { $0.results.request = second }
    await store.receive(\.pageLoaded) { $0.results.loaded(.favorites, Self.repositories(1...6)) }
  }

  @Test func favoritesWithoutATokenSayWhatToDoAndSendNoRequest() async {
    let store = TestStore(initialState: Self.loaded()) {
      SearchRepos()
    } withDependencies: {
      $0.githubClient = .liveValue
      $0.processEnvironment = [:]
      $0.httpTransport.send = { _ in
        Issue.record("There must be no request")
        throw APIError.notHTTP
      }
    }
    let request = Request(query: .favorites)
    await store.send(.favoritesButtonTapped) { $0.results.request = request }
    await store.receive(\.pageFailed) {
      $0.results.request = nil
      $0.results.failure = Failure(
        request: request,
        error: .invalidRequest(
          reason: "Favorites are those of your GitHub account: set GITHUB_TOKEN to a token of it, then try again."
        )
      )
    }
  }

  @Test func favoritesCancelTheSearch() async {
    let clock = clock
    let store = store(
      search: { _, _ in try await clock.afterASecond(Self.page([1])) },
      favorites: { _ in Self.page([2]) }
    )
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.searchSubmitted) { $0.results.request = Request(query: .search(query: "a")) }
    await store.send(.queryChanged("ab")) {
      $0.query = "ab"
      $0.results.request = nil
    }
    await store.send(.favoritesButtonTapped) { $0.results.request = Request(query: .favorites) }
    await store.receive(\.pageLoaded) { $0.show(Self.page([2]), of: Request(query: .favorites)) }
    await clock.advance(by: .seconds(2))
    await store.finish()
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
    let store = store { query, number in
      #expect(query == "swift" && number == 1)
      if attempts.withLock({
        $0 += 1; return $0
      }) < 3 {
        throw APIError.notHTTP
      }
      return Self.page([1])
    }
    let request = Request(query: .search(query: "swift"))
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.send(.searchSubmitted) { $0.results.request = request }
    for _ in 1...2 {
      await store.receive(\.pageFailed) { $0.results.failed(request, .notHTTP) }
      await store.send(.retryButtonTapped) { $0.results.started(request) }
    }
    await store.receive(\.pageLoaded) { $0.show(Self.page([1]), of: request) }
    await store.send(.retryButtonTapped)
  }

  // MARK: - All of it

  @Test func searchesTheMockPageByPageToTheEnd() async {
    let store = TestStore(initialState: SearchRepos.State(query: "swift")) {
      SearchRepos()
    } withDependencies: {
      $0.githubClient = .mockValue
    }
    store.exhaustivity = .off
    await store.send(.searchSubmitted)
    await store.receive(\.pageLoaded)
    while store.state.results.nextCursor != nil, let last = store.state.results.rows.last {
      await store.send(.rowAppeared(id: last.id))
      await store.receive(\.pageLoaded)
    }
    #expect(store.state.results.rows.count == store.state.results.totalCount)
    #expect(store.state.results.rows.count > 30)
  }

  @Test func searchesARealServer() async throws {
    let body = #"""
      {"total_count": 1, "items": [{"id": 1, "name": "repository-1",
      "full_name": "ada/repository-1", "description": null,
      "owner": {"login": "ada", "avatar_url": "https://avatars.example/ada"}, "stargazers_count": 5}]}
      """#
    let server = try TestServer(.json(body, headers: [.init("X-RateLimit-Remaining", "8")]), .reset)
    let store = TestStore(initialState: SearchRepos.State(query: "swift")) {
      SearchRepos()
    } withDependencies: {
      $0.githubClient = .liveValue
      $0.httpTransport = .liveValue
      $0.continuousClock = ImmediateClock()
      $0.processEnvironment = ["GITHUB_API_URL": server.url]
    }
    let request = Request(query: .search(query: "swift"))
    await store.send(.searchSubmitted) { $0.results.request = request }
    let avatar = try #require(URL(string: "https://avatars.example/ada"))
    let repository = Repository(
      id: 1,
      name: "repository-1",
      owner: .init(login: "ada", avatarURL: avatar),
      stargazersCount: 5
    )
    await store.receive(\.pageLoaded, timeout: .seconds(60)) {
      $0.results.loaded(.search(query: "swift"), [repository], of: 1)
      $0.headers = [
        "X-RateLimit-Remaining": "8", "Content-Type": "application/json; charset=utf-8",
        "Content-Length": "\(body.utf8.count)", "Connection": "close",
      ]
      $0.rateLimit = RateLimit(remaining: 8)
    }
    await store.send(.refreshPulled) { $0.results.request = request }
    await store.receive(\.pageFailed, timeout: .seconds(60)) {
      $0.results.failed(request, .noConnection(reason: "the connection was lost"))
    }
    #expect(server.requests.count == 4)
  }

  @Test func releasingTheStoreClosesTheConnection() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrival.yield()
      return .silence { disconnect.yield() }
    }
    let task = await Task { @MainActor in
      let store = Store(initialState: SearchRepos.State(query: "swift")) {
        SearchRepos()
      } withDependencies: {
        $0.githubClient = .liveValue
        $0.httpTransport = .liveValue
        $0.processEnvironment = ["GITHUB_API_URL": server.url]
      }
      let task = store.send(.searchSubmitted)
      for await _ in arrivals.prefix(1) {}
      withExtendedLifetime(store) {}
      return task
    }.value
    for await _ in disconnects.prefix(1) {}
    await task.finish()
  }

  @Test func actionsAndStatesSurviveEncoding() throws {
    let request = Request(query: .search(query: "swift"), cursor: 2)
    let actions: [SearchRepos.Action] = [
      .queryChanged("a"), .queryRested, .searchSubmitted, .favoritesButtonTapped, .refreshPulled, .rowAppeared(id: 1),
      .languageChanged("Swift"), .sortSelected(RepositorySort(.stars)), .sortSelected(nil), .headersButtonTapped,
      .optionsButtonTapped, .starFailureDismissed, .retryButtonTapped,
      .pageLoaded(request: request, page: Self.page([1], of: 2, next: 3)),
      .pageFailed(
        request: Request(query: .favorites),
        error: .rateLimited(retryAt: Date(timeIntervalSince1970: 0), message: nil)
      ),
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([SearchRepos.Action].self, from: data) == actions)
    #expect(!(try JSONEncoder().encode(Self.loaded()).isEmpty))
  }

  @Test func casePathsNameEveryCase() {
    typealias Action = SearchRepos.Action
    let request = Request(query: .favorites)
    let query: String? = Action.queryChanged("a")[case: \.queryChanged]
    let id: Int? = Action.rowAppeared(id: 3)[case: \.rowAppeared]
    #expect(query == "a" && id == 3)
    #expect(Action.pageFailed(request: request, error: .notHTTP)[case: \.pageFailed]?.error == .notHTTP)
    #expect(Action.pageLoaded(request: request, page: Self.page([1]))[case: \.pageLoaded]?.request == request)
    let actions: [Action] = [
      .queryRested, .searchSubmitted, .favoritesButtonTapped, .refreshPulled, .retryButtonTapped,
    ]
    let paths: [CaseKeyPath<Action, Void>] = [
      \.queryRested, \.searchSubmitted, \.favoritesButtonTapped, \.refreshPulled, \.retryButtonTapped,
    ]
    for (index, path) in paths.enumerated() {
      #expect(actions.map { $0[case: path] != nil } == actions.indices.map { $0 == index })
      #expect(AnyCasePath(path).embed(()) == actions[index])
    }
  }
}

extension SearchRepos.State {
  /// Applies the changes that receiving a first page makes.
  fileprivate mutating func show(_ page: RepositoryPage, of request: SearchRepos.Results.Request) {
    results.loaded(request.query, page.items, of: page.totalCount, next: page.nextPage)
    headers = page.headers
    rateLimit = page.rateLimit
  }
}
