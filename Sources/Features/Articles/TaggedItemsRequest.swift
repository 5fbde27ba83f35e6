import Dependencies
import Foundation

/// `GET /api/v2/tags/:tag/items`. The response is an array.
struct TaggedItemsRequest: APIRequest {
  typealias Response = [Article]

  var tag: String
  var page: Int

  var baseURL: URL {
    get throws {
      @Dependency(\.processEnvironment) var environment
      return try environment.url("QIITA_API_URL", default: "https://qiita.com")
    }
  }

  var path: [String] { ["api", "v2", "tags", tag, "items"] }

  var query: [URLQueryItem] {
    [URLQueryItem(name: "page", value: "\(page)"), URLQueryItem(name: "per_page", value: "\(ArticlePage.size)")]
  }

  var headers: HTTPHeaders {
    get throws {
      @Dependency(\.processEnvironment) var environment
      var headers: HTTPHeaders = ["User-Agent": "swift-store"]
      if let token = environment["QIITA_TOKEN"] { headers["Authorization"] = "Bearer \(token)" }
      return headers
    }
  }

  var timeout: Duration { .seconds(5) }
}
