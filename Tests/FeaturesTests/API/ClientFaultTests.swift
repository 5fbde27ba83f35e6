import Dependencies
import Features
import Foundation
import LoopbackServer
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

  // MARK: - Servers and connections that fail

  /// Checks that two faults and then a correct answer lead to success or, if the request is not repeated, to the error
  /// of the first fault.
  private func expectRecovery(
    of endpoint: ClientEndpoint,
    from first: LoopbackAnswer,
    _ second: LoopbackAnswer,
    or error: APIError,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let server = try TestServer(first, second, endpoint.answer)
    if endpoint.attempts == 3 {
      #expect(try await endpoint.use(server.url, clock: clock) == endpoint.value, sourceLocation: sourceLocation)
    } else {
      await #expect(throws: error, sourceLocation: sourceLocation) { try await endpoint.use(server.url, clock: clock) }
    }
    #expect(server.requests.count == endpoint.attempts, sourceLocation: sourceLocation)
    #expect(clock.now.offset == endpoint.pauses, sourceLocation: sourceLocation)
  }

  @Test(arguments: ClientEndpoint.all)
  func aServerThatRecovers(_ endpoint: ClientEndpoint) async throws {
    let error = APIError.status(code: 502, message: nil, retryAt: nil)
    try await expectRecovery(of: endpoint, from: .respond(502), .json("oops", status: 500), or: error)
  }

  @Test(arguments: ClientEndpoint.all)
  func aConnectionThatIsResetAndThenWorks(_ endpoint: ClientEndpoint) async throws {
    try await expectRecovery(of: endpoint, from: .reset, endpoint.answer.cutShort, or: .lost)
  }

  @Test(arguments: ClientEndpoint.all)
  func aServerThatDoesNotRecover(_ endpoint: ClientEndpoint) async throws {
    let down = APIError.status(code: 503, message: "down", retryAt: nil)
    try await endpoint.expect(.json(#"{"message": "down"}"#, status: 503), toThrow: down, requests: endpoint.attempts)
    let html = LoopbackAnswer.respond(502, body: Array("<html>".utf8))
    let bad = APIError.status(code: 502, message: nil, retryAt: nil)
    try await endpoint.expect(html, toThrow: bad, requests: endpoint.attempts)
  }

  @Test(arguments: ClientEndpoint.all)
  func aConnectionThatIsAlwaysReset(_ endpoint: ClientEndpoint) async throws {
    try await endpoint.expect(.reset, toThrow: .lost, requests: endpoint.attempts)
  }

  /// An error even if the client ignores the body.
  @Test(arguments: ClientEndpoint.all)
  func aBodyThatIsAlwaysCutShort(_ endpoint: ClientEndpoint) async throws {
    let body = endpoint.body.isEmpty ? "{}" : endpoint.body
    try await endpoint.expect(.json(body).cutShort, toThrow: .lost, requests: endpoint.attempts)
  }

  @Test(arguments: ClientEndpoint.all)
  func aServerThatIsNotThere(_ endpoint: ClientEndpoint) async {
    let port = ClosedPort()
    await #expect(throws: APIError.noConnection(reason: "the server refuses connections")) {
      try await endpoint.use(port.url, clock: clock)
    }
    #expect(clock.now.offset == endpoint.pauses)
    withExtendedLifetime(port) {}
  }

  // MARK: - Answers that are of no use

  @Test(arguments: ClientEndpoint.all)
  func whatIsNotHTTP(_ endpoint: ClientEndpoint) async throws {
    try await endpoint.expect(.bytes(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)), toThrow: .notHTTP)
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

  @Test(arguments: ClientEndpoint.all, [400, 401, 403, 422])
  func aRequestThatIsRefused(_ endpoint: ClientEndpoint, _ status: Int) async throws {
    let error = APIError.status(code: status, message: "no", retryAt: nil)
    try await endpoint.expect(.json(#"{"message": "no"}"#, status: status), toThrow: error)
  }

  @Test(arguments: ClientEndpoint.all)
  func whatIsNotThere(_ endpoint: ClientEndpoint) async throws {
    let answer = LoopbackAnswer.json(#"{"message": "Not Found"}"#, status: 404)
    if let value = endpoint.valueIfMissing {
      let server = try TestServer(answer)
      #expect(try await endpoint.use(server.url) == value)
      #expect(server.requests.count == 1)
    } else {
      try await endpoint.expect(answer, toThrow: .status(code: 404, message: "Not Found", retryAt: nil))
    }
  }

  @Test(arguments: ClientEndpoint.all.filter { $0.service.token != nil })
  func aTokenThatIsRefusedIsShownToNobody(_ endpoint: ClientEndpoint) async throws {
    let server = try TestServer { request, _ in
      .json(#"{"message": "Who is \#(request[header: "Authorization"] ?? "that")?"}"#, status: 401)
    }
    await #expect(throws: APIError.status(code: 401, message: "Who is <redacted>?", retryAt: nil)) {
      try await endpoint.use(server.url)
    }
    #expect(server.requests.count == 1)
  }

  @Test(arguments: ClientEndpoint.all, [403, 429])
  func aRateLimit(_ endpoint: ClientEndpoint, _ status: Int) async throws {
    let limits: [(headers: [LoopbackAnswer.Header], seconds: TimeInterval?)] = [
      ([.init("Retry-After", "30")], 30),
      ([.init("X-RateLimit-Remaining", "0"), .init("X-RateLimit-Reset", "1700000060")], 60),
      ([.init("Rate-Remaining", "0"), .init("Rate-Reset", "1700000060")], 60),
      ([.init("X-RateLimit-Remaining", "0")], nil),
    ]
    for (headers, seconds) in limits + (status == 429 ? [([], nil)] : []) {
      let retryAt = seconds.map { Date(timeIntervalSince1970: 1_700_000_000 + $0) }
      for (body, message) in [(#"{"message": "Slow down."}"#, "Slow down."), ("{}", nil)] {
        let answer = LoopbackAnswer.json(body, status: status, headers: headers)
        try await endpoint.expect(answer, toThrow: .rateLimited(retryAt: retryAt, message: message))
      }
    }
  }

  // MARK: - Without a fault of the server

  @Test(arguments: ClientEndpoint.all, ["ftp://x", "not an address", "https://user:pass@x"])
  func anAddressThatIsNone(_ endpoint: ClientEndpoint, _ url: String) async {
    let error = await #expect(throws: APIError.self) { try await endpoint.use(url) }
    #expect(error?.message.hasPrefix("\(endpoint.service.address) ") == true)
    #expect(error?.message.hasSuffix("Set it to something like \(endpoint.service.example).") == true)
  }

  @Test(arguments: ClientEndpoint.all)
  func cancellationIsSeenByTheServer(_ endpoint: ClientEndpoint) async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrival.yield()
      return .silence { disconnect.yield() }
    }
    let task = Task { try await endpoint.use(server.url) }
    for await _ in arrivals.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in disconnects.prefix(1) {}
    #expect(server.requests.count == 1, "what was cancelled is not tried again")
  }

  /// Each request goes to an address of its own, and its answer contains that address.
  @Test(arguments: ClientEndpoint.all)
  func manyRequestsAtOnce(_ endpoint: ClientEndpoint) async throws {
    let server = try TestServer { request, _ in
      let number = request.target.dropFirst().prefix { $0 != "/" }
      return endpoint.body.isEmpty
        ? endpoint.answer : .json(endpoint.body.replacing(endpoint.value, with: "№ \(number)"))
    }
    try await withThrowingTaskGroup { group in
      for number in 1...25 {
        group.addTask {
          let value = try await endpoint.use("\(server.url)/\(number)")
          #expect(value == (endpoint.body.isEmpty ? endpoint.value : "№ \(number)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(server.requests.map(\.target)).count == 25 && server.requests.count == 25)
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

extension APIError {
  fileprivate static let lost = noConnection(reason: "the connection was lost")
}
