/// A complete HTTP/1.1 request as a ``LoopbackServer`` received it.
package struct LoopbackRequest: Equatable, Sendable {
  /// The method as sent, for example `GET`.
  package var method: String
  /// The request target as sent: path and query, still percent-encoded.
  package var target: String
  /// The header fields in the order of sending.
  package var headers: [Header]
  /// The body; empty if there is none.
  package var body: [UInt8]

  /// A header field.
  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(method: String, target: String, headers: [Header] = [], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The part of the target before the question mark, still percent-encoded.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The part of the target after the question mark, still percent-encoded; empty if there is none.
  package var query: String { String(target.drop { $0 != "?" }.dropFirst()) }

  /// The value of the first header field with this name, ignoring case.
  package subscript(header name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}
