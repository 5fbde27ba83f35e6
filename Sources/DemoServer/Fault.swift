internal import LoopbackServer

/// What can go wrong with a request on purpose.
package enum Fault: String, CaseIterable, Sendable {
  /// 500, with a message.
  case error = "an error"
  /// 502, with a page for people instead of JSON.
  case badGateway = "a bad gateway"
  /// 503 with `Retry-After`.
  case unavailable = "unavailable"
  /// 429 with `Retry-After`.
  case rateLimit = "a rate limit"
  /// A connection that is reset before the request has been looked at.
  case reset = "a reset connection"
  /// An answer that ends half way, after the request has been carried out.
  case cutShort = "an answer cut short"

  /// The answer that this fault makes of an answer.
  func spoil(_ answer: () -> LoopbackAnswer) -> LoopbackAnswer {
    switch self {
    case .error: .message("Something went wrong on purpose", status: 500)
    case .badGateway:
      .respond(
        502,
        headers: [.init("Content-Type", "text/html; charset=utf-8")],
        body: Array("<!DOCTYPE html><title>502 Bad Gateway</title>\n".utf8)
      )
    case .unavailable:
      .message("Unavailable on purpose", status: 503, headers: [.init("Retry-After", "1")])
    case .rateLimit:
      .message("Too many requests, on purpose", status: 429, headers: [.init("Retry-After", "1")])
    case .reset: .reset
    case .cutShort: answer().cutShort
    }
  }
}
