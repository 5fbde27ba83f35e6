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
