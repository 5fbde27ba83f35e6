public import DependenciesMacros

/// Keeps what was typed for the hashtags of recipes and was not sent. The live client uses the database at
/// `\.databaseLocation`.
///
/// Endpoints throw ``DatabaseError``.
@DependencyClient
public struct HashtagDraftClient: Sendable {
  /// Returns the text that was kept for a recipe; it is empty if there is none.
  public var draft: @Sendable (_ recipeID: Recipe.ID) async throws -> String
  /// Replaces the text of a recipe. An empty one is removed.
  public var saveDraft: @Sendable (_ text: String, _ recipeID: Recipe.ID) async throws -> Void
}

extension HashtagDraftClient: DependencyKey {
  /// A client of `\.database`.
  public static let liveValue = Self(
    draft: { recipeID in
      @Dependency(\.database) var database
      return try await database.read { connection in
        try connection.firstRow("SELECT text FROM hashtag_drafts WHERE recipe = ?", Int(recipeID)) { try $0.read(0) }
          ?? ""
      }
    },
    saveDraft: { text, recipeID in
      @Dependency(\.database) var database
      try await database.write { connection in
        if text.isEmpty {
          try connection.run("DELETE FROM hashtag_drafts WHERE recipe = ?", Int(recipeID))
        } else {
          try connection.run("INSERT OR REPLACE INTO hashtag_drafts VALUES (?, ?)", Int(recipeID), text)
        }
      }
    }
  )

  /// A client of `\.database`, which is in memory for mock values.
  public static var mockValue: Self { liveValue }

  /// Reports each endpoint that a test uses without providing it.
  public static let testValue = Self()
}

extension AddHashtags {
  /// The table of drafts: what was typed for the hashtags of recipes and was not sent.
  static let draftSchema: StaticString = """
    CREATE TABLE hashtag_drafts (recipe INTEGER NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT;
    """
}

extension DependencyValues {
  /// The client that keeps what was typed for the hashtags of recipes.
  public var hashtagDraftClient: HashtagDraftClient {
    get { self[HashtagDraftClient.self] }
    set { self[HashtagDraftClient.self] = newValue }
  }
}
