import Dependencies
import Features
import Foundation
import StoreWeb
import Testing

/// The live client over real sockets and the real `URLSession`; only the clock is not real.
struct QiitaClientTests {
  private let client = QiitaClient.liveValue
  private let token = ClientEndpoint.token

  private static let article = """
    {"rendered_body": "<h1>Example</h1>", "body": "# Example", "coediting": false, "comments_count": 100,
     "created_at": "2000-01-01T00:00:00+00:00", "group": null, "id": "c686397e4a0f4f11683d", "likes_count": 90,
     "private": false, "reactions_count": 80, "stocks_count": 70,
     "tags": [{"name": "Ruby", "versions": ["0.0.1"]}], "title": "Example title",
     "updated_at": "2000-01-01T00:00:00+00:00", "url": "https://qiita.com/Qiita/items/c686397e4a0f4f11683d",
     "user": {"id": "qiita", "name": "Qiita キータ", "profile_image_url": "https://s3.example/p.jpg",
       "followers_count": 200, "description": null},
     "page_views_count": 60, "slide": false}
    """

  @Test func readsWhatQiitaSends() async throws {
    let headers: [WebResponse.Header] = [
      .init("Total-Count", "31"), .init("Rate-Limit", "1000"), .init("Rate-Remaining", "999"),
      .init("Rate-Reset", "1700000060"),
      .init("Link", "<https://qiita.com/api/v2/tags/ruby/items?page=2&per_page=15>; rel=\"next\""),
    ]
    let server = try TestServer(.json("[\(Self.article)]", headers: headers))
    let page = try await live(["QIITA_API_URL": server.url, "QIITA_TOKEN": " \(token)\n"]) {
      try await client.articles("c++/日本", 1)
    }
    let article = Article(
      id: "c686397e4a0f4f11683d",
      title: "Example title",
      url: try #require(URL(string: "https://qiita.com/Qiita/items/c686397e4a0f4f11683d")),
      user: .init(id: "qiita", name: "Qiita キータ", profileImageURL: "https://s3.example/p.jpg"),
      likesCount: 90,
      commentsCount: 100,
      createdAt: Date(timeIntervalSince1970: 946_684_800),
      tags: [.init(name: "Ruby")],
      pageViewsCount: 60
    )
    let rateLimit = RateLimit(limit: 1_000, remaining: 999, resetsAt: Date(timeIntervalSince1970: 1_700_000_060))
    #expect(page == ArticlePage(items: [article], totalCount: 31, nextPage: 2, rateLimit: rateLimit))
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/api/v2/tags/c%2B%2B%2F%E6%97%A5%E6%9C%AC/items?page=1&per_page=15")
    #expect(request[header: "Accept"] == "application/json")
    #expect(request[header: "Authorization"] == "Bearer \(token)")
    #expect(server.requests.count == 1)
  }

  /// The next page is the one in the link, unless it does not follow the current page, is beyond the total, or is above
  /// 100.
  @Test(
    arguments: [
      (1, 2, "31", 2), (2, 3, "31", 3), (2, 3, "30", nil), (1, 2, nil, 2), (1, nil, "31", nil), (2, 2, "99", nil),
      (3, 1, "99", nil), (99, 100, "9999", 100), (100, 101, "9999", nil), (1, 2, "-3", 2), (1, 2, "many", 2),
      (1, 2, "0", nil),
    ] as [(Int, Int?, String?, Int?)]
  )
  func stopsAtTheEnd(_ number: Int, _ link: Int?, _ total: String?, _ next: Int?) async throws {
    var headers: [WebResponse.Header] = []
    if let total { headers.append(.init("Total-Count", total)) }
    if let link { headers.append(.init("Link", "<http://elsewhere/?page=\(link)>; rel=\"next\"")) }
    let server = try TestServer(.json("[\(Self.article)]", headers: headers))
    let page = try await live(["QIITA_API_URL": server.url]) { try await client.articles("swift", number) }
    #expect(page.nextPage == next)
  }

  @Test func waitsFiveSecondsAndNoLonger() async {
    await withDependencies {
      $0.httpTransport.send = { request in
        #expect(request.timeout == .seconds(5))
        #expect(request.headers["Authorization"] == nil, "there is no token")
        throw APIError.timeout(seconds: 5)
      }
      $0.processEnvironment = [:]
    } operation: {
      await #expect(throws: APIError.timeout(seconds: 5)) { try await client.articles("swift", 1) }
    }
  }

  @Test func anArticleThatCanNotBeReadIsLeftOutAndCounted() async throws {
    let bad = [
      "7", "{}", "null", "[]", Self.article.replacing("\"qiita\"", with: "90.5"),
      Self.article.replacing("[{", with: "[7, {"),
    ]
    let server = try TestServer(.json("[\((bad + [Self.article] + bad).joined(separator: ","))]"))
    let page = try await live(["QIITA_API_URL": server.url]) { try await client.articles("swift", 1) }
    #expect(page.items.map(\.id) == ["c686397e4a0f4f11683d"] && page.omittedCount == 2 * bad.count)
    let oddLikes = try TestServer(.json("[\(Self.article.replacing("90", with: "90.5"))]"))
    let other = try await live(["QIITA_API_URL": oddLikes.url]) { try await client.articles("swift", 1) }
    #expect(other.items.map(\.likesCount) == [0] && other.omittedCount == 0, "a number that is optional is missing")
  }

  // MARK: - Mock

  @Test(arguments: [("日本語", 16, 16), ("未投稿", 0, 0), ("Swift", 4_218, 1_500)])
  func theMockHasPages(_ tag: String, _ total: Int, _ count: Int) async throws {
    let client = QiitaClient.mockValue
    var ids: Set<Article.ID> = []
    var next: Int? = 1
    while let number = next {
      let page = try await client.articles(tag, number)
      #expect(page.totalCount == total && page.items.allSatisfy { $0.url.scheme == "https" })
      if number == 1, let last = page.items.last { #expect(try await client.article(last.id) == last) }
      ids.formUnion(page.items.map(\.id))
      next = page.nextPage
    }
    #expect(ids.count == count)
  }

  @Test func theMockRefusesWhatQiitaRefuses() async {
    let client = QiitaClient.mockValue
    let bad = APIError.status(code: 400, message: "Bad request", retryAt: nil)
    let missing = APIError.status(code: 404, message: "Not found", retryAt: nil)
    for (tag, page, error) in [("no such tag", 1, missing), ("swift", 0, bad), ("swift", 101, bad)] {
      await #expect(throws: error) { try await client.articles(tag, page) }
    }
    await #expect(throws: missing) { try await client.article("nothing") }
  }
}
