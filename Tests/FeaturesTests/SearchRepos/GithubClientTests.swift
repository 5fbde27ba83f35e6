import Dependencies
import Features
import Foundation
import LoopbackServer
import Testing

/// The live client over real sockets and the real `URLSession`; only the clock is not real.
struct GithubClientTests {
  private let client = GithubClient.liveValue
  private let clock = ImmediateClock()
  private let token = "ghp_0123456789abcdef"

  private func live<R>(
    _ url: String,
    token: String? = nil,
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

  /// The error that a search ends in.
  private func searchError(_ answers: LoopbackAnswer...) async throws -> (error: APIError?, requests: Int) {
    let server = try TestServer { _, index in answers[min(index, answers.count - 1)] }
    let error = await #expect(throws: APIError.self) {
      try await live(server.url) { try await client.searchRepos("swift", 1) }
    }
    return (error, server.requests.count)
  }

  private static let repository = """
    {"id": 44838949, "name": "swift", "full_name": "swiftlang/swift", "private": false,
     "owner": {"login": "swiftlang", "id": 1, "avatar_url": "https://avatars.githubusercontent.com/u/42816656?v=4"},
     "description": "The Swift Programming Language", "stargazers_count": 67000, "topics": []}
    """

  private static func searchBody(_ total: Int, _ ids: ClosedRange<Int>) -> String {
    let items = ids.map { repository.replacing("44838949", with: "\($0)") }.joined(separator: ",")
    return "{\"total_count\": \(total), \"incomplete_results\": false, \"items\": [\(items)]}"
  }

  @Test func searches() async throws {
    let headers: [LoopbackAnswer.Header] = [
      .init("X-RateLimit-Limit", "10"), .init("X-RateLimit-Remaining", "9"), .init("X-RateLimit-Reset", "1700000060"),
    ]
    let server = try TestServer(.json(Self.searchBody(1, 44_838_949...44_838_949), headers: headers))
    let page = try await live(server.url, token: token) { try await client.searchRepos("c++ & 日本", 1) }
    let avatar = try #require(URL(string: "https://avatars.githubusercontent.com/u/42816656?v=4"))
    let repository = Repository(
      id: 44_838_949,
      name: "swift",
      owner: Repository.Owner(login: "swiftlang", avatarURL: avatar),
      description: "The Swift Programming Language",
      stargazersCount: 67_000
    )
    #expect(page.items == [repository])
    #expect(page.totalCount == 1)
    #expect(page.nextPage == nil)
    let reset = Date(timeIntervalSince1970: 1_700_000_060)
    #expect(page.rateLimit == RateLimit(limit: 10, remaining: 9, resetsAt: reset))
    #expect(page.headers["X-RateLimit-Remaining"] == "9")
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/search/repositories?q=c%2B%2B%20%26%20%E6%97%A5%E6%9C%AC&page=1")
    #expect(request[header: "Accept"] == "application/vnd.github+json")
    #expect(request[header: "User-Agent"] == "swift-store")
    #expect(request[header: "X-GitHub-Api-Version"] == "2022-11-28")
    #expect(request[header: "Authorization"] == "Bearer \(token)")
    #expect(server.requests.count == 1)
  }

  @Test func searchesWithoutAToken() async throws {
    let server = try TestServer(.json(Self.searchBody(0, 1...1)))
    _ = try await live(server.url) { try await client.searchRepos("swift", 1) }
    #expect(server.requests.map { $0[header: "Authorization"] } == [nil])
  }

  @Test func followsPagesByTheLinkHeader() async throws {
    let server = try TestServer { request, _ in
      let page = request.query.hasSuffix("page=2") ? 2 : 1
      let link = LoopbackAnswer.Header("Link", "<http://elsewhere/?q=swift&page=2>; rel=\"next\"")
      return .json(Self.searchBody(4, page == 1 ? 1...2 : 3...4), headers: page == 1 ? [link] : [])
    }
    let ids = try await live(server.url) {
      var ids: [Int] = []
      var next: Int? = 1
      while let page = next {
        let response = try await client.searchRepos("swift", page)
        ids += response.items.map(\.id)
        next = response.nextPage
      }
      return ids
    }
    #expect(ids == [1, 2, 3, 4])
    #expect(server.requests.map(\.query) == ["q=swift&page=1", "q=swift&page=2"])
  }

