import Dependencies
import Features
import Foundation
import Store
import Testing

/// No answer crashes the features, and errors name the location of the fault.
struct GithubMutationTests {
  private static func repository(_ id: Int) -> String {
    """
    {"id":\(id),"name":"b","full_name":"a/b","owner":{"login":"a","avatar_url":"https://example.com/a"},
    "description":"c","language":"d","stargazers_count":5,"html_url":"https://github.com/a/b"}
    """
  }

  /// The optional fields of a repository at a path.
  private static func optional(_ path: String) -> [String] {
    ["description", "language", "stargazers_count", "html_url"].map { path + $0 }
  }

  private static let search = """
    {"total_count":2,"incomplete_results":false,"items":[\(repository(1)),\(repository(2))]}
    """

  /// The response to a request, of which one about a star has no body.
  private static func respond(_ request: HTTPRequest, _ body: Data) -> HTTPResponse {
    isStar(request) ? HTTPResponse(status: 204) : HTTPResponse(body: body)
  }

  private static func isStar(_ request: HTTPRequest) -> Bool { request.url.path().hasPrefix("/user/starred/") }

  @Test func searchResults() async {
    await MutationTrial().check(
      Self.search,
      seed: 11,
      { SearchRepos() },
      state: SearchRepos.State(query: "swift"),
      action: .searchSubmitted,
      error: { $0.results.failure?.error },
      isDone: { $0.results.query == .search(query: "swift") && !$0.results.isLoading },
      omitted: { $0.results.omittedCount },
      harmless: ["incomplete_results"] + Self.optional("items[0].") + Self.optional("items[1].")
    )
  }

  @Test func favorites() async {
    await MutationTrial().check(
      "[\(Self.repository(1)),\(Self.repository(2))]",
      seed: 12,
      { SearchRepos() },
      state: SearchRepos.State(),
      action: .favoritesButtonTapped,
      error: { $0.results.failure?.error },
      isDone: { $0.results.query == .favorites && !$0.results.isLoading },
      omitted: { $0.results.omittedCount },
      harmless: Self.optional("[0].") + Self.optional("[1].")
    )
  }

  @Test func oneRepository() async {
    await MutationTrial().check(
      Self.repository(1),
      seed: 13,
      { RepositoryDetail() },
      state: RepositoryDetail.State(owner: "a", name: "b"),
      action: .appeared,
      error: { $0.failure },
      isDone: { $0.repository != nil && !$0.isLoading && $0.isStarred == true },
      harmless: Self.optional(""),
      respond: Self.respond
    )
  }

  /// The status of an answer about a star decides, even if the answer has a body.
  @Test func stars() async {
    await MutationTrial().check(
      Self.repository(1),
      seed: 14,
      { RepositoryDetail() },
      state: RepositoryDetail.State(owner: "a", name: "b"),
      action: .appeared,
      error: { $0.failure ?? $0.starFailure },
      isDone: { $0.isStarred == true && $0.repository?.id == 1 },
      mayFail: false,
      respond: { request, body in
        Self.isStar(request)
          ? HTTPResponse(status: 204, body: body) : HTTPResponse(body: Data(Self.repository(1).utf8))
      }
    )
  }
}
