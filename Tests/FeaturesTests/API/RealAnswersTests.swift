import Foundation
import Testing

@testable import Features

/// Answers in the formats that GitHub and Qiita have used over the years, with made-up values.
struct RealAnswersTests {
  private static func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private static let owner = #""owner": {"login": "ada", "avatar_url": "https://a.example", "type": "Robot", "id": 1}"#

  // MARK: GitHub

  @Test(arguments: [
    // Before `stargazers_count` existed, `watchers` was the number of stars. Some lists have neither.
    (#"{"id": 1, "name": "a", "full_name": "ada/a", \#(owner), "watchers": 7}"#, 7),
    (#"{"id": 1, "name": "a", "full_name": "ada/a", \#(owner), "watchers": 7, "stargazers_count": 8}"#, 8),
    (#"{"id": 1, "name": "a", "full_name": "ada/a", \#(owner), "stargazers_count": null, "watchers": null}"#, 0),
    // Unknown keys are ignored.
    (
      """
      {"id": 9007199254740993, "node_id": "R_1", "name": "a", "full_name": "ada/a", \(owner), "stargazers_count": 3,
       "description": null, "language": null, "html_url": null, "license": null, "topics": [], "score": 1.0e0,
       "visibility": "a new one", "permissions": {"admin": true}, "size": 123456789012345678901234567890}
      """, 3
    ),
  ])
  func aRepository(_ json: String, _ stars: Int) throws {
    let repository = try Self.decode(Repository.self, json)
    #expect(repository.stargazersCount == stars && repository.fullName == "ada/a")
    #expect(repository.owner.login == "ada" && repository.language == nil && repository.htmlURL == nil)
    #expect(try JSONDecoder().decode(Repository.self, from: JSONEncoder().encode(repository)) == repository)
  }

  /// The owner of a repository whose account is gone is `null`. Such a repository can't be opened.
  @Test func aRepositoryWithoutAnOwnerIsLeftOut() throws {
    let json = """
      {"total_count": 2, "items": [{"id": 2, "name": "b", "full_name": "b/b", "owner": null, "stargazers_count": 1},
       {"id": 1, "name": "a", "full_name": "ada/a", \(Self.owner), "text_matches": []}]}
      """
    let response = try Self.decode(SearchReposRequest.Response.self, json)
    #expect(response.items.rows.map(\.id) == [1] && response.items.omittedCount == 1)
    #expect(response.totalCount == 2 && response.isIncomplete == nil)
  }

  // MARK: Qiita

  /// Qiita added the counts over the years, the name of an author is optional, and private teams have more keys.
  @Test func articles() throws {
    let json = """
      [{"id": "1", "title": "a", "url": "https://qiita.com/ada/items/1", "created_at": "2023-12-14T14:55:26+09:00",
        "user": {"id": "ada", "name": "", "profile_image_url": "https://a.example/p.png", "permanent_id": 187787},
        "tags": [{"name": "SSR", "versions": []}], "page_views_count": null, "team_membership": null, "slide": false,
        "comments_count": 0, "likes_count": 7, "group": null, "organization_url_name": null},
       {"id": "2", "title": "b", "url": "https://ada.qiita.com/ada/items/2", "created_at": "2001-02-03T04:05:06+00:00",
        "user": {"id": "b", "name": null, "profile_image_url": null, "team_only": true}, "tags": [],
        "group": {"name": "Dev", "private": true}, "team_membership": {"name": "B"}, "posting_campaign_uuid": null}]
      """
    let articles = try Self.decode(TaggedItemsRequest.Response.self, json)
    #expect(articles.omittedCount == 0)
    #expect(articles.rows.map(\.likesCount) == [7, 0] && articles.rows.allSatisfy { $0.createdAt != nil })
    #expect(articles.rows.map(\.user.name) == ["", nil])
    #expect(articles.rows.map(\.user.profileImageURL) == ["https://a.example/p.png", nil])
  }
}
