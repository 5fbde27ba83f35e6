/// A request of a web browser or another client.
public struct WebRequest: Equatable, Sendable {
  /// The method as sent, such as `GET`.
  public var method: String
  /// The path and query as sent, still percent-encoded.
  public var target: String
  /// The header fields in the order of sending.
  public var headers: [Header]
  /// The body; empty if there is none.
  public var body: [UInt8]

  /// A header field.
  public struct Header: Equatable, Sendable {
    /// The name as sent.
    public var name: String
    /// The value, without the spaces before it.
    public var value: String

    /// Makes a header field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a request.
  public init(method: String, target: String, headers: [Header] = [], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The part of the target before the question mark, still percent-encoded.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The part of the target after the question mark, still percent-encoded; empty if there is none.
  public var query: String { String(target.drop { $0 != "?" }.dropFirst()) }

  /// The value of the first header field with this name, ignoring case.
  public subscript(header name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}
