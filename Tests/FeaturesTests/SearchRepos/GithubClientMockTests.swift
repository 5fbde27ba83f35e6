import DemoServer
import Dependencies
import Features
import Foundation
import Testing

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

  @Test func remembersStarsWithinItself() async throws {
    // One of the favorites that are there at first counts one star less without it.
    let favorite = try #require(try await client.searchFavorites(1).items.first)
    let (owner, name) = (favorite.owner.login, favorite.name)
    try await client.setStarred(false, owner.uppercased(), name.uppercased())
    #expect(try await client.repository(owner, name).stargazersCount == favorite.stargazersCount - 1)
    #expect(try await all { try await client.searchFavorites($0) }.count == 44)
    #expect(try await GithubClient.mockValue.isStarred(owner, name), "another client has its own")
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
