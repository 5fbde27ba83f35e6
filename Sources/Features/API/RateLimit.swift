public import Foundation

/// The number of requests that a server still allows, from the header fields of a response.
///
/// GitHub uses the names `X-RateLimit-Limit`, `-Remaining` and `-Reset`; Qiita `Rate-Limit`, `-Remaining` and `-Reset`.
public struct RateLimit: Codable, Hashable, Sendable {
  /// The number of requests allowed in each period.
  public var limit: Int?
  /// The number of requests left in this period.
  public var remaining: Int
  /// The start of the next period.
  public var resetsAt: Date?

  /// Makes a rate limit.
  public init(limit: Int? = nil, remaining: Int, resetsAt: Date? = nil) {
    self.limit = limit
    self.remaining = remaining
    self.resetsAt = resetsAt
  }

  /// Reads the rate limit of a response, or returns `nil` if the response has none.
  public init?(_ headers: HTTPHeaders) {
    for prefix in ["X-RateLimit-", "Rate-"] {
      func number(_ name: String) -> Int? { headers[prefix + name].flatMap(Int.init).flatMap { $0 >= 0 ? $0 : nil } }
      guard let remaining = number("Remaining") else { continue }
      let reset = number("Reset").map { Date(timeIntervalSince1970: TimeInterval($0)) }
      self.init(limit: number("Limit"), remaining: remaining, resetsAt: reset)
      return
    }
    return nil
  }
}
