import Dependencies
import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

@testable import Features

/// The detail within the list that has presented it.
struct PresentedRepositoryTests {
  private static func repository(_ id: Int, stars: Int = 10) -> Repository {
    Repository(
      id: id,
      name: "repository-\(id)",
      owner: .init(login: "ada", avatarURL: URL(filePath: "/a")),
      stargazersCount: stars
    )
  }

  private static func loaded() -> SearchRepos.State {
    var state = SearchRepos.State(query: "swift")
    state.results.query = .search(query: "swift")
    state.results.rows = [repository(1), repository(2)]
    return state
  }

  private func store(
    _ state: SearchRepos.State = loaded(),
    _ change: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<SearchRepos> {
    TestStore(initialState: state) {
      SearchRepos()
    } withDependencies: {
      change(&$0)
    }
  }

  @Test func aRowOpensItsDetail() async {
    let store = store()
    await store.send(.rowTapped(id: 2)) { $0.detail = RepositoryDetail.State(Self.repository(2)) }
    await store.send(.detail(.dismiss)) { $0.detail = nil }
    await store.send(.rowTapped(id: 9))
  }

  @Test func theDetailClosesItself() async {
    let store = store()
    await store.send(.rowTapped(id: 2)) { $0.detail = RepositoryDetail.State(Self.repository(2)) }
    await store.send(.detail(.presented(.closeButtonTapped)))
    await store.receive(\.detail.dismiss) { $0.detail = nil }
  }

  @Test func theRowFollowsItsDetail() async {
    let repository = Self.repository(1, stars: 20)
    let store = store {
      $0.githubClient.repository = { _, _ in repository }
      $0.githubClient.isStarred = { _, _ in false }
      $0.githubClient.setStarred = { isStarred, _, _ in
        if !isStarred { throw APIError.invalidFields([], message: nil) }
      }
    }
    await store.send(.rowTapped(id: 1)) { $0.detail = RepositoryDetail.State(Self.repository(1)) }
    await store.send(.detail(.presented(.appeared))) { $0.detail?.beginLoading() }
    await store.receive(\.detail.repositoryLoaded) {
      $0.detail?.loaded(repository)
      $0.results.rows[id: 1]?.stargazersCount = 20
    }
    await store.receive(\.detail.starLoaded) { $0.detail?.starLoaded(false) }
    await store.send(.detail(.presented(.starButtonTapped))) {
      $0.detail?.starTapped(true, stars: 21)
      $0.results.rows[id: 1]?.stargazersCount = 21
      $0.savingStars = [SearchRepos.SavingStar(star: Self.star)]
    }
    await store.receive(.starSaved(Self.star))
    await store.receive(\.detail.starSaved) {
      $0.detail?.starSaved(true)
      $0.savingStars = []
    }
    var star = Self.star
    star.isStarred = false
    await store.send(.detail(.presented(.starButtonTapped))) { [star] in
      $0.detail?.starTapped(false, stars: 20)
      $0.results.rows[id: 1]?.stargazersCount = 20
      $0.savingStars = [SearchRepos.SavingStar(star: star)]
    }
    await store.receive(\.starFailed)
    await store.receive(\.detail.starSaveFailed) {
      $0.detail?.starTakenBack(true, stars: 21, .invalidFields([], message: nil))
      $0.results.rows[id: 1]?.stargazersCount = 21
      $0.savingStars = []
    }
  }

  @Test func aDetailOfNoRowLeavesTheRowsAlone() async {
    var state = Self.loaded()
    state.detail = RepositoryDetail.State(owner: "apple", name: "swift")
    let store = store(state) {
      $0.githubClient.repository = { _, _ in Self.repository(3) }
      $0.githubClient.isStarred = { _, _ in true }
    }
    await store.send(.detail(.presented(.appeared))) { $0.detail?.beginLoading() }
    await store.receive(\.detail.repositoryLoaded) { $0.detail?.loaded(Self.repository(3)) }
    await store.receive(\.detail.starLoaded) { $0.detail?.starLoaded(true) }
  }

  /// A list whose detail is saving a star.
  private static func saving() -> SearchRepos.State {
    var state = loaded()
    var detail = RepositoryDetail.State(repository(1))
    detail.isStarred = true
    detail.savedStar = false
    detail.savingStar = true
    detail.repository?.stargazersCount = 11
    state.results.rows[id: 1]?.stargazersCount = 11
    state.detail = detail
    return state
  }

  private static let star = SearchRepos.Star(owner: "ada", name: "repository-1", id: 1, isStarred: true)

  @Test func aStarThatIsUnderWayWhenTheDetailGoesIsSaved() async {
    let log = Mutex<[Bool]>([])
    let store = store(Self.saving()) {
      $0.githubClient.setStarred = { isStarred, owner, name in
        #expect(owner == "ada" && name == "repository-1")
        log.withLock { $0.append(isStarred) }
      }
    }
    await store.send(.detail(.dismiss)) {
      $0.detail = nil
      $0.savingStars = [SearchRepos.SavingStar(star: Self.star)]
    }
    await store.receive(.starSaved(Self.star)) { $0.savingStars = [] }
    #expect(log.withLock { $0 } == [true])
  }

  /// Closing the detail does not end its request, and sends no other one.
  @Test func aStarIsSentOnceThoughItsDetailCloses() async {
    let clock = TestClock()
    let requests = Mutex(0)
    var state = Self.saving()
    state.detail?.savingStar = nil
    state.detail?.isStarred = false
    let store = store(state) {
      $0.githubClient.setStarred = { _, _, _ in
        requests.withLock { $0 += 1 }
        try await clock.sleep(for: .seconds(1))
      }
    }
    store.exhaustivity = .off
    await store.send(.detail(.presented(.starButtonTapped)))
    await store.send(.detail(.dismiss))
    await clock.advance(by: .seconds(1))
    await store.receive(.starSaved(Self.star)) { $0.savingStars = [] }
    #expect(requests.withLock { $0 } == 1)
  }

  @Test func ifThatFailsTheRowIsAsItWasAndTheListSaysWhy() async {
    let store = store(Self.saving()) {
      $0.githubClient.setStarred = { _, _, _ in throw APIError.notHTTP }
      // The first request may have changed the star although it failed.
      $0.githubClient.repository = { _, _ in Self.repository(1) }
    }
    await store.send(.rowTapped(id: 2)) {
      $0.detail = RepositoryDetail.State(Self.repository(2))
      $0.savingStars = [SearchRepos.SavingStar(star: Self.star)]
    }
    let failure = SearchRepos.StarFailure(star: Self.star, error: .notHTTP)
    await store.receive(.starFailed(failure)) {
      $0.starFailure = failure
      $0.savingStars = []
      $0.results.rows[id: 1]?.stargazersCount = 10
    }
    await store.receive(.rowLoaded(Self.repository(1)))
    await store.send(.rowTapped(id: 1)) {
      $0.starFailure = nil
      $0.detail = RepositoryDetail.State(Self.repository(1))
    }
  }

  /// There is a network again, so the list saves the star.
  private func receiveStarThatWaited(_ store: TestStoreOf<SearchRepos>) async {
    await store.receive(.starConnectionRestored(Self.star)) {
      $0.starFailure = nil
      $0.savingStars = [SearchRepos.SavingStar(star: Self.star, isRowUncertain: true)]
    }
    await store.receive(.starSaved(Self.star)) { $0.savingStars = [] }
    await store.receive(\.rowLoaded) { $0.results.rows[id: 1]?.stargazersCount = 11 }
  }

  @Test(arguments: [true, false])
  func aStarOfAClosedDetailIsSavedWhenThereIsANetwork(_ isDismissed: Bool) async {
    let clock = TestClock()
    let isDown = Mutex(true)
    let store = store(Self.saving()) {
      $0.restoreNetwork(after: .seconds(2), on: clock)
      $0.githubClient.setStarred = { _, _, _ in
        if isDown.withLock({ $0 }) { throw APIError.noConnection(.refused) }
      }
      $0.githubClient.repository = { _, _ in
        if isDown.withLock({ $0 }) { throw APIError.noConnection(.refused) }
        return Self.repository(1, stars: 11)
      }
    }
    await store.send(.detail(.dismiss)) {
      $0.detail = nil
      $0.savingStars = [SearchRepos.SavingStar(star: Self.star)]
    }
    let failure = SearchRepos.StarFailure(star: Self.star, error: .noConnection(.refused))
    await store.receive(.starFailed(failure)) {
      $0.starFailure = failure
      $0.savingStars = []
      $0.results.rows[id: 1]?.stargazersCount = 10
    }
    isDown.withLock { $0 = false }
    if isDismissed { await store.send(.starFailureDismissed) { $0.starFailure = nil } }
    await clock.advance(by: .seconds(2))
    if !isDismissed { await receiveStarThatWaited(store) }
    await store.finish()
  }

  /// Only its own message and its own repository end the wait.
  @Test(arguments: [.rowTapped(id: 2), .queryChanged("")] as [SearchRepos.Action])
  func aStarGoesOnWaitingForANetworkWhateverElseIsOpened(_ action: SearchRepos.Action) async {
    let clock = TestClock()
    let isDown = Mutex(true)
    let sent = Mutex(0)
    let store = store(Self.saving()) {
      $0.restoreNetwork(after: .seconds(2), on: clock)
      $0.githubClient.setStarred = { _, _, _ in
        if isDown.withLock({ $0 }) { throw APIError.noConnection(.refused) }
        sent.withLock { $0 += 1 }
      }
      $0.githubClient.repository = { _, _ in throw APIError.noConnection(.refused) }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(.detail(.dismiss))
    await store.receive(\.starFailed)
    await store.send(action)
    #expect(store.state.starFailure?.star == Self.star)
    isDown.withLock { $0 = false }
    await clock.advance(by: .seconds(2))
    await store.receive(.starConnectionRestored(Self.star)) { $0.starFailure = nil }
    await store.receive(.starSaved(Self.star))
    #expect(sent.withLock { $0 } == 1)
    await store.finish()
  }

  @Test(arguments: [true, false])
  func aStarThatWaitsForANetworkWhenTheDetailGoesIsSaved(_ isDismissed: Bool) async {
    var state = Self.saving()
    state.detail?.savingStar = nil
    state.detail?.isStarred = false
    state.detail?.repository?.stargazersCount = 10
    state.results.rows[id: 1]?.stargazersCount = 10
    let clock = TestClock()
    let isDown = Mutex(true)
    let sent = Mutex(0)
    let refused = APIError.noConnection(.refused)
    let store = store(state) {
      $0.restoreNetwork(after: .seconds(2), on: clock)
      $0.githubClient.setStarred = { _, _, _ in
        if isDown.withLock({ $0 }) { throw refused }
        sent.withLock { $0 += 1 }
      }
      $0.githubClient.repository = { _, _ in
        if isDown.withLock({ $0 }) { throw refused }
        return Self.repository(1, stars: 11)
      }
    }
    let failure = SearchRepos.StarFailure(star: Self.star, error: refused)
    await store.send(.detail(.presented(.starButtonTapped))) {
      $0.detail?.starTapped(true, stars: 11)
      $0.results.rows[id: 1]?.stargazersCount = 11
      $0.savingStars = [SearchRepos.SavingStar(star: Self.star)]
    }
    await store.receive(.starFailed(failure))
    await store.receive(\.detail.starSaveFailed) {
      $0.detail?.starTakenBack(false, stars: 10, refused)
      $0.detail?.waitingStar = true
      $0.results.rows[id: 1]?.stargazersCount = 10
      $0.savingStars = []
    }
    if isDismissed {
      await store.send(.detail(.presented(.starFailureDismissed))) {
        $0.detail?.waitingStar = nil
        $0.detail?.starFailure = nil
      }
      await store.send(.detail(.dismiss)) { $0.detail = nil }
    } else {
      await store.send(.detail(.dismiss)) {
        $0.detail = nil
        $0.starFailure = failure
      }
    }
    isDown.withLock { $0 = false }
    await clock.advance(by: .seconds(2))
    if !isDismissed { await receiveStarThatWaited(store) }
    #expect(sent.withLock { $0 } == (isDismissed ? 0 : 1))
    await store.finish()
  }

  @Test func aDetailThatIsOpenedAgainHasTheStarThatIsBeingSaved() async {
    let clock = TestClock()
    let isStarred = Mutex(false)
    let store = store(Self.saving()) {
      $0.githubClient.setStarred = { star, _, _ in
        try await clock.sleep(for: .seconds(1))
        isStarred.withLock { $0 = star }
      }
      $0.githubClient.isStarred = { _, _ in isStarred.withLock { $0 } }
      $0.githubClient.repository = { _, _ in
        return Self.repository(1, stars: isStarred.withLock { $0 } ? 11 : 10)
      }
    }
    store.exhaustivity = .off
    await store.send(.detail(.dismiss))
    await store.send(.rowTapped(id: 1))
    await store.send(.detail(.presented(.appeared)))
    store.assert {
      $0.detail?.isStarred = true
      $0.detail?.repository?.stargazersCount = 11
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.starSaved(Self.star))
    await store.receive(.detail(.presented(.starSaved(true))))
    await store.receive(\.detail.repositoryLoaded)
    store.assert {
      $0.detail?.isStarred = true
      $0.detail?.savingStar = nil
      $0.detail?.repository?.stargazersCount = 11
      $0.results.rows[id: 1]?.stargazersCount = 11
    }
  }

  /// While its own star is being saved, a detail does not load its repository, which would cancel another one's request.
  @Test func whatAnotherRepositoryAwaitedIsNotShown() async {
    let clock = TestClock()
    let store = store(Self.saving()) {
      $0.githubClient.setStarred = { _, _, _ in try await clock.sleep(for: .seconds(2)) }
      $0.githubClient.isStarred = { _, _ in try await clock.afterASecond(false) }
      $0.githubClient.repository = { _, _ in try await clock.afterASecond(Self.repository(2)) }
    }
    store.exhaustivity = .off
    await store.send(.detail(.dismiss))
    await store.send(.rowTapped(id: 2))
    await store.send(.detail(.presented(.appeared)))
    await store.send(.rowTapped(id: 1))
    await store.send(.detail(.presented(.appeared)))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.detail?.repository?.id == 1)
    #expect(store.state.detail?.isStarred == true)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func openingAndStarringOnMockValues() async {
    let store = TestStore(initialState: SearchRepos.State(query: "swift")) {
      SearchRepos()
    } withDependencies: {
      $0.githubClient = .mockValue
      $0.openURL = .mockValue
    }
    store.exhaustivity = .off
    await store.send(.searchSubmitted)
    await store.receive(\.pageLoaded)
    let first = store.state.results.rows[0]
    await store.send(.rowTapped(id: first.id))
    await store.send(.detail(.presented(.appeared)))
    await store.receive(\.detail.starLoaded)
    await store.send(.detail(.presented(.starButtonTapped)))
    await store.receive(\.detail.starSaved)
    await store.send(.detail(.presented(.openInBrowserButtonTapped)))
    await store.send(.detail(.dismiss))
    #expect(store.state.results.rows[0].stargazersCount == first.stargazersCount + 1)
    await store.send(.favoritesButtonTapped)
    await store.receive(\.pageLoaded)
    #expect(store.state.results.rows[0].fullName == first.fullName)
  }

  @Test func actionsSurviveEncoding() throws {
    let failure = SearchRepos.StarFailure(star: Self.star, error: .notHTTP)
    let actions: [SearchRepos.Action] = [
      .rowTapped(id: 1), .starSaved(Self.star), .starFailed(failure), .rowLoaded(Self.repository(1)), .detail(.dismiss),
      .detail(.presented(.starButtonTapped)),
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([SearchRepos.Action].self, from: data) == actions)
    let state = String(decoding: try JSONEncoder().encode(Self.saving()), as: UTF8.self)
    #expect(state.contains("\"detail\":{"))
    #expect(!String(decoding: try JSONEncoder().encode(Self.loaded()), as: UTF8.self).contains("\"detail\""))
  }
}
