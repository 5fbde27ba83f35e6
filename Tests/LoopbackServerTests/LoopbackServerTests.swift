import Foundation
import TestSupport
import Testing

@testable import LoopbackServer

@Suite(.ownThreads) struct LoopbackServerTests {
  /// How the connection ends on which a server answers a request in this way.
  private func answer(
    to request: String = "GET / HTTP/1.0\r\n\r\n",
    limits: LoopbackServer.Limits = .init(),
    _ respond: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) throws -> RawClient.End {
    let server = try LoopbackServer(limits: limits, respond: respond)
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send(request)
    return client.readToEnd()
  }

  @Test func answersARequestAndClosesTheConnection() throws {
    let answer = try answer(to: "GET /a?b HTTP/1.1\r\nHost: h\r\n\r\n") { request in
      .json(#"{"path": "\#(request.path)"}"#, status: 201, headers: [.init("X-Method", request.method)])
    }
    #expect(
      answer
        == .closed(
          "HTTP/1.1 201 OK\r\nContent-Type: application/json; charset=utf-8\r\nX-Method: GET\r\n"
            + "Content-Length: 14\r\nConnection: close\r\n\r\n{\"path\": \"/a\"}"
        )
    )
    let head = try self.answer(to: "HEAD / HTTP/1.0\r\n\r\n") { _ in .respond(body: [1, 2, 3]) }
    #expect(head == .closed("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"))
    let short = try self.answer { _ in .respond(body: Array("abcdef".utf8), bodyLimit: 2) }
    #expect(short == .closed("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nab"))
    guard case .reset = try self.answer({ _ in .bytes(Array("x".utf8)).then(.reset) }) else {
      Issue.record("The connection was closed, not reset")
      return
    }
  }

  @Test func answersMalformedHTTPWith400() throws {
    let more = String(repeating: "more than the server will ever read\r\n", count: 100)
    let answer = try answer(to: "hello\r\n\(more)") { _ in
      Issue.record("A malformed request must not reach the script")
      return .respond()
    }
    #expect(answer.text.hasPrefix("HTTP/1.1 400 Error\r\n"))
    #expect(answer.text.hasSuffix("\r\n\r\nThe request line is not of the form METHOD /target HTTP/1.1.\n"))
  }

  @Test func letsAClientWaitForPermissionToSendItsBody() throws {
    let server = try LoopbackServer { .respond(body: $0.body) }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(client.read(25) == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("abc")
    #expect(client.readToEnd().text.hasSuffix("\r\n\r\nabc"))
  }

  @Test func seesAClientGoAway() async throws {
    let (disconnects, continuation) = AsyncStream.makeStream(of: Void.self)
    let (requests, arrived) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      arrived.yield()
      return .silence { continuation.yield() }
    }
    defer { server.stop() }
    var client: RawClient? = try RawClient(port: server.port)
    client?.send("GET / HTTP/1.0\r\n\r\n")
    for await _ in requests.prefix(1) { client = nil }
    for await _ in disconnects.prefix(1) {}
    #expect(client == nil)
  }

  @Test func servesOthersWhileAnAnswerIsDelayed() throws {
    let server = try LoopbackServer { request in
      request.path == "/slow" ? .respond(body: [0x73]).delayed(by: .seconds(3600)) : .respond(body: [0x66])
    }
    defer { server.stop() }
    let slow = try RawClient(port: server.port)
    slow.send("GET /slow HTTP/1.0\r\n\r\n")
    let fast = try RawClient(port: server.port)
    fast.send("GET /fast HTTP/1.0\r\n\r\n")
    #expect(fast.readToEnd().text.hasSuffix("\r\n\r\nf"))
    server.stop()
    #expect(slow.readToEnd() == .closed(""), "stopping closes the connections that wait")
  }

  @Test func sendsADelayedAnswerWhenItIsDue() throws {
    let start = ContinuousClock.now
    let answer = try answer { _ in .respond().delayed(by: .milliseconds(20)) }
    #expect(answer.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(start.duration(to: .now) >= .milliseconds(20))
  }

  @Test func servesNoMoreConnectionsThanAllowed() throws {
    var limits = LoopbackServer.Limits()
    limits.connections = 1
    let server = try LoopbackServer(limits: limits) { _ in .respond(body: [0x61]) }
    defer { server.stop() }
    var first: RawClient? = try RawClient(port: server.port)
    first?.send("GET / HT")
    let second = try RawClient(port: server.port)
    second.send("GET / HTTP/1.0\r\n\r\n")
    first?.send("TP/1.0\r\n\r\n")
    #expect(first?.readToEnd().text.hasSuffix("\r\n\r\na") == true)
    first = nil
    #expect(second.readToEnd().text.hasSuffix("\r\n\r\na"), "the second is served when the first is done")
  }

  @Test func givesUpOnAClientThatSendsNothing() throws {
    var limits = LoopbackServer.Limits()
    limits.patience = .milliseconds(20)
    let answer = try answer(to: "GET / HTTP/1.1\r\n", limits: limits) { _ in .respond() }
    #expect(answer.text.hasPrefix("HTTP/1.1 408 Error\r\n"))
  }

  @Test func sendsALargeAnswerToASlowReader() throws {
    let body = [UInt8](repeating: 0x61, count: 8 * 1024 * 1024)
    let answer = try answer { _ in .respond(body: body) }.text.utf8
    // Compared outside of the expectation, which would print millions of bytes.
    let isWhole = answer.suffix(body.count).elementsEqual(body)
    #expect(isWhole, "\(answer.count) bytes have arrived")
  }

  @Test func listensUntilItIsStoppedAndSaysWhichPortIsTaken() throws {
    let server = try LoopbackServer { _ in .respond() }
    #expect(throws: LoopbackServerError(doing: "listen on 127.0.0.1:\(server.port)", code: EADDRINUSE)) {
      try LoopbackServer(port: server.port) { _ in .respond() }
    }
    server.stop()
    server.stop()
    #expect(throws: RawClient.Refused.self) { try RawClient(port: server.port) }
  }

  #if os(Linux)
    @Test func leavesNoDescriptorsAndThreadsBehind() throws {
      func count(_ directory: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: directory).count
      }
      let before = (try count("/proc/self/fd"), try count("/proc/self/task"))
      for _ in 0..<400 {
        let server = try LoopbackServer { _ in .silence() }
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.0\r\n\r\n")
        server.stop()
        _ = client.readToEnd()
      }
      // Other tests run at the same time, some of them with hundreds of connections. A leak would be 400 or more.
      #expect(try count("/proc/self/fd") < before.0 + 390)
      #expect(try count("/proc/self/task") < before.1 + 390)
    }
  #endif
}
