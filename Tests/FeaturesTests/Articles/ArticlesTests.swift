import Features
import Foundation
import StoreTesting
import Testing

struct ArticlesTests {
  private typealias Request = Articles.List.Request

  private let clock = TestClock()

  private static func articles(_ ids: some Sequence<Int>) -> [Article] { ids.map { .test("\($0)") } }

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

  private static func loaded(_ ids: some Sequence<Int> = 1...15, next: Int? = 2) -> Articles.State {
    var state = Articles.State()
    let request = state.list.load("swift")
    state.show(page(ids, of: 60, next: next), for: request)
    return state
  }

  /// A view that is told of each row once is not told of any after such a page.
  @Test func aPageWithoutNewRowsIsFollowedByTheNextOne() async {
    let store = store(Self.loaded()) { _, page in Self.page(page < 4 ? 1...15 : 16...20, next: page + 1) }.nonExhaustive
    await store.send(.rowAppeared(id: "15"))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.list.rows.count == 20 && store.state.list.nextCursor == 5)
  }

  /// As SwiftUI cancels the task of `refreshable`. Nothing else would say that the request is over.
  @Test func aRefreshWhoseTaskIsCancelledIsOver() async {
    let store = store(Self.loaded()) { [clock] _, page in
      try await clock.afterASecond(Self.page(page == 1 ? 1...15 : 16...20))
    }.nonExhaustive
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
    let store = store().nonExhaustive
    store.dependencies.qiitaClient.article = { [clock] _ in try await clock.afterASecond(Article.test("7")) }
    let task = await store.send(.articleOpened(id: "7"))
    await task.cancel()
    await store.skipReceivedActions(strict: false)
    #expect(store.state.articleError == .cancelled)
  }

  /// It is loaded again when there is a network, unless its error was dismissed.
  @Test func anArticleOfALinkIsLoadedAndOpened() async {
    let error = APIError.noConnection(reason: "the cable is out")
    let (calls, opened) = (LockIsolated(0), LockIsolated<[URL]>([]))
    let article = Article.test("7")
    let store = store(open: { url in opened.withValue { $0.append(url) } })
    store.dependencies.restoreNetwork(after: .seconds(1), on: clock)
    store.dependencies.qiitaClient.article = { id in
      #expect(id == "7")
      calls.withValue { $0 += 1 }
      if calls.value < 4 { throw error }
      return article
    }
    await store.send(.articleOpened(id: "7")) { $0.openingID = "7" }
    await store.receive(.articleFailed(error)) { $0.articleError = error }
    await store.send(.openErrorDismissed) {
      $0.openingID = nil
      $0.articleError = nil
    }
    await store.send(.retryButtonTapped)
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

  /// An article in the list is opened at once. An error is kept until it has been read or another article is opened.
  @Test func whatIsOpenedLastIsOpened() async {
    let clock = clock
    let store = store(
      Self.loaded(),
      open: { url throws(OpenURLError) in
        do { try await clock.sleep(for: .seconds(1)) } catch { throw .unavailable(reason: "cancelled") }
        throw .failed(program: url.lastPathComponent, status: 1)
      }
    )
    store.dependencies.qiitaClient.article = { _ in try await clock.afterASecond(throwing: APIError.notHTTP) }
    await store.send(.articleOpened(id: "a")) { $0.openingID = "a" }
    await store.send(.rowTapped(id: "1")) { $0.openingID = nil }
    await store.send(.rowTapped(id: "2"))
    await clock.advance(by: .seconds(1))
    let error = OpenURLError.failed(program: "2", status: 1, address: "https://qiita.example/ada/items/2")
    await store.receive(.openFailed(error)) { $0.openError = error }
    await store.send(.articleOpened(id: "3")) { $0.openError = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(\.openFailed) {
      $0.openError = .failed(program: "3", status: 1, address: "https://qiita.example/ada/items/3")
    }
    await store.send(.openErrorDismissed) { $0.openError = nil }
    await store.send(.rowTapped(id: "99"))
  }

  @Test func loadsOnceWhenItAppears() async {
    let page = Self.page(1...15, of: 60, next: 2)
    let store = store { [clock] tag, number in
      #expect(tag == "swift" && number == 1)
      return try await clock.afterASecond(page)
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
    let store = store(Self.loaded())
    await store.send(.tagChanged(blank)) { $0.tag = blank }
    await store.send(.tagSubmitted)
    await self.store(Articles.State(tag: blank)).send(.appeared)
  }
}

extension Articles.State {
  fileprivate mutating func show(_ page: ArticlePage, for request: Articles.List.Request) {
    list.loaded(request.query, page.items, of: page.totalCount, next: page.nextPage)
    rateLimit = page.rateLimit
  }
}
