public import Foundation

/// One endpoint of a web API, with the parameters of one request and the type of its response.
///
/// ```swift
/// struct SearchUsers: APIRequest {
///   typealias Response = [User]
///   var name: String
///
///   var baseURL: URL { get throws { try environment.url("USERS_API_URL", default: "https://users.example") } }
///   var path: [String] { ["search", "users"] }
///   var query: [URLQueryItem] { [URLQueryItem(name: "name", value: name)] }
/// }
/// ```
///
/// All requirements except ``baseURL``, ``path`` and ``Response`` have a default. Path components and query items are
/// plain text. They are percent-encoded, so the server receives exactly this text: a `/` in a path component does not
/// split it, and a `+` or `&` in a query item does not separate items.
public protocol APIRequest<Response>: Sendable {
  /// The type of the body of a successful response.
  associatedtype Response: Decodable & Sendable

  /// The address that all paths of the API start with: `http` or `https`, without query and user.
  var baseURL: URL { get throws }
  /// The components of the path after the base address. None may be empty, `.` or `..`.
  var path: [String] { get }
  /// The method; `GET` by default.
  var method: HTTPMethod { get }
  /// The query items; none by default.
  var query: [URLQueryItem] { get }
  /// Header fields besides `Accept: application/json` and, with a body, `Content-Type: application/json`. They replace
  /// these defaults. None by default.
  var headers: HTTPHeaders { get throws }
  /// The body; none by default. `GET` and `HEAD` can't have one.
  var body: Data? { get throws }
  /// The timeout of one whole attempt; 30 seconds by default.
  var timeout: Duration { get }

  /// Decodes the body of a successful response, by default as JSON with ISO 8601 dates.
  ///
  /// ``APIClient`` calls this method off the caller's actor.
  func decode(_ response: HTTPResponse) throws -> Response

  /// Returns whether this request may have changed the response to a `GET` request for another address. If so, a kept
  /// response for that address is removed. ``APIClient`` calls this method after a successful request that is neither
  /// `GET` nor `HEAD`. Kept responses for the address of the request itself are always removed. Returns `false` by
  /// default.
  func outdates(_ url: URL) -> Bool
}

extension APIRequest {
  /// `GET`.
  public var method: HTTPMethod { .get }
  /// No query items.
  public var query: [URLQueryItem] { [] }
  /// No header fields.
  public var headers: HTTPHeaders { [:] }
  /// No body.
  public var body: Data? { nil }
  /// 30 seconds.
  public var timeout: Duration { .seconds(30) }
  /// `false`.
  public func outdates(_ url: URL) -> Bool { false }

  /// Decodes JSON with ISO 8601 dates.
  public func decode(_ response: HTTPResponse) throws -> Response {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Response.self, from: response.body)
  }

  /// Encodes the request.
  ///
  /// - Throws: ``APIError/invalidRequest(reason:)`` if the request can't be sent, and errors of throwing properties.
  public func httpRequest() throws -> HTTPRequest {
    let body = try body
    guard body == nil || method != .get && method != .head else {
      throw APIError.invalidRequest(reason: Reason.unfitBody.text(method.rawValue))
    }
    guard timeout > .zero else { throw APIError.invalidRequest(.unfitTimeout) }
    var headers: HTTPHeaders = ["Accept": "application/json"]
    if body != nil { headers["Content-Type"] = "application/json" }
    headers.merge(try self.headers)
    for (name, value) in headers.unredacted where !name.isFieldName || !value.isFieldValue {
      // The message omits the value: it may be a secret.
      throw APIError.invalidRequest(reason: Reason.unfitField.text(name.oneLine.debugDescription))
    }
    return HTTPRequest(method: method, url: try url(), headers: headers, body: body, timeout: timeout)
  }

  private func url() throws -> URL {
    let base = try baseURL
    if let problem = base.problemAsBase {
      throw APIError.invalidRequest(reason: Reason.unfitBase.text(problem.rawValue))
    }
    var text = base.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    for component in path {
      guard component != "", component != ".", component != ".." else {
        throw APIError.invalidRequest(reason: Reason.unfitPart.text(component.debugDescription))
      }
      text += "/\(component.percentEncoded)"
    }
    let query = query.map { item in item.name.percentEncoded + (item.value.map { "=\($0.percentEncoded)" } ?? "") }
    if !query.isEmpty { text += "?" + query.joined(separator: "&") }
    guard let url = URL(string: text) else { throw APIError.invalidRequest(reason: Reason.unfitAddress.text(text)) }
    return url
  }
}

extension URL {
  /// The reason why this is not the address of a web page, as the end of a sentence, or `nil` if it is one.
  var problemAsWebPage: Reason? {
    guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      return .noWebScheme
    }
    guard let host = host(), !host.isEmpty else { return .noHost }
    if let port, !(1...65_535).contains(port) { return .unfitPort }
    guard user() == nil, password() == nil else { return .holdsUser }
    return nil
  }

  /// The reason why this can't be the base address of an API, as the end of a sentence, or `nil` if it can.
  var problemAsBase: Reason? {
    problemAsWebPage ?? (query() == nil && fragment() == nil ? nil : .holdsQuery)
  }
}

extension String {
  /// This text encoded as a path component or query item: only ASCII letters, digits and `-._~` stay.
  package var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      default: encoded += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  fileprivate var isFieldName: Bool {
    !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
  }

  var isFieldValue: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}

/// The response to a request that the server answers with a status only, such as 204. A body is ignored.
public struct EmptyResponse: Decodable, Equatable, Sendable {
  /// Makes a response.
  public init() {}
}

extension APIRequest where Response == EmptyResponse {
  /// Ignores the body.
  public func decode(_ response: HTTPResponse) throws -> EmptyResponse { EmptyResponse() }
}
