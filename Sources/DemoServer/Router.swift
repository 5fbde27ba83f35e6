internal import StoreWeb

/// Passes a request to the service that its path names.
struct Router: Sendable {
  let services: [any Endpoints]
  let versions = Versions()

  func answer(_ request: WebRequest) -> WebResponse {
    var request = request
    if request.method == "HEAD" { request.method = "GET" }
    let target = request.target.dropFirst()
    let name = target.prefix { $0 != "/" && $0 != "?" }
    guard let service = services.first(where: { $0.name == name }) else {
      let names = services.map { "/\($0.name)" }.joined(separator: ", ")
      return .message("There is nothing at this address; the services are \(names)", status: 404)
    }
    let rest = target.dropFirst(name.count)
    request.target = rest.hasPrefix("/") ? String(rest) : "/" + rest
    let answer = service.respond(to: request) ?? .message("Not Found", status: 404)
    // Versions are stored by target, so the target must contain the service again.
    request.target = "/\(name)" + request.target
    return versions.mark(answer, to: request)
  }
}
