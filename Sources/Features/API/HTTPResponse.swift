public import Foundation

/// An HTTP response as an ``HTTPTransport`` received it, with any status.
public struct HTTPResponse: Equatable, Sendable {
  /// The status, for example 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The decompressed body; empty if there was none.
  public var body: Data

  /// Makes a response.
  public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
