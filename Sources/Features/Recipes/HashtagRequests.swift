import Dependencies
import Foundation

/// A request of the hashtag service. `HASHTAGS_API_URL` sets the address.
protocol HashtagsAPIRequest: APIRequest {}

extension HashtagsAPIRequest {
  var baseURL: URL {
    get throws {
      @Dependency(\.processEnvironment) var environment
      return try environment.url("HASHTAGS_API_URL", default: "http://localhost:3002")
    }
  }
}

/// `GET /recipe_hashtags`
struct RecipeHashtagsRequest: HashtagsAPIRequest {
  struct Response: Decodable, Sendable {
    var recipeHashtags: ReadableRows<RecipeHashtags>

    enum CodingKeys: String, CodingKey {
      case recipeHashtags = "recipe_hashtags"
    }
  }

  var recipeIDs: [Recipe.ID]

  var path: [String] { ["recipe_hashtags"] }
  var query: [URLQueryItem] {
    [
      URLQueryItem(name: "hashtag_limit_per_recipe", value: "10"),
      URLQueryItem(name: "recipe_ids", value: recipeIDs.map(String.init).joined(separator: ",")),
    ]
  }

  /// Whether an address requests hashtags, among others those of the recipe.
  static func isAddress(_ url: URL, for recipeID: Recipe.ID) -> Bool {
    guard url.lastPathComponent == "recipe_hashtags",
      let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems
    else { return false }
    return items.contains { item in
      item.name == "recipe_ids" && item.value?.split(separator: ",").contains("\(recipeID)") == true
    }
  }
}

/// `POST /hashtags`. The response contains the hashtags that were added.
struct AddHashtagsRequest: HashtagsAPIRequest {
  struct Response: Decodable, Sendable {
    var hashtags: ReadableRows<Hashtag>
  }

  private struct Body: Encodable {
    var recipe_id: Recipe.ID
    var value: String
  }

  var recipeID: Recipe.ID
  var value: String

  var method: HTTPMethod { .post }
  var path: [String] { ["hashtags"] }
  var body: Data? {
    get throws { try JSONEncoder().encode(Body(recipe_id: recipeID, value: value)) }
  }

  func outdates(_ url: URL) -> Bool { RecipeHashtagsRequest.isAddress(url, for: recipeID) }
}
