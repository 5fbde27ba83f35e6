import Foundation
import StoreTesting
import Synchronization
import Testing

@testable import Features

/// The detail within the list that has presented it.
struct PresentedRepositoryTests {
  private static let star = SearchRepos.Star(owner: "ada", name: "repository-1", id: 1, isStarred: true)
  private static let refused = APIError.noConnection(.refused)

  private let clock = TestClock()

  private static func loaded() -> SearchRepos.State {
    with(SearchRepos.State(query: "swift")) {
      $0.results.query = .search(query: "swift")
      $0.results.rows = [.test(1, stars: 10), .test(2, stars: 10)]
    }
  }

  /// A list with the detail of its first row, whose star is known.
  private static func opened() -> SearchRepos.State {
    with(loaded()) {
      $0.detail = RepositoryDetail.State(.test(1, stars: 10))
      $0.detail?.starLoaded(false)
    }
  }

  private func store(
    _ state: SearchRepos.State = loaded(),
    _ change: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<SearchRepos> { TestStore(initialState: state, reducer: { SearchRepos() }, withDependencies: change) }

  @Test func aRowOpensItsDetailWhichClosesItself() async {
    let store = store()
    await store.send(.rowTapped(id: 2)) { $0.detail = RepositoryDetail.State(.test(2, stars: 10)) }
    await store.send(.detail(.presented(.closeButtonTapped)))
    await store.receive(\.detail.dismiss) { $0.detail = nil }
    await store.send(.rowTapped(id: 9))
  }

  @Test func theRowFollowsItsDetail() async {
    let repository = Repository.test(1, stars: 20)
    let store = store {
      $0.githubClient.repository = { _, _ in repository }
      $0.githubClient.isStarred = { _, _ in false }
      $0.githubClient.setStarred = { isStarred, _, _ in
        if !isStarred { throw APIError.invalidFields([], message: nil) }
      }
    }
    await store.send(.rowTapped(id: 1)) { $0.detail = RepositoryDetail.State(.test(1, stars: 10)) }
    await store.send(.detail(.presented(.appeared))) { $0.detail?.beginLoading() }
    await store.receive(\.detail.repositoryLoaded) {
      $0.detail?.loaded(repository)
      $0.results.rows[id: 1]?.stargazersCount = 20
    }
    await store.receive(\.detail.starLoaded) { $0.detail?.starLoaded(false) }
    await store.send(.detail(.presented(.starButtonTapped))) { $0.tapped(Self.star, stars: 21) }
    await store.receive(.starSaved(Self.star))
    await store.receive(\.detail.starSaved) {
      $0.detail?.starSaved(true)
      $0.savingStars = []
    }
    let star = with(Self.star) { $0.isStarred = false }
    await store.send(.detail(.presented(.starButtonTapped))) { $0.tapped(star, stars: 20) }
    await store.receive(\.starFailed)
    await store.receive(\.detail.starSaveFailed) {
      $0.detail?.starTakenBack(true, stars: 21, .invalidFields([], message: nil))
      $0.results.rows[id: 1]?.stargazersCount = 21
      $0.savingStars = []
    }
  }

  @Test func aDetailOfNoRowLeavesTheRowsAlone() async {
    let state = with(Self.loaded()) { $0.detail = RepositoryDetail.State(owner: "apple", name: "swift") }
    let store = store(state) {
      $0.githubClient.repository = { _, _ in .test(3) }
      $0.githubClient.isStarred = { _, _ in true }
    }.nonExhaustive
    await store.play(.detail(.presented(.appeared)))
    #expect(store.state.detail?.repository == .test(3) && store.state.results.rows == Self.loaded().results.rows)
  }

  /// Closing the detail does not end its request, and sends no other one.
  @Test func aStarIsSentOnceThoughItsDetailCloses() async {
    let requests = Mutex(0)
    let store = store(Self.opened()) {
      $0.githubClient.setStarred = { [clock] isStarred, owner, name in
        #expect(isStarred && owner == "ada" && name == "repository-1")
        requests.withLock { $0 += 1 }
        try await clock.sleep(for: .seconds(1))
      }
    }.nonExhaustive
    await store.play(.detail(.presented(.starButtonTapped)), .detail(.dismiss))
    await clock.advance(by: .seconds(1))
    await store.receive(.starSaved(Self.star)) { $0.savingStars = [] }
    #expect(requests.withLock { $0 } == 1)
  }

  @Test func aStarOfAClosedDetailThatFailsIsSaidAndItsRowIsLoaded() async {
    let store = store(Self.opened()) {
      $0.githubClient.setStarred = { [clock] _, _, _ in try await clock.afterASecond(throwing: APIError.notHTTP) }
      // The request may have changed the star although it failed.
      $0.githubClient.repository = { _, _ in .test(1, stars: 11) }
    }.nonExhaustive
    await store.play(.detail(.presented(.starButtonTapped)), .rowTapped(id: 2))
    await clock.advance(by: .seconds(1))
    let failure = SearchRepos.StarFailure(star: Self.star, error: .notHTTP)
    await store.receive(.starFailed(failure)) {
      $0.starFailure = failure
      $0.savingStars = []
      $0.results.rows[id: 1]?.stargazersCount = 10
    }
    await store.receive(.rowLoaded(.test(1, stars: 11))) { $0.results.rows[id: 1]?.stargazersCount = 11 }
    await store.send(.rowTapped(id: 1)) { $0.starFailure = nil }
  }

  /// A server that can't be reached for two seconds, and the number of stars that it has got.
  private func restoreServer(_ values: inout DependencyValues, sent: LockIsolated<Int>) {
    let clock = clock
    @Sendable func ask() throws { if clock.now.offset < .seconds(2) { throw Self.refused } }
    values.restoreNetwork(after: .seconds(2), on: clock)
    values.githubClient.setStarred = { _, _, _ in
      try ask()
      sent.withValue { $0 += 1 }
    }
    values.githubClient.repository = { _, _ in
      try ask()
      return .test(1, stars: 11)
    }
  }

  /// Only its own message and its own repository end the wait.
  @Test(arguments: [
    nil, SearchRepos.Action.rowTapped(id: 2), .queryChanged(""), .starFailureDismissed, .rowTapped(id: 1),
  ])
  func aStarOfAClosedDetailIsSavedWhenThereIsANetwork(_ action: SearchRepos.Action?) async {
    let sent = LockIsolated(0)
    let state = with(Self.opened()) {
      $0.detail?.starTapped(true, stars: 11)
      $0.results.rows[id: 1]?.stargazersCount = 11
    }
    let store = store(state) { restoreServer(&$0, sent: sent) }.nonExhaustive
    await store.play(.detail(.dismiss))
    #expect(store.state.starFailure == SearchRepos.StarFailure(star: Self.star, error: Self.refused))
    #expect(store.state.results.rows[id: 1]?.stargazersCount == 10)
    if let action { await store.play(action) }
    let isGivenUp = action == .starFailureDismissed || action == .rowTapped(id: 1)
    #expect((store.state.starFailure == nil) == isGivenUp)
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions(strict: false)
    #expect(sent.value == (isGivenUp ? 0 : 1) && store.state.starFailure == nil && store.state.savingStars.isEmpty)
    if action == nil { #expect(store.state.results.rows[id: 1]?.stargazersCount == 11) }
  }

  @Test func aStarWhoseFailureWasDismissedIsNotSent() async {
    let sent = LockIsolated(0)
    let store = store(Self.opened()) { restoreServer(&$0, sent: sent) }.nonExhaustive
    await store.play(.detail(.presented(.starButtonTapped)))
    #expect(store.state.detail?.waitingStar == true && store.state.detail?.starFailure == Self.refused)
    #expect(store.state.results.rows[id: 1]?.stargazersCount == 10 && store.state.savingStars.isEmpty)
    await store.play(.detail(.presented(.starFailureDismissed)))
    #expect(store.state.detail?.waitingStar == nil && store.state.detail?.starFailure == nil)
    await store.play(.detail(.dismiss))
    await clock.advance(by: .seconds(2))
    await store.finish()
    #expect(sent.value == 0 && store.state.starFailure == nil)
  }

  @Test func aDetailThatIsOpenedAgainHasTheStarThatIsBeingSaved() async {
    let isStarred = LockIsolated(false)
    let store = store(Self.opened()) {
      $0.githubClient.setStarred = { [clock] star, _, _ in
        try await clock.sleep(for: .seconds(1))
        isStarred.setValue(star)
      }
      $0.githubClient.isStarred = { _, _ in isStarred.value }
      $0.githubClient.repository = { _, _ in .test(1, stars: isStarred.value ? 11 : 10) }
    }.nonExhaustive
    await store.play(.detail(.presented(.starButtonTapped)), .detail(.dismiss), .rowTapped(id: 1))
    await store.play(.detail(.presented(.appeared)))
    #expect(store.state.detail?.isStarred == true && store.state.detail?.repository == .test(1, stars: 11))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    let detail = store.state.detail
    #expect(detail?.isStarred == true && detail?.savingStar == nil && detail?.repository == .test(1, stars: 11))
    #expect(store.state.results.rows[id: 1] == .test(1, stars: 11))
  }

  /// While its own star is being saved, a detail does not load its repository, which would cancel another one's request.
  @Test func whatAnotherRepositoryAwaitedIsNotShown() async {
    let store = store(Self.opened()) {
      $0.githubClient.setStarred = { [clock] _, _, _ in try await clock.sleep(for: .seconds(2)) }
      $0.githubClient.isStarred = { [clock] _, _ in try await clock.afterASecond(false) }
      $0.githubClient.repository = { [clock] _, _ in try await clock.afterASecond(.test(2)) }
    }.nonExhaustive
    await store.play(.detail(.presented(.starButtonTapped)), .detail(.dismiss), .rowTapped(id: 2))
    await store.play(.detail(.presented(.appeared)), .rowTapped(id: 1), .detail(.presented(.appeared)))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.detail?.repository?.id == 1 && store.state.detail?.isStarred == true)
  }
}

extension SearchRepos.State {
  /// A tap has set the star of the open detail, which is being saved.
  fileprivate mutating func tapped(_ star: SearchRepos.Star, stars: Int) {
    detail?.starTapped(star.isStarred, stars: stars)
    results.rows[id: 1]?.stargazersCount = stars
    savingStars = [SearchRepos.SavingStar(star: star)]
  }
}
