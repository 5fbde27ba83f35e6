/// One page of the articles with a tag, with what the response's header fields said.
public struct ArticlePage: Codable, Equatable, Sendable {
  /// How many articles are on a page.
  package static let size = 15
  /// The last page that Qiita hands out, however many articles there are.
  package static let last = 100

  /// The articles on this page.
  public var items: [Article]
  /// How many there are on all pages; `nil` when the server does not say.
  public var totalCount: Int?
  /// The number of the page after this one; `nil` on the last one.
  public var nextPage: Int?
  /// How many requests are left.
  public var rateLimit: RateLimit?

  /// Makes a page.
  public init(items: [Article], totalCount: Int? = nil, nextPage: Int? = nil, rateLimit: RateLimit? = nil) {
    self.items = items
    self.totalCount = totalCount
    self.nextPage = nextPage
    self.rateLimit = rateLimit
  }

  /// Makes a page of the response to the request for the page of this number.
  ///
  /// There is a next page if the server links to one that comes after this one, if it says that there are more articles
  /// or does not say how many there are, and if it hands it out.
  init(items: [Article], headers: HTTPHeaders, number: Int) {
    let totalCount = headers["Total-Count"].flatMap(Int.init).flatMap { $0 >= 0 ? $0 : nil }
    let nextPage = headers["Link"].flatMap { LinkHeader($0).page("next") }.flatMap { next in
      number < next && next <= Self.last && number * Self.size < totalCount ?? .max ? next : nil
    }
    self.init(items: items, totalCount: totalCount, nextPage: nextPage, rateLimit: RateLimit(headers))
  }
}
