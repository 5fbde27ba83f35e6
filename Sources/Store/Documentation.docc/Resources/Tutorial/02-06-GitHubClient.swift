import Store

/// What the search needs of GitHub.
@DependencyClient
struct GitHubClient {
  var searchRepositories: @Sendable (_ query: String, _ page: Int) async throws -> RepositoryPage
}

extension GitHubClient: TestDependencyKey {
  static let testValue = GitHubClient()

  /// Twelve repositories for each query, five to a page.
  static let mockValue = GitHubClient(
    searchRepositories: { query, page in
      if query == "offline" { throw SearchError(message: "There is no network.") }
      let numbers = (page - 1) * 5 + 1...min(page * 5, 12)
      return RepositoryPage(
        items: numbers.map { Repository(id: $0, fullName: "\(query)/number-\($0)", stargazersCount: 100 - $0) },
        nextPage: page < 3 ? page + 1 : nil
      )
    }
  )
}

extension DependencyValues {
  var gitHubClient: GitHubClient {
    get { self[GitHubClient.self] }
    set { self[GitHubClient.self] = newValue }
  }
}
