import Features
import Foundation
import Testing

/// A request to an API that does not exist.
struct ExampleRequest: APIRequest {
  struct Response: Decodable, Equatable {
    var id: Int
    var ratio: Double?
    var on: Bool?
  }

  var base = "https://api.example"
  var path: [String] = ["items"]
  var method = HTTPMethod.get
  var query: [URLQueryItem] = []
  var headers: HTTPHeaders = [:]
  var body: Data?
  var timeout = Duration.seconds(30)

  var baseURL: URL { get throws { try #require(URL(string: base)) } }
}
