import Dependencies
import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

@testable import Features

struct RepositoryDetailTests {
  private static let repository = repository(stars: 10)

  private static func repository(stars: Int) -> Repository {
    Repository(
      id: 7,
      name: "swift",
      owner: .init(login: "apple", avatarURL: URL(filePath: "/a")),
      stargazersCount: stars,
      htmlURL: URL(string: "https://github.com/apple/swift")
    )
  }

  private static let down = APIError.status(code: 503, message: "down", retryAt: nil)
  private static let refused = APIError.status(code: 403, message: "no", retryAt: nil)
  private static let yesterday = Date(timeIntervalSinceReferenceDate: 1)

  /// The state after everything has been loaded.
  private static func loaded(isStarred: Bool = false) -> RepositoryDetail.State {
    var state = RepositoryDetail.State(repository)
    state.isStarred = isStarred
    state.savedStar = isStarred
    return state
  }

  private func store(
    _ state: RepositoryDetail.State = RepositoryDetail.State(owner: "apple", name: "swift"),
    _ change: @escaping (inout DependencyValues) -> Void
  ) -> TestStoreOf<RepositoryDetail> {
    TestStore(initialState: state) {
      RepositoryDetail()
    } withDependencies: {
      change(&$0)
    }
  }

  // MARK: - Loading

  @Test func loadsTheRepositoryAndItsStarAtTheSameTime() async {
    let clock = TestClock()
    let store = store {
      $0.githubClient.repository = { owner, name in
        #expect(owner == "apple" && name == "swift")
        try await clock.sleep(for: .seconds(2))
        return Self.repository
      }
      $0.githubClient.isStarred = { owner, name in
        #expect(owner == "apple" && name == "swift")
        try await clock.sleep(for: .seconds(2))
        return true
      }
    }
    await store.send(.appeared) { $0.beginLoading() }
    await clock.advance(by: .seconds(2))
    await store.receive(.repositoryLoaded(Self.repository)) { $0.loaded(Self.repository) }
    await store.receive(.starLoaded(true)) { $0.starLoaded(true) }
  }

  @Test func requestsWhoseTaskIsCancelledAreOver() async {
    let clock = TestClock()
    let store = store {
      $0.githubClient.repository = { _, _ in try await clock.afterASecond(Self.repository) }
      $0.githubClient.isStarred = { _, _ in try await clock.afterASecond(true) }
      $0.githubClient.setStarred = { _, _, _ in try await clock.sleep(for: .seconds(1)) }
    }
    let loading = await store.send(.appeared) { $0.beginLoading() }
    await loading.cancel()
    await store.receive(.repositoryFailed(.cancelled)) {
      $0.isLoading = false
      $0.failure = .cancelled
    }
    await store.receive(.starLoadFailed(.cancelled)) {
      $0.isLoadingStar = false
      $0.starFailure = .cancelled
    }
    store.exhaustivity = .off
    await store.send(.appeared)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    let saving = await store.send(.starButtonTapped)
    await saving.cancel()
    // The server may have got it, so it is asked.
    await store.skipReceivedActions(strict: false)
    #expect(store.state.isLoadingStar && store.state.starFailure == .cancelled)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.isStarred == true && store.state.savingStar == nil && !store.state.isLoadingStar)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(!store.state.isLoading)
  }

  @Test func oneThatFailsDoesNotHideTheOther() async {
    let isDown = Mutex(true)
    let store = store {
      $0.githubClient.repository = { _, _ in
        if isDown.withLock({ $0 }) { throw Self.down }
        return Self.repository
      }
      $0.githubClient.isStarred = { _, _ in true }
    }
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(.repositoryFailed(Self.down)) {
      $0.isLoading = false
      $0.failure = Self.down
    }
    await store.receive(.starLoaded(true)) { $0.starLoaded(true) }
    isDown.withLock { $0 = false }
    await store.send(.retryButtonTapped) {
      $0.isLoading = true
      $0.failure = nil
    }
    await store.receive(.repositoryLoaded(Self.repository)) { $0.loaded(Self.repository) }
    await store.send(.retryButtonTapped)
  }

