public import Foundation

/// How many requests a server still allows, from its response's header fields.
///
/// GitHub calls them `X-RateLimit-Limit`, `-Remaining` and `-Reset`, Qiita `Rate-Limit`, `-Remaining` and `-Reset`.
public struct RateLimit: Codable, Hashable, Sendable {
  /// How many requests are allowed in each period.
  public var limit: Int?
  /// How many requests are left in this period.
  public var remaining: Int
  /// When the next period begins.
  public var resetsAt: Date?

  /// Makes a rate limit.
  public init(limit: Int? = nil, remaining: Int, resetsAt: Date? = nil) {
    self.limit = limit
    self.remaining = remaining
    self.resetsAt = resetsAt
  }

  /// Reads the rate limit of a response; `nil` when the server names none.
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
