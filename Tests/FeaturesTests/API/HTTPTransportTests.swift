import Dependencies
import Features
import Foundation
import LoopbackServer
import StoreWeb
import TestSupport
import Testing

struct HTTPTransportTests {
  private let transport = HTTPTransport.liveValue

  private func request(
    _ url: String,
    method: HTTPMethod = .get,
    headers: HTTPHeaders = [:],
    body: Data? = nil,
    timeout: Duration = .seconds(600)
  ) throws -> HTTPRequest {
    HTTPRequest(method: method, url: try #require(URL(string: url)), headers: headers, body: body, timeout: timeout)
  }

  /// Expects an error when a server does this after a request.
  private func expect(
    _ error: APIError,
    timeout: Duration = .seconds(600),
    sourceLocation: SourceLocation = #_sourceLocation,
    answer: @escaping @Sendable (LoopbackConnection) -> Void
  ) async throws {
    let server = try LoopbackServer { if $0.receiveRequest() != nil { answer($0) } }
    defer { server.stop() }
    await #expect(throws: error, sourceLocation: sourceLocation) {
      try await transport.send(request(server.url, timeout: timeout))
    }
  }

  @Test func sendsARequestAndReturnsTheResponse() async throws {
    let headers: [WebResponse.Header] = [.init("X-One", "1"), .init("Link", "<a>"), .init("Link", "<b>")]
    let server = try TestServer(.respond(201, headers: headers, body: Array("hello".utf8)))
    let response = try await transport.send(
      request("\(server.url)/a%2Fb?q=%2B", method: .put, headers: ["X-Two": "2"], body: Data("body".utf8))
    )
    #expect(response.status == 201)
    #expect(response.headers["x-one"] == "1")
    #expect(response.headers["link"] == "<a>, <b>")
    #expect(response.body == Data("hello".utf8))
    let received = try #require(server.requests.first)
    #expect(received.method == "PUT")
    #expect(received.target == "/a%2Fb?q=%2B")
    #expect(received[header: "X-Two"] == "2")
    #expect(received.body == Array("body".utf8))
  }

