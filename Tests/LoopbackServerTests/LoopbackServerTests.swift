import Dependencies
import Foundation
import LoopbackServer
import TestSupport
import Testing

@Suite(.ownThreads) struct LoopbackServerTests {
  /// How the connection ends on which a server does this.
  private func end(
    after request: String,
    _ serve: @escaping @Sendable (LoopbackConnection) -> Void
  ) throws -> RawClient.End {
    let server = try LoopbackServer(serve: serve)
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send(request)
    return client.readToEnd()
  }

  @Test(arguments: ["GET / HTTP/1.1\r\n\r\n", "PUT / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"])
  func sendsBytesAfterAWholeRequest(_ request: String) throws {
    let end = try end(after: request) { $0.send("\($0.receiveRequest() ?? "") and no HTTP") }
    #expect(end == .closed("\(request) and no HTTP"))
  }

  @Test func aRequestThatIsNotWholeIsNone() throws {
    let requests = Locked<[String?]>([])
    let server = try LoopbackServer { connection in
      let request = connection.receiveRequest()
      requests.withLock { $0.append(request) }
    }
    let client = try RawClient(port: server.port)
    client.send("PUT / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab")
    server.stop()
    #expect(client.readToEnd().text == "")
    #expect(requests.withLock { $0.allSatisfy { $0 == nil } })
  }

  @Test func resetsAConnection() throws {
    guard case .reset = try end(after: "", { $0.reset() }) else {
      Issue.record("The connection was closed, not reset.")
      return
    }
  }

  @Test func seesAClientGoAway() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { connection in
      guard connection.receive() != nil else { return }
      arrival.yield()
      connection.waitForDisconnect()
      disconnect.yield()
    }
    defer { server.stop() }
    var client: RawClient? = try RawClient(port: server.port)
    client?.send("a")
    for await _ in arrivals.prefix(1) { client = nil }
    for await _ in disconnects.prefix(1) {}
    #expect(client == nil)
  }

  @Test func servesOthersMeanwhileUntilItIsStopped() throws {
    let server = try LoopbackServer { connection in
      if connection.receive() == Array("a".utf8) { connection.waitForDisconnect() }
      connection.send("b")
    }
    let silent = try RawClient(port: server.port)
    silent.send("a")
    let other = try RawClient(port: server.port)
    other.send("b")
    #expect(other.readToEnd() == .closed("b"))
    server.stop()
    server.stop()
    #expect(silent.readToEnd().text == "")
    #expect(throws: RawClient.Refused.self) { try RawClient(port: server.port) }
  }
}
