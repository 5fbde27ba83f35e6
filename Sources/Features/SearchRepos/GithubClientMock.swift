import Dependencies
import Foundation

extension GithubClient {
  /// Thousands of sample repositories, the same in every run. Each client keeps its own stars.
  public static var mockValue: Self {
    let github = MockGithub()
    return Self(
      searchRepos: { query, sort, page in
        let order = sort.map { "&sort=\($0.key.rawValue)&order=\($0.order.rawValue)" } ?? ""
        return try await mockAnswer("/search/repositories?q=\(query.percentEncoded)&page=\(page)\(order)") {
          try github.searchRepos(query, sort, page)
        }
      },
      searchFavorites: { page in
        try await mockAnswer("/user/starred?page=\(page)") { try github.searchFavorites(page) }
      },
      repository: { owner, name in
        try await mockAnswer("/repos/\(owner.percentEncoded)/\(name.percentEncoded)") {
          try github.use { sample throws(Refusal) in try sample.repository(owner: owner, name: name) }
        }
      },
      isStarred: { owner, name in
        try Connectivity.checkOnline()
        // GitHub reports a repository that does not exist as not starred.
        return try github.use { sample in (try? sample.isStarred(owner: owner, name: name)) ?? false }
      },
      setStarred: { isStarred, owner, name in
        try Connectivity.checkOnline()
        try github.use { sample throws(Refusal) in try sample.setStarred(isStarred, owner: owner, name: name) }
      }
    )
  }

  fileprivate typealias Refusal = SampleRepositories.Refusal
}

/// The repositories and stars of a mock client.
private final class MockGithub: Sendable {
  private let sample = Locked(SampleRepositories())

  /// Reads or changes the repositories. Throws the errors of the live client.
  func use<Value: Sendable>(_ body: (inout SampleRepositories) throws(SampleRepositories.Refusal) -> Value) throws
    -> Value
  {
    do {
      return try sample.withLock { sample throws(SampleRepositories.Refusal) in try body(&sample) }
    } catch {
      throw error.error
    }
  }

  func searchRepos(_ query: String, _ sort: RepositorySort?, _ page: Int) throws -> RepositoryPage {
    try use { sample throws(SampleRepositories.Refusal) in
      let (all, isIncomplete) = try sample.search(query, sort: sort)
      try SampleRepositories.check(page: page)
      let handedOut = Array(all.prefix(SampleRepositories.resultLimit))
      var result = Self.page(page, of: handedOut, totalCount: all.count, path: "/search/repositories")
      result.isIncomplete = isIncomplete
      return result
    }
  }

  func searchFavorites(_ page: Int) throws -> RepositoryPage {
    try use { sample in Self.page(page, of: sample.favorites, totalCount: nil, path: "/user/starred") }
  }

  private static func page(_ number: Int, of all: [Repository], totalCount: Int?, path: String) -> RepositoryPage {
    let size = SampleRepositories.pageSize
    let pages = (all.count + size - 1) / size
    let number = max(1, number)
    var headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8",
      "X-RateLimit-Limit": "60",
      "X-RateLimit-Remaining": "\(60 - min(number, 60))",
      "X-RateLimit-Reset": "1767225600",
    ]
    if number < pages {
      let address = "https://api.github.com\(path)?page="
      headers["Link"] = "<\(address)\(number + 1)>; rel=\"next\", <\(address)\(pages)>; rel=\"last\""
    }
    let items = number > pages ? [] : all.dropFirst((number - 1) * size).prefix(size)
    return RepositoryPage(items: Array(items), totalCount: totalCount, headers: headers, number: number)
  }
}
