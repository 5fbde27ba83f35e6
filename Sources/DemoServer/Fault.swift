internal import StoreWeb

/// A deliberate failure of a request.
package enum Fault: String, CaseIterable, Sendable {
  /// Status 500, with a message.
  case error = "an error"
  /// Status 502, with an HTML page instead of JSON.
  case badGateway = "a bad gateway"
  /// Status 503 with `Retry-After`.
  case unavailable = "unavailable"
  /// Status 429 with `Retry-After`.
  case rateLimit = "a rate limit"
  /// A connection that is reset before the request is handled.
  case reset = "a reset connection"
  /// An answer that ends halfway, after the request was handled.
  case cutShort = "an answer cut short"

  /// Returns the faulty answer to a request.
  func spoil(_ answer: () -> WebResponse) -> WebResponse {
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
