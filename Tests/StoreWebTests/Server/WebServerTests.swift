import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreWeb

@Suite(.ownThreads) struct WebServerTests {
  /// How the connection ends on which a server responds to a request in this way.
  private func response(
    to request: String = "GET / HTTP/1.0\r\n\r\n",
    limits: WebServer.Limits = .init(),
    _ respond: @escaping @Sendable (WebRequest) -> WebResponse
  ) throws -> RawClient.End {
    let server = try WebServer(limits: limits, respond: respond)
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send(request)
    return client.readToEnd()
  }

  @Test func respondsToARequest() throws {
    let requests = Locked<[WebRequest]>([])
    let end = try response(to: "POST /a%20b?c=%2F HTTP/1.0\r\nHost: h\r\nX-A: 1\r\nContent-Length: 3\r\n\r\nabc") {
      request in
      requests.withLock { $0.append(request) }
      return .json(#"{"path": "\#(request.path)"}"#, status: 201, headers: [.init("X-Method", request.method)])
    }
    let request = WebRequest(
      method: "POST",
      target: "/a%20b?c=%2F",
      headers: [.init("Host", "h"), .init("X-A", "1"), .init("Content-Length", "3")],
      body: Array("abc".utf8)
    )
    #expect(requests.withLock { $0 } == [request])
    #expect(request.query == "c=%2F")
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
    let server = try WebServer { request in
      request.path == "/slow" ? .respond(body: [0x73]).delayed(by: .seconds(3600)) : .respond(body: [0x66])
    }
    defer { server.stop() }
    let slow = try RawClient(port: server.port)
    slow.send("GET /slow HTTP/1.0\r\n\r\n")
    let fast = try RawClient(port: server.port)
    fast.send("GET /fast HTTP/1.0\r\n\r\n")
    #expect(fast.readToEnd().text.hasSuffix("\r\n\r\nf"))
    server.stop()
    #expect(slow.readToEnd().text == "", "stopping closes the connections that wait")
  }

  @Test func sendsALateResponse() throws {
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
    let server = try WebServer { _ in .respond(body: .stream(chunks)) }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    continuation.yield(Array("first\n".utf8))
    var text = ""
    while !text.hasSuffix("first\n") { text += client.read(1) }
    #expect(text.contains("\r\nTransfer-Encoding: chunked\r\n"))
    continuation.yield(Array("second\n".utf8))
    while !text.hasSuffix("second\n") { text += client.read(1) }
    continuation.finish()
    #expect(client.readToEnd().text.hasSuffix("0\r\n\r\n"))
  }

  @Test func aStreamEndsWhenTheServerStops() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    continuation.onTermination = { _ in ended.yield() }
    let server = try WebServer { _ in .respond(body: .stream(chunks)) }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    continuation.yield(Array("first\n".utf8))
    var text = ""
    while !text.hasSuffix("first\n") { text += client.read(1) }
    server.stop()
    #expect(!client.readToEnd().text.hasSuffix("0\r\n\r\n"), "the stream was not complete")
    for await _ in ends.prefix(1) {}
  }

  @Test func aReaderThatTakesNothingHoldsAStreamUp() async throws {
    let (turns, continuation) = AsyncStream.makeStream(of: Int.self)
    let count = Locked(0)
    let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
    let server = try WebServer { _ in
      .respond(
        body: .stream(
          AsyncStream {
            let number = count.withLock { count in
              count += 1
              return count
            }
            continuation.yield(number)
            return number <= 100 ? chunk : nil
          }
        )
      )
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.0\r\n\r\n")
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
    #expect(try refusal("hello\r\n\r\n").hasPrefix("HTTP/1.1 400 ") || refusal("hello\r\n\r\n") == "")
    #expect(try refusal("GET /\u{E9} HTTP/1.0\r\n\r\n").contains(" 400 "))
    #expect(try refusal("POST / HTTP/1.0\r\nContent-Length: 99999999\r\n\r\n").contains(" 413 "))
  }

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
