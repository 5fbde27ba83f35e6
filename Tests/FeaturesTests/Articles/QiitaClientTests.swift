import Dependencies
import Features
import Foundation
import StoreWeb
import Testing

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
  @Test(arguments: [
    (1, 2 as Int?, "31" as String?, 2 as Int?), (2, 3, "31", 3), (2, 3, "30", nil), (1, 2, nil, 2), (1, nil, "31", nil),
    (2, 2, "99", nil), (3, 1, "99", nil), (99, 100, "9999", 100), (100, 101, "9999", nil), (1, 2, "-3", 2),
    (1, 2, "many", 2), (1, 2, "0", nil),
  ])
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

  @Test func theMockHasPagesAndRefusesWhatQiitaRefuses() async throws {
    let client = QiitaClient.mockValue
    let (first, last) = (try await client.articles("日本語", 1), try await client.articles("日本語", 2))
    #expect(first.nextPage == 2 && last.items.count == 1 && last.totalCount == 16 && last.nextPage == nil)
    #expect(try await client.article(last.items[0].id) == last.items[0])
    #expect(try await client.articles("Swift", 100).nextPage == nil)
    #expect(try await client.articles("未投稿", 1).items.isEmpty)
    let bad = APIError.status(code: 400, message: "Bad request", retryAt: nil)
    for page in [0, 101] { await #expect(throws: bad) { try await client.articles("swift", page) } }
    let missing = APIError.status(code: 404, message: "Not found", retryAt: nil)
    await #expect(throws: missing) { try await client.articles("no such tag", 1) }
    await #expect(throws: missing) { try await client.article("nothing") }
  }
}

struct ArticleTests {
  private static func article(_ createdAt: String) throws -> Article {
    let text = """
      {"id": "a", "title": "題", "url": "https://qiita.com/ada/items/a", "user": {"id": "ada"}, "likes_count": 3,
       "comments_count": 1, "created_at": \(createdAt), "tags": [{"name": "Swift", "versions": []}],
       "page_views_count": null, "body": "not needed"}
      """
    return try JSONDecoder().decode(Article.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    ("2024-01-05T09:30:00+09:00", 1_704_414_600.0),
    ("2024-01-05T00:30:00Z", 1_704_414_600),
    ("2024-01-05T00:30:00.999Z", 1_704_414_600),
    ("2024-01-04T19:30:00-0500", 1_704_414_600),
    ("2000-02-29T23:59:59+00:00", 951_868_799),
  ])
  func readsTimes(_ text: String, _ seconds: Double) throws {
    #expect(try Self.article("\"\(text)\"").createdAt == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "null", "12", "{}", "\"昨日\"", "\"2024-01-05\"", "\"2024-02-30T00:00:00Z\"", "\"2024-01-05T24:30:00Z\"",
    "\"2024-01-05T00:30:00\"", "\"2024-01-05T00:30:00Z and more\"", "\"12024-01-05T00:30:00Z\"",
    "\"２０２４-01-05T00:30:00Z\"", "\"2024-01-05 00:30:00Z\"",
  ])
  func whatIsNoTimeIsUnknown(_ value: String) throws {
    let article = try Self.article(value)
    #expect(article.createdAt == nil)
    #expect(article.createdOn == "日付不明")
  }

  @Test(arguments: [
    // The day starts earlier in Japan than in UTC.
    (1_704_380_399.0, "2024年01月04日"), (1_704_380_400, "2024年01月05日"), (1_735_657_200, "2025年01月01日"),
    (0, "1970年01月01日"), (253_402_300_799, "10000年01月01日"),
  ])
  func showsTheDayInJapan(_ seconds: Double, _ day: String) throws {
    var article = try Self.article("null")
    article.createdAt = Date(timeIntervalSince1970: seconds)
    #expect(article.createdOn == day)
  }

  @Test func survivesEncoding() throws {
    var article = try Self.article("\"2024-01-05T00:30:00Z\"")
    let data = try JSONEncoder().encode(article)
    #expect(String(decoding: data, as: UTF8.self).contains(#""created_at":"2024-01-05T09:30:00+09:00""#))
    #expect(try JSONDecoder().decode(Article.self, from: data) == article)
    article.createdAt = nil
    article.pageViewsCount = 4
    #expect(try JSONDecoder().decode(Article.self, from: JSONEncoder().encode(article)) == article)
  }
}
