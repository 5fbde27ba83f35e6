import Testing

@testable import StoreInspection
@testable import StoreTrace

struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONNode { try JSONParser.parse(SourceText(name: "t", text: text)) }

  @Test(arguments: [
    "null", "true", "false", "0", "-0.5", "1.5e+300", "9223372036854775807", "18446744073709551615", #""""#,
    "[]", "{}", #"[1, "a", [null]]"#, #"{"a": {"b": [1, 2]}, "c": "d"}"#, #""é\\\"\n\u0000""#,
  ])
  func readsWhatIsWritten(_ text: String) throws {
    #expect(try parse(" \(text)\r\n\t").value.description == text)
  }

  @Test(arguments: [
    (#""\u00e9\ud83d\ude00\/\b\f""#, "é😀/\u{8}\u{C}"),
    (#""a\tb""#, "a\tb"),
  ])
  func escapes(_ text: String, _ expected: String) throws {
    #expect(try parse(text).value == .string(expected))
  }

  @Test(arguments: [
    ("", 0, "expected a JSON value, found the end"),
    ("[1,]", 3, "expected a JSON value, found `]`"),
    ("[1 2]", 3, "expected `,` or `]`, found `2`"),
    ("{a: 1}", 1, "expected a name in double quotes or `}`, found `a`"),
    (#"{"a" 1}"#, 5, "expected `:`, found `1`"),
    (#"{"a":1,"a":2}"#, 7, #"the name "a" occurs twice"#),
    ("nul", 0, "expected a JSON value, found `nul`"),
    ("nulls", 0, "expected a JSON value, found `nulls`"),
    ("[1] x", 4, "expected the end of the JSON value, found `x`"),
    ("01", 0, "a number does not begin with 0"),
    ("-", 1, "expected a digit, found the end"),
    ("1.", 2, "expected a digit, found the end"),
    ("1e999", 0, "the number is too large"),
    ("\"a", 0, "the string does not end: expected `\"`"),
    ("\"a\nb\"", 0, "the string does not end on its line: expected `\"`"),
    ("\"a\u{1}b\"", 2, "a control character in a string is written `\\u00…`"),
    (#""\x""#, 1, "unknown escape"),
    (#""\ud83d""#, 1, "half of a surrogate pair: two `\\u` escapes make one character here"),
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

  @Test func deepNestingIsAnError() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try parse(nested(JSONParser.depthLimit))
    let error = #expect(throws: Diagnostic.self) { try parse(nested(1_000_000)) }
    #expect(error?.message == "more than 512 brackets within each other")
  }

  @Test func manyMembersAreComparedOnce() throws {
    let members = (0..<2000).map { "\"m\($0)\":\($0)" }
    #expect(try parse("{\(members.joined(separator: ","))}")["m1999"]?.value == .integer(1999))
    #expect(throws: Diagnostic.self) { try parse("{\((members + ["\"m3\":0"]).joined(separator: ","))}") }
  }
}
