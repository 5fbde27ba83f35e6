public import Foundation

/// A recipe as it appears in lists.
public struct RecipeSummary: Codable, Hashable, Identifiable, Sendable {
  /// The recipe's number in the web service.
  public var id: Recipe.ID
  /// The title.
  public var title: String
  /// The author's description.
  public var description: String
  /// The address of a picture, as the web service sends it.
  public var imageURL: String?
  /// The time of publication, or `nil` if the web service does not send it.
  public var publishedAt: Date?
  /// The author.
  public var user: Recipe.User
  /// The ingredients.
  public var ingredients: [Ingredient]

  enum CodingKeys: String, CodingKey {
    case id, title, description, user, ingredients
    case imageURL = "image_url"
    case publishedAt = "published_at"
  }

  /// An ingredient as it appears in lists.
  public struct Ingredient: Codable, Hashable, Sendable {
    /// The name.
    public var name: String

    /// Makes an ingredient.
    public init(name: String) { self.name = name }
  }

  /// Makes a summary.
  public init(
    id: Recipe.ID,
    title: String,
    description: String = "",
    imageURL: String? = nil,
    publishedAt: Date? = nil,
    user: Recipe.User,
    ingredients: [Ingredient] = []
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.imageURL = imageURL
    self.publishedAt = publishedAt
    self.user = user
    self.ingredients = ingredients
  }

  /// Makes the summary of a recipe.
  public init(_ recipe: Recipe) {
    self.init(
      id: recipe.id,
      title: recipe.title,
      description: recipe.description,
      imageURL: recipe.imageURL,
      publishedAt: recipe.publishedAt,
      user: Recipe.User(name: recipe.user.name),
      ingredients: recipe.ingredients.map { Ingredient(name: $0.name) }
    )
  }

  /// Decodes the web service's representation. A date that can't be read is `nil`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Recipe.ID.self, forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    description = try container.decode(String.self, forKey: .description)
    imageURL = container.decodeIfReadable(String.self, forKey: .imageURL)
    publishedAt = container.decodePublicationDate(forKey: .publishedAt)
    user = try container.decode(Recipe.User.self, forKey: .user)
    ingredients = try container.decode([Ingredient].self, forKey: .ingredients)
  }

  /// Encodes the web service's representation, with the date in Japan's time zone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(description, forKey: .description)
    try container.encodeIfPresent(imageURL, forKey: .imageURL)
    try container.encodePublicationDate(publishedAt, forKey: .publishedAt)
    try container.encode(user, forKey: .user)
    try container.encode(ingredients, forKey: .ingredients)
  }
}
