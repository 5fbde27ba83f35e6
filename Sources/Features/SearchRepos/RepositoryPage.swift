public import Foundation

/// A page of a list of repositories, with the values from the response's header fields.
public struct RepositoryPage: Codable, Equatable, Sendable {
  /// The repositories on this page.
  public var items: [Repository]
  /// The number of repositories that were left out because they can't be read.
  public var omittedCount: Int
  /// The number of repositories on all pages, or `nil` if the server does not send it.
  public var totalCount: Int?
  /// Whether GitHub gave up before it had found all repositories, because the search took too long.
  public var isIncomplete: Bool
  /// The number of the next page; `nil` on the last one.
  public var nextPage: Int?
  /// The number of requests that are left.
  public var rateLimit: RateLimit?
  /// All header fields of the response.
  public var headers: HTTPHeaders
  /// The time of the kept response that the page comes from; `nil` if the server has just sent it.
  public var asOf: Date?

  /// Makes a page.
  public init(
    items: [Repository],
    omittedCount: Int = 0,
    totalCount: Int? = nil,
    isIncomplete: Bool = false,
    nextPage: Int? = nil,
    rateLimit: RateLimit? = nil,
    headers: HTTPHeaders = [:],
    asOf: Date? = nil
  ) {
    self.items = items
    self.omittedCount = omittedCount
    self.totalCount = totalCount
    self.isIncomplete = isIncomplete
    self.nextPage = nextPage
    self.rateLimit = rateLimit
    self.headers = headers
    self.asOf = asOf
  }

  /// Makes a page from the response to the request for a page number.
  ///
  /// The next page must have a higher number. Otherwise a server could make the client send requests forever.
  init(
    items: [Repository],
    omittedCount: Int = 0,
    totalCount: Int? = nil,
    isIncomplete: Bool = false,
    headers: HTTPHeaders,
    number: Int
  ) {
    let nextPage = headers["Link"].flatMap { LinkHeader($0).page("next") }.flatMap { $0 > number ? $0 : nil }
    self.init(
      items: items,
      omittedCount: omittedCount,
      totalCount: totalCount,
      isIncomplete: isIncomplete,
      nextPage: nextPage,
      rateLimit: RateLimit(headers),
      headers: headers
    )
  }
}

extension RepositoryPage: KeptValue {}