  @Test func withoutATokenTheRepositoryIsShownAndTheStarSaysWhatToDo() async {
    let store = store(RepositoryDetail.State(Self.repository)) {
      $0.githubClient.repository = { _, _ in Self.repository }
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

  @Test func appearingAgainLoadsOnce() async {
    let clock = TestClock()
    let requests = Mutex(0)
    let store = store(Self.loaded()) {
      $0.githubClient.repository = { _, _ in
        try await clock.sleep(for: .seconds(1))
        requests.withLock { $0 += 1 }
        return Self.repository
      }
      $0.githubClient.isStarred = { _, _ in try await clock.afterASecond(false) }
    }
    await store.send(.appeared) { $0.beginLoading() }
    await store.send(.appeared)
    await clock.advance(by: .seconds(1))
    await store.receive(\.repositoryLoaded) { $0.isLoading = false }
    await store.receive(\.starLoaded) { $0.isLoadingStar = false }
    #expect(requests.withLock { $0 } == 1)
  }

  // MARK: - Stars

  @Test(arguments: [true, false])
  func starsAtOnceAndSavesAfterwards(_ isStarred: Bool) async {
    let store = store(Self.loaded(isStarred: !isStarred)) {
      $0.githubClient.setStarred = { star, owner, name in
        #expect(star == isStarred && owner == "apple" && name == "swift")
      }
    }
    await store.send(.starButtonTapped) { $0.starTapped(isStarred, stars: isStarred ? 11 : 9) }
    await store.receive(.starSaved(isStarred)) { $0.starSaved(isStarred) }
  }

  /// A server may send any number of stars, including the largest and the smallest `Int`.
  @Test(arguments: [(Int.max, true), (.min, false)])
  func aStarIsSetWhereNoOtherOneCanBeCounted(_ count: Int, _ isStarred: Bool) async {
    var state = Self.loaded(isStarred: !isStarred)
    state.repository?.stargazersCount = count
    let store = store(state) { $0.githubClient.setStarred = { _, _, _ in } }
    await store.send(.starButtonTapped) {
      $0.isStarred = isStarred
      $0.savingStar = isStarred
    }
    await store.receive(.starSaved(isStarred)) { $0.starSaved(isStarred) }
    // The same in a row of the list, when the star could not be saved.
    let star = SearchRepos.Star(owner: "apple", name: "swift", id: 7, isStarred: !isStarred)
    var list = SearchRepos.State()
    if let repository = state.repository { list.results.rows = [repository] }
    list.savingStars = [SearchRepos.SavingStar(star: star)]
    let loaded = state.repository
    let listStore = TestStore(initialState: list) {
      SearchRepos()
    } withDependencies: {
      $0.githubClient.repository = { _, _ in try #require(loaded) }
    }
    listStore.exhaustivity = .off
    await listStore.send(.starFailed(SearchRepos.StarFailure(star: star, error: Self.down)))
    #expect(listStore.state.results.rows[id: 7]?.stargazersCount == count)
    await listStore.finish()
  }

  @Test(arguments: [true, false])
  func aStarThatIsNotSavedIsTakenBack(_ isStarred: Bool) async {
    let store = store(Self.loaded(isStarred: !isStarred)) {
      $0.githubClient.setStarred = { _, _, _ in throw Self.refused }
    }
    await store.send(.starButtonTapped) { $0.starTapped(isStarred, stars: isStarred ? 11 : 9) }
    await store.receive(.starSaveFailed(isStarred, error: Self.refused)) {
      $0.starTakenBack(!isStarred, stars: 10, Self.refused)
    }
  }

  private static let refusedConnection = APIError.noConnection(.refused)

  @Test func aStarThatFailsForWantOfANetworkIsSavedWhenThereIsOne() async {
    let failures = Mutex([Self.refusedConnection, Self.refusedConnection])
    let store = store(Self.loaded()) {
      $0.connectivity.restored = { _ in true }
      $0.githubClient.setStarred = { isStarred, _, _ in
        #expect(isStarred)
        if let failure = failures.withLock({ $0.popLast() }) { throw failure }
      }
    }
    await store.send(.starButtonTapped) { $0.starTapped(true, stars: 11) }
    for _ in 1...2 {
      await store.receive(.starSaveFailed(true, error: Self.refusedConnection)) {
        $0.starTakenBack(false, stars: 10, Self.refusedConnection)
        $0.waitingStar = true
      }
      await store.receive(.starSaveConnectionRestored(true)) {
        $0.starTapped(true, stars: 11)
        $0.starFailure = nil
        $0.waitingStar = nil
      }
    }
    await store.receive(.starSaved(true)) { $0.starSaved(true) }
  }

  @Test func aStarWhoseMessageWasDismissedIsNotSavedLater() async {
    let clock = TestClock()
    let store = store(Self.loaded()) {
      $0.restoreNetwork(after: .seconds(2), on: clock)
      $0.githubClient.setStarred = { _, _, _ in throw Self.refusedConnection }
    }
    store.exhaustivity = .off
    await store.send(.starButtonTapped)
    await store.receive(\.starSaveFailed)
    await store.send(.starFailureDismissed) { $0.starFailure = nil }
    await clock.advance(by: .seconds(2))
    await store.finish()
    #expect(store.state.isStarred == false && store.state.savingStar == nil)
  }

  /// The server may have the star although its answer was lost.
  @Test(arguments: [true, false], [APIError.timeout(seconds: 30), .noConnection(.connectionLost), down])
  func afterALostAnswerTheServerIsAsked(_ hasStar: Bool, _ error: APIError) async {
    let counted = Self.repository(stars: hasStar ? 11 : 10)
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
    let isDown = Mutex(true)
    let store = store(Self.loaded()) {
      $0.githubClient.setStarred = { _, _, _ in throw APIError.notHTTP }
      $0.githubClient.isStarred = { _, _ in
        if isDown.withLock({ $0 }) { throw Self.down }
        return true
      }
      $0.githubClient.repository = { _, _ in Self.repository }
    }
    store.exhaustivity = .off
    await store.send(.starButtonTapped)
    await store.receive(.starLoadFailed(Self.down)) {
      $0.isStarred = nil
      $0.starFailure = Self.down
      $0.isLoadingStar = false
    }
    isDown.withLock { $0 = false }
    await store.send(.retryButtonTapped) { $0.isLoadingStar = true }
    await store.receive(.starLoaded(true)) {
      $0.isStarred = true
      $0.starFailure = nil
    }
    // Whether the number on show counted the star was not known.
    await store.receive(\.repositoryLoaded)
  }

  // MARK: - Kept answers

  @Test(arguments: [nil, APIError.noConnection(reason: "the cable is out")])
  func whatWasKeptIsShownAsOfItsTimeWhileItLoads(_ error: APIError?) async {
    let fresh = Self.repository(stars: 12)
    let store = store {
      $0.connectivity.restored = { _ in false }
      $0.githubClient.repository = { _, _ in
        if KeptAnswers.areWelcome { return Self.repository.asOf(Self.yesterday) }
        if let error { throw error }
        return fresh
      }
      $0.githubClient.isStarred = { _, _ in false }
    }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(.repositoryLoaded(Self.repository.asOf(Self.yesterday))) {
      $0.repository = Self.repository
      $0.asOf = Self.yesterday
      $0.isLoading = true
    }
    if let error {
      await store.receive(.repositoryFailed(error)) {
        $0.repository = Self.repository
        $0.asOf = Self.yesterday
        $0.isLoading = false
        $0.failure = error
      }
    } else {
      await store.receive(.repositoryLoaded(fresh)) {
        $0.repository = fresh
        $0.asOf = nil
        $0.isLoading = false
      }
    }
    await store.skipReceivedActions(strict: false)
  }

  /// The repository may have been kept after the list from which it is opened, or before it.
  @Test(arguments: [-3600, 0, 3600])
  func ofTwoThatWereKeptTheNewerIsShown(_ seconds: TimeInterval) async {
    let kept = Self.repository(stars: 12)
    let time = Self.yesterday.addingTimeInterval(seconds)
    let store = store(RepositoryDetail.State(Self.repository, asOf: Self.yesterday)) {
      $0.githubClient.repository = { _, _ in
        if KeptAnswers.areWelcome { return kept.asOf(time) }
        throw APIError.notHTTP
      }
      $0.githubClient.isStarred = { _, _ in false }
    }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(.repositoryLoaded(kept.asOf(time))) {
      $0.repository = seconds > 0 ? kept : Self.repository
      $0.asOf = seconds > 0 ? time : Self.yesterday
      $0.isLoading = true
    }
    await store.receive(.repositoryFailed(.notHTTP))
    await store.skipReceivedActions(strict: false)
  }

  @Test func whatIsOnShowIsNotReplacedByWhatWasKept() async {
    var state = Self.loaded()
    state.isLoading = true
    let store = store(state) { _ in }
    await store.send(.repositoryLoaded(Self.repository.asOf(Self.yesterday)))
    await store.send(.repositoryLoaded(Self.repository)) { $0.isLoading = false }
    await store.send(.repositoryLoaded(Self.repository.asOf(Self.yesterday)))
  }

  @Test func twoQuickTapsEndRight() async {
    let clock = TestClock()
    let log = Mutex<[Bool]>([])
    let store = store(Self.loaded()) {
      $0.githubClient.setStarred = { isStarred, _, _ in
        try await clock.sleep(for: .seconds(1))
        log.withLock { $0.append(isStarred) }
      }
    }
    await store.send(.starButtonTapped) { $0.starTapped(true, stars: 11) }
    await store.send(.starButtonTapped) {
      $0.isStarred = false
      $0.repository?.stargazersCount = 10
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.starSaved(true)) {
      $0.savedStar = true
      $0.savingStar = false
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.starSaved(false)) { $0.starSaved(false) }
    #expect(log.withLock { $0 } == [true, false])
  }

  @Test func afterAFailureTheLastTapIsSaidInAnyCase() async {
    let clock = TestClock()
    let log = Mutex<[Bool]>([])
    let store = store(Self.loaded()) {
      $0.githubClient.setStarred = { isStarred, _, _ in
        try await clock.sleep(for: .seconds(1))
        log.withLock { $0.append(isStarred) }
        if isStarred { throw Self.down }
      }
    }
    await store.send(.starButtonTapped) { $0.starTapped(true, stars: 11) }
    await store.send(.starButtonTapped) {
      $0.isStarred = false
      $0.repository?.stargazersCount = 10
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.starSaveFailed(true, error: Self.down)) { $0.savingStar = false }
    await clock.advance(by: .seconds(1))
    await store.receive(.starSaved(false)) { $0.savingStar = nil }
    #expect(log.withLock { $0 } == [true, false])
  }

  @Test func theCountIsLoadedWhenTheStarIsSaved() async {
    let clock = TestClock()
    let starred = Self.repository(stars: 11)
    let store = store(Self.loaded()) {
      $0.githubClient.repository = { _, _ in starred }
      $0.githubClient.setStarred = { _, _, _ in try await clock.sleep(for: .seconds(1)) }
    }
    await store.send(.starButtonTapped) { $0.starTapped(true, stars: 11) }
    // The request waits until the star is saved, because a count that is loaded meanwhile may or may not include it.
    await store.send(.appeared) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.starSaved) { $0.starSaved(true) }
    await store.receive(.repositoryLoaded(starred)) { $0.isLoading = false }
    #expect(store.state.repository?.stargazersCount == 11)
  }

  /// The count may include the star whose answer was lost.
  @Test func aTapWhileTheServerIsAskedHasTheStarsCountedAnew() async {
    let starred = Self.repository(stars: 11)
    let saves = Atomic(0)
    let store = store(Self.loaded()) {
      $0.githubClient.repository = { _, _ in starred }
      $0.githubClient.isStarred = { _, _ in try await TestClock().afterASecond(true) }
      $0.githubClient.setStarred = { _, _, _ in
        if saves.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { throw APIError.notHTTP }
      }
    }
    store.exhaustivity = .off
    await store.send(.starButtonTapped)
    await store.receive(\.starSaveFailed)
    await store.send(.appeared)
    await store.receive(\.repositoryLoaded) { $0.repository = starred }
    await store.send(.starButtonTapped) { $0.isLoading = true }
    await store.receive(\.starSaved)
    await store.receive(\.repositoryLoaded)
    #expect(store.state.repository == starred && store.state.isStarred == true)
  }

  @Test func aTapCancelsTheStarThatIsBeingLoaded() async {
    let clock = TestClock()
    let store = store(Self.loaded()) {
      $0.githubClient.repository = { _, _ in Self.repository }
      $0.githubClient.isStarred = { _, _ in try await clock.afterASecond(false) }
      $0.githubClient.setStarred = { _, _, _ in }
    }
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(\.repositoryLoaded) { $0.isLoading = false }
    await store.send(.starButtonTapped) {
      $0.starTapped(true, stars: 11)
      $0.isLoadingStar = false
    }
    await store.receive(\.starSaved) { $0.starSaved(true) }
    await clock.advance(by: .seconds(1))
  }

  @Test func whileTheStarIsUnknownATapDoesNothing() async {
    let clock = TestClock()
    let store = store {
      $0.githubClient.repository = { _, _ in Self.repository }
      $0.githubClient.isStarred = { _, _ in try await clock.afterASecond(false) }
    }
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(\.repositoryLoaded) { $0.loaded(Self.repository) }
    await store.send(.starButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.starLoaded) { $0.starLoaded(false) }
  }

  @Test func manyTapsEndAsTheLastOneSaysUnderEverySchedule() async {
    await exploreSchedules(100) {
      let clock = TestClock()
      let server = Mutex(false)
      let store = TestStore(initialState: Self.loaded()) {
        RepositoryDetail()
      } withDependencies: {
        $0.githubClient.setStarred = { isStarred, _, _ in
          try await clock.sleep(for: .milliseconds(isStarred ? 300 : 100))
          server.withLock { $0 = isStarred }
        }
      }
      store.exhaustivity = .off
      for pause in [10, 200, 50, 400, 30] {
        await store.send(.starButtonTapped)
        await clock.advance(by: .milliseconds(pause))
      }
      await clock.advance(by: .seconds(2))
      await store.skipReceivedActions()
      store.assert {
        $0.isStarred = true
        $0.starSaved(true)
        $0.repository?.stargazersCount = 11
      }
      #expect(server.withLock { $0 })
    }
  }

  // MARK: - The browser

  @Test func opensItsPage() async {
    let opened = Mutex<[URL]>([])
    let store = store(Self.loaded()) {
      $0.openURL = OpenURL { url in opened.withLock { $0.append(url) } }
    }
    await store.send(.openInBrowserButtonTapped)
    await store.finish()
    #expect(opened.withLock { $0 }.map(\.absoluteString) == ["https://github.com/apple/swift"])
  }

  @Test func aPageThatCanNotBeOpenedSaysWhy() async {
    var state = Self.loaded()
    state.repository?.htmlURL = URL(string: "file:///etc/passwd")
    let store = store(state) { $0.openURL = OpenURL { _ in } }
    await store.send(.openInBrowserButtonTapped)
    let refused = OpenURLError.refused(
      address: "file:///etc/passwd",
      reason: "must begin with http:// or https://"
    )
    await store.receive(.openFailed(refused)) { $0.openFailure = refused }
    await store.send(.openInBrowserButtonTapped) { $0.openFailure = nil }
    await store.receive(\.openFailed) { $0.openFailure = refused }
  }

  @Test func thereIsNoPageToOpenAtFirst() async {
    let store = store { _ in }
    await store.send(.openInBrowserButtonTapped)
  }

  // MARK: - Encoding

  @Test func actionsAndStatesSurviveEncoding() throws {
    let actions: [RepositoryDetail.Action] = [
      .appeared, .retryButtonTapped, .starButtonTapped, .openInBrowserButtonTapped, .closeButtonTapped,
      .repositoryLoaded(Self.repository), .repositoryFailed(.notHTTP), .starLoaded(true), .starLoadFailed(.cancelled),
      .starSaved(false), .starSaveFailed(true, error: Self.down), .openFailed(.unavailable(reason: "no")),
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([RepositoryDetail.Action].self, from: data) == actions)
    let state = String(decoding: try JSONEncoder().encode(Self.loaded()), as: UTF8.self)
    #expect(state.contains("\"isStarred\":false") && state.contains("\"stargazers_count\":10"))
  }
}
