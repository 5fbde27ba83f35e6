import Features
import Foundation
import Store
import TestSupport
import Testing

/// Whatever a server sends: nothing crashes, and an error says where the fault is.
@Suite(.ownThreads) struct CatalogMutationTests {
  private static let users = """
    [{"id": 12, "first_name": "Ada", "last_name": "Lovelace", "tags": [1]}, {"id": 3, "first_name": "葵", "last_name": ""}]
    """
  private static let songs = """
    [{"id": 12, "title": "夏の海", "artist": "Nagori", "seconds": 200}, {"id": 3, "title": "", "artist": "é"}]
    """

  @Test(arguments: UInt64(1)...5) func faultyUsers(_ seed: UInt64) async {
    await check(Self.users, seed, \.users)
  }

  @Test(arguments: UInt64(1)...5) func faultySongs(_ seed: UInt64) async {
    await check(Self.songs, seed, \.songs)
  }

  private func check<Row>(
    _ body: String,
    _ seed: UInt64,
    _ property: any KeyPath<Catalog.State, LoadState<[Row]>> & Sendable
  )
    async
  {
    var successes = 0
    for mutation in JSONMutations(of: body, count: 2_000, seed: seed) {
      switch await Self.state(after: mutation.body)[keyPath: property] {
      case .loading:
        Issue.record("Still loading: \(mutation)")
      case .success:
        successes += 1
      case .failure(let error, let previous):
        #expect(mutation.explains(error) && previous == nil, "\(error) for \(mutation)")
      }
    }
    #expect((200...1_800).contains(successes), "\(successes) of 2,000 changes do no harm.")
  }

  @MainActor private static func state(after body: Data) async -> Catalog.State {
    let store = Store(initialState: Catalog.State()) {
      Catalog()
    } withDependencies: {
      $0.catalogClient = .liveValue
      $0.processEnvironment = [:]
      $0.httpTransport.send = { _ in HTTPResponse(body: body) }
    }
    await store.send(.appeared).finish()
    return store.state
  }
}
