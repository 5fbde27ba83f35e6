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
  /// The author.
  public var user: Recipe.User
  /// The ingredients.
  public var ingredients: [Ingredient]

  enum CodingKeys: String, CodingKey {
    case id, title, description, user, ingredients
    case imageURL = "image_url"
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
    user: Recipe.User,
    ingredients: [Ingredient] = []
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.imageURL = imageURL
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
      user: Recipe.User(name: recipe.user.name),
      ingredients: recipe.ingredients.map { Ingredient(name: $0.name) }
    )
  }
}
