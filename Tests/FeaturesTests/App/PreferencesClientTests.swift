import Dependencies
import Features
import Foundation
import Testing

/// The live client on a real file.
struct PreferencesClientTests {
  private let client = PreferencesClient.liveValue

  private func live<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    }
    return try await withDependencies {
      $0.context = .live
      $0.databaseLocation = .file(path: file.path)
    } operation: {
      try await body(file)
    }
  }

  @Test func nothingIsRememberedAtFirst() async throws {
    #expect(try await live { _ in try await client.load() } == Preferences())
  }

  @Test func theLastTab() async throws {
    let preferences = try await live { _ in
      try await client.saveTab(.recipes)
      try await client.saveTab(.catalog)
      return try await client.load()
    }
    #expect(preferences == Preferences(tab: .catalog))
  }

  @Test func searchesAreUniqueAndTheLatestComesFirst() async throws {
    let searches = try await live { _ in
      try await withDependencies {
        // Searches of the same date are ordered by the calls.
        $0.date = .constant(Date(timeIntervalSince1970: 0))
      } operation: {
        for query in ["a", "b", "it's \"quoted\"", "a"] { try await client.addSearch(RecentSearch(.articles, query)) }
        try await client.addSearch(RecentSearch(.repositories, "b"))
      }
      return try await client.load().recentSearches
    }
    #expect(
      searches == [
        RecentSearch(.repositories, "b"), RecentSearch(.articles, "a"), RecentSearch(.articles, "it's \"quoted\""),
        RecentSearch(.articles, "b"),
      ]
    )
  }

  @Test func theLatestSearchIsKeptWhenTheClockIsPutBack() async throws {
    let searches = try await live { _ in
      for index in 0...RecentSearch.limit {
        try await withDependencies {
          $0.date = .constant(Date(timeIntervalSince1970: index == RecentSearch.limit ? 0 : 1_000_000))
        } operation: {
          try await client.addSearch(RecentSearch(.articles, "\(index)"))
        }
      }
      return try await client.load().recentSearches
    }
    #expect(searches.map(\.query) == (1...RecentSearch.limit).reversed().map { "\($0)" })
  }

  @Test func oneSearchIsForgotten() async throws {
    let searches = try await live { _ in
      for query in ["a", "b"] {
        try await client.addSearch(RecentSearch(.articles, query))
        try await client.addSearch(RecentSearch(.repositories, query))
      }
      try await client.removeSearch(RecentSearch(.articles, "b"))
      try await client.removeSearch(RecentSearch(.articles, "nothing like it"))
      return try await client.load().recentSearches
    }
    #expect(
      searches == [RecentSearch(.repositories, "b"), RecentSearch(.repositories, "a"), RecentSearch(.articles, "a")]
    )
  }

  @Test func theOldestSearchesAreForgotten() async throws {
    let (few, none) = try await live { _ in
      for number in 1...25 { try await client.addSearch(RecentSearch(.articles, "\(number)")) }
      let few = try await client.load().recentSearches
      try await client.clearSearches()
      return (few, try await client.load().recentSearches)
    }
    #expect(few.map(\.query) == (6...25).reversed().map { "\($0)" })
    #expect(none == [])
  }

  @Test func aFolderIsNoDatabase() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    let error = await #expect(throws: DatabaseError.self) {
      try await withDependencies {
        $0.context = .live
        $0.databaseLocation = .file(path: folder)
      } operation: {
        try await client.load()
      }
    }
    #expect(error?.message.contains("can't be opened") == true)
  }

  @Test func endpointsThatATestDoesNotProvideAreReportedByName() async {
    @Dependency(\.preferencesClient) var client
    for (name, use) in [
      ("load", { _ = try await client.load() }),
      ("saveTab", { try await client.saveTab(.recipes) }),
      ("addSearch", { try await client.addSearch(RecentSearch(.articles, "a")) }),
      ("removeSearch", { try await client.removeSearch(RecentSearch(.articles, "a")) }),
      ("clearSearches", { try await client.clearSearches() }),
    ] as [(String, () async throws -> Void)] {
      await withExpectedIssue {
        try? await use()
      } matching: {
        $0.message.contains("Unimplemented: PreferencesClient.\(name)")
      }
    }
  }
}
