public import Foundation

/// A complete recipe.
public struct Recipe: Codable, Hashable, Identifiable, Sendable {
  /// The recipe's number in the web service.
  public var id: Int64
  /// The title.
  public var title: String
  /// The author's description.
  public var description: String
  /// The address of a picture, as the web service sends it.
  public var imageURL: String?
  /// The time of publication, or `nil` if the web service does not send it.
  public var publishedAt: Date?
  /// The author.
  public var user: User
  /// The ingredients.
  public var ingredients: [Ingredient]
  /// The steps of the preparation, in order.
  public var steps: [Step]
  /// The time of the kept response that the recipe comes from; `nil` if the server has just sent it.
  public var asOf: Date?

  enum CodingKeys: String, CodingKey {
    case id, title, description, user, ingredients, steps
    case imageURL = "image_url"
    case publishedAt = "published_at"
    case asOf = "as_of"
  }

  /// Makes a recipe.
  public init(
    id: Int64,
    title: String,
    description: String = "",
    imageURL: String? = nil,
    publishedAt: Date? = nil,
    user: User,
    ingredients: [Ingredient] = [],
    steps: [Step] = [],
    asOf: Date? = nil
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.imageURL = imageURL
    self.publishedAt = publishedAt
    self.user = user
    self.ingredients = ingredients
    self.steps = steps
    self.asOf = asOf
  }

  /// Decodes the web service's representation. A date that can't be read is `nil`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int64.self, forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    description = try container.decode(String.self, forKey: .description)
    imageURL = container.decodeIfReadable(String.self, forKey: .imageURL)
    publishedAt = container.decodePublicationDate(forKey: .publishedAt)
    user = try container.decode(User.self, forKey: .user)
    ingredients = try container.decode([Ingredient].self, forKey: .ingredients)
    steps = try container.decode([Step].self, forKey: .steps)
    // Only this program writes this field. A server's field of the same name may be unreadable.
    asOf = container.decodeIfReadable(Date.self, forKey: .asOf)
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
    try container.encode(steps, forKey: .steps)
    try container.encodeIfPresent(asOf, forKey: .asOf)
  }

  /// The author of a recipe.
  public struct User: Codable, Hashable, Sendable {
    /// The author's name.
    public var name: String
    /// The address of a picture, as the web service sends it. Lists omit it.
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

    /// Decodes the web service's representation. An address that can't be read is `nil`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      imageURL = container.decodeIfReadable(String.self, forKey: .imageURL)
    }
  }

  /// An ingredient of a recipe.
  public struct Ingredient: Codable, Hashable, Identifiable, Sendable {
    /// The ingredient's number in the web service.
    public var id: Int64
    /// The name.
    public var name: String
    /// The quantity, in the author's words.
    public var quantity: String?

    /// Makes an ingredient.
    public init(id: Int64, name: String, quantity: String? = nil) {
      self.id = id
      self.name = name
      self.quantity = quantity
    }

    /// Decodes the web service's representation. A quantity that can't be read is `nil`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int64.self, forKey: .id)
      name = try container.decode(String.self, forKey: .name)
      quantity = container.decodeIfReadable(String.self, forKey: .quantity)
    }
  }

  /// A step of the preparation.
  public struct Step: Codable, Hashable, Identifiable, Sendable {
    /// The step's number in the web service.
    public var id: Int64
    /// The instructions.
    public var memo: String
    /// The address of a picture, as the web service sends it.
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

    /// Decodes the web service's representation. An address that can't be read is `nil`.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int64.self, forKey: .id)
      memo = try container.decode(String.self, forKey: .memo)
      imageURL = container.decodeIfReadable(String.self, forKey: .imageURL)
    }
  }
}

extension Recipe: KeptValue {}
