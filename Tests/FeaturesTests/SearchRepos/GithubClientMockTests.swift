import Features
import Foundation
import Testing

struct GithubClientMockTests {
  private let client = GithubClient.mockValue

  private func pages(_ load: (Int) async throws -> RepositoryPage) async rethrows -> [RepositoryPage] {
    var pages: [RepositoryPage] = []
    var next: Int? = 1
    while let number = next {
      let page = try await load(number)
      pages.append(page)
      next = page.nextPage
    }
    return pages
  }

  @Test(arguments: ["swift", "rust library", "language:go stars:>10", "user:ada"])
  func hasSeveralPagesOfDistinctRepositories(_ query: String) async throws {
    let pages = try await pages { try await client.searchRepos(query, nil, $0) }
    let items = pages.flatMap(\.items)
    #expect(pages.count > 1)
    #expect(pages.dropLast().allSatisfy { $0.items.count == 30 })
    #expect(pages.allSatisfy { $0.totalCount == items.count })
    #expect(Set(items.map(\.id)).count == items.count)
    #expect(Set(items.map(\.fullName)).count == items.count)
    #expect(items.map(\.stargazersCount) == items.map(\.stargazersCount).sorted(by: >))
    #expect(pages.map { $0.rateLimit?.remaining } == (1...pages.count).map { 60 - $0 })
  }

  @Test func findsWhatTheQuerySays() async throws {
    func names(_ query: String) async throws -> [String] {
      try await pages { try await client.searchRepos(query, nil, $0) }.flatMap(\.items).map(\.fullName)
    }
    #expect(try await names("swift").count == 257)
    #expect(try await names("swift").first == "apple/swift")
    #expect(try await names("language:swift").count == 256)
    #expect(try await names("user:ada swift-book") == ["ada/swift-book"])
    #expect(try await names("SWIFT  book user:ada") == ["ada/swift-book"])
    #expect(try await names("日本語") == [])
    let thousand = try await pages { try await client.searchRepos("stars:>=0", nil, $0) }
    #expect(thousand.flatMap(\.items).count == 1_000)
    #expect(thousand.first?.totalCount == 4_097)
    let total = { (query: String) in try await client.searchRepos(query, nil, 1).totalCount ?? 0 }
    #expect(try await total("stars:0") + total("stars:>0") == 4_097)
    #expect(try await total("stars:<100") + total("stars:>=100") == 4_097)
    #expect(try await total("stars:<=100") == total("stars:<101"))
    #expect(try await names("stars:many") == [])
  }

  @Test func sorts() async throws {
    for key in RepositorySort.Key.allCases {
      let most = try await client.searchRepos("user:ada", RepositorySort(key), 1).items.map(\.id)
      let pages = try await pages { try await client.searchRepos("user:ada", RepositorySort(key, .ascending), $0) }
      #expect(Array(pages.flatMap(\.items).map(\.id).suffix(30).reversed()) == most)
    }
    let best = try await client.searchRepos("user:ada", nil, 1).items
    #expect(try await client.searchRepos("user:ada", RepositorySort(.stars), 1).items == best)
  }

  @Test func aSearchForManyWordsTakesTooLong() async throws {
    #expect(try await !client.searchRepos("a b c d", nil, 1).isIncomplete)
    #expect(try await client.searchRepos("a b c d e", nil, 1).isIncomplete)
  }

  @Test(arguments: ["", " \n ", String(repeating: "a", count: 257)])
  func refusesQueriesAsTheServerDoes(_ query: String) async throws {
    let error = await #expect(throws: APIError.self) { try await client.searchRepos(query, nil, 1) }
    let field =
      query.count > 256
      ? InvalidField(
        resource: "Search",
        field: "q",
        code: "invalid",
        message: "The search is longer than 256 characters."
      ) : InvalidField(resource: "Search", field: "q", code: "missing")
    #expect(error == .invalidFields([field], message: "Validation Failed"))
  }

  @Test func isTheSameEveryTime() async throws {
    #expect(try await client.searchRepos("swift", nil, 2) == client.searchRepos("Swift", nil, 2))
    #expect(try await client.searchRepos("rust", nil, 1) == GithubClient.mockValue.searchRepos("rust", nil, 1))
    #expect(try await client.searchRepos("rust", nil, 1).items.first?.fullName == "annie/rust-server")
  }

  @Test(arguments: [0, -1, Int.min, 20])
  func survivesPagesThatDoNotExist(_ number: Int) async throws {
    let page = try await client.searchRepos("swift", nil, number)
    #expect(page.items.count == (number < 1 ? 30 : 0))
    #expect(try await client.searchFavorites(number).items.count == (number < 1 ? 30 : 0))
  }

  @Test(arguments: [35, 1_000, Int.max])
  func refusesPagesAfterTheThousandthResult(_ number: Int) async throws {
    let message = "Only the first 1000 search results are available"
    await #expect(throws: APIError.status(code: 422, message: message, retryAt: nil)) {
      try await client.searchRepos("swift", nil, number)
    }
    #expect(try await client.searchFavorites(number).items == [])
  }

  @Test func hasFavorites() async throws {
    let pages = try await pages { try await client.searchFavorites($0) }
    #expect(pages.map(\.items.count) == [30, 15])
    #expect(pages.map(\.totalCount) == [nil, nil])
  }

  @Test func remembersStarsWithinItself() async throws {
    let other = GithubClient.mockValue
    let before = try await client.repository("apple", "swift")
    #expect(before.htmlURL == URL(string: "https://github.com/apple/swift"))
    #expect(try await !client.isStarred("apple", "swift"))
    try await client.setStarred(true, "apple", "swift")
    try await client.setStarred(true, "Apple", "Swift")
    #expect(try await client.isStarred("apple", "swift"))
    #expect(try await client.repository("apple", "swift").stargazersCount == before.stargazersCount + 1)
    #expect(try await client.searchRepos("apple swift user:apple", nil, 1).items == [])
    #expect(try await client.searchRepos("user:apple", nil, 1).items[0].stargazersCount == before.stargazersCount + 1)
    #expect(try await client.searchFavorites(1).items.first?.fullName == "apple/swift")
    #expect(try await !other.isStarred("apple", "swift"))
    try await client.setStarred(false, "apple", "swift")
    #expect(try await client.repository("apple", "swift") == before)
    let favorite = try #require(try await client.searchFavorites(1).items.first)
    #expect(try await client.isStarred(favorite.owner.login, favorite.name))
    try await client.setStarred(false, favorite.owner.login, favorite.name)
    let after = try await client.repository(favorite.owner.login, favorite.name)
    #expect(after.stargazersCount == favorite.stargazersCount - 1)
    #expect(try await client.searchFavorites(1).items.contains { $0.id == favorite.id } == false)
  }

  @Test func knowsNothingOfRepositoriesThatAreNotThere() async throws {
    let error = APIError.status(code: 404, message: "Not Found", retryAt: nil)
    await #expect(throws: error) { try await client.repository("apple", "nothing") }
    await #expect(throws: error) { try await client.setStarred(true, "apple", "nothing") }
    #expect(try await !client.isStarred("apple", "nothing"))
  }

  @Test func survivesEncoding() async throws {
    let page = try await client.searchRepos("swift", nil, 1)
    #expect(try JSONDecoder().decode(RepositoryPage.self, from: JSONEncoder().encode(page)) == page)
    let json = String(decoding: try JSONEncoder().encode(page.items[0]), as: UTF8.self)
    #expect(json.contains("\"full_name\"") && json.contains("\"avatar_url\"") && json.contains("\"stargazers_count\""))
  }
}
