public import Foundation

/// An HTTP request as an ``HTTPTransport`` sends it: everything encoded, nothing left to decide.
public struct HTTPRequest: Equatable, Sendable {
  /// What to do.
  public var method: HTTPMethod
  /// The whole address.
  public var url: URL
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, if there is one.
  public var body: Data?
  /// How long the whole exchange may take, from connecting to the last byte of the response.
  public var timeout: Duration

  /// Makes a request.
  public init(
    method: HTTPMethod = .get,
    url: URL,
    headers: HTTPHeaders = [:],
    body: Data? = nil,
    timeout: Duration = .seconds(30)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
