import Dependencies
import Foundation
import Store

/// A value that has its own source text.
protocol SwiftLiteral {
  var source: SwiftSource { get }
}

extension SwiftLiteral where Self: BinaryInteger {
  var source: SwiftSource { .text("\(self)".groupedDigits) }
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
  var source: SwiftSource {
    if isNaN { return .text(".nan") }
    if isInfinite { return .text(self < 0 ? "-.infinity" : ".infinity") }
    let text = description
    return .text(text.hasSuffix(".0") ? String(text.dropLast(2)).groupedDigits : text)
  }
}

extension Double: SwiftLiteral {}
extension Float: SwiftLiteral {}

extension Bool: SwiftLiteral {
  var source: SwiftSource { .text(description) }
}

extension String: SwiftLiteral {
  var source: SwiftSource { .string(self) }
}

extension Substring: SwiftLiteral {
  var source: SwiftSource { .string(String(self)) }
}

extension Character: SwiftLiteral {
  var source: SwiftSource { .string(String(self)) }
}

extension Date: SwiftLiteral {
  var source: SwiftSource {
    if self == .distantPast { return .text(".distantPast") }
    if self == .distantFuture { return .text(".distantFuture") }
    // The shortest number that makes the same date.
    for scale in [1, 1e3, 1e6, 1e7] {
      let seconds = (timeIntervalSince1970 * scale).rounded() / scale
      guard Date(timeIntervalSince1970: seconds) == self else { continue }
      return .list(open: "Date(", items: [.prefixed("timeIntervalSince1970: ", seconds.source)], close: ")")
    }
    let interval = timeIntervalSinceReferenceDate
    return .list(open: "Date(", items: [.prefixed("timeIntervalSinceReferenceDate: ", interval.source)], close: ")")
  }
}

extension UUID: SwiftLiteral {
  var source: SwiftSource {
    let bytes = withUnsafeBytes(of: uuid) { Array($0) }
    let number = bytes[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if bytes[..<8].allSatisfy({ $0 == 0 }), let number = Int(exactly: number), number < 1_000_000 {
      return .text("UUID(\(number))")
    }
    return .text("UUID(uuidString: \"\(uuidString)\")!")
  }
}

extension URL: SwiftLiteral {
  var source: SwiftSource { .text("URL(string: \(SwiftSource.literal(absoluteString)))!") }
}

extension Data: SwiftLiteral {
  var source: SwiftSource {
    if count <= 16 { return .list(open: "Data([", items: map(\.source), close: "])") }
    return .text("Data(base64Encoded: \"\(base64EncodedString())\")!")
  }
}

extension Decimal: SwiftLiteral {
  var source: SwiftSource {
    let digits = description
    return .text(Int(digits) == nil ? "Decimal(string: \"\(digits)\")!" : "Decimal(\(digits.groupedDigits))")
  }
}

extension Duration: SwiftLiteral {
  var source: SwiftSource {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return .text(".seconds(\("\(seconds)".groupedDigits))") }
    for (name, unit) in [("milliseconds", 1_000), ("microseconds", 1_000_000), ("nanoseconds", 1_000_000_000)] {
      let size = 1_000_000_000_000_000_000 / Int64(unit)
      guard attoseconds % size == 0 else { continue }
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: Int64(unit))
      if overflow { break }
      return .text(".\(name)(\("\(whole + attoseconds / size)".groupedDigits))")
    }
    return .text("Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))")
  }
}

extension StackElementID: SwiftLiteral {
  var source: SwiftSource { number.source }
}

extension TextState: SwiftLiteral {
  var source: SwiftSource {
    let parts = runs.map { run in
      "TextState(\(SwiftSource.literal(run.text)))"
        + run.styles.sorted { $0.rawValue < $1.rawValue }.map { ".\($0.rawValue)()" }.joined()
    }
    return .text(parts.isEmpty ? "TextState(\"\")" : parts.joined(separator: " + "))
  }
}

extension String {
  /// The number with its digits grouped by threes, if it has seven or more.
  fileprivate var groupedDigits: String {
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
