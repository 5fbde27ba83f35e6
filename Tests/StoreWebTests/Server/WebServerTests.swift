import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreWeb

@Suite(.ownThreads) final class WebServerTests {
  private var servers: [WebServer] = []

  deinit { for server in servers { server.stop() } }

  private func serve(
    limits: WebServer.Limits = .init(),
    _ respond: @escaping @Sendable (WebRequest) -> WebResponse
  ) throws -> WebServer {
    let server = try WebServer(limits: limits, respond: respond)
    servers.append(server)
    return server
  }

  private func connect(to server: WebServer, _ text: String = "GET / HTTP/1.0\r\n\r\n") throws -> RawClient {
    let client = try RawClient(port: server.port)
    client.send(text)
    return client
  }

  /// How the connection ends on which a server responds to a request in this way.
  private func response(
    to request: String = "GET / HTTP/1.0\r\n\r\n",
    limits: WebServer.Limits = .init(),
    _ respond: @escaping @Sendable (WebRequest) -> WebResponse
  ) throws -> RawClient.End { try connect(to: serve(limits: limits, respond), request).readToEnd() }

  @Test func respondsToARequest() throws {
    let requests = Locked<[WebRequest]>([])
    let end = try response(to: "POST /a%20b?c=%2F HTTP/1.0\r\nHost: h\r\nX-A: 1\r\nContent-Length: 3\r\n\r\nabc") {
      request in
      requests.withLock { $0.append(request) }
      return .json(#"{"path": "\#(request.path)"}"#, status: 201, headers: [.init("X-Method", request.method)])
    }
    let headers: [WebRequest.Header] = [.init("Host", "h"), .init("X-A", "1"), .init("Content-Length", "3")]
    let request = WebRequest(method: "POST", target: "/a%20b?c=%2F", headers: headers, body: Array("abc".utf8))
    #expect(requests.withLock { $0 } == [request])
    #expect(request.query == "c=%2F")
    let items = WebRequest(method: "GET", target: "/?a=b+c&d%20=%2F&e&a=2").queryItems ?? []
    #expect(items.map(\.name) == ["a", "d ", "e", "a"])
    #expect(items.map(\.value) == ["b c", "/", "", "2"])
    #expect(WebRequest(method: "GET", target: "/?a=%ZZ").queryItems == nil)
    #expect(end.text.hasPrefix("HTTP/1.0 201 Created\r\n") || end.text.hasPrefix("HTTP/1.1 201 Created\r\n"))
    #expect(end.text.contains("\r\nContent-Type: application/json; charset=utf-8\r\n"))
    #expect(end.text.contains("\r\nX-Method: POST\r\n"))
    #expect(
      end.text.hasSuffix("\r\nContent-Length: 18\r\n\r\n{\"path\": \"/a%20b\"}")
        || end.text.hasSuffix("\r\n\r\n{\"path\": \"/a%20b\"}")
    )
  }

  @Test func theHeadOfAResponseHasNoBody() throws {
    let end = try response(to: "HEAD / HTTP/1.0\r\n\r\n") { _ in .respond(body: [1, 2, 3]) }
    #expect(end.text.contains("\r\nContent-Length: 3\r\n"))
    #expect(end.text.hasSuffix("\r\n\r\n"))
  }

  @Test func servesOthersWhileAResponseIsLate() throws {
    let server = try serve { request in
      request.path == "/slow" ? .respond(body: [0x73]).delayed(by: .seconds(3600)) : .respond(body: [0x66])
    }
    let slow = try connect(to: server, "GET /slow HTTP/1.0\r\n\r\n")
    let fast = try connect(to: server, "GET /fast HTTP/1.0\r\n\r\n")
    #expect(fast.readToEnd().text.hasSuffix("\r\n\r\nf"))
    server.stop()
    #expect(slow.readToEnd().text == "", "stopping closes the connections that wait")
  }

  @Test func sendsALateResponse() throws {
    let start = ContinuousClock.now
    #expect(try response { _ in .respond(body: [0x61]).delayed(by: .milliseconds(20)) }.text.hasSuffix("\r\n\r\na"))
    #expect(start.duration(to: .now) >= .milliseconds(20))
    let end = try response { _ in
      .later {
        await Task.yield()
        return .later { .respond(body: [0x61]) }
      }
    }
    #expect(end.text.hasSuffix("\r\n\r\na"))
  }

