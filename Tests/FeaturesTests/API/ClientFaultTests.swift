import Dependencies
import Features
import Foundation
import LoopbackServer
import StoreWeb
import TestSupport
import Testing

/// Faults between any client and its server, over real sockets and the real transport; only the clock is not real.
struct ClientFaultTests {
  private let clock = ImmediateClock()

  @Test(arguments: ClientEndpoint.all)
  func aServerThatIsWell(_ endpoint: ClientEndpoint) async throws {
    let server = try TestServer(endpoint.answer)
    #expect(try await endpoint.use(server.url) == endpoint.value)
    #expect(server.requests.map { "\($0.method) \($0.target)" } == [endpoint.request])
    let authorization = endpoint.service.token.map { _ in "Bearer \(ClientEndpoint.token)" }
    #expect(server.requests.first?[header: "Authorization"] == authorization)
  }

  /// A request that is not repeated ends with the error of the first fault.
  @Test(arguments: ClientEndpoint.all)
  func aServerThatRecovers(_ endpoint: ClientEndpoint) async throws {
    let server = try TestServer(.respond(502), endpoint.answer.cutShort, endpoint.answer)
    if endpoint.attempts == 3 {
      #expect(try await endpoint.use(server.url, clock: clock) == endpoint.value)
    } else {
      await #expect(throws: APIError.status(code: 502, message: nil, retryAt: nil)) {
        try await endpoint.use(server.url, clock: clock)
      }
    }
    #expect(server.requests.count == endpoint.attempts)
    #expect(clock.now.offset == endpoint.pauses)
  }

  @Test(arguments: ClientEndpoint.all)
  func aServerThatIsNotThere(_ endpoint: ClientEndpoint) async {
    await #expect(throws: APIError.noConnection(reason: "the server refuses connections")) {
      try await endpoint.use("http://127.0.0.1:1", clock: clock)
    }
    #expect(clock.now.offset == endpoint.pauses)
  }

  /// Answers that are faults whatever was asked for, and whether the request is repeated.
  static let faults: [(WebResponse, APIError, Bool)] = [
    (.json(#"{"message": "down"}"#, status: 503), .status(code: 503, message: "down", retryAt: nil), true),
    // A body cut short, also if the client ignores it.
    (.json("{}").cutShort, .noConnection(reason: "the connection was lost"), true),
    (
      .json(#"{"message": "Slow down."}"#, status: 429, headers: [.init("Retry-After", "30")]),
      .rateLimited(retryAt: Date(timeIntervalSince1970: 1_700_000_030), message: "Slow down."), false
    ),
  ]

  @Test(arguments: ClientEndpoint.all, faults)
  func anAnswerThatIsAFault(_ endpoint: ClientEndpoint, _ fault: (WebResponse, APIError, Bool)) async throws {
    let (answer, error, isRepeated) = fault
    try await endpoint.expect(answer, toThrow: error, requests: isRepeated ? endpoint.attempts : 1)
  }

  @Test(arguments: ClientEndpoint.all)
  func anAnswerThatIsNoHTTP(_ endpoint: ClientEndpoint) async throws {
    let requests = Locked(0)
    let server = try LoopbackServer { connection in
      guard connection.receiveRequest() != nil else { return }
      _ = requests.next()
      connection.send("SSH-2.0-OpenSSH_9.2\r\n")
    }
    defer { server.stop() }
    await #expect(throws: APIError.notHTTP) { try await endpoint.use(server.url) }
    #expect(requests.withLock { $0 } == 1)
  }

  /// An endpoint that expects no body rejects an answer with one.
  @Test(arguments: ClientEndpoint.all)
  func aBodyOfAnotherKind(_ endpoint: ClientEndpoint) async throws {
    let other = endpoint.body.hasPrefix("{") ? ("[]", "an object") : ("{}", "an array")
    for (body, expected) in [("<html>Welcome to the airport</html>", "valid JSON"), ("", "valid JSON"), other] {
      if endpoint.body.isEmpty, body.isEmpty {
        let server = try TestServer(.json(body))
        #expect(try await endpoint.use(server.url) == endpoint.value)
      } else {
        let expected = endpoint.body.isEmpty ? "nothing" : expected
        try await endpoint.expect(.json(body), toThrow: .undecodable(path: "", expected: expected))
      }
    }
  }

  @Test(arguments: ClientEndpoint.all)
  func whatIsNotThere(_ endpoint: ClientEndpoint) async throws {
    let answer = WebResponse.json(#"{"message": "Not Found"}"#, status: 404)
    if let value = endpoint.valueIfMissing {
      let server = try TestServer(answer)
      #expect(try await endpoint.use(server.url) == value)
      #expect(server.requests.count == 1)
    } else {
      try await endpoint.expect(answer, toThrow: .status(code: 404, message: "Not Found", retryAt: nil))
    }
  }

  @Test(arguments: ClientEndpoint.all)
  func anAddressThatIsNone(_ endpoint: ClientEndpoint) async {
    let error = await #expect(throws: APIError.self) { try await endpoint.use("ftp://x") }
    #expect(error?.message.hasPrefix("\(endpoint.service.address) must begin with http") == true)
    #expect(error?.message.hasSuffix("Set it to something like \(endpoint.service.example).") == true)
  }

  @Test(arguments: ClientEndpoint.all)
  func cancellationIsSeenByTheServer(_ endpoint: ClientEndpoint) async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let requests = Locked(0)
    let server = try LoopbackServer { connection in
      guard connection.receiveRequest() != nil else { return }
      _ = requests.next()
      arrival.yield()
      connection.waitForDisconnect()
      disconnect.yield()
    }
    defer { server.stop() }
    let task = Task { try await endpoint.use(server.url) }
    for await _ in arrivals.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in disconnects.prefix(1) {}
    #expect(requests.withLock { $0 } == 1, "what was cancelled is not tried again")
  }

  @Test(arguments: ClientEndpoint.all)
  func anEndpointThatATestDoesNotProvideIsReportedByName(_ endpoint: ClientEndpoint) async {
    await withExpectedIssue {
      _ = try? await endpoint.call()
    } matching: {
      $0.message.contains("Unimplemented: \(endpoint.name)")
    }
  }
}

extension ClientEndpoint {
  /// The sum of the pauses between all attempts.
  fileprivate var pauses: Duration { attempts == 3 ? .milliseconds(1500) : .zero }
}
