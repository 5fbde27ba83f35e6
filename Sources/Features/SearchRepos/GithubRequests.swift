import Dependencies
import Foundation

/// A request of GitHub's API. `GITHUB_API_URL` and `GITHUB_TOKEN` set the address and the token.
protocol GithubRequest: APIRequest {}

extension GithubRequest {
  var baseURL: URL {
    get throws {
      @Dependency(\.processEnvironment) var environment
      return try environment.url("GITHUB_API_URL", default: "https://api.github.com")
    }
  }

  var headers: HTTPHeaders {
    get throws {
      @Dependency(\.processEnvironment) var environment
      var headers: HTTPHeaders = [
        "Accept": "application/vnd.github+json",
        "User-Agent": "swift-store",
        "X-GitHub-Api-Version": "2022-11-28",
      ]
      if let token = try environment.token("GITHUB_TOKEN") { headers["Authorization"] = "Bearer \(token)" }
      return headers
    }
  }
}

/// `GET /search/repositories`
struct SearchReposRequest: GithubRequest {
  struct Response: Decodable, Sendable {
    var totalCount: Int
    var isIncomplete: Bool?
    var items: ReadableRows<Repository>

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      totalCount = try container.decode(Int.self, forKey: .totalCount)
      isIncomplete = container.decodeIfReadable(Bool.self, forKey: .isIncomplete)
      items = try container.decode(ReadableRows<Repository>.self, forKey: .items)
    }

    enum CodingKeys: String, CodingKey {
      case items
      case isIncomplete = "incomplete_results"
      case totalCount = "total_count"
    }
  }

  var search: String
  var sort: RepositorySort?
  var page: Int

  var path: [String] { ["search", "repositories"] }

  var query: [URLQueryItem] {
    var items = [URLQueryItem(name: "q", value: search)]
    if let sort {
      items.append(URLQueryItem(name: "sort", value: sort.key.rawValue))
      items.append(URLQueryItem(name: "order", value: sort.order.rawValue))
    }
    return items + [URLQueryItem(name: "page", value: "\(page)")]
  }
}

/// `GET /user/starred`. The response is an array. The request needs a token.
struct SearchFavoritesRequest: GithubRequest {
  typealias Response = ReadableRows<Repository>

  var page: Int

  var path: [String] { ["user", "starred"] }
  var query: [URLQueryItem] { [URLQueryItem(name: "page", value: "\(page)")] }
}

/// `GET /repos/:owner/:repo`
struct RepositoryRequest: GithubRequest {
  typealias Response = Repository

  var owner: String
  var name: String

  var path: [String] { ["repos", owner, name] }
}

/// `GET`, `PUT` or `DELETE /user/starred/:owner/:repo`: reads, sets or removes a star. Request and response have no
/// body. The request needs a token.
struct StarRequest: GithubRequest {
  typealias Response = EmptyResponse

  var method: HTTPMethod
  var owner: String
  var name: String

  var path: [String] { ["user", "starred", owner, name] }
  /// Refuses a response with a body. GitHub's response has none. A response with a body may be the sign-in page of a
  /// network, which says nothing about the star.
  func decode(_ response: HTTPResponse) throws -> EmptyResponse {
    guard response.status == 204 || response.body.isEmpty else { throw APIError.undecodable(path: "", .noBody) }
    return EmptyResponse()
  }

  // GitHub refuses a `PUT` without `Content-Length`, which is sent only with a body.
  var body: Data? { method == .put ? Data() : nil }
}
