import Store

/// The part of GitHub's API that the search uses.
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
      let numbers = (1...12).filter { ($0 + 4) / 5 == page }
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
