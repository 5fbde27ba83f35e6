import Features
import Foundation
import Store
import Testing

/// No answer crashes the feature, and errors name the location of the fault.
struct CatalogMutationTests {
  private static let users = """
    [{"id": 12, "first_name": "Ada", "last_name": "Lovelace", "tags": [1]}, {"id": 3, "first_name": "葵", "last_name": ""}]
    """
  private static let songs = """
    [{"id": 12, "title": "夏の海", "artist": "Nagori", "seconds": 200}, {"id": 3, "title": "", "artist": "é"}]
    """

  /// The actor of the stores of a test.
  private actor Trial {
    /// The number of mutations for each of five seeds.
    static let count = JSONMutations.count / 5

    /// Returns the mutations with a wrong outcome, and the number of mutations without an effect.
    func run<Row: Sendable>(
      _ body: String,
      _ seed: UInt64,
      _ action: Catalog.Action,
      _ property: KeyPath<Catalog.State, LoadState<[Row]>>
    ) async -> (problems: [String], successes: Int) {
      var problems: [String] = []
      var successes = 0
      for mutation in JSONMutations(of: body, count: Self.count, seed: seed) {
        let store = Store(initialState: Catalog.State()) {
          Catalog()
        } withDependencies: {
          $0.catalogClient = .liveValue
          $0.processEnvironment = [:]
          $0.httpTransport.send = { _ in HTTPResponse(body: mutation.body) }
        }
        await store.send(action).finish()
        switch store.withState({ $0[keyPath: property] }) {
        // A fault in a part that is not decoded has no effect.
        case .success: successes += 1
        case .failure(let error, nil) where mutation.isExplained(by: error): break
        case let other: problems.append("\(other) - \(mutation)")
        }
      }
      return (problems, successes)
    }
  }

  @Test(arguments: UInt64(1)...5) func faultyUsers(_ seed: UInt64) async {
    let (problems, successes) = await Trial().run(Self.users, seed, .users(.load), \.users)
    #expect(problems.isEmpty, "\(problems.count): \(problems.prefix(5).joined(separator: "\n"))")
    let count = Trial.count
    #expect((count / 10...count * 9 / 10).contains(successes), "\(successes) of \(count) changes do no harm.")
  }

  @Test(arguments: UInt64(1)...5) func faultySongs(_ seed: UInt64) async {
    let (problems, successes) = await Trial().run(Self.songs, seed, .songs(.load), \.songs)
    #expect(problems.isEmpty, "\(problems.count): \(problems.prefix(5).joined(separator: "\n"))")
    let count = Trial.count
    #expect((count / 10...count * 9 / 10).contains(successes), "\(successes) of \(count) changes do no harm.")
  }
}
