import Foundation
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// A JSON value as Foundation's decoder reads it, for comparison.
private enum Reference: Decodable, Equatable {
  case null, bool(Bool), number(Double), string(String), array([Self]), object([String: Self])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let elements = try? container.decode([Self].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: Self].self))
    }
  }

  init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .integer(let value): .number(Double(value))
      case .unsigned(let value): .number(Double(value))
      case .number(let value): .number(value)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map(Self.init))
      case .object(let members): .object(Dictionary(members.map { ($0.name, Self($0.value)) }) { $1 })
      }
  }
}

struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONNode { try JSONParser.parse(SourceText(name: "t", text: text)) }

  /// It reads what Foundation reads, and refuses what Foundation refuses. What it reads is written so that it is read
  /// again, and what need not be read is looked through for the same mistakes.
  @Test(arguments: UInt64(0)..<20) func whatFoundationReadsIsRead(seed: UInt64) throws {
    var writer = JSONWriter(seed: seed)
    for _ in 0..<randomInputs(50) {
      let bytes = writer.bytes()
      let text = String(decoding: bytes, as: UTF8.self)
      let reference = try? JSONDecoder().decode(Reference.self, from: Data(bytes))
      let source = SourceText(name: "t", bytes: bytes)
      switch Result(catching: { () throws(Diagnostic) in try JSONParser.parse(source).value }) {
      case .success(let value):
        #expect(Reference(value) == reference, "\(text)")
        for copy in [value.description, value.pretty(width: 10)] {
          #expect(try parse(copy).value.isIdentical(to: value), "\(copy)")
        }
      // A name that is there twice is a mistake, which the decoder overlooks.
      case .failure(let error) where error.message.hasSuffix("is here twice"): continue
      case .failure(let error): #expect(reference == nil, "\(text): \(error.message)")
      }
      #expect(problem(in: text, isRead: false) == problem(in: text, isRead: true), "\(text)")
    }
  }

  private func problem(in value: String, isRead: Bool) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try JSONParser.parse(SourceText(name: "t", text: "{\"x\":\(value),\"y\":1}")) { _, _ in isRead }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", 0, "expected a JSON value, found the end"),
    ("[1,]", 3, "expected a JSON value, found `]`"),
    ("[1 2]", 3, "expected `,` or `]`, found `2`"),
    ("{a: 1}", 1, "expected a name in double quotes or `}`, found `a`"),
    (#"{"a" 1}"#, 5, "expected `:`, found `1`"),
    ("nul", 0, "expected a JSON value, found `nul`"),
    ("[1] x", 4, "expected the end of the JSON value, found `x`"),
    ("-", 1, "expected a digit, found the end"),
    ("\"a\nb\"", 0, "the string does not end on its line: expected `\"`"),
    ("\"a\u{1}b\"", 2, "a control character in a string is written `\\u00…`"),
    (#""\u12g4""#, 5, "expected four hexadecimal digits, found `g4`"),
    ("\u{1}", 0, "expected a JSON value, found `\u{FFFD}`"),
    ("# comment", 0, "expected a JSON value, found `#`"),
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

  @Test func limits() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try parse(nested(JSONParser.depthLimit))
    let deep = #expect(throws: Diagnostic.self) { try parse(nested(1_000_000)) }
    #expect(deep?.message == "more than 512 brackets within each other")

    func parseThree(_ text: String) throws {
      _ = try JSONParser.parse(SourceText(name: "t", text: text), valueLimit: 3)
    }
    try parseThree(#"{"a":[1],"b":2}"#)
    let large = #expect(throws: Diagnostic.self) { try parseThree(#"{"a":[1,2],"b":3}"#) }
    #expect(large?.message == "more than 3 values within one")
    #expect(JSONParser.valueLimit == 2_000_000)
  }

  @Test func manyMembersAreComparedOnce() throws {
    let members = (0..<2000).map { "\"m\($0)\":\($0)" }
    #expect(try parse("{\(members.joined(separator: ","))}")["m1999"]?.value == .integer(1999))
    #expect(throws: Diagnostic.self) { try parse("{\((members + ["\"m3\":0"]).joined(separator: ","))}") }
  }

  @Test func whatIsNotReadTakesNoMemory() throws {
    // Traces have millions of numbers: a number needs no allocation besides its node.
    #expect(MemoryLayout<JSONNode>.stride <= 40)
    let text = #"{"a":[1,{"b":2}],"c":{"a":[1,2,3]},"d":"\u0041","e":[null,true,-1.5e3]}"#
    let source = SourceText(name: "t", text: text)
    let node = try JSONParser.parse(source) { name, before in name == "d" || name == "a" && before.isEmpty }
    #expect(node.description == #"{"a": [1, {"b": 2}], "d": "A"}"#)
  }
}
