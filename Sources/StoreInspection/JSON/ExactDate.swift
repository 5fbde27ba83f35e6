import Foundation

extension Date {
  /// The date as ISO 8601 with as many digits of a second as it takes to read the same date again, and at least three if
  /// there is a fraction. Dates that ISO 8601 cannot tell so exactly, none of which a clock shows, are told by their
  /// seconds: `2001-01-01T00:00:00Z + 1e-30 s`.
  var exactText: String {
    let seconds = timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    guard Self.range.contains(whole) else { return Self.reference + "\(seconds) s" }
    let text = Self.text(secondsSince1970: Int(whole) + 978_307_200)
    if whole == seconds { return text }
    var scale = 1.0
    for count in 1...15 {
      scale *= 10
      let units = ((seconds - whole) * scale).rounded()
      guard count >= 3, units < scale, Self.sum(whole, units, scale) == seconds else { continue }
      let digits = "\(Int64(units))"
      return "\(text.dropLast()).\(String(repeating: "0", count: count - digits.count))\(digits)Z"
    }
    return Self.reference + "\(seconds) s"
  }

  /// Reads what ``exactText`` wrote, and any other fraction of a second.
  ///
  /// - Parameter parse: Reads a date in whole seconds.
  init?(exactText text: String, _ parse: (String) -> Date?) {
    if text.hasPrefix(Self.reference), text.hasSuffix(" s") {
      guard let seconds = Double(text.dropFirst(Self.reference.count).dropLast(2)) else { return nil }
      self.init(timeIntervalSinceReferenceDate: seconds)
      return
    }
    let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
    let digits = text.utf8[point...].dropFirst().prefix { $0.isDigit }
    guard point < text.endIndex, !digits.isEmpty else {
      guard point == text.endIndex, let date = parse(text) else { return nil }
      self = date
      return
    }
    guard let date = parse(String(text[..<point] + text[digits.endIndex...])),
      let fraction = Double("0.\(Substring(digits))")
    else { return nil }
    let shortened = digits.prefix(15)
    let whole = date.timeIntervalSinceReferenceDate
    guard shortened.count == digits.count, let units = Int64(String(Substring(shortened))) else {
      self.init(timeIntervalSinceReferenceDate: whole + fraction)
      return
    }
    var scale = 1.0
    for _ in digits { scale *= 10 }
    self.init(timeIntervalSinceReferenceDate: Self.sum(whole, Double(units), scale))
  }

  /// In the same way for writing and reading, so that both come to the same date.
  private static func sum(_ whole: Double, _ units: Double, _ scale: Double) -> Double { whole + units / scale }

  private static let reference = "2001-01-01T00:00:00Z + "

  /// The years from 0 to 9999, which ISO 8601 writes with four digits.
  private static let range = -63_145_526_400.0..<252_423_993_600.0

  /// In the proleptic Gregorian calendar, as ISO 8601 and scripts have it.
  private static func text(secondsSince1970: Int) -> String {
    func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
      let remainder = (number % divisor + divisor) % divisor
      return ((number - remainder) / divisor, remainder)
    }
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    // Days are counted in eras of 400 years, and years begin with March: the leap day is the last one.
    let (days, second) = divide(secondsSince1970, by: 86400)
    let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = era * 400 + yearOfEra + (month < 10 ? 0 : 1)
    return "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9))-\(padded(day))"
      + "T\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))Z"
  }
}
