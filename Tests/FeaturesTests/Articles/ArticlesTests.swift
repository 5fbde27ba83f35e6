import Features
import Foundation
import LoopbackServer
import Store
import StoreTesting
import Synchronization
import Testing

struct ArticlesTests {
  private typealias Request = Articles.List.Request

  private let clock = TestClock()

  /// Articles of which only the id matters.
  private static func articles(_ ids: some Sequence<Int>) -> [Article] {
    ids.map { id in
      let url = URL(string: "https://qiita.example/ada/items/\(id)") ?? URL(filePath: "/")
      return Article(id: "\(id)", title: "article-\(id)", url: url, user: .init(id: "ada"))
    }
  }

  private static func page(_ ids: some Sequence<Int>, of total: Int? = nil, next: Int? = nil) -> ArticlePage {
    ArticlePage(items: articles(ids), totalCount: total, nextPage: next, rateLimit: RateLimit(remaining: 9))
  }

  private func store(
    _ state: Articles.State = Articles.State(),
    articles: (@Sendable (String, Int) async throws -> ArticlePage)? = nil,
    open: (@Sendable (URL) async throws(OpenURLError) -> Void)? = nil
  ) -> TestStoreOf<Articles> {
    TestStore(initialState: state) {
      Articles()
    } withDependencies: {
      $0.continuousClock = clock
      if let open { $0.openURL = OpenURL(open) }
      if let articles { $0.qiitaClient.articles = articles }
    }
  }

  /// The state after the first page.
  private static func loaded(_ ids: some Sequence<Int> = 1...15, next: Int? = 2) -> Articles.State {
    var state = Articles.State()
    let request = state.list.load("swift")
    state.show(page(ids, of: 60, next: next), for: request)
    return state
  }

  // MARK: - Pages without new rows

