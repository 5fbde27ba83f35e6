import Foundation

extension Date: ReflectedLeaf {
  /// The date in UTC, with three to seven fractional digits of a second: as many as are not zero.
  var leafDescription: String {
    let seconds = timeIntervalSinceReferenceDate.rounded(.down)
    guard abs(seconds) < 1e11 else { return "Date(\(timeIntervalSinceReferenceDate))" }
    let ticks = Int((timeIntervalSinceReferenceDate - seconds) * 1e7)
    var fraction = String(String(ticks + 10_000_000).dropFirst())
    while fraction.count > 3, fraction.last == "0" { fraction.removeLast() }
    return "Date(\(Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601).dropLast()).\(fraction)Z)"
  }
}

extension Data: ReflectedLeaf {
  /// The number of bytes, and the first 32 bytes.
  var leafDescription: String {
    let digits = Array("0123456789abcdef")
    let shown = prefix(32).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return
      "Data(\(count) \(count == 1 ? "byte" : "bytes")\(isEmpty ? "" : ": ")\(String(shown))\(count > 32 ? "…" : ""))"
  }
}