  @Test func streamsChunksAsTheyCome() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let server = try serve { _ in .respond(body: .stream(chunks)) }
    let client = try connect(to: server, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    continuation.yield(Array("first\n".utf8))
    #expect(client.read(to: "first\n").contains("\r\nTransfer-Encoding: chunked\r\n"))
    continuation.yield(Array("second\n".utf8))
    _ = client.read(to: "second\n")
    continuation.finish()
    #expect(client.readToEnd().text.hasSuffix("0\r\n\r\n"))
  }

  /// By the server that is stopped, or by the client that goes away.
  @Test(arguments: [true, false]) func aStreamThatIsCutEnds(byTheServer: Bool) async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    continuation.onTermination = { _ in ended.yield() }
    let server = try serve { _ in .respond(body: .stream(chunks)) }
    continuation.yield(Array("first\n".utf8))
    var client: RawClient? = try connect(to: server, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    _ = client?.read(to: "first\n")
    if byTheServer {
      server.stop()
      #expect(client?.readToEnd().text.hasSuffix("0\r\n\r\n") == false, "the stream was not complete")
    }
    client = nil
    for await _ in ends.prefix(1) {}
  }

  @Test func aReaderThatTakesNothingHoldsAStreamUp() async throws {
    let (turns, continuation) = AsyncStream.makeStream(of: Int.self)
    let count = Locked(0)
    let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
    let chunks = AsyncStream<[UInt8]> {
      let number = count.next()
      continuation.yield(number)
      return number <= 100 ? chunk : nil
    }
    let server = try serve { _ in .respond(body: .stream(chunks)) }
    let client = try connect(to: server)
    for await _ in turns.prefix(1) {}
    #expect(count.withLock { $0 } < 100, "what the sockets hold is far less than 100 MB")
    let length = client.readToEnd().text.utf8.count
    #expect(length > 100 << 20)
    #expect(count.withLock { $0 } == 101)
  }

  @Test func responsesCanBeCutShort() throws {
    let body = Array("abcdef".utf8)
    let end = try response { _ in WebResponse.respond(body: body).cutShort }
    #expect(end.text.contains("\r\nContent-Length: 6\r\n"))
    #expect(end.text.hasSuffix("\r\n\r\nabc"))
    #expect(try response { _ in WebResponse.respond().cutShort }.text == "")
    #expect(try response { _ in .reset }.text == "")
  }

