import Dependencies
import DemoServer
import Features
import Foundation
import LoopbackServer
import Testing

/// The live client's requests for one repository and its star, over real sockets.
struct GithubStarsTests {
  enum Endpoint: CaseIterable {
    case repository, isStarred, star, unstar, favorites

    /// What the server is asked.
    var request: String {
      switch self {
      case .repository: "GET /repos/ada/c%2B%2B"
      case .isStarred: "GET /user/starred/ada/c%2B%2B"
      case .star: "PUT /user/starred/ada/c%2B%2B"
      case .unstar: "DELETE /user/starred/ada/c%2B%2B"
      case .favorites: "GET /user/starred?page=1"
      }
    }

    /// Uses the endpoint and says what it returned.
    func use(_ client: GithubClient = .liveValue) async throws -> String {
      switch self {
      case .repository: try await client.repository("ada", "c++").fullName
      case .isStarred: "\(try await client.isStarred("ada", "c++"))"
      case .star: "\(try await client.setStarred(true, "ada", "c++"))"
      case .unstar: "\(try await client.setStarred(false, "ada", "c++"))"
      case .favorites: try await client.searchFavorites(1).items.map(\.fullName).joined()
      }
    }

    /// An answer that is right.
    var answer: LoopbackAnswer {
      switch self {
      case .repository: .json(GithubStarsTests.body)
      case .isStarred, .star, .unstar: .respond(204)
      case .favorites: .json("[\(GithubStarsTests.body)]")
      }
    }

    var value: String {
      switch self {
      case .repository, .favorites: "ada/c++"
      case .isStarred: "true"
      case .star, .unstar: "()"
      }
    }
  }

  private static let body = """
    {"id": 7, "name": "c++", "full_name": "ada/c++", "html_url": "https://github.com/ada/c%2B%2B", "language": "C++",
     "owner": {"login": "ada", "avatar_url": "https://example.com/a"}, "description": null, "stargazers_count": 5}
    """

  private let clock = ImmediateClock()

