import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

/// Kept answers, and requests that are repeated when there is a network again.
struct ConnectivityTests {
  private typealias Request = Articles.List.Request

  private static let noConnection = APIError.noConnection(reason: "the cable is out")
  private static let yesterday = Date(timeIntervalSinceReferenceDate: 1)

  private static func page(_ ids: String..., asOf: Date? = nil) -> ArticlePage {
    let articles = ids.map { Article(id: $0, title: $0, url: URL(filePath: "/\($0)"), user: Article.User(id: "ada")) }
    return ArticlePage(items: articles, totalCount: 9, rateLimit: RateLimit(remaining: 8)).asOf(asOf)
  }

  /// A store whose client returns these results in order.
  private func store(
    _ results: Result<ArticlePage, APIError>...,
    restored: @escaping @Sendable (Int) async throws -> Bool = { _ in false }
  ) -> (store: TestStoreOf<Articles>, usedKeptAnswers: @Sendable () -> [Bool]) {
    let calls = LockIsolated<[Bool]>([])
    let store = TestStore(initialState: Articles.State(tag: "swift")) {
      Articles()
    } withDependencies: {
      $0.connectivity.restored = restored
      $0.qiitaClient.articles = { _, _ in
        calls.withValue { $0.append(KeptAnswers.areWelcome) }
        return try results[calls.value.count - 1].get()
      }
    }
    return (store, { calls.value })
  }

  // MARK: Kept answers

  @Test func whatWasThereIsShownWhileItIsLoadedAnew() async {
    let request = Request(query: "swift")
    let kept = Self.page("old", asOf: Self.yesterday)
    let (store, usedKeptAnswers) = store(.success(kept), .success(Self.page("new")), .success(Self.page("newer")))
    await store.send(.appeared) { $0.list.request = request }
    await store.receive(.pageLoaded(request: request, page: kept)) {
      $0.list.query = "swift"
      $0.list.rows = IdentifiedArray(uniqueElements: kept.items)
      $0.list.totalCount = 9
      $0.list.asOf = Self.yesterday
    }
    await store.receive(.pageLoaded(request: request, page: Self.page("new"))) {
      $0.list.loaded("swift", Self.page("new").items, of: 9)
      $0.list.asOf = nil
      $0.rateLimit = RateLimit(remaining: 8)
    }
    // Refreshing does not use kept answers.
    await store.send(.refreshPulled) { $0.list.request = request }
    await store.receive(\.pageLoaded) { $0.list.loaded("swift", Self.page("newer").items, of: 9) }
    #expect(usedKeptAnswers() == [true, false, false])
  }

  // MARK: Repeating

  @Test func aRequestIsRepeatedWhenThereIsANetworkAgain() async {
    let request = Request(query: "swift")
    let (store, usedKeptAnswers) = store(
      .failure(Self.noConnection),
      .failure(Self.noConnection),
      .success(Self.page("new")),
      restored: { $0 < 3 }
    )
    await store.send(.appeared) { $0.list.request = request }
    for _ in 1...2 {
      await store.receive(.pageFailed(request: request, error: Self.noConnection)) {
        $0.list.failed(request, Self.noConnection)
      }
      await store.receive(modify: "Page is loaded again") { $0.list.started(request) }
    }
    await store.receive(\.pageLoaded) {
      $0.list.loaded("swift", Self.page("new").items, of: 9)
      $0.rateLimit = RateLimit(remaining: 8)
    }
    #expect(usedKeptAnswers() == [true, true, true])
  }

  /// A server that has hung may answer later.
  @Test func aTimeoutIsRepeatedToo() async {
    let timeout = APIError.timeout(seconds: 5)
    let (store, _) = store(.failure(timeout), .success(Self.page("new")), restored: { _ in true })
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(\.pageFailed) { $0.list.failure = .init(request: Request(query: "swift"), error: timeout) }
    await store.receive(modify: "Page is loaded again") { $0.list.failure = nil }
    await store.receive(\.pageLoaded)
  }

  @Test(arguments: [APIError.notHTTP, .status(code: 500, message: nil, retryAt: nil)])
  func otherFailuresAreNotRepeated(_ error: APIError) async {
    let (store, _) = store(.failure(error), restored: { _ in true })
    await store.send(.appeared) { $0.list.request = Request(query: "swift") }
    await store.receive(\.pageFailed) { $0.list.failed(Request(query: "swift"), error) }
  }

  // MARK: Working offline

  /// The app on mock values.
  private func app(_ state: AppFeature.State = AppFeature.State()) -> TestStoreOf<AppFeature> {
    let store = TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      $0.context = .mock
      $0.date = .constant(Self.yesterday)
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    return store
  }

  @Test func theAppOfflineOnMockValues() async {
    let store = app()
    await store.send(.articles(.tagSubmitted))
    await store.receive(\.articles.pageLoaded)
    await store.send(.articles(.tagChanged("ios")))
    await store.send(.articles(.tagSubmitted))
    await store.receive(\.articles.pageLoaded)
    await store.send(.offline(.offlineSwitchTapped)) { $0.offline.isOffline = true }
    await store.send(.articles(.tagChanged("swift")))
    await store.send(.articles(.tagSubmitted))
    await store.receive(\.articles.pageFailed)
    #expect(store.state.articles.list.query == "swift")
    #expect(store.state.articles.list.rows.count == 15)
    #expect(store.state.articles.list.asOf == Self.yesterday)
    let reason = "this app was told to work offline"
    #expect(store.state.articles.list.failure?.error == .noConnection(reason: reason))
    // Once the cache is cleared, there is nothing to show offline.
    await store.send(.offline(.clearButtonTapped))
    await store.receive(\.offline.cleared)
    await store.send(.articles(.tagChanged("ios")))
    await store.send(.articles(.tagSubmitted))
    await store.receive(\.articles.pageFailed)
    #expect(store.state.articles.list.query == "swift" && store.state.articles.list.failure?.request.query == "ios")
    await store.skipInFlightEffects()
  }

