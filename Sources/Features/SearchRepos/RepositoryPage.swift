/// One page of a list of repositories, with what the response's header fields said.
public struct RepositoryPage: Codable, Equatable, Sendable {
  /// The repositories on this page.
  public var items: [Repository]
  /// How many there are on all pages; `nil` when the server does not say.
  public var totalCount: Int?
  /// The number of the page after this one; `nil` on the last one.
  public var nextPage: Int?
  /// How many requests are left.
  public var rateLimit: RateLimit?
  /// All header fields of the response.
  public var headers: HTTPHeaders

  /// Makes a page.
  public init(
    items: [Repository],
    totalCount: Int? = nil,
    nextPage: Int? = nil,
    rateLimit: RateLimit? = nil,
    headers: HTTPHeaders = [:]
  ) {
    self.items = items
    self.totalCount = totalCount
    self.nextPage = nextPage
    self.rateLimit = rateLimit
    self.headers = headers
  }

  /// Makes a page of a response to the request for the page of this number.
  ///
  /// A next page that does not come after this one is none: a server that names it would be asked for ever.
  init(items: [Repository], totalCount: Int? = nil, headers: HTTPHeaders, number: Int) {
    let nextPage = headers["Link"].flatMap { LinkHeader($0).page("next") }.flatMap { $0 > number ? $0 : nil }
    self.init(
      items: items,
      totalCount: totalCount,
      nextPage: nextPage,
      rateLimit: RateLimit(headers),
      headers: headers
    )
  }
}
