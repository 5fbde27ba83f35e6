public import Foundation

/// One page of the articles with a tag, with the values from the response's header fields.
public struct ArticlePage: Codable, Equatable, Sendable {
  /// The number of articles on a page.
  package static let size = 15
  /// The number of the last page that Qiita returns, even if there are more articles.
  package static let last = 100

  /// The articles on this page.
  public var items: [Article]
  /// The number of articles that were left out because they can't be read.
  public var omittedCount: Int
  /// The number of articles on all pages, or `nil` if the server does not send it.
  public var totalCount: Int?
  /// The number of the next page, or `nil` on the last one.
  public var nextPage: Int?
  /// The number of requests that are left.
  public var rateLimit: RateLimit?
  /// The time when the page was received if it comes from the cache; `nil` if the server has just sent it.
  public var asOf: Date?

  /// Makes a page.
  public init(
    items: [Article],
    omittedCount: Int = 0,
    totalCount: Int? = nil,
    nextPage: Int? = nil,
    rateLimit: RateLimit? = nil,
    asOf: Date? = nil
  ) {
    self.items = items
    self.omittedCount = omittedCount
    self.totalCount = totalCount
    self.nextPage = nextPage
    self.rateLimit = rateLimit
    self.asOf = asOf
  }

  /// Makes a page from the response to the request for a page number.
  ///
  /// There is a next page if the server links to a later page that is not beyond the ``last`` one, and the total count,
  /// if the server sends it, exceeds the articles up to this page.
  init(items: [Article], omittedCount: Int = 0, headers: HTTPHeaders, number: Int) {
    let totalCount = headers["Total-Count"].flatMap(Int.init).flatMap { $0 >= 0 ? $0 : nil }
    let nextPage = headers["Link"].flatMap { LinkHeader($0).page("next") }.flatMap { next in
      number < next && next <= Self.last && number * Self.size < totalCount ?? .max ? next : nil
    }
    self.init(
      items: items,
      omittedCount: omittedCount,
      totalCount: totalCount,
      nextPage: nextPage,
      rateLimit: RateLimit(headers)
    )
  }
}

extension ArticlePage: KeptValue {}
