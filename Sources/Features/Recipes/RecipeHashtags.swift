public import Foundation
import Store

/// The hashtags of one recipe.
public struct RecipeHashtags: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of the recipe.
  public var recipeID: Recipe.ID
  /// The hashtags, newest first.
  public var hashtags: [Hashtag]
  /// The number of hashtags that were left out because they can't be read.
  public var omittedCount: Int
  /// The time of the kept response that the hashtags come from; `nil` if the server has just sent them.
  public var asOf: Date?

  /// The identifier of the recipe.
  public var id: Recipe.ID { recipeID }

  enum CodingKeys: String, CodingKey {
    case hashtags
    case asOf = "as_of"
    case omittedCount = "omitted_count"
    case recipeID = "recipe_id"
  }

  /// Makes the hashtags of a recipe.
  public init(recipeID: Recipe.ID, hashtags: [Hashtag], omittedCount: Int = 0, asOf: Date? = nil) {
    self.recipeID = recipeID
    self.hashtags = hashtags
    self.omittedCount = omittedCount
    self.asOf = asOf
  }

  /// Decodes the web service's representation, or that of kept hashtags.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    recipeID = try container.decode(Recipe.ID.self, forKey: .recipeID)
    let rows = try container.decode(Hashtags.self, forKey: .hashtags).rows
    hashtags = rows.rows
    // Only this program writes these fields. A server's fields of the same names may be unreadable.
    omittedCount = rows.omittedCount + (container.decodeIfReadable(Int.self, forKey: .omittedCount) ?? 0)
    asOf = container.decodeIfReadable(Date.self, forKey: .asOf)
  }

  /// The hashtags of a recipe. Decoding succeeds even if none of them can be read, so that the hashtags of other
  /// recipes are shown.
  private struct Hashtags: Decodable {
    let rows: ReadableRows<Hashtag>

    init(from decoder: any Decoder) throws { rows = try ReadableRows(from: decoder, allowsNone: true) }
  }

  /// Encodes the web service's representation, with the time and the number of omitted hashtags if there are any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recipeID, forKey: .recipeID)
    try container.encode(hashtags, forKey: .hashtags)
    if omittedCount != 0 { try container.encode(omittedCount, forKey: .omittedCount) }
    try container.encodeIfPresent(asOf, forKey: .asOf)
  }
}

extension IdentifiedArray: KeptValue where ID == Recipe.ID, Element == RecipeHashtags {
  var asOf: Date? {
    get { first?.asOf }
    set { for id in ids { self[id: id]?.asOf = newValue } }
  }
}

extension RecipeHashtags: KeptValue {}
