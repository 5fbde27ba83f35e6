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

  @Test(arguments: ["swift", "c++", "日本語", "language:rust stars:>10", ""])
  func hasSeveralPagesOfDistinctRepositories(_ query: String) async throws {
    let pages = try await pages { try await client.searchRepos(query, $0) }
    let items = pages.flatMap(\.items)
    #expect(pages.count > 1)
    #expect(pages.dropLast().allSatisfy { $0.items.count == 30 })
    #expect(pages.allSatisfy { $0.totalCount == items.count })
    #expect(Set(items.map(\.id)).count == items.count)
    #expect(Set(items.map(\.fullName)).count == items.count)
    #expect(items.map(\.stargazersCount) == items.map(\.stargazersCount).sorted(by: >))
    #expect(items.contains { $0.description == nil } && items.contains { $0.description != nil })
    #expect(pages.map { $0.rateLimit?.remaining } == (1...pages.count).map { 10 - $0 })
  }

  @Test func isTheSameEveryTime() async throws {
    #expect(try await client.searchRepos("swift", 2) == client.searchRepos("Swift", 2))
    let first = try await client.searchRepos("swift", 1).items.first
    #expect(first?.fullName == "shafi/swift-book")
    #expect(try await client.searchRepos("rust", 1).items.first?.id != first?.id)
  }

  @Test(arguments: [0, -1, Int.min, 1_000, Int.max])
  func survivesPagesThatDoNotExist(_ number: Int) async throws {
    let page = try await client.searchRepos("swift", number)
    #expect(page.items.count == (number < 1 ? 30 : 0))
  }

  @Test func hasFavorites() async throws {
    let pages = try await pages { try await client.searchFavorites($0) }
    #expect(pages.map(\.items.count) == [30, 15])
    #expect(pages.map(\.totalCount) == [nil, nil])
  }

  @Test func survivesEncoding() async throws {
    let page = try await client.searchRepos("swift", 1)
    #expect(try JSONDecoder().decode(RepositoryPage.self, from: JSONEncoder().encode(page)) == page)
    let json = String(decoding: try JSONEncoder().encode(page.items[0]), as: UTF8.self)
    #expect(json.contains("\"full_name\"") && json.contains("\"avatar_url\"") && json.contains("\"stargazers_count\""))
  }
}
