import Features
import Foundation
import Store
import TestSupport
import Testing

/// Whatever a server sends: nothing crashes, and an error says where the fault is.
@Suite(.ownThreads) struct ArticlesMutationTests {
  private static let body = """
    [{"id": "a1", "title": "題", "url": "https://qiita.com/ada/items/a1", "user": {"id": "ada", "name": "Ada"},
      "likes_count": 3, "comments_count": 0, "created_at": "2024-01-05T09:30:00+09:00",
      "tags": [{"name": "Swift", "versions": ["6.0"]}, {"name": "iOS"}], "page_views_count": 12},
     {"id": "b2", "title": "é", "url": "https://qiita.com/b/items/b2", "user": {"id": "b"}, "likes_count": 41,
      "comments_count": 5, "created_at": null, "tags": []}]
    """

  @Test(arguments: UInt64(1)...5) func aFaultyBody(_ seed: UInt64) async {
    var successes = 0
    for mutation in JSONMutations(of: Self.body, count: 2_000, seed: seed) {
      let state = await Self.state(after: mutation.body)
      #expect(!state.list.isLoading, "\(mutation)")
      if let failure = state.list.failure {
        #expect(mutation.explains(failure.error), "\(failure.error) for \(mutation)")
      } else {
        successes += 1
        #expect(state.list.query == "swift" && state.list.rows.allSatisfy { !$0.createdOn.isEmpty }, "\(mutation)")
      }
    }
    #expect((200...1_800).contains(successes), "\(successes) of 2,000 changes do no harm.")
  }

  @MainActor private static func state(after body: Data) async -> Articles.State {
    let store = Store(initialState: Articles.State()) {
      Articles()
    } withDependencies: {
      $0.qiitaClient = .liveValue
      $0.processEnvironment = [:]
      $0.httpTransport.send = { _ in HTTPResponse(body: body) }
    }
    await store.send(.appeared).finish()
    return store.state
  }
}