  @Test func keepsNoCookiesAndNoCache() async throws {
    let server = try TestServer(
      .respond(headers: [.init("Set-Cookie", "id=1"), .init("Cache-Control", "max-age=1000"), .init("ETag", "\"1\"")])
    )
    for _ in 1...2 { _ = try await transport.send(request(server.url)) }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0[header: "Cookie"] == nil && $0[header: "If-None-Match"] == nil })
  }

  @Test func aServerThatIsSilentOrTricklesIsATimeout() async throws {
    try await expect(.timeout(seconds: 0.05), timeout: .milliseconds(50)) { $0.waitForDisconnect() }
    try await expect(.timeout(seconds: 0.1), timeout: .milliseconds(100)) { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
      for _ in 1...1_000 where connection.send("a") { usleep(5_000) }
    }
  }

  @Test func aCancelledTaskSendsNothing() async throws {
    let server = try TestServer(.respond())
    let request = try request(server.url)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await HTTPTransport.liveValue.send(request)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    _ = try await transport.send(request)
    #expect(server.requests.count == 1, "only the second request has arrived")
  }

  @Test func takesNoTokenAlongToAnotherServer() async throws {
    let other = try TestServer(.respond(body: [0x61]))
    let server = try TestServer(.respond(302, headers: [.init("Location", "\(other.url)/elsewhere")]))
    let headers: HTTPHeaders = ["Authorization": "Bearer secret", "X-Kept": "yes"]
    let response = try await transport.send(request(server.url, headers: headers))
    #expect(response.body == Data("a".utf8))
    #expect(other.requests.map { $0[header: "Authorization"] } == [nil])
    #expect(other.requests.map { $0[header: "X-Kept"] } == ["yes"])
  }

  @Test func aRedirectKeepsTheTokenAndChangesTheMethodWhereTheStandardSaysSo() async throws {
    for (status, method, next) in [
      (301, HTTPMethod.post, "GET"), (302, .post, "GET"), (303, .put, "GET"), (303, .head, "HEAD"),
      (307, .post, "POST"), (308, .post, "POST"), (302, .delete, "DELETE"),
    ] {
      let server = try TestServer { request, _ in
        request.path == "/old" ? .respond(status, headers: [.init("Location", "/new")]) : .respond(404)
      }
      let headers: HTTPHeaders = ["Content-Type": "text/plain", "Authorization": "Bearer secret"]
      let request = try request("\(server.url)/old", method: method, headers: headers, body: Data("body".utf8))
      #expect(try await transport.send(request).status == 404)
      #expect(server.requests.map(\.path) == ["/old", "/new"])
      #expect(server.requests.map(\.method) == [method.rawValue, next])
      #expect(server.requests.map { $0[header: "Authorization"] } == ["Bearer secret", "Bearer secret"])
      let body = next == "GET" || next == "HEAD" ? "" : "body"
      #expect(server.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == body)
      #expect(server.requests.last?[header: "Content-Type"] == (next == "GET" ? nil : "text/plain"))
    }
  }

  @Test func aFieldCannotBreakOutOfItsLine() async throws {
    let server = try TestServer(.respond())
    let headers: HTTPHeaders = ["X-A": "1\r\nX-Smuggled: 2", "X-B": "", "X-C": "3"]
    _ = try await transport.send(request(server.url, headers: headers))
    let received = try #require(server.requests.first)
    #expect(received[header: "X-Smuggled"] == nil)
    #expect(received[header: "X-B"] == "")
    #expect(received[header: "X-C"] == "3")
  }

  @Test func addsNoFieldsOfItsOwnToABody() async throws {
    var limits = WebServer.Limits()
    limits.body = 2_000_000
    let server = try TestServer(limits: limits) { _, _ in .respond() }
    let body = Data(repeating: 0x61, count: 1_500_000)
    _ = try await transport.send(request(server.url, method: .post, body: body))
    let received = try #require(server.requests.first)
    #expect(received.body.count == body.count)
    #expect(received[header: "Content-Type"] == nil)
    #expect(received[header: "Expect"] == nil)
  }

  /// 64 MiB of zeros in 400 KB, in the shortest codes of deflate (RFC 1951): one literal, and repetitions of it.
  @Test func aBodyThatIsInflatedIsNotReadBeyondTheLimit() async throws {
    func packed(_ bits: String) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
      for (index, bit) in bits.enumerated() where bit == "1" { bytes[index / 8] |= 1 << (index % 8) }
      return bytes
    }
    let repetition = "1100010100000"
    let eight = packed(String(repeating: repetition, count: 8))
    let deflated =
      packed("110" + "00110000" + repetition) + Array(repeatElement(eight, count: 32_500).joined())
      + packed("0000000")
    let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflated + [0, 0, 0, 0, 0, 0, 0, 0]
    let server = try TestServer(.respond(headers: [.init("Content-Encoding", "gzip")], body: gzip))
    let transport = HTTPTransport.live(maximumResponseSize: 1_000_000)
    await #expect(throws: APIError.responseTooLarge(limit: 1_000_000)) { try await transport.send(request(server.url)) }
  }

  /// The second case is an endless file name in the header of gzip, which is not part of the unpacked body.
  @Test(arguments: [("", []), ("Content-Encoding: gzip\r\n", [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3])])
  func anEndlessBodyIsNotReadBeyondTheLimit(_ field: String, _ start: [UInt8]) async throws {
    try await expect(.responseTooLarge(limit: 16 * 1024 * 1024)) { connection in
      connection.send(Array("HTTP/1.1 200 OK\r\n\(field)\r\n".utf8) + start)
      let megabyte = [UInt8](repeating: 0x61, count: 1_000_000)
      for _ in 1...1_000 where !connection.send(megabyte) { return }
    }
  }

  @Test func aThousandRequestsAtOnce() async throws {
    let server = try TestServer { request, _ in .respond(body: Array(request.target.utf8)) }
    try await withThrowingTaskGroup { group in
      for number in 1...1_000 {
        let request = try request("\(server.url)/\(number)")
        group.addTask {
          let response = try await transport.send(request)
          #expect(response.body == Data("/\(number)".utf8))
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(server.requests.map(\.target)).count == 1_000)
  }

  /// Cancellation and responses may race. Each body reports its deallocation.
  @Test func whatIsCancelledIsGivenBack() async throws {
    let server = try TestServer(.respond(body: [0x61]))
    let silent = try LoopbackServer { $0.waitForDisconnect() }
    defer { silent.stop() }
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    let count = 1_000
    await withTaskGroup { group in
      for number in 1...count {
        group.addTask {
          let bytes = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 1)
          bytes.initializeMemory(as: UInt8.self, repeating: 0x61, count: 16)
          let deallocator = Data.Deallocator.custom { bytes, _ in
            bytes.deallocate()
            release.yield()
          }
          let body = Data(bytesNoCopy: bytes, count: 16, deallocator: deallocator)
          let task = Task { [transport, body] in
            let url = number.isMultiple(of: 2) ? silent.url : server.url
            return try await transport.send(request(url, method: .post, body: body))
          }
          for _ in 0..<(number % 7 * 10) { await Task.yield() }
          task.cancel()
          do {
            #expect(try await task.value.body == Data("a".utf8))
          } catch {
            #expect(error is CancellationError)
          }
        }
      }
    }
    for await _ in releases.prefix(count) {}
  }

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
