import Dependencies
import Foundation
import Testing

@testable import StoreInspection
@testable import StoreTrace

private func text(of value: some Encodable) throws -> String { try JSONValueEncoder().encode(value).description }

struct JSONValueEncoderTests {
  @Test func membersKeepTheirOrderAndNilIsNull() throws {
    struct Value: Encodable {
      var zebra = 1
      var apple: Int?
      var mango: [Int?] = [nil, 2]
      var wide: Int128? = .min
      var nested = Nested()

      struct Nested: Encodable { var b = "b", a = "a" }
    }
    let expected = """
      {"zebra": 1, "apple": null, "mango": [null, 2], "wide": "-170141183460469231731687303715884105728", \
      "nested": {"b": "b", "a": "a"}}
      """
    #expect(try text(of: Value()) == expected)
  }

  private struct Key: Hashable, Encodable { var name: String }
  private static let texts: [(any Encodable & Sendable, String)] = [
    ([Int64.min, .max], "[-9223372036854775808, 9223372036854775807]"), (UInt64.max, "18446744073709551615"),
    (UInt128.max, #""340282366920938463463374607431768211455""#), ([0.1, 1.0, 1e300, -0.5], "[0.1, 1, 1e+300, -0.5]"),
    ([Float(0.1), .infinity], #"[0.1, "Infinity"]"#), ([Double.nan, -.infinity], #"["NaN", "-Infinity"]"#),
    ([Decimal(string: "0.1"), Decimal(3)], "[0.1, 3]"),
    (Date(timeIntervalSince1970: 0.25), #""1970-01-01T00:00:00.250Z""#),
    (URL(string: "https://example.com/a?b=c"), #""https://example.com/a?b=c""#), (Data("abc".utf8), #""YWJj""#),
    (UUID(1), #""00000000-0000-0000-0000-000000000001""#),
    // Unordered collections are sorted.
    (Set([10, 9, 2]), "[2, 9, 10]"), (["b": 1, "a": 2, "c": 3], #"{"a": 2, "b": 1, "c": 3}"#),
    ([10: "x", 9: "y"], #"{"9": "y", "10": "x"}"#),
    ([Key(name: "b"): 1, Key(name: "a"): 2], #"[{"name": "a"}, 2, {"name": "b"}, 1]"#),
  ]

  @Test(arguments: texts) func valuesAreExactAndSorted(_ value: any Encodable & Sendable, _ expected: String) throws {
    #expect(try text(of: value) == expected)
  }

  @Test func classesWithSuperclasses() throws {
    class Base: Encodable { var base = 1 }
    final class Derived: Base {
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(2, forKey: .derived)
        try super.encode(to: container.superEncoder())
      }
      enum Key: CodingKey { case derived }
    }
    #expect(try text(of: Derived()) == #"{"derived": 2, "super": {"base": 1}}"#)
  }
}

/// That written text reads back is in `JSONParserTests`.
struct JSONValueTests {
  @Test(arguments: [
    ("1", "1.0", true), ("18446744073709551615", "18446744073709551616", false),
    ("9007199254740993", "9007199254740992.0", false),
    (#"{"a": 1, "b": [2]}"#, #"{"b": [2.0], "a": 1, "c": null}"#, true), (#"{"a": 1}"#, #"{"a": 1, "b": 2}"#, false),
    ("[1, 2]", "[2, 1]", false), ("null", "{}", false), (#""\u00e9\ud83d\ude00""#, "\"é😀\"", true),
  ])
  func equality(_ first: String, _ second: String, _ areEqual: Bool) throws {
    #expect(try (JSONValue.parsed(first) == JSONValue.parsed(second)) == areEqual)
  }

  @Test func prettyPrinting() throws {
    let value = try JSONValue.parsed(
      #"{"short": [1, 2], "long": ["aaaaaaaaaaaaaaa", {"b": "bbbbbbbbbbbbb"}], "empty": {}}"#
    )
    let expected = """
      {
        "short": [1, 2],
        "long": [
          "aaaaaaaaaaaaaaa",
          {"b": "bbbbbbbbbbbbb"}
        ],
        "empty": {}
      }
      """
    #expect(value.pretty(width: 26) == expected)
    #expect(value.pretty(width: 200) == value.description)
  }
}

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

  @Test(arguments: [
    (0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.500Z"), (0.0625, "2001-01-01T00:00:00.0625Z"),
    (-0.5, "2000-12-31T23:59:59.500Z"), (817_000_000.123_456_7, "2026-11-22T00:26:40.1234567Z"),
    (1e-30, "2001-01-01T00:00:00Z + 1e-30 s"),
    (Date.distantFuture.timeIntervalSinceReferenceDate, "4001-01-01T00:00:00Z"),
    (Date.distantPast.timeIntervalSinceReferenceDate, "0001-01-01T00:00:00Z"),
    (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_600, "2001-01-01T00:00:00Z + 252423993600.0 s"),
  ])
  func datesAreReadableAndExact(_ seconds: Double, _ text: String) {
    #expect(Date(timeIntervalSinceReferenceDate: seconds).exactText == text)
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
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(try copy(date).timeIntervalSinceReferenceDate == seconds, "\(date.exactText)")
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
    for text in ["0.1", "12345678901234567890.123456789", "-99999999999999999999999999999999999999", "1e100", "0"] {
      let decimal = try #require(Decimal(string: text))
      #expect(try copy(decimal) == decimal)
    }
    #expect(try copy(Double.nan).isNaN)
    #expect(try copy(Float.nan).isNaN)
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
        (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      )
      #expect(try copy(data) == data)
      let uuid = UUID(Int.random(in: 0...Int.max, using: &random))
      #expect(try copy(uuid) == uuid)
    }
    for text in ["https://example.com/a%20b?c=d#e", "file:///a%20b", "mailto:a@b.c", "a/b", "http://[::1]:80/", "?"] {
      let url = try #require(URL(string: text))
      #expect(try copy(url) == url)
    }
  }
}

struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONNode { try JSONParser.parse(SourceText(name: "t", text: text)) }

  @Test(arguments: [
    "null", "true", "false", "0", "-0.5", "1.5e+300", "9223372036854775807", "18446744073709551615", #""""#,
    "[]", "{}", #"[1, "a", [null]]"#, #"{"a": {"b": [1, 2]}, "c": "d"}"#, #""é\\\"\n\u0000""#,
  ])
  func readsWhatIsWritten(_ text: String) throws { #expect(try parse(" \(text)\r\n\t").value.description == text) }

  @Test(arguments: [(#""\u00e9\ud83d\ude00\/\b\f""#, "é😀/\u{8}\u{C}"), (#""a\tb""#, "a\tb")])
  func escapes(_ text: String, _ expected: String) throws { #expect(try parse(text).value == .string(expected)) }

  @Test(arguments: [
    ("", 0, "expected a JSON value, found the end"), ("[1,]", 3, "expected a JSON value, found `]`"),
    ("[1 2]", 3, "expected `,` or `]`, found `2`"),
    ("{a: 1}", 1, "expected a name in double quotes or `}`, found `a`"), (#"{"a" 1}"#, 5, "expected `:`, found `1`"),
    (#"{"a":1,"a":2}"#, 7, #"the name "a" occurs twice"#), ("nul", 0, "expected a JSON value, found `nul`"),
    ("nulls", 0, "expected a JSON value, found `nulls`"), ("[1] x", 4, "expected the end of the JSON value, found `x`"),
    ("01", 0, "a number does not begin with 0"), ("-", 1, "expected a digit, found the end"),
    ("1.", 2, "expected a digit, found the end"), ("1e999", 0, "the number is too large"),
    ("\"a", 0, "the string does not end: expected `\"`"),
    ("\"a\nb\"", 0, "the string does not end on its line: expected `\"`"),
    ("\"a\u{1}b\"", 2, "a control character in a string is written `\\u00…`"), (#""\x""#, 1, "unknown escape"),
    (#""\ud83d""#, 1, "half of a surrogate pair: two `\\u` escapes make one character here"),
    (#""\u12g4""#, 5, "expected four hexadecimal digits, found `g4`"),
    ("\u{1}", 0, "expected a JSON value, found `\u{FFFD}`"), ("# comment", 0, "expected a JSON value, found `#`"),
    (".case", 0, "expected a JSON value, found `.`"),
  ])
  func mistakes(_ text: String, _ offset: Int, _ message: String) {
    let error = #expect(throws: Diagnostic.self) { try parse(text) }
    #expect(error?.message == message)
    #expect(error?.range.lowerBound == offset)
  }

  @Test func whatIsNoTextIsSaid() {
    let error = #expect(throws: Diagnostic.self) {
      try JSONParser.parse(SourceText(name: "t", bytes: [0x22, 0xFF, 0x22]))
    }
    #expect(error?.message == "this is not UTF-8 text")
    #expect(error?.range.lowerBound == 1)
  }

  @Test func deepNestingIsAnError() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try parse(nested(JSONParser.depthLimit))
    let error = #expect(throws: Diagnostic.self) { try parse(nested(1_000_000)) }
    #expect(error?.message == "more than 512 brackets within each other")
  }

  /// Traces have members of later versions, and parts that a command does not need.
  @Test func whatIsNotReadTakesNoMemory() throws {
    let text = #"{"a":[1,{"b":2}],"c":{"a":[1,2,3]},"d":"\u0041","e":[null,true,-1.5e3]}"#
    let node = try JSONParser.parse(SourceText(name: "t", text: text)) { name, before in
      name == "d" || name == "a" && before.isEmpty
    }
    #expect(node.description == #"{"a": [1, {"b": 2}], "d": "A"}"#)
  }

  @Test(arguments: [
    "1", "-0.5e+3", #""a\u00e9\n""#, "[]", "[1,[2,{}]]", #"{"a":{"b":null}}"#, "[true,false,null]", "", "01", "1.", "-",
    "1e", "[1,]", "[1", "[1 2]", "{\"a\":}", "{\"a\" 1}", "{a:1}", #""\x""#, #""a"#, "\"\u{1}\"", "nul", "tru", "[[}",
    #""\ud800""#, "$a", ".a", "2026-01-01", "1x", #"["a"#,
  ])
  func whatIsNotReadHasTheSameMistakes(_ value: String) {
    func mistake(isRead: Bool) -> Diagnostic? {
      do throws(Diagnostic) {
        _ = try JSONParser.parse(SourceText(name: "t", text: "{\"x\":\(value),\"y\":1}")) { _, _ in isRead }
        return nil
      } catch {
        return error
      }
    }
    #expect(mistake(isRead: false) == mistake(isRead: true))
  }

  @Test func moreValuesThanMemoryHoldsAreRefused() throws {
    func parse(_ text: String) throws { _ = try JSONParser.parse(SourceText(name: "t", text: text), valueLimit: 3) }
    try parse(#"{"a":[1],"b":2}"#)
    let error = #expect(throws: Diagnostic.self) { try parse(#"{"a":[1,2],"b":3}"#) }
    #expect(error?.message == "more than 3 values within one")
  }

  @Test func manyMembersAreComparedOnce() throws {
    let members = (0..<2000).map { "\"m\($0)\":\($0)" }
    #expect(try parse("{\(members.joined(separator: ","))}")["m1999"]?.value == .integer(1999))
    #expect(throws: Diagnostic.self) { try parse("{\((members + ["\"m3\":0"]).joined(separator: ","))}") }
  }
}

/// Writes random JSON in all the ways in which it can be written.
struct JSONWriter {
  var random: SeededRandomNumberGenerator
  init(seed: UInt64) { random = SeededRandomNumberGenerator(seed: seed) }

  mutating func value(depth: Int) -> String {
    var items: [String] = []
    let text: String
    switch Int.random(in: depth == 0 ? 3..<6 : 0..<6, using: &random) {
    case 0:
      for _ in some(0..<5) { items.append(value(depth: depth - 1)) }
      text = "[\(list(items))]"
    case 1:
      for name in some(["a", "b", #"\u0063"#, "name", "~/"]) {
        items.append("\"\(name)\"\(space()):\(value(depth: depth - 1))")
      }
      text = "{\(list(items))}"
    case 2:
      for id in some(0..<8) { items.append(#"{"id":\#(id),"n":\#(pick(["0", "1", "2.0"]))}"#) }
      text = "[\(list(items))]"
    case 3:
      let parts = [
        "a", "é", "語", "😀", "\u{301}", #"\n"#, #"\t"#, #"\""#, #"\\"#, #"\/"#, #"\b\f"#, #"\u00e9"#, #"\u0000"#,
        #"\ud83d\ude00"#, "</script>", "\u{2028}", "\u{202E}", "\u{9B}",
      ]
      text = "\"\(some(parts).prefix(3).joined())\""
    case 4: text = pick(["null", "true", "false"])
    default:
      text =
        pick(["0", "-0", "1", "-7", "12.5", "9007199254740993", "9223372036854775807", "18446744073709551615"])
        + pick(["", "", "e5", "E-3", "e+10"])
    }
    return space() + text + space()
  }

  private mutating func list(_ items: [String]) -> String { items.isEmpty ? space() : items.joined(separator: ",") }
  private mutating func space() -> String { pick(["", "", "", " ", "\n", "\r\n"]) }
  private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

  private mutating func some<Items: Sequence>(_ items: Items) -> [Items.Element] {
    items.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
  }
}

extension [UInt8] {
  /// The bytes with a mistake: a part is left out or doubled, or a byte is another one.
  func damaged(using random: inout SeededRandomNumberGenerator) -> Self {
    var bytes = self
    let index = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(index...)
    case 1: bytes.removeSubrange(index..<Swift.min(count, index + Int.random(in: 1...20, using: &random)))
    case 2: bytes.insert(contentsOf: bytes[index...].prefix(Int.random(in: 1...count, using: &random)), at: index)
    case 3: bytes[index] = UInt8.random(in: 0x20...0xFF, using: &random)
    default: bytes[index] = Array("{}[]:,\"\\01-.eExtn/#$\u{7F}".utf8).randomElement(using: &random) ?? 1
    }
    return bytes
  }
}
