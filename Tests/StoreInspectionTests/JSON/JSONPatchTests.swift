import Dependencies
import Testing

@testable import StoreInspection
@testable import StoreTrace

struct JSONPatchTests {
  /// The examples of RFC 6902, appendix A, and others: a name, a document, a patch, and the result; `nil` if the patch
  /// must fail.
  static let examples: [(String, String, String, String?)] = [
    (
      "A.1 adding an object member", #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"baz":"qux","foo":"bar"}"#
    ),
    (
      "A.2 adding an array element", #"{"foo":["bar","baz"]}"#,
      #"[{"op":"add","path":"/foo/1","value":"qux"}]"#, #"{"foo":["bar","qux","baz"]}"#
    ),
    (
      "A.3 removing an object member", #"{"baz":"qux","foo":"bar"}"#,
      #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#
    ),
    (
      "A.4 removing an array element", #"{"foo":["bar","qux","baz"]}"#,
      #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#
    ),
    (
      "A.5 replacing a value", #"{"baz":"qux","foo":"bar"}"#,
      #"[{"op":"replace","path":"/baz","value":"boo"}]"#, #"{"baz":"boo","foo":"bar"}"#
    ),
    (
      "A.6 moving a value", #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
    ),
    (
      "A.7 moving an array element", #"{"foo":["all","grass","cows","eat"]}"#,
      #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#, #"{"foo":["all","cows","eat","grass"]}"#
    ),
    (
      "A.10 adding a nested member object", #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#, #"{"foo":"bar","child":{"grandchild":{}}}"#
    ),
    (
      "A.11 ignoring unrecognized elements", #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#, #"{"foo":"bar","baz":"qux"}"#
    ),
    ("A.12 adding to a nonexistent target", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, nil),
    (
      "A.13 invalid JSON patch document", #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#, nil
    ),
    ("A.14 ~ escape ordering", #"{"/":9,"~1":10}"#, #"[{"op":"remove","path":"/~01"}]"#, #"{"/":9}"#),
    (
      "A.16 adding an array value", #"{"foo":["bar"]}"#,
      #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#, #"{"foo":["bar",["abc","def"]]}"#
    ),
    ("the whole document", #"{"a":1}"#, #"[{"op":"replace","path":"","value":[1]}]"#, "[1]"),
    ("a move to the same place", #"{"a":[1,2]}"#, #"[{"op":"move","from":"/a/0","path":"/a/0"}]"#, #"{"a":[1,2]}"#),
    ("other operations are not in traces", #"{"a":[1]}"#, #"[{"op":"copy","from":"/a","path":"/b"}]"#, nil),
    ("an array's index has no leading zero", #"{"a":[1,2]}"#, #"[{"op":"remove","path":"/a/01"}]"#, nil),
    ("nothing moves into itself", #"{"a":{"b":{}}}"#, #"[{"op":"move","from":"/a","path":"/a/b/c"}]"#, nil),
  ]

  @Test(arguments: examples)
  func fromTheRFC(_ name: String, _ document: String, _ operations: String, _ result: String?) throws {
    var document = try json(document)
    guard let result else {
      #expect(throws: (any Error).self) { try patch(operations).apply(to: &document) }
      return
    }
    try patch(operations).apply(to: &document)
    #expect(document.isIdentical(to: try json(result)), "\(document)")
  }

  @Test(arguments: [
    (#"[{"op":"remove","path":"/rows/7"}]"#, "operation 1 (remove /rows/7): there is no [7]: the array has 1 element"),
    (
      #"[{"op":"replace","path":"/rows/0","value":1},{"op":"add","path":"/rows/x","value":1}]"#,
      "operation 2 (add /rows/x): `x` is no index of an array"
    ),
    (#"[{"op":"replace","path":"/row/0","value":1}]"#, "operation 1 (replace /row/0): there is no member `row`"),
    (#"[{"op":"remove","path":"/rows/0/a"}]"#, "operation 1 (remove /rows/0/a): `a` is looked for in a number"),
    (#"[{"op":"remove","path":""}]"#, "operation 1 (remove ): the whole value cannot be removed"),
    (
      #"[{"op":"move","from":"/rows/0","path":"/row/0"}]"#,
      "operation 1 (move /rows/0 to /row/0): there is no member `row`"
    ),
    (
      #"[{"op":"move","from":"/rows","path":"/rows2/0"}]"#,
      "operation 1 (move /rows to /rows2/0): there is no member `rows2`"
    ),
  ])
  func whatDoesNotFitIsSaid(_ text: String, _ message: String) throws {
    var document = try json(#"{"rows":[1]}"#)
    let before = document
    #expect(throws: JSONPatchError(message)) { try patch(text).apply(to: &document) }
    #expect(document.isIdentical(to: before), "An operation that fails changes nothing.")
  }

  @Test func noPatchMakesAValueDeeperThanTheParserReads() throws {
    let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let place = "/x" + String(repeating: "/0", count: 399)
    for operation in [
      #"{"op":"add","path":"\#(place)/-","value":\#(deep)}"#,
      #"{"op":"replace","path":"\#(place)","value":\#(deep)}"#,
      #"{"op":"move","from":"/y","path":"\#(place)/-"}"#,
    ] {
      var document = try json(#"{"x":\#(deep),"y":\#(deep)}"#)
      let before = document
      let error = #expect(throws: JSONPatchError.self) { try patch("[\(operation)]").apply(to: &document) }
      let message = "the result has more than 512 brackets within each other"
      #expect(error?.message.hasSuffix("): \(message)") == true, "\(error?.message ?? "")")
      #expect(document.isIdentical(to: before))
    }
  }

  @Test(arguments: [
    ("{}", "expected an array of operations (RFC 6902), found an object"),
    (#"[{"op":"ad","path":""}]"#, "unknown operation `ad`"),
    (#"[{"op":"add","path":""}]"#, "`value` is missing"),
    (#"[{"op":"add","path":"a","value":1}]"#, "expected a JSON pointer such as \"/rows/0\""),
    (#"[{"op":"add","path":"/~2","value":1}]"#, "expected a JSON pointer such as \"/rows/0\""),
    (#"[{"path":""}]"#, "`op` is missing"),
    ("[1]", "expected an object, found 1"),
  ])
  func whatIsNoPatchIsSaid(_ text: String, _ message: String) {
    let error = #expect(throws: Diagnostic.self) { try patch(text) }
    #expect(error?.message == message)
  }

  // MARK: Differences

  @Test(arguments: [
    (#"{"a":1,"b":[1,2]}"#, #"{"a":1,"b":[1,2]}"#, "[]"),
    (#"{"a":1}"#, #"{"a":2}"#, #"[{"op":"replace","path":"/a","value":2}]"#),
    (
      #"{"a":1,"b":2}"#, #"{"b":2,"c/~":3}"#,
      #"[{"op":"remove","path":"/a"},{"op":"add","path":"/c~1~0","value":3}]"#
    ),
    // An enum is replaced as a whole when its case changes.
    (#"{"s":{"idle":{}}}"#, #"{"s":{"on":{"_0":1}}}"#, #"[{"op":"replace","path":"/s","value":{"on":{"_0":1}}}]"#),
    // Elements without ids are matched by position.
    (#"{"a":[1,2,3]}"#, #"{"a":[1,2,3,4]}"#, #"[{"op":"add","path":"/a/3","value":4}]"#),
    (#"{"a":[1,2,3]}"#, #"{"a":[1,3]}"#, #"[{"op":"remove","path":"/a/1"}]"#),
    (#"{"a":[1,2,3]}"#, #"{"a":[1,5,3]}"#, #"[{"op":"replace","path":"/a/1","value":5}]"#),
    (#"{"a":[1,2]}"#, #"{"a":[]}"#, #"[{"op":"replace","path":"/a","value":[]}]"#),
    // Elements with ids are matched by id.
    (
      #"[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]"#, #"[{"id":1,"n":1},{"id":2,"n":9},{"id":3,"n":3}]"#,
      #"[{"op":"replace","path":"/1/n","value":9}]"#
    ),
    (
      #"[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]"#, #"[{"id":3,"n":3},{"id":1,"n":1},{"id":2,"n":7}]"#,
      #"[{"op":"move","from":"/2","path":"/0"},{"op":"replace","path":"/2/n","value":7}]"#
    ),
    (
      #"[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]"#, #"[{"id":2,"n":2},{"id":3,"n":3},{"id":1,"n":1}]"#,
      #"[{"op":"move","from":"/0","path":"/2"}]"#
    ),
    (
      #"[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]"#, #"[{"id":1,"n":1},{"id":4,"n":4},{"id":3,"n":8}]"#,
      #"[{"op":"remove","path":"/1"},{"op":"add","path":"/1","value":{"id":4,"n":4}},"#
        + #"{"op":"replace","path":"/2/n","value":8}]"#
    ),
    // If no element has stayed, the whole array is replaced.
    (#"[{"id":1}]"#, #"[{"id":2}]"#, #"[{"op":"replace","path":"","value":[{"id":2}]}]"#),
  ])
  func differences(_ old: String, _ new: String, _ expected: String) throws {
    let (old, new) = (try json(old), try json(new))
    let difference = patch(from: old, to: new)
    #expect(text(difference) == expected)
    var patched = old
    try difference.apply(to: &patched)
    #expect(patched.isIdentical(to: new))
  }

  @Test func anyTwoValuesAreAPatchApart() throws {
    var random = SeededRandomNumberGenerator(seed: 4)
    for _ in 0..<3000 {
      let old = value(depth: 4, &random)
      let new = Bool.random(using: &random) ? value(depth: 4, &random) : changed(old, &random)
      var patched = old
      let difference = patch(from: old, to: new)
      // The patch is written and read as text, as in a trace.
      try patch(text(difference)).apply(to: &patched)
      #expect(patched.isIdentical(to: new), "\(old) → \(new): \(text(difference))")
    }
  }

  @Test func aLargeShuffledListIsReplaced() throws {
    var random = SeededRandomNumberGenerator(seed: 5)
    let rows = (0..<2000).map { row($0, count: 0) }
    let difference = patch(from: .array(rows), to: .array(rows.shuffled(using: &random)))
    #expect(difference.operations.count == 1)
    let oneMoved = Array(rows[1...]) + [rows[0]]
    #expect(patch(from: .array(rows), to: .array(oneMoved)).operations.count == 1)
  }

  // MARK: Redaction

  @Test func whatIsRedactedIsNeverInAPatch() throws {
    let old = try json(#"{"user":{"Password":"hunter2","age":1},"auth":{"accessToken":{"value":"s3cret"}}}"#)
    let new = try json(#"{"user":{"Password":"hunter3","age":2},"auth":{"accessToken":{"value":null}}}"#)
    let difference = patch(from: old, to: new, redacting: .standard)
    #expect(
      text(difference)
        == #"[{"op":"replace","path":"/user/age","value":2},"#
        + #"{"op":"replace","path":"/auth/accessToken/value","value":null}]"#
    )
    var patched = Redaction.standard.apply(to: old)
    try difference.apply(to: &patched)
    #expect(patched.isIdentical(to: Redaction.standard.apply(to: new)))
  }

  @Test func patchesOfRedactedStatesLeadFromOneToTheOther() throws {
    var random = SeededRandomNumberGenerator(seed: 6)
    let redaction = Redaction(["c", "name"])
    for _ in 0..<2000 {
      let old = value(depth: 4, &random)
      let new = Bool.random(using: &random) ? value(depth: 4, &random) : changed(old, &random)
      var patched = redaction.apply(to: old)
      try patch(from: old, to: new, redacting: redaction).apply(to: &patched)
      #expect(patched.isIdentical(to: redaction.apply(to: new)), "\(old) → \(new)")
    }
  }

  // MARK: Values

  private func json(_ text: String) throws -> JSONValue {
    try JSONParser.parse(SourceText(name: "test", text: text)).value
  }

  private func patch(_ text: String) throws -> JSONPatch {
    try JSONPatch(JSONParser.parse(SourceText(name: "test", text: text)))
  }

  private func patch(from old: JSONValue, to new: JSONValue, redacting redaction: Redaction = .none) -> JSONPatch {
    var secrets: [JSONValue] = []
    return JSONPatch(JSONChange(from: old, to: new), redacting: redaction, secrets: &secrets)
  }

  private func text(_ patch: JSONPatch) -> String {
    var bytes: [UInt8] = []
    patch.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func row(_ id: Int, count: Int) -> JSONValue {
    .object([.init(name: "id", value: .integer(Int64(id))), .init(name: "n", value: .integer(Int64(count)))])
  }

  private func value(depth: Int, _ random: inout SeededRandomNumberGenerator) -> JSONValue {
    switch Int.random(in: depth == 0 ? 3...6 : 0...6, using: &random) {
    case 0:
      return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1, &random) })
    case 1:
      let names = ["a", "b", "c", "name", "~/"].filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      return .object(names.map { .init(name: $0, value: value(depth: depth - 1, &random)) })
    case 2:
      let ids = (0..<8).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      return .array(ids.map { row($0, count: Int.random(in: 0...2, using: &random)) })
    case 3: return .null
    case 4: return .bool(Bool.random(using: &random))
    case 5: return .integer(Int64.random(in: 0...3, using: &random))
    default: return .string(["", "x", "</script>", "\u{2028}"].randomElement(using: &random) ?? "")
    }
  }

  private func changed(_ value: JSONValue, _ random: inout SeededRandomNumberGenerator) -> JSONValue {
    switch value {
    case .array(let elements):
      var elements = elements.map { Int.random(in: 0...3, using: &random) == 0 ? changed($0, &random) : $0 }
      if Bool.random(using: &random) { elements.shuffle(using: &random) }
      if Bool.random(using: &random), !elements.isEmpty { elements.removeLast() }
      return .array(elements)
    case .object(let members):
      return .object(
        members.map { .init(name: $0.name, value: Bool.random(using: &random) ? changed($0.value, &random) : $0.value) }
      )
    default: return self.value(depth: 1, &random)
    }
  }
}