  @Test func malformedRequestsAreRefused() throws {
    func refusal(_ request: String) throws -> String {
      try response(to: request) { _ in
        Issue.record("A malformed request must not reach the program")
        return .respond()
      }.text
    }
    for line in ["hello", "\u{16}\u{3}\u{1}"] {
      let text = try refusal("\(line)\r\n\r\n")
      #expect(text.hasPrefix("HTTP/1.1 400 ") || text == "", "\(line.debugDescription)")
    }
    for line in ["GET /\u{E9}", "GET /\u{1B}[2J", "GET http://h/", "GET h", "OPTIONS *"] {
      let text = try refusal("\(line) HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(text.contains(" 400 ") && text.contains("\r\nConnection: close\r\n"), "\(line.debugDescription)")
    }
    for (request, status) in [
      ("GET /\r\n\r\n", 400), ("GET / TTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
      ("POST / HTTP/1.0\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.0\r\nContent-Length: 99999999\r\n\r\n", 413),
      ("GET / HTTP/1.0\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n", 431),
    ] { #expect(try refusal(request).contains(" \(status) "), "\(request.prefix(50).debugDescription)") }
  }

  @Test func survivesAnyBytes() throws {
    // A connection that is not closed when its client has left would be missed.
    var limits = WebServer.Limits()
    limits.connections = 4
    limits.patience = .seconds(3600)
    let server = try serve(limits: limits) { .respond(headers: [.init("Connection", "close")], body: $0.body) }
    var generator = SeededRandomNumberGenerator(seed: 7)
    let pieces = [
      "GET ", "/a", " HTTP/1.1\r\n", "Host: h\r\n", "Content-Length: 3\r\n", "\r\n", "\0", "\u{FF}", ":", " ", "\n",
    ]
    for _ in 0..<1_000 {
      let client = try RawClient(port: server.port)
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        client.send(pieces.randomElement(using: &generator) ?? "")
      }
    }
    let client = try connect(to: server, "POST / HTTP/1.0\r\nContent-Length: 1\r\n\r\na")
    #expect(client.readToEnd().text.hasSuffix("\r\n\r\na"))
  }

  @Test func aConnectionTakesFurtherRequests() throws {
    let server = try serve { .respond(body: Array($0.target.utf8)) }
    let client = try RawClient(port: server.port)
    for target in ["/first", "/other"] {
      client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
      _ = client.read(to: "\r\n\r\n\(target)")
    }
    client.send("GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    #expect(client.readToEnd().text.hasSuffix("\r\n\r\n/last"))
  }

  @Test func letsAClientWaitForPermissionToSendItsBody() throws {
    let server = try serve { .respond(headers: [.init("Connection", "close")], body: $0.body) }
    let head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    let client = try connect(to: server, head)
    #expect(client.read(25) == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("abc")
    #expect(client.readToEnd().text.hasSuffix("\r\n\r\nabc"))
  }

  @Test func servesNoMoreConnectionsThanAllowed() throws {
    var limits = WebServer.Limits()
    limits.connections = 1
    let server = try serve(limits: limits) { _ in .respond(body: [0x61]) }
    var first: RawClient? = try connect(to: server, "GET / HT")
    let second = try connect(to: server)
    first?.send("TP/1.0\r\n\r\n")
    #expect(first?.readToEnd().text.hasSuffix("\r\n\r\na") == true)
    first = nil
    #expect(second.readToEnd().text.hasSuffix("\r\n\r\na"), "the second is served when the first is done")
  }

  @Test func givesUpOnAClientThatSendsNothing() throws {
    var limits = WebServer.Limits()
    limits.patience = .seconds(1)
    #expect(try !response(to: "GET / HTTP/1.1\r\n", limits: limits) { _ in .respond() }.text.contains(" 200 "))
  }

  @Test func seesAClientGoAwayThatWaitsForAResponse() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (cancellations, cancellation) = AsyncStream.makeStream(of: Void.self)
    let server = try serve { _ in
      .later {
        arrival.yield()
        while (try? await Task.sleep(for: .seconds(3600))) != nil {}
        cancellation.yield()
        return .respond()
      }
    }
    var client: RawClient? = try connect(to: server)
    for await _ in arrivals.prefix(1) { client = nil }
    for await _ in cancellations.prefix(1) {}
    #expect(client == nil)
  }

  #if os(Linux)
    @Test func leavesNoDescriptorsAndThreadsBehind() throws {
      func count(_ directory: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: directory).count
      }
      let before = (try count("/proc/self/fd"), try count("/proc/self/task"))
      for _ in 0..<400 {
        let server = try WebServer { _ in WebResponse.respond().delayed(by: .seconds(3600)) }
        let client = try connect(to: server)
        server.stop()
        _ = client.readToEnd()
      }
      // Other tests run at the same time, some of them with hundreds of connections. A leak would be 400 or more.
      #expect(try count("/proc/self/fd") < before.0 + 390)
      #expect(try count("/proc/self/task") < before.1 + 390)
    }
  #endif

  @Test func aBodyThatIsTooLongIsNotRead() throws {
    var limits = WebServer.Limits()
    limits.body = 4
    let end = try response(
      to: "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
      limits: limits
    ) { _ in
      Issue.record("A body that is too long must not reach the program")
      return .respond()
    }
    #expect(end.text == "")
  }

  @Test func sendsALargeResponseToASlowReader() throws {
    let body = [UInt8](repeating: 0x61, count: 8 * 1024 * 1024)
    let text = try response { _ in .respond(body: body) }.text.utf8
    // Compared outside of the expectation, which would print millions of bytes.
    let isWhole = text.suffix(body.count).elementsEqual(body)
    #expect(isWhole, "\(text.count) bytes have arrived")
  }

  @Test func listensUntilItIsStoppedAndSaysWhichPortIsTaken() throws {
    let server = try WebServer { _ in .respond() }
    #expect(server.url == "http://127.0.0.1:\(server.port)")
    #expect(throws: WebServerError(doing: "listen on 127.0.0.1:\(server.port)", code: EADDRINUSE)) {
      try WebServer(port: server.port) { _ in .respond() }
    }
    server.stop()
    server.stop()
    #expect(throws: RawClient.Refused.self) { try RawClient(port: server.port) }
    #expect(throws: WebServerError.self) { try WebServer(host: "localhost") { _ in .respond() } }
  }
}

extension RawClient {
  fileprivate func read(to end: String) -> String {
    var text = ""
    while !text.hasSuffix(end) { text += read(1) }
    return text
  }
}
