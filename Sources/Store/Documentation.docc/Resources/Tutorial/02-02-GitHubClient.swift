import Store

/// The part of GitHub's API that the search uses.
@DependencyClient
struct GitHubClient {
  var searchRepositories: @Sendable (_ query: String, _ page: Int) async throws -> RepositoryPage
}

extension GitHubClient: TestDependencyKey {
  static let testValue = GitHubClient()
}
