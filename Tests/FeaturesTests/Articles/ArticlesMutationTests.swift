import Features
import Foundation
import Store
import Testing

/// No answer crashes the feature, and errors name the location of the fault.
struct ArticlesMutationTests {
  private static let body = """
    [{"id": "a1", "title": "題", "url": "https://qiita.com/ada/items/a1", "user": {"id": "ada", "name": "Ada"},
      "likes_count": 3, "comments_count": 0, "created_at": "2024-01-05T09:30:00+09:00",
      "tags": [{"name": "Swift", "versions": ["6.0"]}, {"name": "iOS"}], "page_views_count": 12},
     {"id": "b2", "title": "é", "url": "https://qiita.com/b/items/b2", "user": {"id": "b"}, "likes_count": 41,
      "comments_count": 5, "created_at": null, "tags": []}]
    """

  @Test func aFaultyBody() async {
    await MutationTrial().check(
      Self.body,
      seed: 21,
      { Articles() },
      state: Articles.State(),
      action: .appeared,
      error: { $0.list.failure?.error },
      isDone: { $0.list.query == "swift" && $0.list.rows.allSatisfy { !$0.createdOn.isEmpty } }
    )
  }
}
