public import DependenciesMacros

/// What the articles feature needs of Qiita.
///
/// ```swift
/// @Dependency(\.qiitaClient) var qiitaClient
/// let page = try await qiitaClient.articles(tag: "swift", page: 1)
/// ```
@DependencyClient
public struct QiitaClient: Sendable {
  /// The newest articles with a tag: a page of 15, from 1 to 100.
  public var articles: @Sendable (_ tag: String, _ page: Int) async throws -> ArticlePage
}

extension QiitaClient: DependencyKey {
  /// Qiita's web API, or the server that the environment variable `QIITA_API_URL` names, with the token in
  /// `QIITA_TOKEN` if there is one.
  public static let liveValue = Self { tag, page in
    let response = try await APIClient().send(TaggedItemsRequest(tag: tag, page: page))
    return ArticlePage(items: response.value, headers: response.headers, number: page)
  }

  /// Made-up articles, thousands of them with the tag `swift`, the same ones every time.
  public static let mockValue = Self { tag, page in
    guard (1...ArticlePage.last).contains(page) else {
      throw APIError.status(code: 400, message: "Bad request", retryAt: nil)
    }
    guard let articles = SampleArticles(tag: tag) else {
      throw APIError.status(code: 404, message: "Not found", retryAt: nil)
    }
    return ArticlePage(
      items: articles.page(page),
      totalCount: articles.count,
      nextPage: page < min(articles.pageCount(), ArticlePage.last) ? page + 1 : nil,
      rateLimit: SampleArticles.rateLimit(page: page)
    )
  }

  /// Reports each endpoint that a test uses without providing it.
  public static let testValue = Self()
}

extension DependencyValues {
  /// What the articles feature needs of Qiita.
  public var qiitaClient: QiitaClient {
    get { self[QiitaClient.self] }
    set { self[QiitaClient.self] = newValue }
  }
}
