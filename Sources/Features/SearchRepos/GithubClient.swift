public import DependenciesMacros
import Foundation

/// Searches repositories on GitHub and changes their stars.
///
/// ```swift
/// @Dependency(\.githubClient) var githubClient
/// let page = try await githubClient.searchRepos(query: "language:swift", sort: nil, page: 1)
/// ```
@DependencyClient
public struct GithubClient: Sendable {
  /// Loads a page of repositories that match a query in GitHub's search syntax. The first page has number 1. Without a
  /// sort, the best matches come first.
  public var searchRepos:
    @Sendable (_ query: String, _ sort: RepositorySort?, _ page: Int) async throws -> RepositoryPage
  /// Loads a page of repositories that the token's owner has starred. The first page has number 1. Without a token, it
  /// sends no request and throws an error that explains how to set one.
  public var searchFavorites: @Sendable (_ page: Int) async throws -> RepositoryPage
  /// Loads a repository.
  public var repository: @Sendable (_ owner: String, _ name: String) async throws -> Repository
  /// Returns whether the token's owner has starred a repository. Without a token it throws like `searchFavorites`.
  public var isStarred: @Sendable (_ owner: String, _ name: String) async throws -> Bool
  /// Stars or unstars a repository. It has no effect if the star is already as requested. Without a token it throws
  /// like `searchFavorites`.
  public var setStarred: @Sendable (_ isStarred: Bool, _ owner: String, _ name: String) async throws -> Void
}

extension GithubClient: DependencyKey {
  /// A client of GitHub's web API, or of the server that the environment variable `GITHUB_API_URL` names. It sends the
  /// token in `GITHUB_TOKEN` if that is set.
  public static let liveValue = Self(
    searchRepos: { query, sort, page in
      let response = try await APIClient().send(
        SearchReposRequest(search: query, sort: sort, page: page),
        reportsHeaders: true
      )
      return RepositoryPage(
        items: response.value.items.rows,
        omittedCount: response.value.items.omittedCount,
        totalCount: response.value.totalCount,
        isIncomplete: response.value.isIncomplete ?? false,
        headers: response.headers,
        number: page
      )
      .asOf(response.asOf)
    },
    searchFavorites: { page in
      try requireToken(.favoritesNeedToken)
      let response = try await APIClient().send(SearchFavoritesRequest(page: page), reportsHeaders: true)
      return RepositoryPage(
        items: response.value.rows,
        omittedCount: response.value.omittedCount,
        headers: response.headers,
        number: page
      )
      .asOf(response.asOf)
    },
    repository: { owner, name in
      let response = try await APIClient().send(RepositoryRequest(owner: owner, name: name))
      return response.value.asOf(response.asOf)
    },
    isStarred: { owner, name in
      try requireToken(.starsNeedToken)
      do {
        _ = try await APIClient().send(StarRequest(method: .get, owner: owner, name: name))
        return true
      } catch APIError.status(code: 404, _, _) {
        return false
      }
    },
    setStarred: { isStarred, owner, name in
      try requireToken(.starsNeedToken)
      _ = try await APIClient().send(StarRequest(method: isStarred ? .put : .delete, owner: owner, name: name))
    }
  )

  private static func requireToken(_ reason: Reason) throws {
    @Dependency(\.processEnvironment) var environment
    guard environment["GITHUB_TOKEN"] != nil else {
      throw APIError.invalidRequest(reason)
    }
  }

  /// Reports an issue for each endpoint that a test uses without overriding it.
  public static let testValue = Self()
}

extension DependencyValues {
  /// The client that searches repositories on GitHub and changes their stars.
  public var githubClient: GithubClient {
    get { self[GithubClient.self] }
    set { self[GithubClient.self] = newValue }
  }
}
