import Dependencies
import Features
import Foundation
import TestSupport
import Testing

/// Requests on a connection that has been used before.
struct KeptConnectionTests {
  /// A request that is not idempotent is not repeated: the server may have performed it before the connection ended.
  @Test(arguments: [HTTPMethod.post, .patch])
  func whatIsNotIdempotentIsSentOnce(_ method: HTTPMethod) async throws {
    let connections = Locked(0)
    let methods = Locked<[String]>([])
    let port = ReservedPort()
    // Keeps a connection open for `GET` requests, and ends it without an answer on any other request.
    try port.listen { connection in
      _ = connections.next()
      while let method = Self.receiveRequest(on: connection) {
        methods.withLock { $0.append(method) }
        guard method == "GET" else { return }
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
        guard send(connection, answer, answer.count, 0) == answer.count else { return }
      }
    }
    let url = try #require(URL(string: port.url))
    let transport = HTTPTransport.live()
    for _ in 0..<2 { #expect(try await transport.send(HTTPRequest(url: url)).body == Data("{}".utf8)) }
    #expect(connections.withLock { $0 } == 1)
    await #expect(throws: APIError.self) {
      try await transport.send(HTTPRequest(method: method, url: url, body: Data("{}".utf8)))
    }
    #expect(methods.withLock { $0 } == ["GET", "GET", method.rawValue])
  }

  /// Returns the method of the next request, or `nil` at the end of the connection.
  private static func receiveRequest(on connection: Int32) -> String? {
    var request = ""
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return nil }
      request += String(decoding: bytes[..<count], as: UTF8.self)
      let method = String(request.prefix { $0 != " " })
      // The requests that are not `GET` have a body.
      if request.hasSuffix(method == "GET" ? "\r\n\r\n" : "{}") { return method }
    }
  }
}
