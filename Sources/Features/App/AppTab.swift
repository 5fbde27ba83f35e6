/// The tabs of the app, in display order.
public enum AppTab: String, CaseIterable, Codable, Hashable, Sendable {
  /// Repository search.
  case repositories
  /// Articles by tag.
  case articles
  /// Recipes.
  case recipes
  /// To-dos.
  case toDos
  /// The catalog.
  case catalog
  /// Bookmarks, the switch for working offline, and the kept responses.
  case bookmarks
}
