internal import Features
package import StoreWeb

/// The endpoints of the catalog, with sample users and songs.
package struct CatalogEndpoints: Endpoints {
  package let name = "catalog"
  package let variables = ["CATALOG_API_URL"]

  // The answers never change, so they are encoded only once.
  private static let answers: [[String]: WebResponse] = {
    func answer<Value>(_ endpoint: Endpoint<Value>) -> ([String], WebResponse) {
      (endpoint.path, Self.answer(endpoint))
    }
    return Dictionary(uniqueKeysWithValues: [answer(EndpointValues().users), answer(EndpointValues().songs)])
  }()

  private static func answer<Value>(_ endpoint: Endpoint<Value>) -> WebResponse {
    do { return .encoding(try endpoint.sample()) } catch { return .refusing(APIError(error)) }
  }

  package init() {}

  package func respond(to request: WebRequest) -> WebResponse? {
    guard let call = Call(request, of: self), let answer = Self.answers[call.path] else {
      return .message("Not found", status: 404)
    }
    guard call.method == "GET" else { return .message("Method not allowed", status: 405) }
    if let artist = call["artist"], call.path.last == "songs" { return Self.answer(EndpointValues()[songsBy: artist]) }
    return answer
  }
}
