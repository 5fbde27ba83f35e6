import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

/// Every view of a star shows the server's value in the end, whatever was closed, opened or loaded while it was saved.
@Suite struct ExploredStars {
  private static func repository(stars: Int) -> Repository {
    Repository(
      id: 1,
      name: "swift",
      owner: Repository.Owner(login: "ada", avatarURL: URL(filePath: "/ada")),
      stargazersCount: stars
    )
  }

  private static let found = {
    var state = SearchRepos.State(query: "swift")
    let request = state.results.load(.search(query: "swift", sort: nil))
    state.results.receive([repository(stars: 10)], totalCount: 1, next: nil, for: request)
    return state
  }()

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

    await exploreStates(of: Self.found, within: .stories(of: 8)) {
      SearchRepos()
    } withDependencies: {
      $0.githubClient.searchRepos = { _, _, _ in
        let stars = try await ask("page") ? 11 : 10
        return RepositoryPage(items: [Self.repository(stars: stars)], totalCount: 1)
      }
      $0.githubClient.repository = { _, _ in Self.repository(stars: try await ask("repository") ? 11 : 10) }
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
  @Test func starsThatWaitForANetworkAreSent() async {
    let server = ModeledValue(false)
    let wanted = ModeledValue(false)
    await exploreStates(of: Self.found, within: .stories(of: 10)) {
      SearchRepos()
      Reduce<SearchRepos.State, SearchRepos.Action> { state, action in
        switch action {
        case .detail(.presented(.starButtonTapped)):
          if let isStarred = state.detail?.isStarred { wanted.withValue { $0 = isStarred } }
        case .rowTapped:
          // A star that waited in the list is given up with its message.
          if state.detail?.savingStar == nil { wanted.withValue { $0 = server.value } }
        case .detail(.presented(.starSaveFailed(_, _, isUncertain: true))):
          // A detail that was opened again before the failure says so, and the person decides.
          if state.detail?.starFailure != nil { wanted.withValue { $0 = server.value } }
        default: break
        }
        return .none
      }
    } withDependencies: {
      $0.connectivity.restored = { _ in try await choose("the network is back", .success(true)) }
      $0.githubClient.searchRepos = { _, _, _ in
        RepositoryPage(items: [Self.repository(stars: server.value ? 11 : 10)], totalCount: 1)
      }
      $0.githubClient.repository = { _, _ in Self.repository(stars: server.value ? 11 : 10) }
      $0.githubClient.isStarred = { _, _ in server.value }
      $0.githubClient.setStarred = { isStarred, _, _ in
        try await choose(isStarred ? "star" : "unstar", .success(()), .failure(APIError.noConnection(.refused)))
        server.withValue { $0 = isStarred }
      }
    } actions: { state in
      Self.actions(in: state.detail)
      if state.detail == nil { SearchRepos.Action.rowTapped(id: 1) }
      if !state.results.isLoading { SearchRepos.Action.refreshPulled }
    } whenSettled: { state in
      #expect(server.value == wanted.value)
      #expect(state.starFailure == nil && state.detail?.waitingStar == nil)
      let stars = server.value ? 11 : 10
      #expect(state.results.rows.map(\.stargazersCount) == [stars])
      if let detail = state.detail { #expect(detail.repository?.stargazersCount == stars) }
    }
  }

  /// A star that waits for a network is sent when there is one, whatever other repositories are opened meanwhile.
  @Test func starsWaitWhileOtherRepositoriesAreOpen() async {
    let found = {
      var found = Self.found
      var other = Self.repository(stars: 20)
      (other.id, other.name) = (2, "ada")
      found.results.rows.append(other)
      return found
    }()
    let server = ModeledValue<Set<String>>([])
    let wanted = ModeledValue<Set<String>>([])
    await exploreStates(of: found, within: .stories(of: 8)) {
      SearchRepos()
      Reduce<SearchRepos.State, SearchRepos.Action> { state, action in
        guard let detail = state.detail else { return .none }
        switch action {
        case .detail(.presented(.starButtonTapped)):
          wanted.withValue { $0.set(detail.name, detail.isStarred == true) }
        case .rowTapped:
          // A star that waited is given up when its own repository is opened.
          if detail.savingStar == nil { wanted.withValue { $0.set(detail.name, server.value.contains(detail.name)) } }
        case .detail(.presented(.starSaveFailed(_, _, isUncertain: true))):
          // A detail that was opened again before the failure says so, and the person decides.
          if detail.starFailure != nil {
            wanted.withValue { $0.set(detail.name, server.value.contains(detail.name)) }
          }
        default: break
        }
        return .none
      }
    } withDependencies: {
      $0.connectivity.restored = { _ in try await choose("the network is back", .success(true)) }
      $0.githubClient.repository = { _, name in
        var repository = Self.repository(stars: (name == "ada" ? 20 : 10) + (server.value.contains(name) ? 1 : 0))
        if name == "ada" { (repository.id, repository.name) = (2, name) }
        return repository
      }
      $0.githubClient.isStarred = { _, name in server.value.contains(name) }
      $0.githubClient.setStarred = { isStarred, _, name in
        try await choose("\(isStarred) \(name)", .success(()), .failure(APIError.noConnection(.refused)))
        server.withValue { $0.set(name, isStarred) }
      }
    } actions: { state in
      Self.actions(in: state.detail)
      for id in [1, 2] where state.detail?.repository?.id != id { SearchRepos.Action.rowTapped(id: id) }
    } whenSettled: { state in
      #expect(server.value == wanted.value)
      #expect(state.starFailure == nil && state.detail?.waitingStar == nil && state.savingStars.isEmpty)
      let stars = ["swift": 10, "ada": 20].map { $1 + (server.value.contains($0) ? 1 : 0) }
      #expect(Set(state.results.rows.map(\.stargazersCount)) == Set(stars))
    }
  }
}

extension Set {
  fileprivate mutating func set(_ element: Element, _ isIn: Bool) {
    if isIn { insert(element) } else { remove(element) }
  }
}
