import Foundation
import Testing

@testable import StoreInspection

struct JSONValueEncoderTests {
  @Test func membersKeepTheirOrderAndNilIsNull() throws {
    struct Value: Encodable {
      var zebra = 1
      var apple: Int?
      var mango: [Int?] = [nil, 2]
      var nested = Nested()

      struct Nested: Encodable { var b = "b", a = "a" }
    }
    #expect(
      try encode(Value()) == #"{"zebra": 1, "apple": null, "mango": [null, 2], "nested": {"b": "b", "a": "a"}}"#
    )
  }

  @Test func numbersAreExact() throws {
    #expect(try encode([Int64.min, .max]) == "[-9223372036854775808, 9223372036854775807]")
    #expect(try encode(UInt64.max) == "18446744073709551615")
    struct Wide: Codable, Equatable { var signed: Int128? = .min, unsigned = UInt128.max, list = [Int128.max] }
    let wide = try JSONValueEncoder().encode(Wide())
    #expect(wide["unsigned"] == .string("340282366920938463463374607431768211455"))
    #expect(try encode(Int128.max) == "\"170141183460469231731687303715884105727\"")
    #expect(try encode([0.1, 1.0, 1e300, -0.5]) == "[0.1, 1, 1e+300, -0.5]")
    #expect(try encode([Float(0.1), .infinity]) == "[0.1, \"Infinity\"]")
    #expect(try encode([Double.nan, -.infinity]) == "[\"NaN\", \"-Infinity\"]")
    #expect(try encode([Decimal(string: "0.1"), Decimal(3)]) == "[0.1, 3]")
  }

  @Test func foundationTypes() throws {
    #expect(try encode(Date(timeIntervalSince1970: 0)) == "\"1970-01-01T00:00:00Z\"")
    #expect(try encode(Date(timeIntervalSince1970: 0.25)) == "\"1970-01-01T00:00:00.250Z\"")
    #expect(try encode(URL(string: "https://example.com/a?b=c")) == "\"https://example.com/a?b=c\"")
    #expect(try encode(Data("abc".utf8)) == "\"YWJj\"")
    #expect(try encode(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))).count == 38)
  }

  @Test func unorderedCollectionsAreSorted() throws {
    #expect(try encode(Set([10, 9, 2])) == "[2, 9, 10]")
    #expect(try encode(["b": 1, "a": 2, "c": 3]) == #"{"a": 2, "b": 1, "c": 3}"#)
    #expect(try encode([10: "x", 9: "y"]) == #"{"9": "y", "10": "x"}"#)
    struct Key: Hashable, Encodable { var name: String }
    #expect(
      try encode([Key(name: "b"): 1, Key(name: "a"): 2]) == #"[{"name": "a"}, 2, {"name": "b"}, 1]"#
    )
  }

  @Test func enumsAndClasses() throws {
    enum Choice: Encodable { case none, one(Int), two(a: Int, String) }
    #expect(
      try encode([Choice.none, .one(1), .two(a: 2, "b")])
        == #"[{"none": {}}, {"one": {"_0": 1}}, {"two": {"a": 2, "_1": "b"}}]"#
    )
    class Base: Encodable { var base = 1 }
    final class Derived: Base {
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(2, forKey: .derived)
        try super.encode(to: container.superEncoder())
      }
      enum Key: CodingKey { case derived }
    }
    #expect(try encode(Derived()) == #"{"derived": 2, "super": {"base": 1}}"#)
  }

  @Test func aFailingEncodeIsAnError() {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no")
        )
      }
    }
    #expect(throws: EncodingError.self) { try encode([Failing()]) }
  }

  private func encode(_ value: some Encodable) throws -> String {
    try JSONValueEncoder().encode(value).description
  }
}

struct JSONValueTests {
  @Test func equality() throws {
    #expect(try json("1") == json("1.0"))
    #expect(try json("18446744073709551615") != json("18446744073709551616"))
    #expect(try json("9007199254740993") != json("9007199254740992.0"))
    #expect(try json(#"{"a": 1, "b": [2]}"#) == json(#"{"b": [2.0], "a": 1, "c": null}"#))
    #expect(try json(#"{"a": 1}"#) != json(#"{"a": 1, "b": 2}"#))
    #expect(try json("[1, 2]") != json("[2, 1]"))
    #expect(try json("null") != json("{}"))
    #expect(try json(#""\u00e9\ud83d\ude00""#) == json("\"é😀\""))
  }

  @Test func writtenTextReadsBack() throws {
    for text in [
      #"{"a": [1, -2.5, true, false, null, "\"\\\n\t\r\u0000\u2028\u202e"], "": {}, "b": []}"#, "1e-300", "-0",
      "123456789012345678901234567890",
    ] {
      let value = try json(text)
      #expect(try json(value.description) == value)
      #expect(try json(value.pretty(width: 10)) == value)
    }
  }

  @Test func prettyPrinting() throws {
    let value = try json(#"{"short": [1, 2], "long": ["aaaaaaaaaaaaaaa", {"b": "bbbbbbbbbbbbb"}], "empty": {}}"#)
    #expect(
      value.pretty(width: 26)
        == """
        {
          "short": [1, 2],
          "long": [
            "aaaaaaaaaaaaaaa",
            {"b": "bbbbbbbbbbbbb"}
          ],
          "empty": {}
        }
        """
    )
    #expect(value.pretty(width: 200) == value.description)
  }

  private func json(_ text: String) throws -> JSONValue {
    guard case .send(_, let payload?) = try script("send a " + text).statements.first?.kind else { return .null }
    return payload.value
  }
}
