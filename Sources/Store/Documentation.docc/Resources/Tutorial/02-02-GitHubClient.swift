import Store

/// What the search needs of GitHub.
@DependencyClient
struct GitHubClient {
  var searchRepositories: @Sendable (_ query: String, _ page: Int) async throws -> RepositoryPage
}

extension GitHubClient: TestDependencyKey {
  static let testValue = GitHubClient()
}
