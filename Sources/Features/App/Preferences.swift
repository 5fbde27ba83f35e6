/// The values that the app keeps between runs.
public struct Preferences: Codable, Equatable, Sendable {
  /// The tab that was selected last, or `nil` if there was none.
  public var tab: AppTab?
  /// The recent searches, latest first, at most ``RecentSearch/limit``.
  public var recentSearches: [RecentSearch]

  /// Makes preferences.
  public init(tab: AppTab? = nil, recentSearches: [RecentSearch] = []) {
    self.tab = tab
    self.recentSearches = recentSearches
  }
}

extension Preferences {
  /// The tables of the preferences. ``SQLiteKey`` also keeps its values in the table `preferences`.
  static let schema: StaticString = """
    CREATE TABLE preferences (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE recent_searches (
      subject TEXT NOT NULL,
      query TEXT NOT NULL,
      searched_at REAL NOT NULL,
      PRIMARY KEY (subject, query)
    ) STRICT;
    """
}