  /// A view that is told of each row once is not told of any after such a page.
  @Test func aPageWithoutNewRowsIsFollowedByTheNextOne() async {
    let store = store(Self.loaded()) { _, page in Self.page(page < 4 ? 1...15 : 16...20, next: page + 1) }
    store.exhaustivity = .off
    await store.send(.rowAppeared(id: "15"))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.list.rows.count == 20 && store.state.list.nextCursor == 5)
  }

  // MARK: - Requests that end early

  /// As SwiftUI cancels the task of `refreshable`. Nothing else would say that the request is over.
  @Test func aRefreshWhoseTaskIsCancelledIsOver() async {
    let store = store(
      Self.loaded(),
      articles: { [clock] _, page in try await clock.afterASecond(Self.page(page == 1 ? 1...15 : 16...20)) }
    )
    store.exhaustivity = .off
    let task = await store.send(.refreshPulled)
    await task.cancel()
    await store.skipReceivedActions(strict: false)
    #expect(!store.state.list.isLoading && store.state.list.failure == nil)
    await store.send(.rowAppeared(id: "15"))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.list.rows.count == 20)
  }

  @Test func anArticleOfALinkWhoseTaskIsCancelledIsSaidNotToHaveBeenLoaded() async {
    let store = store()
    store.exhaustivity = .off
    store.dependencies.qiitaClient.article = { [clock] _ in try await clock.afterASecond(Self.articles([7])[0]) }
    let task = await store.send(.articleOpened(id: "7"))
    await task.cancel()
    await store.skipReceivedActions(strict: false)
    #expect(store.state.articleError == .cancelled)
  }

  // MARK: - Links

  @Test func anArticleOfALinkIsLoadedAndOpened() async throws {
    let opened = Mutex<[URL]>([])
    let article = try #require(Self.articles([7]).first)
    let store = store(open: { url in opened.withLock { $0.append(url) } })
    store.dependencies.qiitaClient.article = { id in
      #expect(id == "7")
      return article
    }
    await store.send(.articleOpened(id: "7")) { $0.openingID = "7" }
    await store.receive(.articleLoaded(article)) { $0.openingID = nil }
    await store.finish()
    #expect(opened.withLock { $0 } == [article.url])
  }

  @Test func anArticleInTheListIsOpenedAtOnce() async {
    let opened = Mutex<[URL]>([])
    let store = store(Self.loaded(), open: { url in opened.withLock { $0.append(url) } })
    await store.send(.articleOpened(id: "3"))
    await store.finish()
    #expect(opened.withLock { $0.map(\.lastPathComponent) } == ["3"])
  }

  @Test func anArticleThatDoesNotExistIsSaidNotTo() async {
    let store = store()
    let error = APIError.status(code: 404, message: "Not found", retryAt: nil)
    store.dependencies.qiitaClient.article = { _ in throw error }
    await store.send(.articleOpened(id: "7")) { $0.openingID = "7" }
    await store.receive(.articleFailed(error)) { $0.articleError = error }
    await store.send(.openErrorDismissed) {
      $0.openingID = nil
      $0.articleError = nil
    }
    await store.send(.retryButtonTapped)
  }

  @Test func anArticleIsLoadedAgainWhenThereIsANetwork() async {
    let error = APIError.noConnection(reason: "the cable is out")
    let (calls, opened) = (LockIsolated(0), LockIsolated<[URL]>([]))
    let article = Self.articles([7])[0]
    let clock = clock
    let store = store(open: { url in opened.withValue { $0.append(url) } })
    store.dependencies.restoreNetwork(after: .seconds(1), on: clock)
    store.dependencies.qiitaClient.article = { _ in
      calls.withValue { $0 += 1 }
      if calls.value < 4 { throw error }
      return article
    }
    await store.send(.articleOpened(id: "7")) { $0.openingID = "7" }
    await store.receive(.articleFailed(error)) { $0.articleError = error }
    // Dismissing the error cancels the repetition of the request.
    await store.send(.openErrorDismissed) {
      $0.openingID = nil
      $0.articleError = nil
    }
    await clock.advance(by: .seconds(9))
    await store.send(.articleOpened(id: "7")) { $0.openingID = "7" }
    await store.receive(.articleFailed(error)) { $0.articleError = error }
    await store.send(.retryButtonTapped) { $0.articleError = nil }
    await store.receive(.articleFailed(error)) { $0.articleError = error }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Article is loaded again") { $0.articleError = nil }
    await store.receive(.articleLoaded(article)) { $0.openingID = nil }
    await store.finish()
    #expect(opened.value == [article.url])
    #expect(calls.value == 4)
  }

  @Test func oneButtonRepeatsBothRequests() async {
    var state = Articles.State()
    let request = state.list.load("swift")
    state.list.fail(.notHTTP, for: request)
    (state.openingID, state.articleError) = ("7", .notHTTP)
    let store = store(state)
    store.dependencies.qiitaClient.article = { _ in throw APIError.notHTTP }
    store.dependencies.qiitaClient.articles = { _, _ in throw APIError.notHTTP }
    await store.send(.retryButtonTapped) {
      $0.list.started(request)
      $0.articleError = nil
    }
    await store.receive(\.pageFailed) { $0.list.failed(request, .notHTTP) }
    await store.receive(\.articleFailed) { $0.articleError = .notHTTP }
  }

  @Test func whatIsOpenedLastIsOpened() async {
    let clock = clock
    let opened = Mutex<[URL]>([])
    let store = store(Self.loaded(), open: { url in opened.withLock { $0.append(url) } })
    store.dependencies.qiitaClient.article = { id in try await clock.afterASecond(throwing: APIError.notHTTP) }
    await store.send(.articleOpened(id: "a")) { $0.openingID = "a" }
    await store.send(.rowTapped(id: "2")) { $0.openingID = nil }
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(opened.withLock { $0.map(\.lastPathComponent) } == ["2"])
  }

  // MARK: - Appearing and tags

  @Test func loadsOnceWhenItAppears() async {
    let page = Self.page(1...15, of: 60, next: 2)
    let clock = clock
    let store = store { tag, number in
      #expect(tag == "swift" && number == 1)
      try await clock.sleep(for: .seconds(1))
      return page
    }
    let request = Request(query: "swift")
    await store.send(.appeared) { $0.list.request = request }
    await store.send(.appeared)
    await clock.advance(by: .seconds(1))
    await store.receive(.pageLoaded(request: request, page: page)) {
      $0.list.loaded("swift", page.items, of: 60, next: 2)
      $0.rateLimit = RateLimit(remaining: 9)
    }
    await store.send(.appeared)
  }

  @Test func appearingAfterAFailureDoesNotTryAgain() async {
    var state = Articles.State()
    let request = state.list.load("swift")
    state.list.fail(.notHTTP, for: request)
    await store(state).send(.appeared)
  }

  @Test func typingLoadsNothing() async {
    await store(Self.loaded()).send(.tagChanged("ios")) { $0.tag = "ios" }
  }

  @Test func submittingLoadsTheTagWithoutSpacesAndKeepsTheRowsUntilItHasCome() async {
    let page = Self.page(20...21)
    let store = store(Self.loaded()) { tag, number in
      #expect(tag == "ios" && number == 1)
      return page
    }
    let request = Request(query: "ios")
    await store.send(.tagChanged(" ios\n")) { $0.tag = " ios\n" }
    await store.send(.tagSubmitted) { $0.list.request = request }
    #expect(store.state.list.rows.count == 15)
    await store.receive(.pageLoaded(request: request, page: page)) { $0.show(page, for: request) }
  }

  @Test(arguments: ["", "  \n\u{3000}"])
  func anEmptyTagIsIgnored(_ blank: String) async {
    let clock = clock
    let store = store { _, _ in try await clock.afterASecond(Self.page([1])) }
    await store.send(.appeared) { $0.list.request = Request(query: "swift") }
    await store.send(.tagChanged(blank)) { $0.tag = blank }
    await store.send(.tagSubmitted)
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.show(Self.page([1]), for: Request(query: "swift")) }
    await store.send(.appeared)
    var state = Articles.State(tag: blank)
    state.rateLimit = nil
    await self.store(state).send(.appeared)
  }

  @Test func switchingTheTagCancels() async {
    let clock = clock
    let store = store { tag, _ in
      try await clock.sleep(for: .seconds(1))
      #expect(tag == "ios")
      return Self.page([2])
    }
    await store.send(.appeared) { $0.list.request = Request(query: "swift") }
    await clock.advance(by: .milliseconds(999))
    await store.send(.tagChanged("ios")) { $0.tag = "ios" }
    await store.send(.tagSubmitted) { $0.list.request = Request(query: "ios") }
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.show(Self.page([2]), for: Request(query: "ios")) }
  }

  @Test func aResponseToAnOlderRequestIsIgnored() async {
    let clock = clock
    let store = store { _, _ in try await clock.afterASecond(Self.page([1])) }
    let old = Request(query: "old")
    await store.send(.appeared) { $0.list.request = Request(query: "swift") }
    await store.send(.pageLoaded(request: old, page: Self.page([9])))
    await store.send(.pageFailed(request: old, error: .notHTTP))
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.show(Self.page([1]), for: Request(query: "swift")) }
    await store.send(.pageLoaded(request: Request(query: "swift"), page: Self.page([9])))
  }

  // MARK: - Paging

  @Test(arguments: [11, 12, 13, 14, 15])
  func oneOfTheLastFiveRowsLoadsTheNextPage(_ id: Int) async {
    let page = Self.page(16...30, of: 31, next: 3)
    let store = store(Self.loaded()) { tag, number in
      #expect(tag == "swift" && number == 2)
      return page
    }
    let request = Request(query: "swift", cursor: 2)
    await store.send(.rowAppeared(id: "\(id)")) { $0.list.request = request }
    await store.receive(.pageLoaded(request: request, page: page)) {
      $0.list.loaded("swift", Self.articles(1...30), of: 31, next: 3)
    }
  }

  // MARK: - Refreshing

  @Test func refreshingReplacesTheRowsOnlyOnSuccess() async {
    let isDown = Mutex(true)
    let page = Self.page(5...8, of: 4)
    let store = store(Self.loaded()) { _, number in
      #expect(number == 1)
      if isDown.withLock({ $0 }) { throw APIError.rateLimited(retryAt: nil, message: nil) }
      return page
    }
    let request = Request(query: "swift")
    await store.send(.refreshPulled) { $0.list.request = request }
    await store.receive(.pageFailed(request: request, error: .rateLimited(retryAt: nil, message: nil))) {
      $0.list.failed(request, .rateLimited(retryAt: nil, message: nil))
    }
    #expect(store.state.list.rows.count == 15)
    isDown.withLock { $0 = false }
    await store.send(.refreshPulled) { $0.list.started(request) }
    await store.receive(.pageLoaded(request: request, page: page)) { $0.show(page, for: request) }
  }

  @Test func refreshingCancelsTheNextPage() async {
    let clock = clock
    let store = store(Self.loaded()) { _, number in
      try await clock.sleep(for: .seconds(1))
      #expect(number == 1)
      return Self.page([number])
    }
    await store.send(.rowAppeared(id: "15")) { $0.list.request = Request(query: "swift", cursor: 2) }
    await store.send(.refreshPulled) { $0.list.request = Request(query: "swift") }
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.show(Self.page([1]), for: Request(query: "swift")) }
  }

  // MARK: - Failing

  @Test(arguments: APIError.oneOfEach)
  func everyErrorIsKeptWithItsMessageAndLosesNothing(_ error: APIError) async {
    #expect(!error.message.isEmpty)
    let store = store(Self.loaded()) { _, _ in throw error }
    let request = Request(query: "swift", cursor: 2)
    await store.send(.rowAppeared(id: "15")) { $0.list.request = request }
    await store.receive(.pageFailed(request: request, error: error)) { $0.list.failed(request, error) }
    await store.send(.rowAppeared(id: "15"))
  }

  @Test func errorsThatAreNoAPIErrorsAreKeptToo() async {
    struct Other: Error {}
    let store = store { _, _ in throw Other() }
    await store.send(.appeared) { $0.list.request = Request(query: "swift") }
    await store.receive(\.pageFailed) { $0.list.failed(Request(query: "swift"), .unexpected(reason: "Other()")) }
  }

  @Test func retryingRepeatsTheRequestThatFailed() async {
    let isDown = Mutex(true)
    let store = store(Self.loaded()) { tag, number in
      #expect(tag == "swift" && number == 2)
      if isDown.withLock({ $0 }) { throw APIError.timeout(seconds: 5) }
      return Self.page([16], of: 60)
    }
    let request = Request(query: "swift", cursor: 2)
    await store.send(.retryButtonTapped)
    await store.send(.rowAppeared(id: "15")) { $0.list.request = request }
    await store.receive(\.pageFailed) { $0.list.failed(request, .timeout(seconds: 5)) }
    isDown.withLock { $0 = false }
    await store.send(.retryButtonTapped) { $0.list.started(request) }
    await store.receive(\.pageLoaded) { $0.list.loaded("swift", Self.articles(1...16), of: 60) }
    await store.send(.retryButtonTapped)
  }

  // MARK: - Opening

  @Test func tappingARowOpensIt() async {
    let opened = Mutex<[String]>([])
    let store = store(Self.loaded(), open: { url in opened.withLock { $0.append(url.absoluteString) } })
    await store.send(.rowTapped(id: "3"))
    await store.finish()
    #expect(opened.withLock { $0 } == ["https://qiita.example/ada/items/3"])
    await store.send(.rowTapped(id: "99"))
  }

  @Test func anErrorIsKeptUntilItHasBeenReadOrAnotherRowIsTapped() async {
    let failure = OpenURLError.failed(program: "xdg-open", status: 3)
    func error(_ id: String) -> OpenURLError {
      .failed(program: "xdg-open", status: 3, address: "https://qiita.example/ada/items/\(id)")
    }
    let store = store(Self.loaded(), open: { _ throws(OpenURLError) in throw failure })
    for _ in 1...2 {
      await store.send(.rowTapped(id: "3"))
      await store.receive(.openFailed(error("3"))) { $0.openError = error("3") }
      await store.send(.openErrorDismissed) { $0.openError = nil }
    }
    await store.send(.rowTapped(id: "3"))
    await store.receive(.openFailed(error("3"))) { $0.openError = error("3") }
    await store.send(.rowTapped(id: "4")) { $0.openError = nil }
    await store.receive(.openFailed(error("4"))) { $0.openError = error("4") }
  }

  @Test func addressesOfOtherThingsAreNotOpened() async throws {
    var state = Self.loaded([])
    let url = try #require(URL(string: "file:///etc/passwd"))
    state.list.rows = [Article(id: "1", title: "", url: url, user: .init(id: "ada"))]
    let store = store(state, open: { _ in Issue.record("It must not be opened.") })
    await store.send(.rowTapped(id: "1"))
    let error = OpenURLError.refused(address: "file:///etc/passwd", reason: "must begin with http:// or https://")
    await store.receive(.openFailed(error)) { $0.openError = error }
  }

  @Test func tappingAnotherRowGivesUpTheFirst() async {
    let clock = clock
    let store = store(
      Self.loaded(),
      open: { url throws(OpenURLError) in
        do { try await clock.sleep(for: .seconds(1)) } catch { throw .unavailable(reason: "cancelled") }
        throw .failed(program: url.lastPathComponent, status: 1)
      }
    )
    await store.send(.rowTapped(id: "1"))
    await store.send(.rowTapped(id: "2"))
    await clock.advance(by: .seconds(1))
    let error = OpenURLError.failed(program: "2", status: 1, address: "https://qiita.example/ada/items/2")
    await store.receive(.openFailed(error)) { $0.openError = error }
  }

  // MARK: - All of it

  @Test(arguments: [("日本語", 16, 16), ("kotlin", 7, 7), ("未投稿", 0, 0), ("linux", 1_029, 1_029), ("Swift", 4_218, 1_500)])
  func readsTheMockToTheEnd(_ tag: String, _ total: Int, _ count: Int) async {
    let store = TestStore(initialState: Articles.State(tag: tag)) {
      Articles()
    } withDependencies: {
      $0.qiitaClient = .mockValue
    }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(\.pageLoaded)
    while store.state.list.nextCursor != nil, let last = store.state.list.rows.last {
      await store.send(.rowAppeared(id: last.id))
      await store.receive(\.pageLoaded)
    }
    #expect(store.state.list.totalCount == total)
    #expect(store.state.list.rows.count == count)
    #expect(store.state.list.rows.allSatisfy { $0.url.scheme == "https" })
  }

  @Test func readsARealServer() async throws {
    let body =
      #"[{"id": "1", "title": "article-1", "url": "https://qiita.example/ada/items/1", "user": {"id": "ada"}, "tags": []}]"#
    let headers: [LoopbackAnswer.Header] = [.init("Rate-Remaining", "9"), .init("Total-Count", "1")]
    let server = try TestServer(.json(body, headers: headers), .reset)
    let store = TestStore(initialState: Articles.State()) {
      Articles()
    } withDependencies: {
      $0.qiitaClient = .liveValue
      $0.httpTransport = .liveValue
      $0.continuousClock = ImmediateClock()
      $0.processEnvironment = ["QIITA_API_URL": server.url]
    }
    let request = Request(query: "swift")
    await store.send(.appeared) { $0.list.request = request }
    await store.receive(\.pageLoaded, timeout: .seconds(60)) { $0.show(Self.page([1], of: 1), for: request) }
    await store.send(.refreshPulled) { $0.list.request = request }
    await store.receive(\.pageFailed, timeout: .seconds(60)) {
      $0.list.failed(request, .noConnection(reason: "the connection was lost"))
    }
    #expect(server.requests.count == 4)
  }

  @Test func actionsAndStatesSurviveEncoding() throws {
    let request = Request(query: "swift", cursor: 2)
    let actions: [Articles.Action] = [
      .appeared, .tagChanged("a"), .tagSubmitted, .refreshPulled, .rowAppeared(id: "1"), .retryButtonTapped,
      .rowTapped(id: "1"), .openErrorDismissed, .pageLoaded(request: request, page: Self.page([1], of: 2, next: 3)),
      .pageFailed(request: request, error: .notHTTP), .openFailed(.failed(program: "open", status: nil)),
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([Articles.Action].self, from: data) == actions)
    var state = Self.loaded()
    state.openError = .unavailable(reason: "no")
    let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    #expect(text.contains(#""openError":{"unavailable":{"reason":"no"}}"#) && text.contains(#""remaining":9"#))
  }
}

extension Articles.State {
  /// Applies the changes that receiving a first page makes.
  fileprivate mutating func show(_ page: ArticlePage, for request: Articles.List.Request) {
    list.loaded(request.query, page.items, of: page.totalCount, next: page.nextPage)
    rateLimit = page.rateLimit
  }
}
