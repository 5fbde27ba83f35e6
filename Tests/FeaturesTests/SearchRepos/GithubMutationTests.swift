import Dependencies
import Features
import Foundation
import Store
import TestSupport
import Testing

/// Whatever GitHub sends, nothing crashes, and what can't be read is named.
@Suite(.ownThreads)
struct GithubMutationTests {
  private static func repository(_ id: Int) -> String {
    """
    {"id":\(id),"name":"b","full_name":"a/b","owner":{"login":"a","avatar_url":"https://example.com/a"},
    "description":"c","language":"d","stargazers_count":5,"html_url":"https://github.com/a/b"}
    """
  }

  private static let search = """
    {"total_count":2,"incomplete_results":false,"items":[\(repository(1)),\(repository(2))]}
    """

  /// Has a feature make a request that is answered with mutated bodies, and returns what did not end as it should.
  private func problems<Feature: Reducer>(
    _ body: String,
    seed: UInt64,
    _ feature: @escaping @Sendable () -> Feature,
    state: Feature.State,
    action: Feature.Action,
    error: (Feature.State) -> APIError?,
    isDone: (Feature.State) -> Bool
  ) async -> [String] where Feature.State: Sendable, Feature.Action: Sendable {
    let stores = Stores(feature)
    var problems: [String] = []
    var (errors, successes) = (0, 0)
    for mutation in JSONMutations(of: body, count: 10_000, seed: seed) {
      let end = await stores.state(after: action, state: state, body: mutation.body)
      if let error = error(end) {
        errors += 1
        // With several bytes changed, what is no JSON may lack a key besides.
        let hasSeveralFaults = !mutation.isJSON && mutation.path == nil
        let isExplained = if case .undecodable = error, hasSeveralFaults { true } else { mutation.explains(error) }
        if !isExplained { problems.append("\(error.message) - \(mutation)") }
      } else {
        successes += 1
        if !isDone(end) || !mutation.isJSON { problems.append("no error - \(mutation)") }
      }
    }
    if errors < 1_000 || successes < 1_000 {
      problems.append("\(errors) errors and \(successes) successes are no test")
    }
    return problems
  }

  @Test func searchResults() async {
    let problems = await problems(
      Self.search,
      seed: 11,
      { SearchRepos() },
      state: SearchRepos.State(query: "swift"),
      action: .searchSubmitted,
      error: { $0.results.failure?.error },
      isDone: { $0.results.query == .search(query: "swift") && !$0.results.isLoading }
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  @Test func favorites() async {
    let problems = await problems(
      "[\(Self.repository(1)),\(Self.repository(2))]",
      seed: 12,
      { SearchRepos() },
      state: SearchRepos.State(),
      action: .favoritesButtonTapped,
      error: { $0.results.failure?.error },
      isDone: { $0.results.query == .favorites && !$0.results.isLoading }
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  @Test func oneRepository() async {
    let problems = await problems(
      Self.repository(1),
      seed: 13,
      { RepositoryDetail() },
      state: RepositoryDetail.State(owner: "a", name: "b"),
      action: .appeared,
      error: { $0.failure },
      isDone: { $0.repository != nil && !$0.isLoading && $0.isStarred == true }
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  /// An answer without a body is what it is, whatever body it has.
  @Test func stars() async {
    let stores = Stores { RepositoryDetail() }
    for mutation in JSONMutations(of: Self.repository(1), count: 10_000, seed: 14) {
      let end = await stores.state(
        after: .appeared,
        state: RepositoryDetail.State(owner: "a", name: "b"),
        body: Data(Self.repository(1).utf8),
        starBody: mutation.body
      )
      guard end.isStarred == true, end.starFailure == nil, end.repository?.id == 1 else {
        Issue.record("\(mutation)")
        return
      }
    }
  }
}

/// Where the stores of a test live.
private actor Stores<Feature: Reducer> where Feature.State: Sendable, Feature.Action: Sendable {
  private let feature: @Sendable () -> Feature

  init(_ feature: @escaping @Sendable () -> Feature) { self.feature = feature }

  /// The state of a new store after an action, with its requests answered.
  func state(
    after action: Feature.Action,
    state: Feature.State,
    body: Data,
    starBody: Data = Data()
  ) async -> Feature.State {
    let store = Store(initialState: state) {
      feature()
    } withDependencies: {
      $0.githubClient = .liveValue
      $0.processEnvironment = ["GITHUB_TOKEN": "token"]
      $0.continuousClock = ImmediateClock()
      $0.httpTransport.send = { request in
        request.url.path().hasPrefix("/user/starred/")
          ? HTTPResponse(status: 204, body: starBody) : HTTPResponse(body: body)
      }
    }
    await store.send(action).finish()
    return store.withState { $0 }
  }
}
