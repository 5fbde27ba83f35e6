import Foundation
import Store
import Testing

/// Values as they are written in the tests that explorations make.
@Suite struct SwiftLiteralTests {
  private static let attosecond = Duration(secondsComponent: 1, attosecondsComponent: 1)
  /// As many milliseconds do not fit into an integer.
  private static let eons = Duration(secondsComponent: .max, attosecondsComponent: 500_000_000_000_000_000)
  private static let zeros = Array(repeating: "0", count: 16).joined(separator: ", ")

  private static let literals: [([any SwiftLiteral & Sendable], [String])] = [
    // Digits are grouped from seven on.
    ([0, -1, 999_999, 1_000_000, -123_456_789], ["0", "-1", "999999", "1_000_000", "-123_456_789"]),
    ([UInt8.max, Int8.min, UInt64.max], ["255", "-128", "18_446_744_073_709_551_615"]),
    ([1.0, -0.5, 1e6, 1e-7, Float(0.1)], ["1", "-0.5", "1_000_000", "1e-07", "0.1"]),
    ([Double.infinity, -Double.infinity, Double.nan], [".infinity", "-.infinity", ".nan"]),
    ([Decimal(-3), Decimal(1_234_567)], ["Decimal(-3)", "Decimal(1_234_567)"]),
    ([Decimal(string: "0.5") ?? 0], [#"Decimal(string: "0.5")!"#]),
    (["\r\t\0\u{7}\u{301}"], [#""\r\t\0\u{7}\u{301}""#]),
    (["a\"\\\n", "b"[...], Character("c"), true], [#""a\"\\\n""#, #""b""#, #""c""#, "true"]),
    // Durations are written in the largest unit.
    ([Duration.seconds(-2), Duration.milliseconds(1_500)], [".seconds(-2)", ".milliseconds(1500)"]),
    (
      [Duration.microseconds(2_500_000_001), Duration.nanoseconds(7), attosecond, eons],
      [
        ".microseconds(2_500_000_001)", ".nanoseconds(7)",
        "Duration(secondsComponent: 1, attosecondsComponent: 1)",
        "Duration(secondsComponent: \(Int64.max), attosecondsComponent: 500000000000000000)",
      ]
    ),
    ([Date.distantPast, Date.distantFuture], [".distantPast", ".distantFuture"]),
    ([Date(timeIntervalSince1970: 1_000_000)], ["Date(timeIntervalSince1970: 1_000_000)"]),
    ([Date(timeIntervalSince1970: 0.25)], ["Date(timeIntervalSince1970: 0.25)"]),
    ([UUID(999_999)], ["UUID(999999)"]),
    ([UUID(1_000_000)], [#"UUID(uuidString: "00000000-0000-0000-0000-0000000F4240")!"#]),
    (
      [UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0))],
      [#"UUID(uuidString: "00000000-0000-0001-0000-000000000000")!"#]
    ),
    ([Data([1, 255]), Data(repeating: 0, count: 16)], ["Data([1, 255])", "Data([\(zeros)])"]),
    ([Data(repeating: 0, count: 17)], [#"Data(base64Encoded: "AAAAAAAAAAAAAAAAAAAAAAA=")!"#]),
  ]

  @Test(arguments: literals) func literal(_ values: [any SwiftLiteral & Sendable], _ expected: [String]) {
    #expect(values.map(\.literal) == expected)
  }
}
