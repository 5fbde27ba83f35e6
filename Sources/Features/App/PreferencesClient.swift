public import DependenciesMacros
import Foundation

/// Loads and saves values that the app keeps between runs. The live client uses the database at `\.databaseLocation`.
///
/// ```swift
/// @Dependency(\.preferencesClient) var preferencesClient
/// try await preferencesClient.saveTab(.recipes)
/// let tab = try await preferencesClient.load().tab  // .recipes
/// ```
///
/// Endpoints throw ``DatabaseError``.
///
/// The preferences are not `@Shared` state, because shared state follows the changes of other processes and is saved as
/// a whole. A tab selected in one process would be selected in all of them, and two processes that remember a search at
/// the same time would overwrite each other's list. Here each search is a separate row.
@DependencyClient
public struct PreferencesClient: Sendable {
  /// Loads the preferences. Values that only a newer version of the program knows are left out.
  public var load: @Sendable () async throws -> Preferences
  /// Saves the selected tab.
  public var saveTab: @Sendable (_ tab: AppTab) async throws -> Void
  /// Saves a search as the latest one and deletes the oldest ones.
  public var addSearch: @Sendable (_ search: RecentSearch) async throws -> Void
  /// Deletes a search.
  public var removeSearch: @Sendable (_ search: RecentSearch) async throws -> Void
  /// Deletes all searches.
  public var clearSearches: @Sendable () async throws -> Void
}

extension PreferencesClient: DependencyKey {
  /// A client of `\.database`.
  public static let liveValue = Self(
    load: {
      @Dependency(\.database) var database
      return try await database.read { connection in
        let tab = try connection.firstRow("SELECT value FROM preferences WHERE key = ?", tabKey) { row in
          AppTab(rawValue: try row.read(0))
        }
        let searches = try connection.rows(
          "SELECT subject, query FROM recent_searches ORDER BY rowid DESC LIMIT ?",
          RecentSearch.limit
        ) { row in
          let query: String = try row.read(1)
          return RecentSearch.Subject(rawValue: try row.read(0)).map { RecentSearch($0, query) }
        }
        return Preferences(tab: tab ?? nil, recentSearches: searches.compactMap { $0 })
      }
    },
    saveTab: { tab in
      @Dependency(\.database) var database
      try await database.write { connection in
        try connection.run("INSERT OR REPLACE INTO preferences VALUES (?, ?)", tabKey, tab.rawValue)
      }
    },
    addSearch: { search in
      @Dependency(\.database) var database
      @Dependency(\.date.now) var now
      try await database.write { [now] connection in
        // A replaced row gets a new row id. Searches are ordered by it, because the clock may have been set back.
        try connection.run(
          "INSERT OR REPLACE INTO recent_searches VALUES (?, ?, ?)",
          search.subject.rawValue,
          search.query,
          now
        )
        try connection.run(
          """
          DELETE FROM recent_searches WHERE rowid NOT IN
            (SELECT rowid FROM recent_searches ORDER BY rowid DESC LIMIT ?)
          """,
          RecentSearch.limit
        )
      }
    },
    removeSearch: { search in
      @Dependency(\.database) var database
      try await database.write { connection in
        try connection.run(
          "DELETE FROM recent_searches WHERE subject = ? AND query = ?",
          search.subject.rawValue,
          search.query
        )
      }
    },
    clearSearches: {
      @Dependency(\.database) var database
      try await database.write { connection in try connection.run("DELETE FROM recent_searches") }
    }
  )

  /// A client of `\.database`, which is in memory for mock values.
  public static var mockValue: Self { liveValue }

  /// Reports each endpoint that a test uses without providing it.
  public static let testValue = Self()

  private static let tabKey = "tab"
}

extension DependencyValues {
  /// The client that loads and saves the values that the app keeps between runs.
  public var preferencesClient: PreferencesClient {
    get { self[PreferencesClient.self] }
    set { self[PreferencesClient.self] = newValue }
  }
}
