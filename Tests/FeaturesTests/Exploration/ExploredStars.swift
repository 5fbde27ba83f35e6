import Foundation
import StoreTesting
import Testing

@testable import Features

/// Every view of a star shows the server's value in the end, whatever was closed, opened or loaded while it was saved.
@Suite struct ExploredStars {
  private static func found(_ repositories: [Repository]) -> SearchRepos.State {
    var state = SearchRepos.State(query: "swift")
    let request = state.results.load(.search(query: "swift", sort: nil))
    state.results.receive(repositories, totalCount: repositories.count, next: nil, for: request)
    return state
  }

  /// What a person can do in an open detail.
  @ExploredActionsBuilder<SearchRepos.Action>
  private static func actions(in detail: RepositoryDetail.State?) -> [SearchRepos.Action] {
    if let detail {
      if detail.isStarred == nil, !detail.isLoadingStar { SearchRepos.Action.detail(.presented(.appeared)) }
      if detail.isStarred != nil { SearchRepos.Action.detail(.presented(.starButtonTapped)) }
      SearchRepos.Action.detail(.dismiss)
    }
  }

  @Test func rowsAndDetailsAgreeWithTheServer() async {
    let server = ModeledValue(false)
    /// The server's value, either at the time of the request or at the time of the answer.
    @Sendable func ask(_ what: String) async throws -> Bool {
      let asked = server.value
      let isLate = try await choose(what, .success(false), .success(true))
      return isLate ? server.value : asked
    }

    await exploreStates(of: Self.found([.test(1, stars: 10)]), within: .stories(of: 8)) {
      SearchRepos()
    } withDependencies: {
      $0.githubClient.searchRepos = { _, _, _ in
        RepositoryPage(items: [.test(1, stars: try await ask("page") ? 11 : 10)], totalCount: 1)
      }
      $0.githubClient.repository = { _, _ in .test(1, stars: try await ask("repository") ? 11 : 10) }
      $0.githubClient.isStarred = { _, _ in try await ask("is it starred") }
      $0.githubClient.setStarred = { isStarred, _, _ in
        let what = isStarred ? "star" : "unstar"
        try await choose("\(what) reaches the server", .success(()), .failure(APIError.notHTTP))
        server.withValue { $0 = isStarred }
        try await choose("\(what) answers", .success(()))
      }
    } actions: { state in
      Self.actions(in: state.detail)
      if state.detail == nil { SearchRepos.Action.rowTapped(id: 1) }
      if !state.results.isLoading { SearchRepos.Action.refreshPulled }
    } whenSettled: { state in
      let stars = server.value ? 11 : 10
      #expect(state.results.rows.map(\.stargazersCount) == [stars])
      if let detail = state.detail {
        #expect(detail.isStarred ?? server.value == server.value)
        #expect(detail.repository?.stargazersCount == stars)
      }
    }
  }

  /// A star that fails for want of a network is sent when there is one, whether or not its detail was closed meanwhile,
  /// and rows and details agree with the server again.
  @Test func starsThatWaitForANetworkAreSent() async { await exploreStarsThatWait([.test(1, stars: 10)], depth: 10) }

  /// Whatever other repositories are opened meanwhile.
  @Test func starsWaitWhileOtherRepositoriesAreOpen() async {
    await exploreStarsThatWait([.test(1, stars: 10), .test(2, stars: 20)], depth: 8)
  }

  private func exploreStarsThatWait(_ repositories: [Repository], depth: Int) async {
    let server = ModeledValue<Set<String>>([])
    let wanted = ModeledValue<Set<String>>([])
    @Sendable func counted(_ repository: Repository) -> Repository {
      var repository = repository
      if server.value.contains(repository.name) { repository.stargazersCount += 1 }
      return repository
    }
    await exploreStates(of: Self.found(repositories), within: .stories(of: depth)) {
      SearchRepos()
      Reduce<SearchRepos.State, SearchRepos.Action> { state, action in
        guard let detail = state.detail else { return .none }
        switch action {
        case .detail(.presented(.starButtonTapped)):
          wanted.withValue { $0.set(detail.name, detail.isStarred == true) }
        case .rowTapped where detail.savingStar == nil,
          .detail(.presented(.starSaveFailed(_, _, isUncertain: true))) where detail.starFailure != nil:
          // A star that waited is given up when its own repository is opened. A detail that was opened again before the
          // failure says so, and the person decides.
          wanted.withValue { $0.set(detail.name, server.value.contains(detail.name)) }
        default: break
        }
        return .none
      }
    } withDependencies: {
      $0.connectivity.restored = { _ in try await choose("the network is back", .success(true)) }
      $0.githubClient.searchRepos = { _, _, _ in
        RepositoryPage(items: repositories.map(counted), totalCount: repositories.count)
      }
      $0.githubClient.repository = { _, name in counted(repositories[name == "repository-1" ? 0 : 1]) }
      $0.githubClient.isStarred = { _, name in server.value.contains(name) }
      $0.githubClient.setStarred = { isStarred, _, name in
        try await choose("\(isStarred) \(name)", .success(()), .failure(APIError.noConnection(.refused)))
        server.withValue { $0.set(name, isStarred) }
      }
    } actions: { state in
      Self.actions(in: state.detail)
      for repository in repositories where state.detail?.repository?.id != repository.id {
        SearchRepos.Action.rowTapped(id: repository.id)
      }
      if repositories.count == 1, !state.results.isLoading { SearchRepos.Action.refreshPulled }
    } whenSettled: { state in
      #expect(server.value == wanted.value)
      #expect(state.starFailure == nil && state.detail?.waitingStar == nil && state.savingStars.isEmpty)
      let expected = repositories.map(counted)
      #expect(Array(state.results.rows) == expected)
      if repositories.count == 1, let detail = state.detail { #expect(detail.repository == expected[0]) }
    }
  }
}

extension Set {
  fileprivate mutating func set(_ element: Element, _ isIn: Bool) {
    if isIn { insert(element) } else { remove(element) }
  }
}
