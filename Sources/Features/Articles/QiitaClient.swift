public import DependenciesMacros

/// Loads articles from Qiita.
///
/// ```swift
/// @Dependency(\.qiitaClient) var qiitaClient
/// let page = try await qiitaClient.articles(tag: "swift", page: 1)
/// ```
@DependencyClient
public struct QiitaClient: Sendable {
  /// Loads a page of the newest articles with a tag: 15 articles, pages 1 to 100.
  public var articles: @Sendable (_ tag: String, _ page: Int) async throws -> ArticlePage
  /// Loads an article.
  public var article: @Sendable (_ id: Article.ID) async throws -> Article
}

extension QiitaClient: DependencyKey {
  /// A client of Qiita's web API, or of the server that `QIITA_API_URL` names. It sends the token in `QIITA_TOKEN` if
  /// there is one. Both are environment variables.
  public static let liveValue = Self(
    articles: { tag, page in
      let response = try await APIClient().send(TaggedItemsRequest(tag: tag, page: page), reportsHeaders: true)
      return ArticlePage(
        items: response.value.rows,
        omittedCount: response.value.omittedCount,
        headers: response.headers,
        number: page
      )
      .asOf(response.asOf)
    },
    article: { id in try await APIClient().send(ItemRequest(id: id)).value }
  )

  /// Sample articles, the same in every run; thousands of them have the tag `swift`.
  public static let mockValue = Self(
    articles: { tag, page in
      try await mockAnswer("/api/v2/tags/\(tag.percentEncoded)/items?page=\(page)") {
        guard (1...ArticlePage.last).contains(page) else {
          throw APIError.status(code: 400, message: "Bad request", retryAt: nil)
        }
        guard let articles = SampleArticles(tag: tag) else { throw APIError.notFound }
        return ArticlePage(
          items: articles.page(page),
          totalCount: articles.count,
          nextPage: page < min(articles.pageCount(), ArticlePage.last) ? page + 1 : nil,
          rateLimit: SampleArticles.rateLimit(page: page)
        )
      }
    },
    article: { id in
      try Connectivity.checkOnline()
      guard let article = SampleArticles.article(id: id) else { throw APIError.notFound }
      return article
    }
  )

  /// Reports an issue for each endpoint that a test uses without overriding it.
  public static let testValue = Self()
}

extension APIError {
  fileprivate static let notFound = status(code: 404, message: "Not found", retryAt: nil)
}

extension DependencyValues {
  /// The client that loads articles from Qiita.
  public var qiitaClient: QiitaClient {
    get { self[QiitaClient.self] }
    set { self[QiitaClient.self] = newValue }
  }
}
