/// The order of the list of recipes.
public enum RecipeOrder: String, CaseIterable, Codable, Sendable {
  /// The order of the web service.
  case all
  /// The recipes that were published last come first.
  case newest
  /// The recipes that were published first come first.
  case oldest
}
