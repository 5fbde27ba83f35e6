import Dependencies
import Features
import Foundation
import Testing

/// Requests on a connection that has been used before.
struct KeptConnectionTests {
  /// A request that is not idempotent is not repeated: the server may have performed it before the connection ended.
  @Test(arguments: [HTTPMethod.post, .patch])
  func whatIsNotIdempotentIsSentOnce(_ method: HTTPMethod) async throws {
    let server = try KeepAliveServer()
    let url = try #require(URL(string: server.url))
    let transport = HTTPTransport.live()
    for _ in 0..<2 { #expect(try await transport.send(HTTPRequest(url: url)).body == Data("{}".utf8)) }
    #expect(server.connectionCount == 1)
    await #expect(throws: APIError.self) {
      try await transport.send(HTTPRequest(method: method, url: url, body: Data("{}".utf8)))
    }
    #expect(server.methods == ["GET", "GET", method.rawValue])
  }
}

/// A server that keeps connections open for `GET` requests, and closes them without an answer on any other request.
private final class KeepAliveServer: Sendable {
  private final class Received: Sendable {
    let methods = Locked<[String]>([])
    let connectionCount = Locked(0)
  }

  let url: String
  private let listener: Int32
  private let received: Received

  init() throws {
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, size)
        _ = getsockname(listener, $0, &size)
      }
    }
    try #require(listen(listener, 8) == 0)
    let received = Received()
    self.listener = listener
    self.received = received
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        received.connectionCount.withLock { $0 += 1 }
        Thread.detachNewThread { Self.serve(connection, received) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  var methods: [String] { received.methods.withLock { $0 } }
  var connectionCount: Int { received.connectionCount.withLock { $0 } }

  private static func serve(_ connection: Int32, _ received: Received) {
    defer { close(connection) }
    var request = ""
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return }
      request += String(decoding: bytes[..<count], as: UTF8.self)
      let method = String(request.prefix { $0 != " " })
      // The body of the requests that are not `GET`.
      guard request.hasSuffix(method == "GET" ? "\r\n\r\n" : "{}") else { continue }
      received.methods.withLock { $0.append(method) }
      guard method == "GET" else { return }
      request = ""
      let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
      guard send(connection, answer, answer.count, 0) == answer.count else { return }
    }
  }
}
