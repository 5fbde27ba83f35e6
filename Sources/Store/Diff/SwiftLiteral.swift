import Dependencies

/// A type whose values can be written as Swift expressions where the type is known from the context.
package protocol SwiftLiteral {
  var literal: String { get }
}

extension SwiftLiteral where Self: BinaryInteger {
  package var literal: String { "\(self)".groupedDigits }
}

extension Int: SwiftLiteral {}
extension Int8: SwiftLiteral {}
extension Int16: SwiftLiteral {}
extension Int32: SwiftLiteral {}
extension Int64: SwiftLiteral {}
extension Int128: SwiftLiteral {}
extension UInt: SwiftLiteral {}
extension UInt8: SwiftLiteral {}
extension UInt16: SwiftLiteral {}
extension UInt32: SwiftLiteral {}
extension UInt64: SwiftLiteral {}
extension UInt128: SwiftLiteral {}

extension SwiftLiteral where Self: BinaryFloatingPoint & LosslessStringConvertible {
  package var literal: String {
    if isNaN { return ".nan" }
    if isInfinite { return self < 0 ? "-.infinity" : ".infinity" }
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)).groupedDigits : text
  }
}

extension Double: SwiftLiteral {}
extension Float: SwiftLiteral {}

extension Bool: SwiftLiteral {
  package var literal: String { description }
}

extension String: SwiftLiteral {
  package var literal: String { "\"" + unicodeScalars.map(\.escaped).joined() + "\"" }
}

extension Unicode.Scalar {
  /// The scalar as it is written in a string literal.
  package var escaped: String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    // Scalars that an editor does not show, treats as the end of a line, or combines with the quote before them.
    case _ where isUnprintable || properties.isGraphemeExtend: "\\u{\(String(value, radix: 16))}"
    default: String(self)
    }
  }

  /// Control characters, line separators, and marks that reorder the text around them.
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension Substring: SwiftLiteral {
  package var literal: String { String(self).literal }
}

extension Character: SwiftLiteral {
  package var literal: String { String(self).literal }
}

extension Duration: SwiftLiteral {
  package var literal: String {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return ".seconds(\("\(seconds)".groupedDigits))" }
    for (name, unit) in [("milliseconds", 1_000), ("microseconds", 1_000_000), ("nanoseconds", 1_000_000_000)] {
      let size = 1_000_000_000_000_000_000 / Int64(unit)
      guard attoseconds % size == 0 else { continue }
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: Int64(unit))
      if overflow { break }
      return ".\(name)(\("\(whole + attoseconds / size)".groupedDigits))"
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }
}

extension String {
  /// The number with its digits grouped by threes, if it has seven or more.
  var groupedDigits: String {
    let isNegative = hasPrefix("-")
    let digits = isNegative ? dropFirst() : self[...]
    guard digits.count > 6, digits.allSatisfy(\.isWholeNumber) else { return self }
    var text = isNegative ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "_" }
      text.append(digit)
    }
    return text
  }
}
