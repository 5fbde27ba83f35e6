import Dependencies
import Testing

@testable import StoreInspection
@testable import StoreTrace

struct JSONPatchTests {
  /// A document, a patch, and the result; `nil` if the patch must fail. The first ones are as in RFC 6902, appendix A.
  @Test(arguments: [
    (#"{"a":{"b":2},"c":{}}"#, #"[{"op":"move","from":"/a/b","path":"/c/d"}]"#, #"{"a":{},"c":{"d":2}}"#),
    (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, nil),
    (#"{"/":9,"~1":10}"#, #"[{"op":"remove","path":"/~01"}]"#, #"{"/":9}"#),
    (#"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["a","b"]}]"#, #"{"foo":["bar",["a","b"]]}"#),
    (#"{"a":1}"#, #"[{"op":"replace","path":"","value":[1]}]"#, "[1]"),
    (#"{"a":[1,2]}"#, #"[{"op":"move","from":"/a/0","path":"/a/0"}]"#, #"{"a":[1,2]}"#),
    (#"{"a":[1]}"#, #"[{"op":"copy","from":"/a","path":"/b"}]"#, nil),
    (#"{"a":[1,2]}"#, #"[{"op":"remove","path":"/a/01"}]"#, nil),
    (#"{"a":{"b":{}}}"#, #"[{"op":"move","from":"/a","path":"/a/b/c"}]"#, nil),
  ])
  func patches(_ document: String, _ operations: String, _ result: String?) throws {
    var document = try JSONValue.parsed(document)
    guard let result else {
      #expect(throws: (any Error).self) { try patch(operations).apply(to: &document) }
      return
    }
    try patch(operations).apply(to: &document)
    #expect(document.isIdentical(to: try JSONValue.parsed(result)), "\(document)")
  }

  @Test(arguments: [
    (#"[{"op":"remove","path":"/rows/7"}]"#, "operation 1 (remove /rows/7): there is no [7]: the array has 1 element"),
    (
      #"[{"op":"replace","path":"/rows/0","value":1},{"op":"add","path":"/rows/x","value":1}]"#,
      "operation 2 (add /rows/x): `x` is not an index of an array"
    ),
    (#"[{"op":"replace","path":"/row/0","value":1}]"#, "operation 1 (replace /row/0): there is no member `row`"),
    (#"[{"op":"remove","path":"/rows/0/a"}]"#, "operation 1 (remove /rows/0/a): a number has no member `a`"),
    (#"[{"op":"remove","path":""}]"#, "operation 1 (remove ): the whole value cannot be removed"),
    (
      #"[{"op":"move","from":"/rows/0","path":"/row/0"}]"#,
      "operation 1 (move /rows/0 to /row/0): there is no member `row`"
    ),
  ])
  func whatDoesNotFitIsSaid(_ text: String, _ message: String) throws {
    var document = try JSONValue.parsed(#"{"rows":[1]}"#)
    let before = document
    #expect(throws: JSONPatchError(message)) { try patch(text).apply(to: &document) }
    #expect(document.isIdentical(to: before), "An operation that fails changes nothing.")
  }

  @Test func noPatchMakesAValueDeeperThanTheParserReads() throws {
    let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let place = "/x" + String(repeating: "/0", count: 399)
    for operation in [
      #"{"op":"add","path":"\#(place)/-","value":\#(deep)}"#, #"{"op":"replace","path":"\#(place)","value":\#(deep)}"#,
      #"{"op":"move","from":"/y","path":"\#(place)/-"}"#,
    ] {
      var document = try JSONValue.parsed(#"{"x":\#(deep),"y":\#(deep)}"#)
      let before = document
      let error = #expect(throws: JSONPatchError.self) { try patch("[\(operation)]").apply(to: &document) }
      let message = "the result has more than 512 brackets within each other"
      #expect(error?.message.hasSuffix("): \(message)") == true, "\(error?.message ?? "")")
      #expect(document.isIdentical(to: before))
    }
  }

  @Test(arguments: [
    ("{}", "expected an array of operations (RFC 6902), found an object"),
    (#"[{"op":"ad","path":""}]"#, "unknown operation `ad`"), (#"[{"op":"add","path":""}]"#, "`value` is missing"),
    (#"[{"op":"add","path":"a","value":1}]"#, "expected a JSON pointer such as \"/rows/0\""),
    (#"[{"op":"add","path":"/~2","value":1}]"#, "expected a JSON pointer such as \"/rows/0\""),
    (#"[{"path":""}]"#, "`op` is missing"), ("[1]", "expected an object, found 1"),
  ])
  func whatIsNoPatchIsSaid(_ text: String, _ message: String) {
    let error = #expect(throws: Diagnostic.self) { try patch(text) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (#"{"a":1,"b":[1,2]}"#, #"{"a":1,"b":[1,2]}"#, "[]"),
    (#"{"a":1,"b":2}"#, #"{"b":2,"c/~":3}"#, #"[{"op":"remove","path":"/a"},{"op":"add","path":"/c~1~0","value":3}]"#),
    // An enum is replaced as a whole when its case changes.
    (#"{"s":{"idle":{}}}"#, #"{"s":{"on":{"_0":1}}}"#, #"[{"op":"replace","path":"/s","value":{"on":{"_0":1}}}]"#),
    // Elements without ids are matched by position.
    (#"{"a":[1,2,3]}"#, #"{"a":[1,2,3,4]}"#, #"[{"op":"add","path":"/a/3","value":4}]"#),
    (#"{"a":[1,2,3]}"#, #"{"a":[1,3]}"#, #"[{"op":"remove","path":"/a/1"}]"#),
    (#"{"a":[1,2]}"#, #"{"a":[]}"#, #"[{"op":"replace","path":"/a","value":[]}]"#),
    // Elements with ids are matched by id.
    (
      #"[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]"#, #"[{"id":3,"n":3},{"id":1,"n":1},{"id":2,"n":7}]"#,
      #"[{"op":"move","from":"/2","path":"/0"},{"op":"replace","path":"/2/n","value":7}]"#
    ),
    (#"[{"id":1},{"id":2},{"id":3}]"#, #"[{"id":2},{"id":3},{"id":1}]"#, #"[{"op":"move","from":"/0","path":"/2"}]"#),
    (
      #"[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]"#, #"[{"id":1,"n":1},{"id":4,"n":4},{"id":3,"n":8}]"#,
      #"[{"op":"remove","path":"/1"},{"op":"add","path":"/1","value":{"id":4,"n":4}},"#
        + #"{"op":"replace","path":"/2/n","value":8}]"#
    ),
    // If no element has stayed, the whole array is replaced.
    (#"[{"id":1}]"#, #"[{"id":2}]"#, #"[{"op":"replace","path":"","value":[{"id":2}]}]"#),
  ])
  func differences(_ old: String, _ new: String, _ expected: String) throws {
    let (old, new) = (try JSONValue.parsed(old), try JSONValue.parsed(new))
    let difference = patch(from: old, to: new)
    #expect(text(difference) == expected)
    var patched = old
    try difference.apply(to: &patched)
    #expect(patched.isIdentical(to: new))
  }

  /// Values that differ also have a line for people to read.
  @Test(arguments: [Redaction.none, Redaction(["c", "name"])])
  func anyTwoValuesAreAPatchApart(_ redaction: Redaction) throws {
    var writer = JSONWriter(seed: 4)
    for _ in 0..<2500 {
      let old = try JSONValue.parsed(writer.value(depth: 4))
      let isOther = Bool.random(using: &writer.random)
      let new = try isOther ? JSONValue.parsed(writer.value(depth: 4)) : changed(old, &writer)
      var patched = redaction.apply(to: old)
      let difference = patch(from: old, to: new, redacting: redaction)
      // The patch is written and read as text, as in a trace.
      try patch(text(difference)).apply(to: &patched)
      #expect(patched.isIdentical(to: redaction.apply(to: new)), "\(old) → \(new): \(text(difference))")
      #expect(old == new || !JSONDifference(from: old, to: new).lines.isEmpty, "\(old) → \(new)")
    }
  }

  @Test func aLargeShuffledListIsReplaced() throws {
    var random = SeededRandomNumberGenerator(seed: 5)
    let rows = (0..<2000).map { JSONValue.object([.init(name: "id", value: .integer($0))]) }
    let difference = patch(from: .array(rows), to: .array(rows.shuffled(using: &random)))
    #expect(difference.operations.count == 1)
    let oneMoved = Array(rows[1...]) + [rows[0]]
    #expect(patch(from: .array(rows), to: .array(oneMoved)).operations.count == 1)
  }

  private func patch(_ text: String) throws -> JSONPatch { try JSONPatch(JSONNode.parsed(text)) }

  private func patch(from old: JSONValue, to new: JSONValue, redacting redaction: Redaction = .none) -> JSONPatch {
    var secrets: [JSONValue] = []
    return JSONPatch(JSONChange(from: old, to: new), redacting: redaction, secrets: &secrets)
  }

  private func text(_ patch: JSONPatch) -> String {
    var bytes: [UInt8] = []
    patch.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func changed(_ value: JSONValue, _ writer: inout JSONWriter) throws -> JSONValue {
    switch value {
    case .array(var elements):
      for index in elements.indices where Int.random(in: 0...3, using: &writer.random) == 0 {
        elements[index] = try changed(elements[index], &writer)
      }
      if Bool.random(using: &writer.random) { elements.shuffle(using: &writer.random) }
      if Bool.random(using: &writer.random) { _ = elements.popLast() }
      return .array(elements)
    case .object(var members):
      for index in members.indices where Bool.random(using: &writer.random) {
        members[index].value = try changed(members[index].value, &writer)
      }
      return .object(members)
    default: return try JSONValue.parsed(writer.value(depth: 1))
    }
  }
}

struct JSONDifferenceTests {
  @Test(arguments: [
    ("1", "1.0", []),
    (#"{"a": 1, "b": {"c": "x"}}"#, #"{"a": 1, "b": {"c": "y"}}"#, [#"~ b.c: "x" → "y""#]),
    (#"{"a": null}"#, #"{"a": [1]}"#, ["~ a: null → [1]"]),
    (#"{"a key": 1, "": 2}"#, #"{"a key": 3, "": 4}"#, [#"~ ["a key"]: 1 → 3"#, #"~ [""]: 2 → 4"#]),
    (#"{"a": 1, "\u009b31mb\u202e": 2}"#, #"{"a": 1, "\u009b31mb\u202e": 3}"#, [#"~ ["\u009b31mb\u202e"]: 2 → 3"#]),
    (#"{"a": 1, "b": 2}"#, #"{"b": 2, "c": 3}"#, ["+ c: 3", "- a: 1"]),
    (#"{"a": {"on": {}}}"#, #"{"a": {"off": {}}}"#, [#"~ a: {"on": {}} → {"off": {}}"#]),
    (#"{"a": {"on": {"_0": {"n": 1}}}}"#, #"{"a": {"on": {"_0": {"n": 2}}}}"#, ["~ a.on.n: 1 → 2"]),
    ("[1, 2, 3, 4]", "[1, 9, 3, 4]", ["~ [1]: 2 → 9"]), ("[1, 2, 3]", "[0, 1, 2, 3]", ["+ [0]: 0"]),
    ("[1, 2, 3, 4]", "[1, 4]", ["- [1]: 2", "- [2]: 3"]),
    ("[]", "[1, 2, 3, 4, 5]", ["+ [0]: 1", "+ [1]: 2", "+ [2]: 3", "+ … 2 more in "]),
    (
      #"{"rows": [{"id": 1, "n": 1}, {"id": 2, "n": 2}, {"id": 3, "n": 3}]}"#,
      #"{"rows": [{"id": 3, "n": 3}, {"id": 2, "n": 9}, {"id": "x"}]}"#,
      [
        #"- rows[id: 1]: {"id": 1, "n": 1}"#, "~ rows[id: 2].n: 2 → 9", #"+ rows[id: "x"]: {"id": "x"}"#,
        "~ rows: in another order",
      ]
    ),
    (#"[{"id": 1}, {"id": 1, "n": 1}]"#, #"[{"id": 1}, {"id": 1, "n": 2}]"#, ["~ [1].n: 1 → 2"]),
  ])
  func lines(old: String, new: String, lines: [String]) throws {
    let difference = JSONDifference(from: try JSONValue.parsed(old), to: try JSONValue.parsed(new))
    #expect(difference.lines.map(\.plain) == lines)
  }

  @Test func longValuesAreWholeAndManyChangesCounted() throws {
    let long = JSONValue.string(String(repeating: "x", count: 500))
    let expected = [#"- "\#(String(repeating: "x", count: 500))""#, "+ null"]
    #expect(JSONDifference(from: long, to: .null).lines.map(\.plain) == expected)

    func object(_ value: Int64) -> JSONValue {
      .object((0..<100).map { .init(name: "m\($0)", value: .integer(value)) })
    }
    let lines = JSONDifference(from: object(0), to: object(1)).lines
    #expect(lines.count == JSONDifference.lineLimit + 1)
    #expect(lines.last?.plain == "~ … 60 more changes")
  }
}

extension JSONDifference.Line {
  fileprivate var plain: String { "\(mark.rawValue) \(text)" }
}
