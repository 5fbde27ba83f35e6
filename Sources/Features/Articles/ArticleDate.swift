import Foundation

/// Parses and formats dates in Qiita's format, independent of the machine's time zone and language.
enum ArticleDate {
  // Japan has no daylight saving time, so its offset is enough, and no time zone database is needed.
  private static let japan = TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt

  /// The calendar in which articles have their days.
  static var japaneseCalendar: Calendar { calendar(japan) }

  private static func calendar(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  /// Parses `2024-01-05T09:30:00+09:00`, also with `Z` and with fractions of seconds, which are dropped. Returns `nil`
  /// for other text and for days that do not exist. (Foundation accepts the 30th of February, and text after the date.)
  static func read(_ text: String) -> Date? {
    guard
      let match = text.wholeMatch(
        of: #/(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|([+-])(\d\d):?(\d\d))/#.asciiOnlyDigits()
      )
    else { return nil }
    func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
    let fields = match.output
    let components = DateComponents(
      year: number(fields.1),
      month: number(fields.2),
      day: number(fields.3),
      hour: number(fields.4),
      minute: number(fields.5),
      second: number(fields.6)
    )
    let calendar = calendar(.gmt)
    guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else { return nil }
    let offset = number(fields.8) * 3600 + number(fields.9) * 60
    return date.addingTimeInterval(TimeInterval(fields.7 == "-" ? offset : -offset))
  }

  /// Formats a date as `2024-01-05T09:30:00+09:00`.
  static func write(_ date: Date) -> String {
    Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: japan).format(date)
  }

  /// The day in Japan's time zone: `2024年01月05日`.
  static func day(_ date: Date) -> String {
    let day = japaneseCalendar.dateComponents([.year, .month, .day], from: date)
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = "\(number ?? 0)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(day.year, 4))年\(digits(day.month, 2))月\(digits(day.day, 2))日"
  }
}
