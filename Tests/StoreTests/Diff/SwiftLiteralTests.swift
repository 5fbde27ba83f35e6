import Foundation
import Store
import Testing

/// Values as they are written in the tests that explorations make.
@Suite struct SwiftLiteralTests {
  private func literals(_ values: any SwiftLiteral...) -> [String] { values.map(\.literal) }

  @Test func digitsAreGroupedFromSevenOn() {
    #expect(literals(0, -1, 999_999, 1_000_000) == ["0", "-1", "999999", "1_000_000"])
    #expect(literals(12_345_678, -123_456_789) == ["12_345_678", "-123_456_789"])
    #expect(literals(UInt8.max, Int8.min, UInt64.max) == ["255", "-128", "18_446_744_073_709_551_615"])
  }

  @Test func floatingPointNumbers() {
    #expect(literals(1.0, -0.5, 1e6, 1e-7, Float(0.1)) == ["1", "-0.5", "1_000_000", "1e-07", "0.1"])
    #expect(literals(Double.infinity, -Double.infinity, Double.nan) == [".infinity", "-.infinity", ".nan"])
  }

  @Test func decimals() {
    #expect(literals(Decimal(-3), Decimal(1_234_567)) == ["Decimal(-3)", "Decimal(1_234_567)"])
    #expect(literals(Decimal(string: "0.5") ?? 0) == [#"Decimal(string: "0.5")!"#])
  }

  @Test func textsAndFlags() {
    #expect(literals("a\"\\\n", "b"[...], Character("c"), true) == [#""a\"\\\n""#, #""b""#, #""c""#, "true"])
  }

  @Test func durationsAreWrittenInTheLargestUnit() {
    #expect(
      literals(
        Duration.seconds(-2),
        Duration.milliseconds(1_500),
        Duration.microseconds(2_500_000_001),
        Duration.nanoseconds(7)
      ) == [".seconds(-2)", ".milliseconds(1500)", ".microseconds(2_500_000_001)", ".nanoseconds(7)"]
    )
    let (attosecond, long) = (Duration(secondsComponent: 1, attosecondsComponent: 1), Int64.max)
    #expect(literals(attosecond) == ["Duration(secondsComponent: 1, attosecondsComponent: 1)"])
    // As many milliseconds do not fit into an integer.
    #expect(
      literals(Duration(secondsComponent: long, attosecondsComponent: 500_000_000_000_000_000))
        == ["Duration(secondsComponent: \(long), attosecondsComponent: 500000000000000000)"]
    )
  }

  @Test func datesAreWrittenWithTheShortestNumber() {
    #expect(literals(Date.distantPast, Date.distantFuture) == [".distantPast", ".distantFuture"])
    #expect(
      literals(Date(timeIntervalSince1970: 1_000_000), Date(timeIntervalSince1970: 0.25))
        == ["Date(timeIntervalSince1970: 1_000_000)", "Date(timeIntervalSince1970: 0.25)"]
    )
  }

  @Test func idsAndBytes() throws {
    let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-0000000F4240"))
    #expect(literals(UUID(999_999)) == ["UUID(999999)"])
    #expect(literals(id) == [#"UUID(uuidString: "00000000-0000-0000-0000-0000000F4240")!"#])
    let high = try #require(UUID(uuidString: "00000000-0000-0001-0000-000000000000"))
    #expect(literals(high) == [#"UUID(uuidString: "00000000-0000-0001-0000-000000000000")!"#])
    #expect(literals(Data([1, 255])) == ["Data([1, 255])"])
    let zeros = Array(repeating: "0", count: 16).joined(separator: ", ")
    #expect(literals(Data(repeating: 0, count: 16)) == ["Data([\(zeros)])"])
    #expect(literals(Data(repeating: 0, count: 17)) == [#"Data(base64Encoded: "AAAAAAAAAAAAAAAAAAAAAAA=")!"#])
  }
}
