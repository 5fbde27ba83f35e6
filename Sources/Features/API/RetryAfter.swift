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
    } else if let date = Self.date(text) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// Parses the one date format that HTTP allows servers to send: `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].count == 4, parts[0].hasSuffix(","), parts[5] == "GMT" else { return nil }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard
      let day = Int(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(parts[2])),
      let year = Int(parts[3]), (1...9999).contains(year),
      time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(
      from: DateComponents(
        year: year,
        month: month + 1,
        day: day,
        hour: time[0],
        minute: time[1],
        second: time[2]
      )
    )
  }
}
