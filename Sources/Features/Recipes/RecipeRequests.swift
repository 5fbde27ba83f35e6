import Dependencies
import Foundation

/// A request of the recipe service. `RECIPES_API_URL` sets the address.
protocol RecipesAPIRequest: APIRequest {}

extension RecipesAPIRequest {
  var baseURL: URL {
    get throws {
      @Dependency(\.processEnvironment) var environment
      return try environment.url("RECIPES_API_URL", default: "http://localhost:3001")
    }
  }
}

/// `GET /recipes`
struct RecipeListRequest: RecipesAPIRequest {
  struct Response: Decodable, Sendable {
    var page: RecipePage

    init(from decoder: any Decoder) throws { page = try RecipePage(response: decoder) }
  }

  var order: RecipeOrder
  var cursor: String?

  var path: [String] { ["recipes"] }
  var query: [URLQueryItem] {
    var items = [URLQueryItem(name: "limit", value: "10")]
    if order != .all { items.append(URLQueryItem(name: "order", value: order.rawValue)) }
    if let cursor { items.append(URLQueryItem(name: "cursor", value: cursor)) }
    return items
  }
}

/// `GET /recipes/:id`
struct RecipeRequest: RecipesAPIRequest {
  struct Response: Codable, Sendable {
    var recipe: Recipe
  }

  var id: Recipe.ID

  var path: [String] { ["recipes", "\(id)"] }
}
