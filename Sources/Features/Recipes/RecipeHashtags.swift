/// The hashtags of one recipe.
public struct RecipeHashtags: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of the recipe.
  public var recipeID: Recipe.ID
  /// The hashtags, newest first.
  public var hashtags: [Hashtag]

  public var id: Recipe.ID { recipeID }

  enum CodingKeys: String, CodingKey {
    case hashtags
    case recipeID = "recipe_id"
  }

  /// Makes the hashtags of a recipe.
  public init(recipeID: Recipe.ID, hashtags: [Hashtag]) {
    self.recipeID = recipeID
    self.hashtags = hashtags
  }
}
