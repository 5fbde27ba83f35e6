import Features
import Foundation
import LoopbackServer
import Testing

/// The live transport over real sockets.
struct HTTPTransportTests {
  private let transport = HTTPTransport.liveValue

  private func request(
    _ url: String,
    method: HTTPMethod = .get,
    headers: HTTPHeaders = [:],
    body: Data? = nil,
    timeout: Duration = .seconds(5)
  ) throws -> HTTPRequest {
    HTTPRequest(method: method, url: try #require(URL(string: url)), headers: headers, body: body, timeout: timeout)
  }

  @Test func sendsARequestAndReturnsTheResponse() async throws {
    let server = try TestServer(
      .respond(
        201,
        headers: [.init("X-One", "1"), .init("Link", "<a>"), .init("Link", "<b>")],
        body: Array("hello".utf8)
      )
    )
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

  @Test(arguments: [HTTPMethod.get, .head, .post, .put, .patch, .delete])
  func sendsEveryMethod(_ method: HTTPMethod) async throws {
    let server = try TestServer(.respond(headers: [.init("X-Here", "yes")], body: [0x61]))
    let response = try await transport.send(request(server.url, method: method))
    #expect(server.requests.map(\.method) == [method.rawValue])
    #expect(response.headers["X-Here"] == "yes")
    #expect(response.body == (method == .head ? Data() : Data("a".utf8)))
  }

  @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\"", "Bearer", "nonsense", ""])
  func returnsA401WhateverItAsksFor(_ challenge: String) async throws {
    let server = try TestServer(
      .respond(401, headers: [.init("WWW-Authenticate", challenge)], body: Array("who?".utf8))
    )
    let response = try await transport.send(request(server.url))
    #expect(response.status == 401)
    #expect(response.body == Data("who?".utf8))
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [204, 301, 401, 403, 404, 422, 500, 503])
  func returnsEveryStatus(_ status: Int) async throws {
    let server = try TestServer(
      .respond(status, headers: [.init("WWW-Authenticate", "Basic realm=\"x\"")], body: [0x61])
    )
    let response = try await transport.send(request(server.url))
    #expect(response.status == status)
    #expect(server.requests.count == 1)
  }

  @Test func keepsNoCookiesAndNoCache() async throws {
    let server = try TestServer(
      .respond(headers: [.init("Set-Cookie", "id=1"), .init("Cache-Control", "max-age=1000"), .init("ETag", "\"1\"")])
    )
    for _ in 1...2 { _ = try await transport.send(request(server.url)) }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0[header: "Cookie"] == nil && $0[header: "If-None-Match"] == nil })
  }

  @Test func aRefusedConnectionIsNoConnection() async throws {
    let port = ClosedPort()
    await #expect(throws: APIError.noConnection(reason: "the server refuses connections")) {
      try await transport.send(request(port.url))
    }
    withExtendedLifetime(port) {}
  }

  @Test func anUnknownHostIsNoConnection() async throws {
    await #expect(throws: APIError.noConnection(reason: "there is no such host")) {
      try await transport.send(request("http://host.invalid/"))
    }
  }

  @Test(arguments: [
    LoopbackAnswer.reset,
    .json("[1, 2, 3]", bodyLimit: 4),
    .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".utf8)).then(.reset),
    .bytes([]),
  ])
  func aConnectionThatIsLostIsNoConnection(_ answer: LoopbackAnswer) async throws {
    let server = try TestServer(answer)
    await #expect(throws: APIError.noConnection(reason: "the connection was lost")) {
      try await transport.send(request(server.url))
    }
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH_9.2\r\n",
    "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{50}",
    "<html>no header</html>",
    "HTTP/1.1 banana\r\n\r\n",
    "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
    "HTTP/9.9 200 OK\r\n\r\n",
  ])
  func whatIsNotHTTPIsSaidToBeSo(_ text: String) async throws {
    let server = try TestServer(.bytes(Array(text.utf8)))
    await #expect(throws: APIError.notHTTP) { try await transport.send(request(server.url)) }
  }

  @Test func aSilentServerIsATimeout() async throws {
    let server = try TestServer(.silence())
    await #expect(throws: APIError.timeout(seconds: 0.05)) {
      try await transport.send(request(server.url, timeout: .milliseconds(50)))
    }
  }

  @Test func aServerThatTricklesIsATimeout() async throws {
    let drop = LoopbackAnswer.bytes([0x61]).delayed(by: .milliseconds(5))
    var answer = LoopbackAnswer.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".utf8))
    for _ in 1...1_000 { answer = answer.then(drop) }
    let server = try TestServer(answer)
    await #expect(throws: APIError.timeout(seconds: 0.1)) {
      try await transport.send(request(server.url, timeout: .milliseconds(100)))
    }
  }

  @Test func aResponseIsNotReadBeyondTheLimit() async throws {
    let transport = HTTPTransport.live(maximumResponseSize: 10)
    let exact = try TestServer(.respond(body: Array(repeating: 0x61, count: 10)))
    #expect(try await transport.send(request(exact.url)).body.count == 10)
    let declared = try TestServer(.respond(body: Array(repeating: 0x61, count: 11)))
    await #expect(throws: APIError.responseTooLarge(limit: 10)) { try await transport.send(request(declared.url)) }
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    let undeclared = try TestServer(.bytes(Array("\(head)\(String(repeating: "a", count: 1_000_000))".utf8)))
    await #expect(throws: APIError.responseTooLarge(limit: 10)) { try await transport.send(request(undeclared.url)) }
  }

  @Test func cancellingTheTaskClosesTheConnection() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrival.yield()
      return .silence { disconnect.yield() }
    }
    let request = try request(server.url)
    let task = Task { try await HTTPTransport.liveValue.send(request) }
    for await _ in arrivals.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in disconnects.prefix(1) {}
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

  @Test func cancellationAndResponsesMayRace() async throws {
    let server = try TestServer(.respond(body: [0x61]))
    let request = try request(server.url)
    for _ in 1...200 {
      let task = Task { try await HTTPTransport.liveValue.send(request) }
      let canceller = Task { task.cancel() }
      do {
        #expect(try await task.value.body == Data("a".utf8))
      } catch {
        #expect(error is CancellationError)
      }
      await canceller.value
    }
  }

  @Test func followsARedirectAndKeepsTheTokenOnTheSameServer() async throws {
    let server = try TestServer { request, _ in
      request.path == "/old" ? .respond(301, headers: [.init("Location", "/new")]) : .respond(body: [0x61])
    }
    let response = try await transport.send(request("\(server.url)/old", headers: ["Authorization": "Bearer secret"]))
    #expect(response.body == Data("a".utf8))
    #expect(server.requests.map(\.path) == ["/old", "/new"])
    #expect(server.requests.map { $0[header: "Authorization"] } == ["Bearer secret", "Bearer secret"])
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

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "", "http://", "//", "::"])
  func doesNotFollowARedirectToWhatIsNotHTTP(_ location: String) async throws {
    let server = try TestServer(.respond(302, headers: [.init("Location", location)]), .respond(404))
    let response = try await transport.send(request(server.url))
    #expect(response.status == 302 || response.status == 404)
    #expect(server.requests.count <= 2)
  }

  @Test func givesUpOnARedirectThatNeverEnds() async throws {
    let server = try TestServer(.respond(302, headers: [.init("Location", "/again")]))
    await #expect(throws: APIError.self) { try await transport.send(request(server.url)) }
    #expect(server.requests.count <= 25)
  }
}
