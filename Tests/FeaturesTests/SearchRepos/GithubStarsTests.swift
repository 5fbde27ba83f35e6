import Dependencies
import DemoServer
import Features
import Foundation
import LoopbackServer
import Testing

/// The live client's requests for one repository and its star, over real sockets.
struct GithubStarsTests {
  @Test(arguments: [ClientEndpoint.isStarred, .star, .unstar])
  func aStarIsNoBody(_ endpoint: ClientEndpoint) async throws {
    let server = try TestServer(endpoint.answer)
    #expect(try await endpoint.use(server.url) == endpoint.value)
    let request = try #require(server.requests.first)
    #expect(request.body.isEmpty)
    if request.method == "PUT" { #expect(request[header: "Content-Length"] == "0") }
  }

  /// The sign-in page of a network is no answer about a star.
  @Test(arguments: [ClientEndpoint.isStarred, .star, .unstar])
  func aPageIsNoAnswer(_ endpoint: ClientEndpoint) async throws {
    let page = LoopbackAnswer.respond(headers: [.init("Content-Type", "text/html")], body: Array("<html>".utf8))
    let error = APIError.undecodable(path: "", expected: "nothing")
    try await endpoint.expect(page, toThrow: error)
    // A redirect to such a page turns a `PUT` into a `GET`.
    let server = try TestServer { request, _ in
      request.target == "/sign-in" ? page : .respond(303, headers: [.init("Location", "/sign-in")])
    }
    await #expect(throws: error) { try await endpoint.use(server.url) }
    #expect(error.message.contains("expected nothing as the body"))
  }

  @Test(arguments: [ClientEndpoint.isStarred, .star, .unstar], [nil, "", " "])
  func sendsNoRequestWithoutAToken(_ endpoint: ClientEndpoint, _ token: String?) async throws {
    let server = try TestServer(endpoint.answer)
    let reason = "Stars are those of your GitHub account: set GITHUB_TOKEN to a token of it, then try again."
    await #expect(throws: APIError.invalidRequest(reason: reason)) {
      try await live(["GITHUB_API_URL": server.url, "GITHUB_TOKEN": token], operation: endpoint.call)
    }
    #expect(server.requests.isEmpty)
  }

  @Test func aRepositoryNeedsNoToken() async throws {
    let endpoint = ClientEndpoint.repository
    let server = try TestServer(endpoint.answer)
    #expect(try await live(["GITHUB_API_URL": server.url], operation: endpoint.call) == endpoint.value)
    #expect(server.requests.map { $0[header: "Authorization"] } == [nil])
  }

  @Test(arguments: ["", ".", "..", "a/b"])
  func namesStayWithinTheirPlaceInTheAddress(_ name: String) async throws {
    let server = try TestServer(.respond(204))
    do {
      _ = try await live(["GITHUB_API_URL": server.url, "GITHUB_TOKEN": ClientEndpoint.token]) {
        try await GithubClient.liveValue.isStarred("ada", name)
      }
      #expect(server.requests.map(\.target) == ["/user/starred/ada/a%2Fb"])
    } catch APIError.invalidRequest {
      #expect(server.requests.isEmpty && name != "a/b")
    }
  }

  private static let body = ClientEndpoint.repository.body

  @Test(arguments: [
    (#"{"name": "a"}"#, "id", "a value, but the key is missing"),
    (body.replacing(#""id": 7"#, with: #""id": 7.5"#), "id", "a whole number that is not too large"),
    (body.replacing(#""https://example.com/a""#, with: "null"), "owner.avatar_url", "an address instead of null"),
  ])
  func aBodyOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    try await ClientEndpoint.repository.expect(.json(body), toThrow: .undecodable(path: path, expected: expected))
  }

  /// The live client returns the same from the demonstration server as the mock client.
  @Test func theDemonstrationServerSaysWhatTheMockClientDoes() async throws {
    let server = try DemoServer([GitHubEndpoints()])
    defer { server.stop() }
    func transcript(_ client: GithubClient) async -> [String] {
      func attempt(_ what: () async throws -> String) async -> String {
        do { return try await what() } catch { return "\(APIError(error))" }
      }
      func page(_ page: RepositoryPage) -> String {
        "\(page.items) \(page.totalCount ?? -1) \(page.nextPage ?? -1) \(page.isIncomplete)"
      }
      var lines: [String] = []
      for query in ["swift", "rust library", "stars:>=0", "user:ada c", "language:c++", "nothing at all", "", " "] {
        for number in [1, 2, 9, 34, 35, Int.max] {
          lines.append(await attempt { page(try await client.searchRepos(query, nil, number)) })
        }
      }
      for sort in RepositorySort.Key.allCases.flatMap({ [RepositorySort($0), RepositorySort($0, .ascending)] }) {
        lines.append(await attempt { page(try await client.searchRepos("swift", sort, 2)) })
      }
      lines.append(await attempt { page(try await client.searchRepos("a e i o u", nil, 1)) })
      lines.append(await attempt { page(try await client.searchRepos(String(repeating: "a", count: 300), nil, 1)) })
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
