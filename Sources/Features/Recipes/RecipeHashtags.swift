public import Foundation
import Store

/// The hashtags of one recipe.
public struct RecipeHashtags: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of the recipe.
  public var recipeID: Recipe.ID
  /// The hashtags, newest first.
  public var hashtags: [Hashtag]
  /// The time as of which they are right, if they are kept ones; `nil` if the server has just sent them.
  public var asOf: Date?

  public var id: Recipe.ID { recipeID }

  enum CodingKeys: String, CodingKey {
    case hashtags
    case asOf = "as_of"
    case recipeID = "recipe_id"
  }

  /// Makes the hashtags of a recipe.
  public init(recipeID: Recipe.ID, hashtags: [Hashtag], asOf: Date? = nil) {
    self.recipeID = recipeID
    self.hashtags = hashtags
    self.asOf = asOf
  }

  /// Decodes the web service's representation, or that of kept hashtags.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    recipeID = try container.decode(Recipe.ID.self, forKey: .recipeID)
    hashtags = try container.decode([Hashtag].self, forKey: .hashtags)
    // A server has no such field, or another one of that name.
    asOf = try? container.decodeIfPresent(Date.self, forKey: .asOf)
  }
}

extension IdentifiedArray: KeptValue where ID == Recipe.ID, Element == RecipeHashtags {
  var asOf: Date? {
    get { first?.asOf }
    set { for id in ids { self[id: id]?.asOf = newValue } }
  }
}
