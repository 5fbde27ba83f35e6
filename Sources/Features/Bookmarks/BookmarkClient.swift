public import DependenciesMacros
import Foundation

/// Reads and writes the bookmarks. The live client uses the database at `\.databaseLocation`.
///
/// ```swift
/// @Dependency(\.bookmarkClient) var bookmarkClient
/// try await bookmarkClient.add(Bookmark(article, keptAt: now))
/// ```
///
/// All endpoints throw ``DatabaseError``.
@DependencyClient
public struct BookmarkClient: Sendable {
  /// Returns all bookmarks, the newest first. Kinds that only a newer version of the program knows are left out.
  public var bookmarks: @Sendable () async throws -> [Bookmark]
  /// Adds a bookmark, or replaces the one of the same thing.
  public var add: @Sendable (_ bookmark: Bookmark) async throws -> Void
  /// Removes a bookmark if it exists.
  public var remove: @Sendable (_ id: Bookmark.ID) async throws -> Void
}

extension BookmarkClient: DependencyKey {
  /// A client of `\.database`.
  public static let liveValue = Self(
    bookmarks: {
      @Dependency(\.database) var database
      return try await database.read { connection in
        try connection.rows(
          "SELECT kind, key, title, author, url, kept_at FROM bookmarks ORDER BY kept_at DESC, kind, key"
        ) { row in try Bookmark(row) }.compactMap(\.self)
      }
    },
    add: { bookmark in
      @Dependency(\.database) var database
      try await database.write { connection in
        try connection.run(
          "INSERT OR REPLACE INTO bookmarks (kind, key, title, author, url, kept_at) VALUES (?, ?, ?, ?, ?, ?)",
          bookmark.id.kind.rawValue,
          bookmark.id.key,
          bookmark.title,
          bookmark.author,
          bookmark.url?.absoluteString,
          bookmark.keptAt
        )
      }
    },
    remove: { id in
      @Dependency(\.database) var database
      try await database.write { connection in
        try connection.run("DELETE FROM bookmarks WHERE kind = ? AND key = ?", id.kind.rawValue, id.key)
      }
    }
  )

  /// A client of `\.database`, which is in memory for mock values.
  public static var mockValue: Self { liveValue }

  /// Reports each endpoint that a test uses without providing it.
  public static let testValue = Self()
}

extension DependencyValues {
  /// The client that reads and writes the bookmarks.
  public var bookmarkClient: BookmarkClient {
    get { self[BookmarkClient.self] }
    set { self[BookmarkClient.self] = newValue }
  }
}

extension Bookmark {
  /// The table of the bookmarks.
  static let schema: StaticString = """
    CREATE TABLE bookmarks (
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      title TEXT NOT NULL,
      author TEXT NOT NULL,
      url TEXT,
      kept_at REAL NOT NULL,
      PRIMARY KEY (kind, key)
    ) STRICT;
    """

  /// Returns `nil` for a kind that this version does not know.
  fileprivate init?(_ row: DatabaseRow) throws {
    guard let kind = Kind(rawValue: try row.read(0)) else { return nil }
    self.init(
      id: ID(kind, try row.read(1)),
      title: try row.read(2),
      author: try row.read(3),
      url: try row.read(4, as: String?.self).flatMap { URL(string: $0) },
      keptAt: try row.read(5)
    )
  }
}
