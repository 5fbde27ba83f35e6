/// A recipe with everything that there is to know about it.
public struct Recipe: Codable, Hashable, Identifiable, Sendable {
  /// The web service's own number for it.
  public var id: Int64
  /// What it is called.
  public var title: String
  /// What its author says about it.
  public var description: String
  /// The address of a picture, as the web service has it.
  public var imageURL: String?
  /// Who wrote it.
  public var user: User
  /// What it takes.
  public var ingredients: [Ingredient]
  /// What to do, one after the other.
  public var steps: [Step]

  enum CodingKeys: String, CodingKey {
    case id, title, description, user, ingredients, steps
    case imageURL = "image_url"
  }

  /// Makes a recipe.
  public init(
    id: Int64,
    title: String,
    description: String = "",
    imageURL: String? = nil,
    user: User,
    ingredients: [Ingredient] = [],
    steps: [Step] = []
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.imageURL = imageURL
    self.user = user
    self.ingredients = ingredients
    self.steps = steps
  }

  /// The author of a recipe.
  public struct User: Codable, Hashable, Sendable {
    /// What the author is called.
    public var name: String
    /// The address of a picture, as the web service has it. In lists there is none.
    public var imageURL: String?

    enum CodingKeys: String, CodingKey {
      case name
      case imageURL = "image_url"
    }

    /// Makes an author.
    public init(name: String, imageURL: String? = nil) {
      self.name = name
      self.imageURL = imageURL
    }
  }

  /// Something that a recipe takes.
  public struct Ingredient: Codable, Hashable, Identifiable, Sendable {
    /// The web service's own number for it.
    public var id: Int64
    /// What it is.
    public var name: String
    /// How much of it, in the author's words.
    public var quantity: String?

    /// Makes an ingredient.
    public init(id: Int64, name: String, quantity: String? = nil) {
      self.id = id
      self.name = name
      self.quantity = quantity
    }
  }

  /// One step of the preparation.
  public struct Step: Codable, Hashable, Identifiable, Sendable {
    /// The web service's own number for it.
    public var id: Int64
    /// What to do.
    public var memo: String
    /// The address of a picture, as the web service has it.
    public var imageURL: String?

    enum CodingKeys: String, CodingKey {
      case id, memo
      case imageURL = "image_url"
    }

    /// Makes a step.
    public init(id: Int64, memo: String, imageURL: String? = nil) {
      self.id = id
      self.memo = memo
      self.imageURL = imageURL
    }
  }
}
