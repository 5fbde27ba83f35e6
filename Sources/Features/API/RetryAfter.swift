import Foundation

/// The value of a `Retry-After` header field: a number of seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter: Equatable {
  case seconds(Int)
  case date(Date)

  /// Parses the value of a header field. Returns `nil` if it is neither a whole number nor an HTTP date.
  init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // A number beyond a year means "never". The limit also keeps dates from overflowing.
      self = .seconds(min(Int(text) ?? .max, 366 * 24 * 3600))
    } else if let date = HTTPDate.read(text) {
      self = .date(date)
    } else {
      return nil
    }
  }
}
