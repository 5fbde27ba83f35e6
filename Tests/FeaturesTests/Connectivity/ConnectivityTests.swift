import Foundation
import StoreTesting
import Testing

@testable import Features

/// Kept answers, and requests that are repeated when there is a network again.
struct ConnectivityTests {
  private typealias Request = Articles.List.Request

  private static func page(_ ids: String..., asOf: Date? = nil) -> ArticlePage {
    ArticlePage(items: ids.map { .test($0) }, totalCount: 9, rateLimit: RateLimit(remaining: 8)).asOf(asOf)
  }

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

  @Test func whatWasThereIsShownWhileItIsLoadedAnew() async {
    let request = Request(query: "swift")
    let kept = Self.page("old", asOf: .yesterday)
    let (store, usedKeptAnswers) = store(.success(kept), .success(Self.page("new")), .success(Self.page("newer")))
    await store.send(.appeared) { $0.list.request = request }
    await store.receive(.pageLoaded(request: request, page: kept)) {
      $0.list.loaded("swift", kept.items, of: 9)
      $0.list.request = request
      $0.list.asOf = .yesterday
    }
    await store.receive(.pageLoaded(request: request, page: Self.page("new"))) {
      $0.list.loaded("swift", Self.page("new").items, of: 9)
      $0.list.asOf = nil
      $0.rateLimit = RateLimit(remaining: 8)
    }
    await store.send(.refreshPulled) { $0.list.request = request }
    await store.receive(\.pageLoaded) { $0.list.loaded("swift", Self.page("newer").items, of: 9) }
    #expect(usedKeptAnswers() == [true, false, false])
  }

  /// Also after a timeout: a server that has hung may answer later.
  @Test(arguments: [APIError.noConnection(reason: "the cable is out"), .timeout(seconds: 5)])
  func aRequestIsRepeatedWhenThereIsANetworkAgain(_ error: APIError) async {
    let request = Request(query: "swift")
    let (store, usedKeptAnswers) =
      store(.failure(error), .failure(error), .success(Self.page("new")), restored: { $0 < 3 })
    await store.send(.appeared) { $0.list.request = request }
    for _ in 1...2 {
      await store.receive(\.pageFailed) { $0.list.failed(request, error) }
      await store.receive(modify: "Page is loaded again") { $0.list.started(request) }
    }
    await store.receive(\.pageLoaded) {
      $0.list.loaded("swift", Self.page("new").items, of: 9)
      $0.rateLimit = RateLimit(remaining: 8)
    }
    #expect(usedKeptAnswers() == [true, true, true])
  }

  @Test(arguments: [APIError.notHTTP, .status(code: 500, message: nil, retryAt: nil)])
  func otherFailuresAreNotRepeated(_ error: APIError) async {
    let (store, _) = store(.failure(error), restored: { _ in true })
    await store.send(.appeared) { $0.list.request = Request(query: "swift") }
    await store.receive(\.pageFailed) { $0.list.failed(Request(query: "swift"), error) }
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
      let error = APIError.noConnection(reason: "this app was told to work offline")
      await #expect(throws: error) { try await GithubClient.mockValue.setStarred(true, "apple", "swift") }
      await #expect(throws: error) { try await HashtagClient.mockValue.addHashtags(1, "#new") }
      for count in 0...1 {
        await #expect(throws: error) { try await APIClient().send(ExampleRequest()) }
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
    }.nonExhaustive
    await store.receive(modify: "Cache problem") { $0.offline.problem = error }
    await store.send(.offline(.problemDismissed)) { $0.offline.problem = nil }
    await store.send(.offline(.clearButtonTapped)) { $0.offline.isClearing = true }
    await store.receive(.offline(.clearFailed(error))) {
      $0.offline.isClearing = false
      $0.offline.problem = error
    }
  }

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
}
