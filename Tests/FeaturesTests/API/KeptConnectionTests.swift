import Dependencies
import Features
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// Requests on a connection that has been used before.
struct KeptConnectionTests {
  /// A request that is not idempotent is not repeated: the server may have performed it before the connection ended.
  @Test(arguments: [HTTPMethod.post, .patch])
  func whatIsNotIdempotentIsSentOnce(_ method: HTTPMethod) async throws {
    let connections = Locked(0)
    let methods = Locked<[String]>([])
    // Keeps a connection open for `GET` requests, and ends it without an answer on any other request.
    let server = try LoopbackServer { connection in
      _ = connections.next()
      while let request = connection.receiveRequest() {
        let method = String(request.prefix { $0 != " " })
        methods.withLock { $0.append(method) }
        guard method == "GET" else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
      }
    }
    defer { server.stop() }
    let url = try #require(URL(string: server.url))
    let transport = HTTPTransport.live()
    for _ in 0..<2 { #expect(try await transport.send(HTTPRequest(url: url)).body == Data("{}".utf8)) }
    #expect(connections.withLock { $0 } == 1)
    await #expect(throws: APIError.self) {
      try await transport.send(HTTPRequest(method: method, url: url, body: Data("{}".utf8)))
    }
    #expect(methods.withLock { $0 } == ["GET", "GET", method.rawValue])
  }
}
