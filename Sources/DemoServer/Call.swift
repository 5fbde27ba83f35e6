internal import Features
internal import StoreWeb

/// A request to a service, with its path and query percent-decoded.
struct Call: Sendable {
  /// The address of the service as the client wrote it: `http://127.0.0.1:8080/github`.
  let base: String
  let method: String
  /// The components of the path: `["repos", "ada", "swift-kit"]` for `/repos/ada/swift-kit`.
  let path: [String]
  /// The query items, in order.
  let query: [(name: String, value: String)]
  let request: WebRequest

  /// Parses a request. Returns `nil` if its target is not percent-encoded UTF-8.
  init?(_ request: WebRequest, of service: some Endpoints) {
    let components = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var path: [String] = []
    for component in components == [""] ? [] : components {
      guard let text = component.percentDecoded else { return nil }
      path.append(text)
    }
    guard let query = request.queryItems else { return nil }
    base = "http://\(request[header: "Host"] ?? "127.0.0.1")/\(service.name)"
    method = request.method
    self.path = path
    self.query = query
    self.request = request
  }

  /// The value of the first query item with this name.
  subscript(name: String) -> String? { query.first { $0.name == name }?.value }

  /// The number in a query item: `fallback` if there is no such item, `nil` if it is not a whole number.
  func number(_ name: String, default fallback: Int) -> Int? { self[name].map { Int($0) } ?? fallback }

  /// The token of an `Authorization: Bearer …` header field.
  var token: String? {
    guard let parts = request[header: "Authorization"]?.split(separator: " ", maxSplits: 1), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    return String(parts[1].drop { $0 == " " })
  }

  /// Calls the closure of the request's method. Other methods are answered with 405.
  func answer(_ methods: KeyValuePairs<String, () -> WebResponse>) -> WebResponse {
    if let answer = methods.first(where: { $0.key == method })?.value { return answer() }
    let allowed = methods.flatMap { $0.key == "GET" ? ["GET", "HEAD"] : [$0.key] }
    return .message(
      "\(method) is not allowed here, only \(allowed.joined(separator: ", "))",
      status: 405,
      headers: [.init("Allow", allowed.joined(separator: ", "))]
    )
  }

  /// The address of this call with a different value for a query item.
  func address(setting name: String, to value: String) -> String {
    var query = query.filter { $0.name != name }
    query.append((name, value))
    let items = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
    return base + request.path + "?" + items.joined(separator: "&")
  }
}
