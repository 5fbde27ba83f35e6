public import Foundation

/// A page of the list of recipes.
///
/// It is encoded as the web service sends it:
///
/// ```json
/// {"recipes": [], "page_info": {"next_page_cursor": "11", "has_next_page": true}}
/// ```
public struct RecipePage: Equatable, Sendable {
  /// The recipes on this page.
  public var recipes: [RecipeSummary]
  /// The number of recipes that were left out because they can't be read.
  public var omittedCount: Int
  /// The cursor of the next page; `nil` on the last one.
  public var nextCursor: String?
  /// The time of the kept response that the page comes from; `nil` if the server has just sent it.
  public var asOf: Date?

  /// Makes a page.
  public init(recipes: [RecipeSummary], omittedCount: Int = 0, nextCursor: String? = nil, asOf: Date? = nil) {
    self.recipes = recipes
    self.omittedCount = omittedCount
    self.nextCursor = nextCursor
    self.asOf = asOf
  }
}

extension RecipePage: Codable {
  private enum CodingKeys: String, CodingKey {
    case recipes
    case asOf = "as_of"
    case omittedCount = "omitted_count"
    case pageInfo = "page_info"
  }

  private enum PageInfoKeys: String, CodingKey {
    case nextPageCursor = "next_page_cursor"
    case hasNextPage = "has_next_page"
  }

  /// Decodes a page as ``encode(to:)`` encodes it, in which every recipe can be read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    recipes = try container.decode([RecipeSummary].self, forKey: .recipes)
    omittedCount = try container.decodeIfPresent(Int.self, forKey: .omittedCount) ?? 0
    asOf = try container.decodeIfPresent(Date.self, forKey: .asOf)
    nextCursor = try Self.nextCursor(in: container)
  }

  /// Decodes the response of the web service.
  init(response decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let recipes = try container.decode(ReadableRows<RecipeSummary>.self, forKey: .recipes)
    self.init(
      recipes: recipes.rows,
      omittedCount: recipes.omittedCount,
      nextCursor: try Self.nextCursor(in: container)
    )
  }

  private static func nextCursor(in container: KeyedDecodingContainer<CodingKeys>) throws -> String? {
    let pageInfo = try container.nestedContainer(keyedBy: PageInfoKeys.self, forKey: .pageInfo)
    // The last page may contain a meaningless cursor.
    guard try pageInfo.decode(Bool.self, forKey: .hasNextPage) else { return nil }
    return try pageInfo.decode(String.self, forKey: .nextPageCursor)
  }

  /// Encodes the web service's representation, with the time and the number of omitted recipes if the page has them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recipes, forKey: .recipes)
    if omittedCount != 0 { try container.encode(omittedCount, forKey: .omittedCount) }
    try container.encodeIfPresent(asOf, forKey: .asOf)
    var pageInfo = container.nestedContainer(keyedBy: PageInfoKeys.self, forKey: .pageInfo)
    try pageInfo.encode(nextCursor ?? "", forKey: .nextPageCursor)
    try pageInfo.encode(nextCursor != nil, forKey: .hasNextPage)
  }
}

extension RecipePage: KeptValue {}

/// The order of the list of recipes.
public enum RecipeOrder: String, CaseIterable, Codable, Sendable {
  /// The order of the web service.
  case all
  /// The recipes that were published last come first.
  case newest
  /// The recipes that were published first come first.
  case oldest
}
