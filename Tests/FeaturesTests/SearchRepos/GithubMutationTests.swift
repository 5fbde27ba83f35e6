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

  /// The actor of the stores of a test.
  private actor Trial<Feature: Reducer> where Feature.State: Sendable, Feature.Action: Sendable {
    /// Has a feature make requests that get mutated bodies, and returns the mutations with a wrong outcome. `error`
    /// returns the error in the state, and `isDone` whether the state is that of a success.
    func problems(
      _ body: String,
      seed: UInt64,
      _ feature: @Sendable () -> Feature,
      state: Feature.State,
      action: Feature.Action,
      error: @Sendable (Feature.State) -> APIError?,
      isDone: @Sendable (Feature.State) -> Bool,
      omitted: @Sendable (Feature.State) -> Int = { _ in 0 },
      harmless: [String] = [],
      starBody: String? = nil
    ) async -> [String] {
      var problems: [String] = []
      var (errors, successes) = (0, 0)
      for mutation in JSONMutations(of: starBody ?? body, count: JSONMutations.count, seed: seed) {
        let body = starBody == nil ? mutation.body : Data(body.utf8)
        let star = starBody == nil ? Data() : mutation.body
        let store = Store(initialState: state) {
          feature()
        } withDependencies: {
          $0.githubClient = .liveValue
          $0.processEnvironment = ["GITHUB_TOKEN": "token"]
          $0.continuousClock = ImmediateClock()
          $0.httpTransport.send = { request in
            let isStar = request.url.path().hasPrefix("/user/starred/")
            return HTTPResponse(status: isStar ? 204 : 200, body: isStar ? star : body)
          }
        }
        await store.send(action).finish()
        let end = store.withState { $0 }
        // If several bytes have changed, a text that is not JSON may also lack a key, or be wrong in a part that is not
        // decoded.
        let hasSeveralFaults = !mutation.isJSON && mutation.path == nil
        if let error = error(end) {
          errors += 1
          let isExplained = if case .undecodable = error, hasSeveralFaults { true } else { mutation.explains(error) }
          if !isExplained || mutation.concernsOnly(harmless) { problems.append("\(error.message) - \(mutation)") }
        } else {
          successes += 1
          let isHarmless =
            mutation.isJSON || hasSeveralFaults || starBody != nil || omitted(end) > 0
            || mutation.concernsOnly(harmless)
          // A row is there although what is optional in it can't be read.
          if mutation.concernsOnly(harmless), omitted(end) > 0 { problems.append("a row is missing - \(mutation)") }
          if !isDone(end) || !isHarmless { problems.append("no error - \(mutation)") }
        }
      }
      if starBody == nil, min(errors, successes) < JSONMutations.count / 10 {
        problems.append("\(errors) errors and \(successes) successes are no test")
      }
      return problems
    }
  }

  @Test func searchResults() async {
    let problems = await Trial().problems(
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
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  @Test func favorites() async {
    let problems = await Trial().problems(
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
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  @Test func oneRepository() async {
    let problems = await Trial().problems(
      Self.repository(1),
      seed: 13,
      { RepositoryDetail() },
      state: RepositoryDetail.State(owner: "a", name: "b"),
      action: .appeared,
      error: { $0.failure },
      isDone: { $0.repository != nil && !$0.isLoading && $0.isStarred == true },
      harmless: Self.optional("")
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  /// The status of an answer about a star decides, even if the answer has a body.
  @Test func stars() async {
    let problems = await Trial().problems(
      Self.repository(1),
      seed: 14,
      { RepositoryDetail() },
      state: RepositoryDetail.State(owner: "a", name: "b"),
      action: .appeared,
      error: { $0.failure ?? $0.starFailure },
      isDone: { $0.isStarred == true && $0.repository?.id == 1 },
      starBody: Self.repository(1)
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }
}
