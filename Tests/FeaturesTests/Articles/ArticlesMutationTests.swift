import Features
import Foundation
import Store
import Testing

/// No answer crashes the feature, and errors name the location of the fault.
struct ArticlesMutationTests {
  private static let body = """
    [{"id": "a1", "title": "題", "url": "https://qiita.com/ada/items/a1", "user": {"id": "ada", "name": "Ada"},
      "likes_count": 3, "comments_count": 0, "created_at": "2024-01-05T09:30:00+09:00",
      "tags": [{"name": "Swift", "versions": ["6.0"]}, {"name": "iOS"}], "page_views_count": 12},
     {"id": "b2", "title": "é", "url": "https://qiita.com/b/items/b2", "user": {"id": "b"}, "likes_count": 41,
      "comments_count": 5, "created_at": null, "tags": []}]
    """

  /// The actor of the stores of a test.
  private actor Trial {
    /// The number of mutations for each of five seeds.
    static let count = JSONMutations.count / 5

    /// Returns the mutations with a wrong outcome, and the number of mutations without an effect.
    func run(_ seed: UInt64) async -> (problems: [String], successes: Int) {
      var problems: [String] = []
      var successes = 0
      for mutation in JSONMutations(of: ArticlesMutationTests.body, count: Self.count, seed: seed) {
        let store = Store(initialState: Articles.State()) {
          Articles()
        } withDependencies: {
          $0.qiitaClient = .liveValue
          $0.processEnvironment = [:]
          $0.httpTransport.send = { _ in HTTPResponse(body: mutation.body) }
        }
        await store.send(.appeared).finish()
        let state = store.withState { $0 }
        if let error = state.list.failure?.error {
          if !mutation.isExplained(by: error) { problems.append("\(error.message) - \(mutation)") }
        } else {
          successes += 1
          let isShown = state.list.query == "swift" && state.list.rows.allSatisfy { !$0.createdOn.isEmpty }
          // A fault in a part that is not decoded has no effect.
          if !isShown { problems.append("no error - \(mutation)") }
        }
      }
      return (problems, successes)
    }
  }

  @Test(arguments: UInt64(1)...5) func aFaultyBody(_ seed: UInt64) async {
    let (problems, successes) = await Trial().run(seed)
    #expect(problems.isEmpty, "\(problems.count): \(problems.prefix(5).joined(separator: "\n"))")
    let count = Trial.count
    #expect((count / 10...count * 9 / 10).contains(successes), "\(successes) of \(count) changes do no harm.")
  }
}
