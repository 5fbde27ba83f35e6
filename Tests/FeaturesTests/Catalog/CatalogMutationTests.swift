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

  private func check<Row: Sendable>(
    _ body: String,
    _ seed: UInt64,
    _ action: Catalog.Action,
    _ property: any KeyPath<Catalog.State, LoadState<[Row]>> & Sendable
  ) async {
    await MutationTrial().check(
      body,
      seed: seed,
      { Catalog() },
      state: Catalog.State(),
      action: action,
      error: { if case .failure(let error, nil) = $0[keyPath: property] { error } else { nil } },
      isDone: { if case .success = $0[keyPath: property] { true } else { false } }
    )
  }

  @Test func faultyUsers() async { await check(Self.users, 31, .users(.load), \.users) }

  @Test func faultySongs() async { await check(Self.songs, 32, .songs(.load), \.songs) }
}