  private func live<R>(
    _ url: String,
    token: String? = "ghp_0123456789abcdef",
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> R
  ) async rethrows -> R {
    try await withDependencies {
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSince1970: 1_700_000_000))
      $0.httpTransport = .liveValue
      var environment = ["GITHUB_API_URL": url]
      environment["GITHUB_TOKEN"] = token
      $0.processEnvironment = ProcessEnvironment(environment)
    } operation: {
      try await operation()
    }
  }

  @Test(arguments: Endpoint.allCases)
  func asksAndReads(_ endpoint: Endpoint) async throws {
    let server = try TestServer(endpoint.answer)
    #expect(try await live(server.url) { try await endpoint.use() } == endpoint.value)
    let request = try #require(server.requests.first)
    #expect("\(request.method) \(request.target)" == endpoint.request)
    #expect(request[header: "Authorization"] == "Bearer ghp_0123456789abcdef")
    #expect(request.body.isEmpty)
    if endpoint == .star { #expect(request[header: "Content-Length"] == "0") }
    #expect(server.requests.count == 1)
  }

  @Test func aStarThatIsNotThereIsNoError() async throws {
    let server = try TestServer(.json(#"{"message": "Not Found"}"#, status: 404))
    #expect(try await live(server.url) { try await Endpoint.isStarred.use() } == "false")
    for endpoint in [Endpoint.repository, .star, .unstar] {
      await #expect(throws: APIError.status(code: 404, message: "Not Found", retryAt: nil)) {
        try await live(server.url) { try await endpoint.use() }
      }
    }
  }

  @Test(arguments: [Endpoint.isStarred, .star, .unstar], [nil, "", " "])
  func sendsNoRequestWithoutAToken(_ endpoint: Endpoint, _ token: String?) async throws {
    let server = try TestServer(.respond(204))
    let reason = "Stars are those of your GitHub account: set GITHUB_TOKEN to a token of it, then try again."
    await #expect(throws: APIError.invalidRequest(reason: reason)) {
      try await live(server.url, token: token) { try await endpoint.use() }
    }
    #expect(server.requests.isEmpty)
  }

  @Test func aRepositoryNeedsNoToken() async throws {
    let server = try TestServer(Endpoint.repository.answer)
    #expect(try await live(server.url, token: nil) { try await Endpoint.repository.use() } == "ada/c++")
    #expect(server.requests.map { $0[header: "Authorization"] } == [nil])
  }

  @Test(arguments: ["", ".", "..", "a/b"])
  func namesStayWithinTheirPlaceInTheAddress(_ name: String) async throws {
    let server = try TestServer(.respond(204))
    do {
      _ = try await live(server.url) { try await GithubClient.liveValue.isStarred("ada", name) }
      #expect(server.requests.map(\.target) == ["/user/starred/ada/a%2Fb"])
    } catch APIError.invalidRequest {
      #expect(server.requests.isEmpty && name != "a/b")
    }
  }

  @Test(arguments: Endpoint.allCases)
  func errorsOfTheServer(_ endpoint: Endpoint) async throws {
    let answers: [(LoopbackAnswer, APIError, requests: Int)] = [
      (
        .json(#"{"message": "Bad credentials"}"#, status: 401),
        .status(code: 401, message: "Bad credentials", retryAt: nil), 1
      ),
      (
        .json(#"{"message": "slow down"}"#, status: 403, headers: [.init("Retry-After", "30")]),
        .rateLimited(retryAt: Date(timeIntervalSince1970: 1_700_000_030), message: "slow down"), 1
      ),
      (
        .json(
          #"{"message": "exceeded"}"#,
          status: 429,
          headers: [.init("X-RateLimit-Remaining", "0"), .init("X-RateLimit-Reset", "1700000060")]
        ), .rateLimited(retryAt: Date(timeIntervalSince1970: 1_700_000_060), message: "exceeded"), 1
      ),
      (.json(#"{"message": "down"}"#, status: 503), .status(code: 503, message: "down", retryAt: nil), 3),
      (.respond(502, body: Array("<html>".utf8)), .status(code: 502, message: nil, retryAt: nil), 3),
      (.reset, .noConnection(reason: "the connection was lost"), 3),
      (.json(Self.body, bodyLimit: 20), .noConnection(reason: "the connection was lost"), 3),
      (.bytes(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)), .notHTTP, 1),
    ]
    for (answer, error, count) in answers {
      let server = try TestServer(answer)
      await #expect(throws: error) { try await live(server.url) { try await endpoint.use() } }
      #expect(server.requests.count == count, "\(error)")
    }
    let port = ClosedPort()
    await #expect(throws: APIError.noConnection(reason: "the server refuses connections")) {
      try await live(port.url) { try await endpoint.use() }
    }
    withExtendedLifetime(port) {}
  }

  @Test(arguments: Endpoint.allCases)
  func aServerThatRecovers(_ endpoint: Endpoint) async throws {
    let server = try TestServer(.reset, .respond(500), endpoint.answer)
    #expect(try await live(server.url) { try await endpoint.use() } == endpoint.value)
    #expect(server.requests.count == 3)
  }

  @Test(arguments: Endpoint.allCases)
  func cancellationClosesTheConnection(_ endpoint: Endpoint) async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrival.yield()
      return .silence { disconnect.yield() }
    }
    let task = await live(server.url) { Task { try await endpoint.use() } }
    for await _ in arrivals.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in disconnects.prefix(1) {}
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    ("[]", "", "an object"), (#"{"name": "a"}"#, "id", "a value, but the key is missing"),
    (body.replacing("5}", with: "5.5}"), "stargazers_count", "a number without a fraction, or not so large"),
    (body.replacing(#""https://example.com/a""#, with: "null"), "owner.avatar_url", "an address instead of null"),
  ])
  func aBodyOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    let server = try TestServer(.json(body))
    await #expect(throws: APIError.undecodable(path: path, expected: expected)) {
      try await live(server.url) { try await Endpoint.repository.use() }
    }
  }

  @Test func endpointsThatATestDoesNotProvideAreReportedByName() async {
    @Dependency(\.githubClient) var client
    for (endpoint, name) in [(Endpoint.repository, "repository"), (.isStarred, "isStarred"), (.star, "setStarred")] {
      await withExpectedIssue {
        _ = try? await endpoint.use(client)
      } matching: {
        $0.message.contains("Unimplemented: GithubClient.\(name)")
      }
    }
  }

  /// What the mock client says, the live client says over the demonstration server too.
  @Test func theDemonstrationServerSaysWhatTheMockClientDoes() async throws {
    let server = try DemoServer([GitHubEndpoints()])
    defer { server.stop() }
    func transcript(_ client: GithubClient) async -> [String] {
      func attempt(_ what: () async throws -> String) async -> String {
        do { return try await what() } catch { return "\(APIError(error))" }
      }
      func page(_ page: RepositoryPage) -> String { "\(page.items) \(page.totalCount ?? -1) \(page.nextPage ?? -1)" }
      var lines: [String] = []
      for query in ["swift", "rust library", "stars:>=0", "user:ada c", "language:c++", "nothing at all", "", " "] {
        for number in [1, 2, 9, 34, 35, Int.max] {
          lines.append(await attempt { page(try await client.searchRepos(query, number)) })
        }
      }
      lines.append(await attempt { page(try await client.searchRepos(String(repeating: "a", count: 300), 1)) })
      for (owner, name) in [("apple", "swift"), ("ada", "rust-kit"), ("apple", "nothing")] {
        for isStarred in [true, true, false] {
          lines.append(await attempt { "\(try await client.isStarred(owner, name))" })
          lines.append(await attempt { "\(try await client.setStarred(isStarred, owner, name))" })
          lines.append(await attempt { "\(try await client.repository(owner, name))" })
          lines.append(await attempt { page(try await client.searchFavorites(1)) })
        }
      }
      for number in [0, 2, 3, Int.min, Int.max] {
        lines.append(await attempt { page(try await client.searchFavorites(number)) })
      }
      return lines
    }
    let live = await withDependencies {
      $0.httpTransport = .liveValue
      $0.processEnvironment = ProcessEnvironment(server.environment)
    } operation: {
      await transcript(.liveValue)
    }
    let mock = await transcript(.mockValue)
    #expect(live.count == mock.count && mock.count > 80)
    for (live, mock) in zip(live, mock) { #expect(live == mock) }
  }
}
