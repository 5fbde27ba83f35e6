import Features
import Foundation
import Testing

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
