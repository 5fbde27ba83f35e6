/// A recipe as lists have it.
public struct RecipeSummary: Codable, Hashable, Identifiable, Sendable {
  /// The web service's own number for it.
  public var id: Recipe.ID
  /// What it is called.
  public var title: String
  /// What its author says about it.
  public var description: String
  /// The address of a picture, as the web service has it.
  public var imageURL: String?
  /// Who wrote it.
  public var user: Recipe.User
  /// What it takes.
  public var ingredients: [Ingredient]

  enum CodingKeys: String, CodingKey {
    case id, title, description, user, ingredients
    case imageURL = "image_url"
  }

  /// An ingredient as lists have it: just its name.
  public struct Ingredient: Codable, Hashable, Sendable {
    /// What it is.
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