  @Test(arguments: [1, 2, -1])
  func doesNotGoBackToPagesThatItHasSeen(_ next: Int) async throws {
    let link = LoopbackAnswer.Header("Link", "<http://elsewhere/?page=\(next)>; rel=\"next\"")
    let server = try TestServer(.json(Self.searchBody(4, 1...2), headers: [link]))
    let page = try await live(server.url) { try await client.searchRepos("swift", 2) }
    #expect(page.nextPage == nil)
  }

  @Test func readsFavorites() async throws {
    let link = LoopbackAnswer.Header("Link", "<https://api.github.com/user/starred?page=3>; rel=\"next\"")
    let server = try TestServer(.json("[\(Self.repository)]", headers: [link]))
    let page = try await live(server.url, token: " \(token)\n") { try await client.searchFavorites(2) }
    #expect(page.items.map(\.fullName) == ["swiftlang/swift"])
    #expect(page.totalCount == nil)
    #expect(page.nextPage == 3)
    let request = try #require(server.requests.first)
    #expect(request.target == "/user/starred?page=2")
    #expect(request[header: "Authorization"] == "Bearer \(token)")
  }

  @Test(arguments: [nil, "", "  "])
  func sendsNoRequestForFavoritesWithoutAToken(_ token: String?) async throws {
    let server = try TestServer(.json("[]"))
    let error = await #expect(throws: APIError.self) {
      try await live(server.url, token: token) { try await client.searchFavorites(1) }
    }
    #expect(
      error?.message
        == "Favorites are those of your GitHub account: set GITHUB_TOKEN to a token of it, then try again."
    )
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["ftp://x", "not an address", "https://user:pass@x"])
  func anAddressThatIsNoneIsAnError(_ url: String) async throws {
    let error = await #expect(throws: APIError.self) {
      try await live(url, token: token) { try await client.searchRepos("swift", 1) }
    }
    #expect(error?.message.hasPrefix("GITHUB_API_URL ") == true)
    #expect(error?.message.hasSuffix("Set it to something like https://api.github.com.") == true)
  }

  @Test func aTokenThatIsRefused() async throws {
    let server = try TestServer(.json(#"{"message": "Bad credentials", "documentation_url": ""}"#, status: 401))
    let error = await #expect(throws: APIError.self) {
      try await live(server.url, token: token) { try await client.searchFavorites(1) }
    }
    #expect(error == .status(code: 401, message: "Bad credentials", retryAt: nil))
    #expect(error.map { "\($0)\($0.message)".contains(token) } == false)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [403, 429])
  func aPrimaryRateLimit(_ status: Int) async throws {
    let headers: [LoopbackAnswer.Header] = [
      .init("X-RateLimit-Limit", "10"), .init("X-RateLimit-Remaining", "0"), .init("X-RateLimit-Reset", "1700000060"),
    ]
    let (error, requests) = try await searchError(
      .json(#"{"message": "API rate limit exceeded for 127.0.0.1."}"#, status: status, headers: headers)
    )
    let retryAt = Date(timeIntervalSince1970: 1_700_000_060)
    #expect(error == .rateLimited(retryAt: retryAt, message: "API rate limit exceeded for 127.0.0.1."))
    #expect(requests == 1)
  }

  @Test(arguments: [403, 429])
  func aSecondaryRateLimit(_ status: Int) async throws {
    let (error, requests) = try await searchError(
      .json(
        #"{"message": "You have exceeded a secondary rate limit."}"#,
        status: status,
        headers: [.init("Retry-After", "30")]
      )
    )
    let retryAt = Date(timeIntervalSince1970: 1_700_000_030)
    #expect(error == .rateLimited(retryAt: retryAt, message: "You have exceeded a secondary rate limit."))
    #expect(requests == 1)
  }

  @Test func aQueryThatIsRefused() async throws {
    let body = """
      {"message": "Validation Failed",
       "errors": [{"message": "The search is longer than 256 characters.", "resource": "Search", "field": "q"}]}
      """
    let (error, requests) = try await searchError(.json(body, status: 422))
    let message = "Validation Failed: The search is longer than 256 characters."
    #expect(error == .status(code: 422, message: message, retryAt: nil))
    #expect(requests == 1)
  }

  @Test func aServerThatRecovers() async throws {
    let server = try TestServer(.respond(502), .json("oops", status: 500), .json(Self.searchBody(1, 1...1)))
    let page = try await live(server.url) { try await client.searchRepos("swift", 1) }
    #expect(page.items.map(\.id) == [1])
    #expect(server.requests.count == 3)
    #expect(clock.now.offset == .milliseconds(1500))
  }

  @Test func aServerThatDoesNotRecover() async throws {
    let (error, requests) = try await searchError(.json(#"{"message": "down"}"#, status: 503))
    #expect(error == .status(code: 503, message: "down", retryAt: nil))
    #expect(requests == 3)
  }

  @Test func aConnectionThatIsResetAndThenWorks() async throws {
    let server = try TestServer(
      .reset,
      .json(Self.searchBody(1, 1...1), bodyLimit: 50),
      .json(Self.searchBody(1, 1...1))
    )
    let page = try await live(server.url) { try await client.searchRepos("swift", 1) }
    #expect(page.items.map(\.id) == [1])
    #expect(server.requests.count == 3)
  }

  @Test func aConnectionThatIsAlwaysReset() async throws {
    let (error, requests) = try await searchError(.reset)
    #expect(error == .noConnection(reason: "the connection was lost"))
    #expect(requests == 3)
  }

  @Test func aBodyThatIsAlwaysCutShort() async throws {
    let (error, requests) = try await searchError(.json(Self.searchBody(1, 1...1), bodyLimit: 50))
    #expect(error == .noConnection(reason: "the connection was lost"))
    #expect(requests == 3)
  }

  @Test func aServerThatIsNotThere() async throws {
    let port = ClosedPort()
    await #expect(throws: APIError.noConnection(reason: "the server refuses connections")) {
      try await live(port.url) { try await client.searchRepos("swift", 1) }
    }
    #expect(clock.now.offset == .milliseconds(1500))
    withExtendedLifetime(port) {}
  }

  @Test func whatIsNotHTTP() async throws {
    let (error, requests) = try await searchError(.bytes(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)))
    #expect(error == .notHTTP)
    #expect(requests == 1)
  }

  @Test(arguments: [
    ("<html>Welcome to the airport</html>", "", "valid JSON"),
    ("", "", "valid JSON"),
    ("[]", "", "an object"),
    (#"{"items": []}"#, "total_count", "a value, but the key is missing"),
    (#"{"total_count": 1, "items": {}}"#, "items", "an array"),
    (#"{"total_count": 1, "items": [\#(repository), {"id": "2"}]}"#, "items[1].id", "a whole number"),
    (
      #"{"total_count": 1, "items": [\#(repository.replacing("\"swiftlang\"", with: "null"))]}"#,
      "items[0].owner.login",
      "a string instead of null"
    ),
    (
      #"{"total_count": 1, "items": [\#(repository.replacing("67000", with: "67000.5"))]}"#,
      "items[0].stargazers_count", "a number without a fraction, or not so large"
    ),
  ])
  func aBodyOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    let (error, requests) = try await searchError(.json(body))
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
    let task = await live(server.url) { Task { try await client.searchRepos("swift", 1) } }
    for await _ in arrivals.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in disconnects.prefix(1) {}
    #expect(server.requests.count == 1, "what was cancelled is not tried again")
  }

  @Test func runsManySearchesAtOnce() async throws {
    let server = try TestServer { request, _ in
      .json(Self.searchBody(1, 1...1).replacing("\"swift\"", with: "\"\(request.query)\""))
    }
    let names = try await live(server.url) {
      try await withThrowingTaskGroup(of: String?.self) { group in
        for number in 1...50 {
          group.addTask { try await GithubClient.liveValue.searchRepos("\(number)", 1).items.first?.name }
        }
        return try await group.reduce(into: Set<String>()) { if let name = $1 { $0.insert(name) } }
      }
    }
    #expect(names == Set((1...50).map { "q=\($0)&page=1" }))
  }

  @Test func endpointsThatATestDoesNotProvideAreReportedByName() async {
    @Dependency(\.githubClient) var client
    await withExpectedIssue {
      _ = try? await client.searchRepos("swift", 1)
    } matching: {
      $0.message.contains("Unimplemented: GithubClient.searchRepos")
    }
    await withExpectedIssue {
      _ = try? await client.searchFavorites(1)
    } matching: {
      $0.message.contains("Unimplemented: GithubClient.searchFavorites")
    }
  }
}
