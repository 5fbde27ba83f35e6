import Foundation

/// Dates of header fields: `Sun, 06 Nov 1994 08:49:37 GMT`, the one format that HTTP allows servers to send
/// (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// Returns `nil` if the text is no such date.
  package static func read(_ text: String) -> Date? {
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

  /// The date as servers send it, without fractions of a second.
  package static func write(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
