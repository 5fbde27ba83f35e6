public import DependenciesMacros
import Foundation

/// What the repository search needs of GitHub.
///
/// ```swift
/// @Dependency(\.githubClient) var githubClient
/// let page = try await githubClient.searchRepos(query: "language:swift", page: 1)
/// ```
@DependencyClient
public struct GithubClient: Sendable {
  /// Repositories that match a query in GitHub's search syntax: a page, from 1 on.
  public var searchRepos: @Sendable (_ query: String, _ page: Int) async throws -> RepositoryPage
  /// Repositories that the owner of the token has starred: a page, from 1 on. Without a token it throws an error that
  /// says how to set one, and sends no request.
  public var searchFavorites: @Sendable (_ page: Int) async throws -> RepositoryPage
  /// One repository.
  public var repository: @Sendable (_ owner: String, _ name: String) async throws -> Repository
  /// Whether the owner of the token has starred a repository. Without a token it throws as `searchFavorites` does.
  public var isStarred: @Sendable (_ owner: String, _ name: String) async throws -> Bool
  /// Stars a repository or takes the star away, and does nothing if that is done. Without a token it throws as
  /// `searchFavorites` does.
  public var setStarred: @Sendable (_ isStarred: Bool, _ owner: String, _ name: String) async throws -> Void
}

extension GithubClient: DependencyKey {
  /// GitHub's web API, or the server that the environment variable `GITHUB_API_URL` names, with the token in
  /// `GITHUB_TOKEN` if there is one.
  public static let liveValue = Self(
    searchRepos: { query, page in
      let response = try await APIClient().send(SearchReposRequest(search: query, page: page))
      return RepositoryPage(
        items: response.value.items,
        totalCount: response.value.totalCount,
        headers: response.headers,
        number: page
      )
    },
    searchFavorites: { page in
      try requireToken("Favorites are those of your GitHub account")
      let response = try await APIClient().send(SearchFavoritesRequest(page: page))
      return RepositoryPage(items: response.value, headers: response.headers, number: page)
    },
    repository: { owner, name in
      try await APIClient().send(RepositoryRequest(owner: owner, name: name)).value
    },
    isStarred: { owner, name in
      try requireToken("Stars are those of your GitHub account")
      do {
        _ = try await APIClient().send(StarRequest(method: .get, owner: owner, name: name))
        return true
      } catch APIError.status(code: 404, _, _) {
        return false
      }
    },
    setStarred: { isStarred, owner, name in
      try requireToken("Stars are those of your GitHub account")
      _ = try await APIClient().send(StarRequest(method: isStarred ? .put : .delete, owner: owner, name: name))
    }
  )

  private static func requireToken(_ reason: String) throws {
    @Dependency(\.processEnvironment) var environment
    guard environment["GITHUB_TOKEN"] != nil else {
      throw APIError.invalidRequest(reason: "\(reason): set GITHUB_TOKEN to a token of it, then try again.")
    }
  }

  /// Reports each endpoint that a test uses without providing it.
  public static let testValue = Self()
}

extension DependencyValues {
  /// What the repository search needs of GitHub.
  public var githubClient: GithubClient {
    get { self[GithubClient.self] }
    set { self[GithubClient.self] = newValue }
  }
}
