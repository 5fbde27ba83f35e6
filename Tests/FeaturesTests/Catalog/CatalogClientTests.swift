import Dependencies
import Features
import Foundation
import LoopbackServer
import Testing

/// The live client over real sockets and the real `URLSession`; only the clock is not real.
struct CatalogClientTests {
  private let client = CatalogClient.liveValue
  private let clock = ImmediateClock()

  private func live<R>(
    _ url: String,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> R
  ) async rethrows -> R {
    try await withDependencies {
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSince1970: 1_700_000_000))
      $0.httpTransport = .liveValue
      $0.processEnvironment = ["CATALOG_API_URL": url]
    } operation: {
      try await operation()
    }
  }

  /// The error that a request ends in.
  private func error(_ answers: LoopbackAnswer...) async throws -> (error: APIError?, requests: Int) {
    let server = try TestServer { _, index in answers[min(index, answers.count - 1)] }
    let error = await #expect(throws: APIError.self) {
      try await live(server.url) { try await client.get(\.users) }
    }
    return (error, server.requests.count)
  }

  private static let user = #"{"id": 1, "first_name": "Ada", "last_name": "Lovelace", "age": 36}"#
  private static let ada = User(id: 1, firstName: "Ada", lastName: "Lovelace")

  @Test func getsEachEndpointsOwnValue() async throws {
    let server = try TestServer { request, _ in
      .json(request.path == "/v1/users" ? "[\(Self.user)]" : #"[{"id": 2, "title": "夏", "artist": "Nagori"}]"#)
    }
    let users = try await live(server.url) { try await client.get(\.users) }
    #expect(users == [Self.ada])
    let songs = try await live(server.url) { try await client.get(\.songs) }
    #expect(songs == [Song(id: 2, title: "夏", artist: "Nagori")])
    #expect(server.requests.map(\.method) == ["GET", "GET"])
    #expect(server.requests.map(\.target) == ["/v1/users", "/v1/songs"])
    #expect(server.requests.map { $0[header: "Accept"] } == ["application/json", "application/json"])
  }

  @Test func theAddressCanHaveAPath() async throws {
    let server = try TestServer(.json("[]"))
    _ = try await live(server.url + "/catalog/") { try await client.get(\.users) }
    #expect(server.requests.map(\.target) == ["/catalog/v1/users"])
  }

  @Test(arguments: ["ftp://x", "not an address", "https://user:pass@x"])
  func anAddressThatIsNoneIsAnError(_ url: String) async throws {
    let error = await #expect(throws: APIError.self) {
      try await live(url) { try await client.get(\.users) }
    }
    #expect(error?.message.hasPrefix("CATALOG_API_URL ") == true)
    #expect(error?.message.hasSuffix("Set it to something like http://localhost:3003.") == true)
  }

  @Test func anEndpointThatIsNotThere() async throws {
    let (error, requests) = try await error(.json(#"{"message": "Not found"}"#, status: 404))
    #expect(error == .status(code: 404, message: "Not found", retryAt: nil))
    #expect(requests == 1)
  }

  @Test(arguments: [403, 429])
  func aRateLimit(_ status: Int) async throws {
    let (error, requests) = try await error(.json("{}", status: status, headers: [.init("Retry-After", "30")]))
    #expect(error == .rateLimited(retryAt: Date(timeIntervalSince1970: 1_700_000_030), message: nil))
    #expect(requests == 1)
  }

  @Test func aServerThatRecovers() async throws {
    let server = try TestServer(.respond(502), .json("oops", status: 500), .json("[\(Self.user)]"))
    let users = try await live(server.url) { try await client.get(\.users) }
    #expect(users == [Self.ada])
    #expect(server.requests.count == 3)
    #expect(clock.now.offset == .milliseconds(1500))
  }

  @Test func aServerThatDoesNotRecover() async throws {
    let (error, requests) = try await error(.json(#"{"message": "down"}"#, status: 503))
    #expect(error == .status(code: 503, message: "down", retryAt: nil))
    #expect(requests == 3)
  }

  @Test func aConnectionThatIsResetAndThenWorks() async throws {
    let server = try TestServer(.reset, .json("[\(Self.user)]", bodyLimit: 20), .json("[\(Self.user)]"))
    let users = try await live(server.url) { try await client.get(\.users) }
    #expect(users == [Self.ada])
    #expect(server.requests.count == 3)
  }

  @Test func aConnectionThatIsAlwaysReset() async throws {
    let (error, requests) = try await error(.reset)
    #expect(error == .noConnection(reason: "the connection was lost"))
    #expect(requests == 3)
  }

  @Test func aBodyThatIsAlwaysCutShort() async throws {
    let (error, requests) = try await error(.json("[\(Self.user)]", bodyLimit: 20))
    #expect(error == .noConnection(reason: "the connection was lost"))
    #expect(requests == 3)
  }

  @Test func aServerThatIsNotThere() async throws {
    let port = ClosedPort()
    await #expect(throws: APIError.noConnection(reason: "the server refuses connections")) {
      try await live(port.url) { try await client.get(\.users) }
    }
    withExtendedLifetime(port) {}
  }

  @Test func whatIsNotHTTP() async throws {
    let (error, requests) = try await error(.bytes(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)))
    #expect(error == .notHTTP)
    #expect(requests == 1)
  }

  @Test(arguments: [
    ("<html>Welcome to the airport</html>", "", "valid JSON"),
    ("", "", "valid JSON"),
    ("{}", "", "an array"),
    ("[{}]", "[0].id", "a value, but the key is missing"),
    ("[\(user), {\"id\": 2, \"first_name\": null}]", "[1].first_name", "a string instead of null"),
    ("[\(user.replacing("1", with: "1.5"))]", "[0].id", "a number without a fraction, or not so large"),
  ])
  func aBodyOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    let (error, requests) = try await error(.json(body))
    #expect(error == .undecodable(path: path, expected: expected))
    #expect(requests == 1)
  }

  @Test func cancellationIsSeenByTheServer() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrival.yield()
      return .silence { disconnect.yield() }
    }
    let client = client
    let task = await live(server.url) { Task { try await client.get(\.users) } }
    for await _ in arrivals.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in disconnects.prefix(1) {}
    #expect(server.requests.count == 1, "what was cancelled is not tried again")
  }

  // MARK: - Without a server

  @Test func theMockAnswersSamplesAndNotPlaceholders() async throws {
    let users = try await CatalogClient.mockValue.get(\.users)
    #expect(try await CatalogClient.mockValue.get(\.users) == users)
    #expect(users.count == 2_000 && Set(users.map(\.id)).count == 2_000)
    let songs = try await CatalogClient.mockValue.get(\.songs)
    #expect(songs.count == 3_000 && songs.contains { $0.seconds == nil })
  }

  @Test func aTestOverridesOneEndpointAndIsToldOfTheOthers() async throws {
    try await withDependencies {
      $0.catalogClient[\.users] = { [Self.ada] }
    } operation: {
      @Dependency(\.catalogClient) var client
      let users = try await client.get(\.users)
      #expect(users == [Self.ada])
      await withExpectedIssue {
        _ = try? await client.get(\.songs)
      } matching: {
        $0.message.contains("Unimplemented: CatalogClient.get(/v1/songs)")
      }
    }
  }
}