  @Test func aStarAndHashtagsThatWereSentOfflineAreSentOnline() async {
    var state = AppFeature.State()
    state.searchRepos.detail = RepositoryDetail.State(owner: "apple", name: "swift")
    state.recipes.detail = RecipeDetail.State(id: 1)
    state.recipes.detail?.addHashtags = AddHashtags.State(recipeID: 1, text: "#new")
    let store = app(state)
    await store.send(.searchRepos(.detail(.presented(.appeared))))
    await store.receive(\.searchRepos.detail.presented.starLoaded) { $0.searchRepos.detail?.isStarred = false }
    await store.send(.offline(.offlineSwitchTapped)) { $0.offline.isOffline = true }
    await store.send(.searchRepos(.detail(.presented(.starButtonTapped))))
    await store.receive(\.searchRepos.detail.presented.starSaveFailed) {
      $0.searchRepos.detail?.isStarred = false
      $0.searchRepos.detail?.starFailure = .noConnection(.workingOffline)
    }
    await store.send(.recipes(.detail(.presented(.addHashtags(.presented(.sendButtonTapped))))))
    await store.receive(\.recipes.detail.presented.addHashtags.presented.sendingFailed) {
      $0.recipes.detail?.addHashtags?.error = .noConnection(.workingOffline)
    }
    await store.send(.offline(.offlineSwitchTapped)) { $0.offline.isOffline = false }
    await store.receive(\.searchRepos.detail.presented.starSaved) {
      $0.searchRepos.detail?.isStarred = true
      $0.searchRepos.detail?.starFailure = nil
    }
    await store.receive(\.recipes.detail.presented.addHashtags.presented.hashtagsAdded) {
      $0.recipes.detail?.addHashtags?.error = nil
    }
  }

  /// Neither a request nor its repetition.
  @Test func nothingIsSentOffline() async {
    let (sent, isOffline) = (LockIsolated(0), LockIsolated(true))
    await withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.connectivity.isOffline = { isOffline.value }
      $0.httpTransport.send = { _ in
        sent.withValue { $0 += 1 }
        // The app is switched offline before the first repetition.
        isOffline.setValue(true)
        return HTTPResponse(status: 503)
      }
    } operation: {
      for count in 0...1 {
        await #expect(throws: APIError.noConnection(reason: "this app was told to work offline")) {
          try await APIClient().send(ExampleRequest())
        }
        #expect(sent.value == count)
        isOffline.setValue(false)
      }
    }
  }

  @Test func problemsOfTheCacheAreTold() async {
    let error = DatabaseError.busy(path: "/a")
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      $0.cacheClient.problems = {
        AsyncStream {
          $0.yield(error)
          $0.finish()
        }
      }
      $0.cacheClient.clear = { throw error }
    }
    store.exhaustivity = .off
    await store.receive(modify: "Cache problem") { $0.offline.problem = error }
    await store.send(.offline(.problemDismissed)) { $0.offline.problem = nil }
    await store.send(.offline(.clearButtonTapped)) { $0.offline.isClearing = true }
    await store.receive(.offline(.clearFailed(error))) {
      $0.offline.isClearing = false
      $0.offline.problem = error
    }
  }

  // MARK: The machine's network

  /// How long is waited, if the machine is asked for its network again and again.
  private func wait(afterFailures count: Int, _ looks: Bool...) async throws -> Duration {
    let clock = ImmediateClock()
    let looks = LockIsolated(looks[...])
    let watch = NetworkWatch { looks.withValue { $0.count > 1 ? $0.removeFirst() : $0.first ?? false } }
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      try await watch.waitUntilRestored(afterFailures: count)
    }
    return clock.now.offset
  }

  /// A server may be up again after hours, and one on the machine itself needs no network.
  @Test(arguments: [true, false])
  func thePausesGrowToTheLongestAndNeverEnd(_ hasNetwork: Bool) async throws {
    for (index, pause) in NetworkWatch.pauses.enumerated() {
      #expect(try await wait(afterFailures: index + 1, hasNetwork) == pause)
    }
    #expect(try await wait(afterFailures: 1_000, hasNetwork) == .seconds(300))
  }

  @Test func aNetworkThatComesBackIsUsedAtOnce() async throws {
    #expect(try await wait(afterFailures: 8, false, false, true) == .seconds(4))
    #expect(try await wait(afterFailures: 8, true, false, true) == .seconds(4))
  }

  #if os(Linux)
    /// The result depends on the machine: one that has only the loopback interface has no network.
    @Test func theMachineCanBeAsked() throws {
      let interfaces = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/net")
      #expect(!NetworkWatch().hasNetwork() || interfaces.contains { $0 != "lo" })
    }
  #endif
}
