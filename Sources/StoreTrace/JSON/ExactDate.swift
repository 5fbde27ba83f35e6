import Foundation

extension Date {
  /// The date in ISO 8601, with as many fractional digits as are needed to read the same date again, and at least three
  /// if there is a fraction. A date that ISO 8601 can't represent exactly, which no clock shows, is written in seconds:
  /// `2001-01-01T00:00:00Z + 1e-30 s`.
  var exactText: String {
    let seconds = timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    guard whole.magnitude < 1e12 else { return Self.reference + "\(seconds) s" }
    let text = Date(timeIntervalSinceReferenceDate: whole).formatted(ISO8601FormatStyle())
    guard Self.plainRange.contains(whole) || Date(jsonValue: .string(text))?.timeIntervalSinceReferenceDate == whole
    else { return Self.reference + "\(seconds) s" }
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

  /// Reads a text that ``exactText`` has written, or a date with any other fraction of a second.
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

  /// Writing and reading use the same sum, so that both result in the same date.
  private static func sum(_ whole: Double, _ units: Double, _ scale: Double) -> Double { whole + units / scale }

  private static let reference = "2001-01-01T00:00:00Z + "

  /// The years from 1900 to 9999, which have four digits in ISO 8601, and on which calendars agree. Other dates are
  /// checked.
  private static let plainRange = -3_187_296_000.0..<252_423_993_600.0
}
