internal import Features
package import LoopbackServer

/// The endpoints of the catalog, with sample users and songs.
package struct CatalogEndpoints: Endpoints {
  package let name = "catalog"
  package let variables = ["CATALOG_API_URL"]

  // The answers never change, so they are encoded only once.
  private static let answers: [[String]: LoopbackAnswer] = {
    func answer<Value>(_ endpoint: Endpoint<Value>) -> ([String], LoopbackAnswer) {
      (endpoint.path, .encoding(endpoint.sample()))
    }
    return Dictionary(uniqueKeysWithValues: [answer(EndpointValues().users), answer(EndpointValues().songs)])
  }()

  package init() {}

  package func respond(to request: LoopbackRequest) -> LoopbackAnswer? {
    guard let call = Call(request, of: self), let answer = Self.answers[call.path] else {
      return .message("Not found", status: 404)
    }
    return call.method == "GET" ? answer : .message("Method not allowed", status: 405)
  }
}
