import Foundation
import StoreTesting
import Synchronization
import Testing

@testable import Features

struct RepositoryDetailTests {
  private static let repository = Repository.test(7, stars: 10)
  private static let down = APIError.status(code: 503, message: "down", retryAt: nil)

  private let clock = TestClock()

  private static func loaded(isStarred: Bool = false) -> RepositoryDetail.State {
    with(RepositoryDetail.State(repository)) {
      $0.isStarred = isStarred
      $0.savedStar = isStarred
    }
  }

  private func store(
    _ state: RepositoryDetail.State = RepositoryDetail.State(owner: "ada", name: "repository-7"),
    _ change: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<RepositoryDetail> {
    TestStore(initialState: state) {
      RepositoryDetail()
    } withDependencies: {
      $0.githubClient.repository = { _, _ in Self.repository }
      change(&$0)
    }
  }

  @Test func requestsWhoseTaskIsCancelledAreOver() async {
    let store = store {
      $0.githubClient.repository = { [clock] _, _ in try await clock.afterASecond(Self.repository) }
      $0.githubClient.isStarred = { [clock] _, _ in try await clock.afterASecond(true) }
      $0.githubClient.setStarred = { [clock] _, _, _ in try await clock.sleep(for: .seconds(1)) }
    }.nonExhaustive
    let loading = await store.send(.appeared)
    await loading.cancel()
    await store.skipReceivedActions()
    #expect(!store.state.isLoading && store.state.failure == .cancelled)
    #expect(!store.state.isLoadingStar && store.state.starFailure == .cancelled)
    await store.send(.appeared)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    let saving = await store.send(.starButtonTapped)
    await saving.cancel()
    // The server may have got it, so it is asked.
    await store.skipReceivedActions(strict: false)
    #expect(store.state.isLoadingStar && store.state.starFailure == .cancelled)
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions()
    #expect(store.state.isStarred == true && store.state.savingStar == nil)
    #expect(!store.state.isLoading && !store.state.isLoadingStar)
  }

  @Test func oneThatFailsDoesNotHideTheOther() async {
    let store = store {
      $0.githubClient.repository = { _, _ in throw Self.down }
      $0.githubClient.isStarred = { owner, name in owner == "ada" && name == "repository-7" }
    }
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(.repositoryFailed(Self.down)) {
      $0.isLoading = false
      $0.failure = Self.down
    }
    await store.receive(.starLoaded(true)) { $0.starLoaded(true) }
    store.dependencies.githubClient.repository = { _, _ in Self.repository }
    await store.send(.retryButtonTapped) {
      $0.isLoading = true
      $0.failure = nil
    }
    await store.receive(.repositoryLoaded(Self.repository)) { $0.loaded(Self.repository) }
    await store.send(.retryButtonTapped)
  }

  @Test func withoutATokenTheRepositoryIsShownAndTheStarSaysWhatToDo() async {
    let store = store(RepositoryDetail.State(Self.repository)) {
      $0.githubClient.isStarred = GithubClient.liveValue.isStarred
      $0.processEnvironment = [:]
    }
    let error = APIError.invalidRequest(
      reason: "Stars are those of your GitHub account: set GITHUB_TOKEN to a token of it, then try again."
    )
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(\.repositoryLoaded) { $0.isLoading = false }
    await store.receive(.starLoadFailed(error)) { $0.starLoadFailed(error) }
    for action in [RepositoryDetail.Action.starButtonTapped, .retryButtonTapped] {
      await store.send(action) {
        $0.isLoadingStar = true
        $0.starFailure = nil
      }
      await store.receive(.starLoadFailed(error)) { $0.starLoadFailed(error) }
    }
  }

  /// A server may send any number of stars, including the largest and the smallest `Int`.
  @Test(arguments: [(Int.max, true), (.min, false)])
  func aStarIsSetWhereNoOtherOneCanBeCounted(_ count: Int, _ isStarred: Bool) async {
    let state = with(Self.loaded(isStarred: !isStarred)) { $0.repository?.stargazersCount = count }
    let store = store(state) { $0.githubClient.setStarred = { _, _, _ in } }
    await store.send(.starButtonTapped) { $0.starTapped(isStarred, stars: count) }
    await store.receive(.starSaved(isStarred)) { $0.starSaved(isStarred) }
  }

  /// The server may have the star although its answer was lost.
  @Test(arguments: [true, false], [APIError.timeout(seconds: 30), .noConnection(.connectionLost), down])
  func afterALostAnswerTheServerIsAsked(_ hasStar: Bool, _ error: APIError) async {
    let counted = Repository.test(7, stars: hasStar ? 11 : 10)
    let store = store(Self.loaded()) {
      $0.githubClient.setStarred = { _, _, _ in throw error }
      $0.githubClient.isStarred = { _, _ in hasStar }
      $0.githubClient.repository = { _, _ in counted }
    }
    await store.send(.starButtonTapped) { $0.starTapped(true, stars: 11) }
    await store.receive(.starSaveFailed(true, error: error)) {
      $0.starTakenBack(false, stars: 10, error)
      $0.uncertainStar = true
      $0.isLoadingStar = true
    }
    await store.receive(.starLoaded(hasStar)) {
      $0.starLoaded(hasStar)
      $0.uncertainStar = nil
      if hasStar { $0.starFailure = nil }
      $0.isLoading = true
    }
    await store.receive(.repositoryLoaded(counted)) { $0.loaded(counted) }
  }

  @Test func ifTheServerDoesNotSayTheStarIsNotKnownAndCanBeAskedFor() async {
    let store = store(Self.loaded()) {
      $0.githubClient.setStarred = { _, _, _ in throw APIError.notHTTP }
      $0.githubClient.isStarred = { _, _ in throw Self.down }
    }.nonExhaustive
    await store.play(.starButtonTapped)
    #expect(store.state.isStarred == nil && store.state.starFailure == Self.down && !store.state.isLoadingStar)
    store.dependencies.githubClient.isStarred = { _, _ in true }
    await store.send(.retryButtonTapped)
    await store.receive(.starLoaded(true)) {
      $0.isStarred = true
      $0.starFailure = nil
    }
    // Whether the number on show counted the star was not known.
    await store.receive(\.repositoryLoaded)
  }

  @Test func theCountIsLoadedWhenTheStarIsSaved() async {
    let starred = Repository.test(7, stars: 11)
    let store = store(Self.loaded()) {
      $0.githubClient.repository = { _, _ in starred }
      $0.githubClient.setStarred = { [clock] _, _, _ in try await clock.sleep(for: .seconds(1)) }
    }
    await store.send(.starButtonTapped) { $0.starTapped(true, stars: 11) }
    // The request waits until the star is saved, because a count that is loaded meanwhile may or may not include it.
    await store.send(.appeared) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.starSaved) { $0.starSaved(true) }
    await store.receive(.repositoryLoaded(starred)) { $0.isLoading = false }
  }

