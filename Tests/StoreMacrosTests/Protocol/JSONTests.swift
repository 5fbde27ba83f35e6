import Testing

@testable import StoreMacros

@Suite struct JSONTests {
  private func parse(_ text: String) -> JSON? { JSON(parsing: Array(text.utf8)) }

  @Test func values() {
    let text = #" { "a" : [ 1 , -2, 3.5, 1e9 ], "b":null,"c":{"d":true,"e":false}, "f":"" , "g":[], "h":{} } "#
    let value = JSON.object([
      ("a", .array([.number(1), .number(-2), .number(0), .number(0)])),
      ("b", .null), ("c", .object([("d", .bool(true)), ("e", .bool(false))])), ("f", .string("")), ("g", .array([])),
      ("h", .object([])),
    ])
    #expect(parse(text) == value)
    #expect(value["c"]?["d"] == .bool(true))
    #expect(value["c"]?["x"] == nil)
    #expect(value["a"]?["x"] == nil)
    #expect(parse(String(repeating: "[", count: 60) + String(repeating: "]", count: 60)) != nil)
    #expect(parse(String(repeating: "{\"a\":[", count: 100_000)) == nil)
  }

  @Test(arguments: [
    (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ude00""#, "\u{FFFD}"), ("\"😀 é\"", "😀 é"),
  ])
  func strings(json: String, string: String) {
    #expect(parse(json)?.string == string)
  }

  @Test(arguments: [
    "", "{", "[1", "[1,", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1,}", "{1:2}", "tru", "+", "--1",
    "1 2", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"a", "\"a\\", "]", "{]", "[}", "\u{FEFF}1",
  ])
  func malformed(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func everyStringComesBack() {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: (0..<0xD800).compactMap(Unicode.Scalar.init))
    let value = JSON.object([("\"\\\n", .array([.string(String(string)), .number(.min), .bool(true), .null]))])
    #expect(JSON(parsing: value.bytes) == value)
  }

  /// With any byte replaced, a message gets an answer, which is valid JSON.
  @Test func damagedMessages() {
    let message = Array(PluginTests.reducerMember.utf8)
    for index in stride(from: 0, to: message.count, by: 7) {
      for byte: UInt8 in [0, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "}"), 0xFF] {
        var damaged = message
        damaged[index] = byte
        #expect(JSON(parsing: Plugin.answer(to: damaged)) != nil)
      }
      #expect(JSON(parsing: Plugin.answer(to: Array(message[..<index]))) != nil)
    }
  }
}
