import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

@testable import Features

/// The options of a search beside its query, and the parts of its answer beside the rows.
struct SearchOptionsTests {
  private typealias Request = SearchRepos.Results.Request

  private static let sort = RepositorySort(.forks, .ascending)

  private let clock = TestClock()

  private func state(_ query: String) -> SearchRepos.State {
    var state = SearchRepos.State(query: query)
    state.results.query = .search(query: query)
    return state
  }

  private func store(
    _ state: SearchRepos.State,
    search: (@Sendable (String, RepositorySort?, Int) async throws -> RepositoryPage)? = nil
  ) -> TestStoreOf<SearchRepos> {
    TestStore(initialState: state) {
      SearchRepos()
    } withDependencies: {
      $0.continuousClock = clock
      if let search { $0.githubClient.searchRepos = search }
    }
  }

  // MARK: Sort

  @Test func aSortIsAppliedAtOnce() async {
    let store = store(state("swift")) { query, sort, page in
      #expect(query == "swift" && sort == Self.sort && page == 1)
      return RepositoryPage(items: [])
    }
    let request = Request(query: .search(query: "swift", sort: Self.sort))
    await store.send(.sortSelected(Self.sort)) {
      $0.sort = Self.sort
      $0.results.request = request
    }
    await store.receive(\.pageLoaded) { $0.results.loaded(request.query, []) }
    await store.send(.sortSelected(Self.sort))
  }

  @Test func favoritesAreNotSorted() async {
    var state = SearchRepos.State(query: "swift")
    state.results.query = .favorites
    await store(state).send(.sortSelected(Self.sort)) { $0.sort = Self.sort }
  }

  // MARK: Language

  @Test func theLanguageIsAQualifierOfTheQuery() async {
    let store = store(SearchRepos.State(query: "parser")) { query, _, _ in
      #expect(query == "language:Swift parser")
      return RepositoryPage(items: [])
    }
    await store.send(.languageChanged("Swift")) { $0.query = "language:Swift parser" }
    #expect(store.state.language == "Swift")
    await clock.advance(by: .milliseconds(300))
    let request = Request(query: .search(query: "language:Swift parser"))
    await store.receive(.queryRested) { $0.results.request = request }
    await store.receive(\.pageLoaded) { $0.results.loaded(request.query, []) }
    await store.send(.languageChanged("")) { $0.query = "parser" }
    await store.send(.queryChanged("")) { $0 = SearchRepos.State() }
  }

  @Test(
    arguments: [
      ("parser", nil, "Swift", "language:Swift parser"),
      ("a language:C++ b", "C++", "Rust", "language:Rust a b"),
      (#"language:"Jupyter Notebook" a"#, "Jupyter Notebook", "", "a"),
      ("LANGUAGE:swift", "swift", "Emacs Lisp", #"language:"Emacs Lisp""#),
      ("a language:", "", "Go", "language:Go a"),
      ("language:C language:D", "C", "E", "language:E"),
      (#"a "b language:C"#, nil, "D\"", #"language:D a "b language:C"#),
      ("", nil, "Swift ", #"language:"Swift ""#),
      ("-language:C", nil, "", "-language:C"),
      ("", nil, "", ""),
    ] as [(String, String?, String, String)]
  )
  func theQualifierIsReadAndReplaced(_ query: String, _ language: String?, _ new: String, _ result: String) {
    var text = query
    #expect(text.languageQualifier == language)
    text.languageQualifier = new
    #expect(text == result)
    #expect(text.languageQualifier == (new.isEmpty ? nil : new.replacing("\"", with: "")))
  }

  // MARK: What the answer says besides

  @Test func resultsThatAreMissingAreMissingUntilTheListIsLoadedAgain() async {
    let pages = Mutex([false, true, false])
    let store = store(SearchRepos.State(query: "a")) { _, _, page in
      let isIncomplete = pages.withLock { $0.removeLast() }
      return RepositoryPage(items: [.test(page)], isIncomplete: isIncomplete, nextPage: page + 1)
    }
    store.exhaustivity = .off
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
    let store = store(state("swift")) { _, _, _ in throw FailedResponse(error: error, headers: headers) }
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
    // So does a failure without a response.
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

  // MARK: Messages

  @Test func messagesAboutStarsAreDismissed() async {
    var state = SearchRepos.State()
    state.starFailure = .init(star: .init(owner: "ada", name: "a", id: nil, isStarred: true), error: .notHTTP)
    await self.store(state).send(.starFailureDismissed) { $0.starFailure = nil }

    var detail = RepositoryDetail.State(owner: "ada", name: "a")
    detail.isStarred = true
    detail.starFailure = .notHTTP
    let store = TestStore(initialState: detail) { RepositoryDetail() }
    await store.send(.starFailureDismissed) { $0.starFailure = nil }
  }
}
