import Dependencies
import Foundation
import TestSupport
import Testing

@testable import Features

struct PreferencesClientTests {
  private let client = PreferencesClient.liveValue
  private let folder = TemporaryFolder()

  private func live<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await withDependencies {
      $0.context = .live
      $0.databaseLocation = .file(path: folder.path("preferences.sqlite"))
    } operation: {
      try await body()
    }
  }

  /// They are ordered by the calls, also when the clock is put back.
  @Test func searchesAreUniqueAndTheLatestComesFirst() async throws {
    let searches = try await live {
      let more = (1..<RecentSearch.limit).map { RecentSearch(.articles, "\($0)") }
      let quoted = RecentSearch(.articles, "it's \"quoted\"")
      for (index, search) in ([quoted] + more + [quoted, RecentSearch(.repositories, "19")]).enumerated() {
        try await withDependencies {
          $0.date = .constant(Date(timeIntervalSince1970: -Double(index)))
        } operation: {
          try await client.addSearch(search)
        }
      }
      return try await client.load().recentSearches
    }
    #expect(searches.count == RecentSearch.limit && searches.map(\.query).last == "2")
    #expect(searches.map(\.query).starts(with: ["19", "it's \"quoted\"", "19", "18"]))
  }

  /// Searches that are no longer shown are deleted, too.
  @Test func theOldestSearchesLeaveTheDatabase() async throws {
    let count = try await live {
      @Dependency(\.database) var database
      for number in 0..<RecentSearch.limit + 3 { try await client.addSearch(RecentSearch(.articles, "\(number)")) }
      return try await database.number("SELECT count(*) FROM recent_searches")
    }
    #expect(count == RecentSearch.limit)
  }

  @Test func theLastTabIsRememberedAndWhatANewerVersionHasWrittenIsLeftOut() async throws {
    try await live {
      @Dependency(\.database) var database
      #expect(try await client.load() == Preferences())
      for tab in [AppTab.recipes, .catalog] { try await client.saveTab(tab) }
      try await client.addSearch(RecentSearch(.articles, "a"))
      try await database.write { try $0.run("INSERT INTO recent_searches VALUES ('songs', 'b', 0)") }
      #expect(try await client.load() == Preferences(tab: .catalog, recentSearches: [RecentSearch(.articles, "a")]))
      try await database.setPreference("tab", "songs")
      #expect(try await client.load().tab == nil)
    }
  }

  @Test func searchesAreForgotten() async throws {
    let (searches, none) = try await live {
      for query in ["a", "b"] {
        try await client.addSearch(RecentSearch(.articles, query))
        try await client.addSearch(RecentSearch(.repositories, query))
      }
      try await client.removeSearch(RecentSearch(.articles, "b"))
      try await client.removeSearch(RecentSearch(.articles, "nothing like it"))
      let searches = try await client.load().recentSearches
      try await client.clearSearches()
      return (searches, try await client.load().recentSearches)
    }
    #expect(
      searches == [RecentSearch(.repositories, "b"), RecentSearch(.repositories, "a"), RecentSearch(.articles, "a")]
    )
    #expect(none == [])
  }
}
