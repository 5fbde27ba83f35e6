import Dependencies
import Foundation

extension Date: SwiftLiteral {
  package var literal: String {
    if self == .distantPast { return ".distantPast" }
    if self == .distantFuture { return ".distantFuture" }
    // The shortest number that makes the same date.
    for scale in [1, 1e3, 1e6, 1e7] {
      let seconds = (timeIntervalSince1970 * scale).rounded() / scale
      guard Date(timeIntervalSince1970: seconds) == self else { continue }
      return "Date(timeIntervalSince1970: \(seconds.literal))"
    }
    return "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate.literal))"
  }
}

extension UUID: SwiftLiteral {
  package var literal: String {
    let bytes = withUnsafeBytes(of: uuid) { Array($0) }
    let number = bytes[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if bytes[..<8].allSatisfy({ $0 == 0 }), let number = Int(exactly: number), number < 1_000_000 {
      return "UUID(\(number))"
    }
    return "UUID(uuidString: \"\(uuidString)\")!"
  }
}

extension Data: SwiftLiteral {
  package var literal: String {
    count <= 16
      ? "Data([\(map(\.literal).joined(separator: ", "))])" : "Data(base64Encoded: \"\(base64EncodedString())\")!"
  }
}

extension Decimal: SwiftLiteral {
  package var literal: String {
    let digits = description
    return Int(digits) == nil ? "Decimal(string: \"\(digits)\")!" : "Decimal(\(digits.groupedDigits))"
  }
}
