import Foundation

extension SourceScanner {
  /// Parses a date at the cursor: `2026-01-31`, `2026-01-31 12:00`, `2026-01-31T12:00:00.5+09:00`. Without a time zone,
  /// the date is in the scanner's.
  package mutating func date() throws(Diagnostic) -> Date {
    let start = offset
    let year = try digits(4, 0...9999, "a year of four digits, as in 2026-01-31")
    guard consume("-") else { throw expected("`-`") }
    let month = try digits(2, 1...12, "a month from 01 to 12")
    guard consume("-") else { throw expected("`-`") }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year < 1582)
    let length = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    _ = try digits(2, 1...length, "a day from 01 to \(length)")
    var seconds = 0
    var fraction = 0.0
    var isLocal = true
    if consume("T") || consumeSpaceBeforeTime() {
      seconds += try digits(2, 0...23, "an hour from 00 to 23") * 3600
      guard consume(":") else { throw expected("`:`") }
      seconds += try digits(2, 0...59, "a minute from 00 to 59") * 60
      if consume(":") {
        seconds += try digits(2, 0...59, "a second from 00 to 59")
        if consume(".") {
          let digits = consume(while: \.isDigit)
          guard !digits.isEmpty else { throw expected("a digit") }
          fraction = Double("0." + source[digits].prefix(18)) ?? 0
        }
      }
      if consume("Z") {
        isLocal = false
      } else if let zone = try zone() {
        isLocal = false
        seconds -= zone
      }
    }
    if let byte, byte.isPartOfName || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") {
      throw Diagnostic(start..<offset + 1, "expected the end of the date")
    }
    // Foundation also writes the dates, so its calendar is used here: before 1582, it is the Julian one.
    guard let midnight = try? Date.ISO8601FormatStyle().parse("\(source[start..<start + 10])T00:00:00Z") else {
      throw Diagnostic(start..<offset, "there is no such date")
    }
    let date = midnight.addingTimeInterval(Double(seconds) + fraction)
    return isLocal ? date.atTheSameTime(in: timeZone) : date
  }

  /// A space belongs to the date only if a time follows it.
  private mutating func consumeSpaceBeforeTime() -> Bool {
    let next = source.bytes[offset...].prefix(4)
    guard next.count == 4, next.first == UInt8(ascii: " "), next.last == UInt8(ascii: ":"),
      next.dropFirst().prefix(2).allSatisfy(\.isDigit)
    else { return false }
    advance()
    return true
  }

  /// Parses a time zone such as `+09:00`. Returns its difference from GMT in seconds; `nil` if there is none.
  private mutating func zone() throws(Diagnostic) -> Int? {
    let isAhead = consume("+")
    guard isAhead || consume("-") else { return nil }
    let hours = try digits(2, 0...23, "two digits of hours")
    _ = consume(":")
    let minutes = try digits(2, 0...59, "two digits of minutes")
    return (hours * 3600 + minutes * 60) * (isAhead ? 1 : -1)
  }

  private mutating func digits(_ count: Int, _ bounds: ClosedRange<Int>, _ what: String) throws(Diagnostic) -> Int {
    let digits = source.bytes[offset...].prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit),
      case let number = digits.reduce(0, { $0 * 10 + Int($1 - UInt8(ascii: "0")) }), bounds.contains(number)
    else { throw expected(what) }
    moveBack(to: offset + count)
    return number
  }
}

extension Date {
  /// The date at which clocks in a time zone show the same time as clocks in Greenwich show at this date.
  fileprivate func atTheSameTime(in zone: TimeZone) -> Date {
    let nearby = addingTimeInterval(-Double(zone.secondsFromGMT(for: self)))
    return addingTimeInterval(-Double(zone.secondsFromGMT(for: nearby)))
  }

  /// Reads a date as scripts write it.
  package init?(written text: String) {
    guard text.utf8.count <= 64 else { return nil }
    var scanner = SourceScanner(SourceText(name: "", text: text))
    guard let date = try? scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }
}