  /// The count may include the star whose answer was lost.
  @Test func aTapWhileTheServerIsAskedHasTheStarsCountedAnew() async {
    let starred = Repository.test(7, stars: 11)
    let failures = Mutex([APIError.notHTTP])
    let store = store(Self.loaded()) {
      $0.githubClient.repository = { _, _ in starred }
      $0.githubClient.isStarred = { [clock] _, _ in try await clock.afterASecond(true) }
      $0.githubClient.setStarred = { _, _, _ in
        if let failure = failures.withLock({ $0.popLast() }) { throw failure }
      }
    }.nonExhaustive
    await store.play(.starButtonTapped, .appeared)
    #expect(store.state.repository == starred && store.state.isStarred == false)
    await store.send(.starButtonTapped) { $0.isLoading = true }
    await store.receive(\.starSaved)
    await store.receive(\.repositoryLoaded)
    #expect(store.state.repository == starred && store.state.isStarred == true)
  }

  /// While the star is unknown, a tap does nothing. When it is known and is loaded again, a tap is newer.
  @Test(arguments: [false, true])
  func aTapWhileTheStarIsLoaded(isKnown: Bool) async {
    let store = store(isKnown ? Self.loaded() : RepositoryDetail.State(Self.repository)) {
      $0.githubClient.isStarred = { [clock] _, _ in try await clock.afterASecond(false) }
      $0.githubClient.setStarred = { _, _, _ in }
    }.nonExhaustive
    await store.play(.appeared, .starButtonTapped)
    #expect(store.state.isStarred == (isKnown ? true : nil) && store.state.isLoadingStar == !isKnown)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.isStarred == isKnown)
  }

  /// The repository may have been kept after the list from which it is opened, or before it.
  @Test(arguments: [-3600, 0, 3600])
  func ofTwoThatWereKeptTheNewerIsShown(_ seconds: TimeInterval) async {
    let kept = Repository.test(7, stars: 12)
    let time = Date.yesterday.addingTimeInterval(seconds)
    let store = store(RepositoryDetail.State(Self.repository, asOf: .yesterday)) {
      $0.githubClient.repository = { _, _ in
        if KeptAnswers.areWelcome { return kept.asOf(time) }
        throw APIError.notHTTP
      }
      $0.githubClient.isStarred = { _, _ in false }
    }.nonExhaustive
    await store.send(.appeared)
    await store.receive(.repositoryLoaded(kept.asOf(time))) {
      $0.repository = seconds > 0 ? kept : Self.repository
      $0.asOf = seconds > 0 ? time : .yesterday
      $0.isLoading = true
    }
    await store.receive(.repositoryFailed(.notHTTP))
    #expect(store.state.asOf == (seconds > 0 ? time : .yesterday) && !store.state.isLoading)
    await store.skipReceivedActions(strict: false)
  }

  @Test func whatIsOnShowIsNotReplacedByWhatWasKept() async {
    let store = store(with(Self.loaded()) { $0.isLoading = true })
    await store.send(.repositoryLoaded(Self.repository.asOf(.yesterday)))
    await store.send(.repositoryLoaded(Self.repository)) { $0.isLoading = false }
    await store.send(.repositoryLoaded(Self.repository.asOf(.yesterday)))
  }

  @Test func opensItsPage() async {
    await self.store().send(.openInBrowserButtonTapped)
    let opened = Mutex<[URL]>([])
    let store = store(Self.loaded()) { $0.openURL = OpenURL { url in opened.withLock { $0.append(url) } } }
    await store.send(.openInBrowserButtonTapped)
    await store.finish()
    #expect(opened.withLock { $0 }.map(\.absoluteString) == ["https://github.com/ada/repository-7"])
  }

  @Test func aPageThatCanNotBeOpenedSaysWhy() async {
    let state = with(Self.loaded()) { $0.repository?.htmlURL = URL(string: "file:///etc/passwd") }
    let store = store(state) { $0.openURL = OpenURL { _ in } }
    await store.send(.openInBrowserButtonTapped)
    let reason = "must begin with http:// or https://"
    let refused = OpenURLError.refused(address: "file:///etc/passwd", reason: reason)
    await store.receive(.openFailed(refused)) { $0.openFailure = refused }
    await store.send(.openInBrowserButtonTapped) { $0.openFailure = nil }
    await store.receive(\.openFailed) { $0.openFailure = refused }
  }
}
