public import Foundation

/// An HTTP request in the form that an ``HTTPTransport`` sends, completely encoded.
public struct HTTPRequest: Equatable, Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The full address.
  public var url: URL
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, if there is one.
  public var body: Data?
  /// The timeout of the whole exchange, from connecting to the last byte of the response.
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
