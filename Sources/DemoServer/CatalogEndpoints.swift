internal import Features
internal import Foundation
package import LoopbackServer

/// The catalog's endpoints, over made-up users and songs.
package struct CatalogEndpoints: Endpoints {
  package let name = "catalog"
  package let variables = ["CATALOG_API_URL"]

  private let bodies: [String: String]

  package init() {
    let encoder = JSONEncoder()
    func body<Value>(_ endpoint: Endpoint<Value>) -> (String, String) {
      let data = (try? encoder.encode(endpoint.sample())) ?? Data("null".utf8)
      return ("/" + endpoint.path.joined(separator: "/"), String(decoding: data, as: UTF8.self))
    }
    // Encoded once: nothing about them changes.
    bodies = Dictionary(uniqueKeysWithValues: [body(EndpointValues().users), body(EndpointValues().songs)])
  }

  package func respond(to request: LoopbackRequest) -> LoopbackAnswer? {
    guard let body = bodies[request.path] else { return .json(#"{"message":"Not found"}"#, status: 404) }
    return request.method == "GET" ? .json(body) : .json(#"{"message":"Method not allowed"}"#, status: 405)
  }
}
