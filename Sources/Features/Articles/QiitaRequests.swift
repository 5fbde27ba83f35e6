import Dependencies
import Foundation

/// A request of Qiita's API. `QIITA_API_URL` and `QIITA_TOKEN` set the address and the token.
protocol QiitaRequest: APIRequest {}

extension QiitaRequest {
  var baseURL: URL {
    get throws {
      @Dependency(\.processEnvironment) var environment
      return try environment.url("QIITA_API_URL", default: "https://qiita.com")
    }
  }

  var headers: HTTPHeaders {
    get throws {
      @Dependency(\.processEnvironment) var environment
      var headers: HTTPHeaders = ["User-Agent": "swift-store"]
      if let token = try environment.token("QIITA_TOKEN") { headers["Authorization"] = "Bearer \(token)" }
      return headers
    }
  }

  var timeout: Duration { .seconds(5) }
}

/// `GET /api/v2/tags/:tag/items`. The response is an array.
struct TaggedItemsRequest: QiitaRequest {
  typealias Response = ReadableRows<Article>

  var tag: String
  var page: Int

  var path: [String] { ["api", "v2", "tags", tag, "items"] }

  var query: [URLQueryItem] {
    [URLQueryItem(name: "page", value: "\(page)"), URLQueryItem(name: "per_page", value: "\(ArticlePage.size)")]
  }
}

/// `GET /api/v2/items/:id`
struct ItemRequest: QiitaRequest {
  typealias Response = Article

  var id: Article.ID

  var path: [String] { ["api", "v2", "items", id] }
}
