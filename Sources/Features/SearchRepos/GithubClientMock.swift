import Foundation

extension GithubClient {
  /// Made-up repositories, several pages of them, the same for the same query every time.
  public static let mockValue = Self(
    searchRepos: { query, page in
      let topic = query.lowercased().split { !$0.isLetter && !$0.isNumber }.first.map(String.init) ?? "swift"
      let seed = stableHash(query.lowercased())
      return mockPage(page, of: 40 + Int(seed % 60), path: "/search/repositories", seed: seed, topic: topic)
    },
    searchFavorites: { page in
      var page = mockPage(page, of: 45, path: "/user/starred", seed: stableHash("starred"), topic: "swift")
      page.totalCount = nil
      return page
    }
  )

  private static let pageSize = 30

  private static func mockPage(_ number: Int, of total: Int, path: String, seed: UInt64, topic: String)
    -> RepositoryPage
  {
    let number = max(1, number)
    let pages = (total + pageSize - 1) / pageSize
    var headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8",
      "X-RateLimit-Limit": "10",
      "X-RateLimit-Remaining": "\(max(0, 10 - number))",
      "X-RateLimit-Reset": "1767225600",
    ]
    if number < pages {
      let address = "https://api.github.com\(path)?page="
      headers["Link"] = "<\(address)\(number + 1)>; rel=\"next\", <\(address)\(pages)>; rel=\"last\""
    }
    let first = number > pages ? total : (number - 1) * pageSize
    let items = (first..<min(first + pageSize, total)).map { mockRepository($0, of: total, seed: seed, topic: topic) }
    return RepositoryPage(items: items, totalCount: total, headers: headers, number: number)
  }

  private static func mockRepository(_ index: Int, of total: Int, seed: UInt64, topic: String) -> Repository {
    let owners = ["ada", "grace", "kathleen", "barbara", "radia", "frances", "shafi", "hedy"]
    let things = ["kit", "tools", "examples", "server", "parser", "cli", "book", "bindings", "playground", "testing"]
    let purposes = [
      "A small library for", "Everything about", "Examples of", "Fast and safe", "A gentle introduction to",
    ]
    let pick = Int(seed >> 8) + index
    let owner = owners[pick / things.count % owners.count]
    let address = URL(string: "https://avatars.githubusercontent.com/\(owner)") ?? URL(filePath: "/")
    let number = index / (owners.count * things.count)
    return Repository(
      id: Int(seed % 1_000_000) * 1_000 + index + 1,
      name: "\(topic)-\(things[pick % things.count])\(number == 0 ? "" : "-\(number + 1)")",
      owner: Repository.Owner(login: owner, avatarURL: address),
      description: index % 7 == 6 ? nil : "\(purposes[index % purposes.count]) \(topic)",
      stargazersCount: (total - index) * (total - index) * 7 + Int(seed % 97)
    )
  }

  /// FNV-1a: unlike Swift's own hashes it is the same in every process.
  private static func stableHash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
