import Dependencies
import Foundation
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Values that are written as JSON are read again without any loss.
struct ExactValuesTests {
  private struct Values<Value: Codable>: Codable { let value: Value }

  /// Encodes and decodes the value through a tree and through text, as a trace does.
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    var bytes: [UInt8] = []
    try JSONValueEncoder().encode(Values(value: value)).write(to: &bytes)
    let node = try JSONParser.parse(SourceText(name: "", bytes: bytes))
    return try NodeDecoder.decode(Values<Value>.self, from: .json(node)).value
  }

  private func text(_ seconds: Double) -> String { Date(timeIntervalSinceReferenceDate: seconds).exactText }

  @Test func datesAreReadableAndExact() throws {
    #expect(text(0) == "2001-01-01T00:00:00Z")
    #expect(text(0.5) == "2001-01-01T00:00:00.500Z")
    #expect(text(0.0625) == "2001-01-01T00:00:00.0625Z")
    #expect(text(-0.5) == "2000-12-31T23:59:59.500Z")
    #expect(text(817_000_000.123_456_7) == "2026-11-22T00:26:40.1234567Z")
    #expect(text(1e-30) == "2001-01-01T00:00:00Z + 1e-30 s")
    #expect(Date.distantFuture.exactText == "4001-01-01T00:00:00Z")
    #expect(Date.distantPast.exactText == "0001-01-01T00:00:00Z")
    #expect(text(252_423_993_599) == "9999-12-31T23:59:59Z")
    #expect(text(252_423_993_600) == "2001-01-01T00:00:00Z + 252423993600.0 s")
  }

  @Test func anyDateComesBack() throws {
    var random = SeededRandomNumberGenerator(seed: 1)
    var seconds: [Double] = [
      0, -0.1, 0.1, 1e-30, -1e-30, 1e300, -1e300, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      Date.distantPast.timeIntervalSinceReferenceDate, Date.distantFuture.timeIntervalSinceReferenceDate,
      -3_187_296_000.5, 252_423_993_599.5, 252_423_993_600, 1_767_225_600.999_999_9,
    ]
    for _ in 0..<2000 {
      seconds.append(Double.random(in: 7e8...9e8, using: &random))
      seconds.append(Double.random(in: -7e10...7e10, using: &random))
      seconds.append(Double(bitPattern: random.next()))
      seconds.append((Double.random(in: 7e8...9e8, using: &random) * 1000).rounded() / 1000)
      seconds.append(Double(Int.random(in: 0...2_000_000_000, using: &random)) + 1e-7)
    }
    for seconds in seconds where !seconds.isNaN {
      let copy = try copy(Date(timeIntervalSinceReferenceDate: seconds)).timeIntervalSinceReferenceDate
      #expect(copy == seconds, "\(text(seconds))")
    }
    #expect(try copy(Date(timeIntervalSinceReferenceDate: .nan)).timeIntervalSinceReferenceDate.isNaN)
  }

  @Test func datesAsPeopleWriteThemAreRead() throws {
    func seconds(_ text: String) -> Double? { Date(jsonValue: .string(text))?.timeIntervalSince1970 }
    #expect(seconds("1970-01-01T00:00:01.5Z") == 1.5)
    #expect(seconds("1970-01-01T00:00:01.25+01:00") == -3598.75)
    // Only as precise as a date, which counts seconds from 2001.
    let third = try #require(seconds("1970-01-01T00:00:00.3333333333333333333333333333Z"))
    #expect(abs(third - 1.0 / 3) < 1e-6)
    for text in ["", ".", ".5", "1970-01-01T00:00:00.Z", "1970.01.01", "2001-01-01T00:00:00Z + s", "x.5Z"] {
      #expect(seconds(text) == nil, "\(text)")
    }
  }

  @Test func anyNumberComesBack() throws {
    var random = SeededRandomNumberGenerator(seed: 2)
    for _ in 0..<5000 {
      let double = Double(bitPattern: random.next())
      #expect(try copy(double).bitPattern == double.bitPattern || double.isNaN)
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      #expect(try copy(float).bitPattern == float.bitPattern || float.isNaN)
      let integer = Int64(bitPattern: random.next())
      #expect(try copy(integer) == integer)
      #expect(try copy(UInt64(bitPattern: integer)) == UInt64(bitPattern: integer))
      let decimal = Decimal(integer) / pow(10, Int.random(in: 0...30, using: &random))
      #expect(try copy(decimal) == decimal)
    }
    for double in [0.0, -0.0, 1e18, -1e18, 9.007199254740993e15, .infinity, -.infinity, 0x1p63, 0x1p64] {
      #expect(try copy(double).bitPattern == double.bitPattern)
    }
    #expect(try copy(Double.nan).isNaN)
    #expect(try copy(Float.nan).isNaN)
    for text in ["0.1", "12345678901234567890.123456789", "-99999999999999999999999999999999999999", "1e100", "0"] {
      let decimal = try #require(Decimal(string: text))
      #expect(try copy(decimal) == decimal)
    }
    #expect(try copy(Decimal.nan).isNaN)
    for number in [Int128.min, .max, -1, Int128(Int64.max) + 1] { #expect(try copy(number) == number) }
  }

  @Test func anyTextAndBytesComeBack() throws {
    var random = SeededRandomNumberGenerator(seed: 3)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random) >> UInt32.random(in: 0...16, using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(Array(try copy(text).unicodeScalars) == scalars)
      #expect(try copy([text: text]) == [text: text])
      let data = Data(
        (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      )
      #expect(try copy(data) == data)
    }
    for text in ["https://example.com/a%20b?c=d#e", "file:///a%20b", "mailto:a@b.c", "a/b", "http://[::1]:80/", "?"] {
      let url = try #require(URL(string: text))
      #expect(try copy(url) == url)
    }
    let uuid = UUID()
    #expect(try copy(uuid) == uuid)
  }
}
