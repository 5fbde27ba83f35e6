import Dependencies
import Foundation

/// `GET` of an endpoint in the catalog.
struct GetRequest<Value: Codable & Equatable & Sendable>: APIRequest {
  struct Response: Decodable, Sendable {
    var answer: CatalogAnswer<Value>

    init(from decoder: any Decoder) throws { answer = try CatalogAnswer(response: decoder) }
  }

  let endpoint: Endpoint<Value>

  var baseURL: URL {
    get throws {
      @Dependency(\.processEnvironment) var environment
      return try environment.url("CATALOG_API_URL", default: "http://localhost:3003")
    }
  }

  var path: [String] { endpoint.path }
  var query: [URLQueryItem] { endpoint.query }
}
