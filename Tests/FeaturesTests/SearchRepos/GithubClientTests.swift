import DemoServer
import Dependencies
import Features
import Foundation
import StoreWeb
import Testing

struct GithubClientTests {
  private let client = GithubClient.liveValue
  private let token = ClientEndpoint.token

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
    let headers: [WebResponse.Header] = [
      .init("X-RateLimit-Limit", "10"), .init("X-RateLimit-Remaining", "9"), .init("X-RateLimit-Reset", "1700000060"),
    ]
    let server = try TestServer(.json(Self.searchBody(1, 44_838_949...44_838_949), headers: headers))
    let page = try await live(["GITHUB_API_URL": server.url, "GITHUB_TOKEN": token]) {
      try await client.searchRepos("c++ & 日本", nil, 1)
    }
    let avatar = try #require(URL(string: "https://avatars.githubusercontent.com/u/42816656?v=4"))
    var repository = Repository(id: 44_838_949, name: "swift", owner: .init(login: "swiftlang", avatarURL: avatar))
    repository.description = "The Swift Programming Language"
    repository.stargazersCount = 67_000
    #expect(page.items == [repository] && page.totalCount == 1 && page.nextPage == nil)
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

  @Test func followsPagesByTheLinkHeader() async throws {
    let server = try TestServer { request, _ in
      let page = request.query.hasSuffix("page=2") ? 2 : 1
      let link = WebResponse.Header("Link", "<http://elsewhere/?q=swift&page=2>; rel=\"next\"")
      return .json(Self.searchBody(4, page == 1 ? 1...2 : 3...4), headers: page == 1 ? [link] : [])
    }
    let ids = try await live(["GITHUB_API_URL": server.url]) {
      var ids: [Int] = []
      var next: Int? = 1
      while let page = next {
        let response = try await client.searchRepos("swift", nil, page)
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
    let link = WebResponse.Header("Link", "<http://elsewhere/?page=\(next)>; rel=\"next\"")
    let server = try TestServer(.json(Self.searchBody(4, 1...2), headers: [link]))
    let page = try await live(["GITHUB_API_URL": server.url]) { try await client.searchRepos("swift", nil, 2) }
    #expect(page.nextPage == nil)
  }

  @Test func readsFavorites() async throws {
    let link = WebResponse.Header("Link", "<https://api.github.com/user/starred?page=3>; rel=\"next\"")
    let server = try TestServer(.json("[\(Self.repository)]", headers: [link]))
    let page = try await live(["GITHUB_API_URL": server.url, "GITHUB_TOKEN": " \(token)\n"]) {
      try await client.searchFavorites(2)
    }
    #expect(page.items.map(\.fullName) == ["swiftlang/swift"] && page.totalCount == nil && page.nextPage == 3)
    let request = try #require(server.requests.first)
    #expect(request.target == "/user/starred?page=2")
    #expect(request[header: "Authorization"] == "Bearer \(token)")
  }

  /// An error tells how many requests are left, as an answer does.
  @Test(arguments: [403, 429, 500])
  func errorsHaveTheHeaderFieldsOfTheirResponses(_ status: Int) async throws {
    let headers = [WebResponse.Header("X-RateLimit-Remaining", "7")]
    let server = try TestServer(.json(#"{"message": "no"}"#, status: status, headers: headers))
    let error = await #expect(throws: FailedResponse.self) {
      try await live(["GITHUB_API_URL": server.url]) { try await client.searchRepos("swift", nil, 1) }
    }
    #expect(error?.headers["X-RateLimit-Remaining"] == "7")
    #expect(error.map { APIError($0) } == error?.error)
  }

  @Test(arguments: [
    (
      """
      {"message": "Validation Failed", "errors": [
        {"resource": "Search", "field": "q", "code": "missing"},
        {"resource": "Search", "field": "sort", "code": "a code of next year", "value": {"a": [1]}},
        {"resource": "Search", "field": "order", "code": "custom", "message": "no\\u001b[2J"}],
       "documentation_url": "https://docs.github.com"}
      """,
      APIError.invalidFields(
        [
          InvalidField(resource: "Search", field: "q", code: "missing"),
          InvalidField(resource: "Search", field: "sort", code: "a code of next year"),
          InvalidField(resource: "Search", field: "order", code: "custom", message: "no[2J"),
        ],
        message: "Validation Failed"
      )
    ),
    (
      #"{"message": "no", "errors": ["a", null, 3, {"message": "b"}, {"field": 1, "code": null}]}"#,
      .status(code: 422, message: "no: a: b", retryAt: nil)
    ),
    (
      #"{"errors": [{"field": "q", "code": "invalid"}]}"#,
      .invalidFields([InvalidField(field: "q", code: "invalid")], message: nil)
    ),
    (#"{"errors": [{"code": "invalid"}]}"#, .status(code: 422, message: nil, retryAt: nil)),
  ])
  func aQueryThatIsRefused(_ body: String, _ error: APIError) async throws {
    try await ClientEndpoint.searchRepos.expect(.json(body, status: 422), toThrow: error)
  }

  @Test func aRepositoryThatCanNotBeReadIsLeftOutAndCounted() async throws {
    let items = #"[{"id": "2"}, \#(Self.repository), null]"#
    let server = try TestServer { request, _ in
      .json(request.path == "/user/starred" ? items : #"{"total_count": 3, "items": \#(items)}"#)
    }
    let pages = try await live(["GITHUB_API_URL": server.url, "GITHUB_TOKEN": token]) {
      [try await client.searchRepos("swift", nil, 1), try await client.searchFavorites(1)]
    }
    for page in pages { #expect(page.items.map(\.name) == ["swift"] && page.omittedCount == 2) }
  }

  @Test func sortsAndSaysThatResultsAreMissing() async throws {
    let body = #"{"total_count": 9, "incomplete_results": true, "items": [\#(Self.repository)]}"#
    let server = try TestServer(.json(body))
    let page = try await live(["GITHUB_API_URL": server.url]) {
      try await client.searchRepos("swift", RepositorySort(.helpWantedIssues, .ascending), 3)
    }
    #expect(page.isIncomplete && page.items.count == 1 && page.totalCount == 9)
    let request = "/search/repositories?q=swift&sort=help-wanted-issues&order=asc&page=3"
    #expect(server.requests.map(\.target) == [request])
  }

  @Test(arguments: [
    (#"{"items": []}"#, "total_count", "a value, but the key is missing"),
    (#"{"total_count": 1, "items": {}}"#, "items", "an array"),
    (#"{"total_count": 1, "items": [{"id": "2"}, 7]}"#, "items[0].id", "a whole number"),
  ])
  func aBodyOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    try await ClientEndpoint.searchRepos.expect(.json(body), toThrow: .undecodable(path: path, expected: expected))
  }

  /// Before `stargazers_count` existed, `watchers` was the number of stars. Some lists have neither.
  @Test(arguments: [
    (#""watchers": 7, "size": 123456789012345678901234567890"#, 7), (#""watchers": 7, "stargazers_count": 8"#, 8),
    (#""stargazers_count": null, "watchers": null, "description": null, "language": null, "html_url": null"#, 0),
  ])
  func aRepositoryOfAnotherYear(_ fields: String, _ stars: Int) throws {
    let owner = #"{"login": "ada", "avatar_url": "https://a.example", "type": "Robot"}"#
    let json = #"{"id": 9007199254740993, "name": "a", "full_name": "ada/a", "owner": \#(owner), \#(fields)}"#
    let repository = try JSONDecoder().decode(Repository.self, from: Data(json.utf8))
    #expect(repository.id == 9_007_199_254_740_993 && repository.fullName == "ada/a" && repository.owner.login == "ada")
    #expect(repository.stargazersCount == stars && repository.language == nil && repository.htmlURL == nil)
    #expect(try JSONDecoder().decode(Repository.self, from: JSONEncoder().encode(repository)) == repository)
  }

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
    let page = WebResponse.respond(headers: [.init("Content-Type", "text/html")], body: Array("<html>".utf8))
    let error = APIError.undecodable(path: "", expected: "nothing")
    try await endpoint.expect(page, toThrow: error)
    // A redirect to such a page turns a `PUT` into a `GET`.
    let server = try TestServer { request, _ in
      request.target == "/sign-in" ? page : .respond(303, headers: [.init("Location", "/sign-in")])
    }
    await #expect(throws: error) { try await endpoint.use(server.url) }
    #expect(error.message.contains("expected nothing as the body"))
  }

  @Test(arguments: [ClientEndpoint.searchFavorites, .isStarred, .star, .unstar], [nil, "", " "])
  func sendsNoRequestWithoutAToken(_ endpoint: ClientEndpoint, _ token: String?) async throws {
    let server = try TestServer(endpoint.answer)
    let what = endpoint.name == ClientEndpoint.searchFavorites.name ? "Favorites" : "Stars"
    let reason = "\(what) are those of your GitHub account: set GITHUB_TOKEN to a token of it, then try again."
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
}

/// The made-up repositories, which the mock client shares with the demonstration's web service.
struct GithubClientMockTests {
  private let client = GithubClient.mockValue

  private func all(_ load: (Int) async throws -> RepositoryPage) async rethrows -> [Repository] {
    var all: [Repository] = []
    var next: Int? = 1
    while let number = next {
      let page = try await load(number)
      all += page.items
      next = page.nextPage
      #expect(page.items.count == 30 || next == nil)
      #expect(page.rateLimit?.remaining == 60 - number)
    }
    return all
  }

  @Test func findsWhatTheQuerySays() async throws {
    func names(_ query: String) async throws -> [String] {
      try await all { try await client.searchRepos(query, nil, $0) }.map(\.fullName)
    }
    let swift = try await all { try await client.searchRepos("swift", nil, $0) }
    #expect(Set(swift.map(\.id)).count == 257 && Set(swift.map(\.fullName)).count == 257)
    #expect(swift.map(\.stargazersCount) == swift.map(\.stargazersCount).sorted(by: >))
    #expect(swift.first?.fullName == "apple/swift")
    #expect(try await names("language:swift").count == 256)
    #expect(try await names("user:ada swift-book") == ["ada/swift-book"])
    #expect(try await names("SWIFT  book user:ada") == ["ada/swift-book"])
    for query in ["日本語", "stars:many"] { #expect(try await names(query) == []) }
    #expect(try await names("rust").first == "annie/rust-server", "they are the same in every run")
    #expect(try await names("stars:>=0").count == 1_000)
    let total = { (query: String) in try await client.searchRepos(query, nil, 1).totalCount ?? 0 }
    #expect(try await total("stars:>=0") == 4_097)
    #expect(try await total("stars:0") + total("stars:>0") == 4_097)
    #expect(try await total("stars:<100") + total("stars:>=100") == 4_097)
    #expect(try await total("stars:<=100") == total("stars:<101"))
  }

  @Test func sorts() async throws {
    for key in RepositorySort.Key.allCases {
      let most = try await client.searchRepos("user:ada", RepositorySort(key), 1).items.map(\.id)
      let least = try await all { try await client.searchRepos("user:ada", RepositorySort(key, .ascending), $0) }
      #expect(Array(least.map(\.id).suffix(30).reversed()) == most)
    }
    let best = try await client.searchRepos("user:ada", nil, 1).items
    #expect(try await client.searchRepos("user:ada", RepositorySort(.stars), 1).items == best)
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
