import Dependencies
import Testing

@testable import StoreInspection
@testable import StoreTrace

struct JSONDifferenceTests {
  @Test(arguments: [
    ("1", "1.0", []),
    (#"{"a": 1, "b": {"c": "x"}}"#, #"{"a": 1, "b": {"c": "y"}}"#, [#"~ b.c: "x" → "y""#]),
    (#"{"a": null}"#, #"{"a": [1]}"#, ["~ a: null → [1]"]),
    (#"{"a key": 1, "": 2}"#, #"{"a key": 3, "": 4}"#, [#"~ ["a key"]: 1 → 3"#, #"~ [""]: 2 → 4"#]),
    (
      #"{"a": 1, "\u009b31mb\u202e": 2}"#, #"{"a": 1, "\u009b31mb\u202e": 3}"#,
      [#"~ ["\u009b31mb\u202e"]: 2 → 3"#]
    ),
    (#"{"a": 1, "b": 2}"#, #"{"b": 2, "c": 3}"#, ["+ c: 3", "- a: 1"]),
    (#"{"a": {"on": {}}}"#, #"{"a": {"off": {}}}"#, [#"~ a: {"on": {}} → {"off": {}}"#]),
    (#"{"a": {"on": {"_0": {"n": 1}}}}"#, #"{"a": {"on": {"_0": {"n": 2}}}}"#, ["~ a.on.n: 1 → 2"]),
    ("[1, 2, 3, 4]", "[1, 9, 3, 4]", ["~ [1]: 2 → 9"]),
    ("[1, 2, 3]", "[0, 1, 2, 3]", ["+ [0]: 0"]),
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
    let difference = JSONDifference(from: try json(old), to: try json(new))
    #expect(difference.lines.map(\.plain) == lines)
  }

  @Test func longValuesAreWholeAndManyChangesCounted() throws {
    let long = JSONValue.string(String(repeating: "x", count: 500))
    #expect(
      JSONDifference(from: long, to: .null).lines.map(\.plain) == [
        #"- "\#(String(repeating: "x", count: 500))""#, "+ null",
      ]
    )

    func object(_ value: Int64) -> JSONValue {
      .object((0..<100).map { .init(name: "m\($0)", value: .integer(value)) })
    }
    let lines = JSONDifference(from: object(0), to: object(1)).lines
    #expect(lines.count == JSONDifference.lineLimit + 1)
    #expect(lines.last?.plain == "~ … 60 more changes")
  }

  @Test func nothingIsMissed() throws {
    // Different values have at least one line, equal values have none.
    var random = SeededRandomNumberGenerator(seed: 1)
    for _ in 0..<500 {
      let (old, new) = (value(using: &random, depth: 3), value(using: &random, depth: 3))
      #expect(JSONDifference(from: old, to: old).lines.isEmpty)
      if old != new { #expect(!JSONDifference(from: old, to: new).lines.isEmpty, "\(old) and \(new)") }
    }
  }

  private func value(using random: inout SeededRandomNumberGenerator, depth: Int) -> JSONValue {
    let count = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<(depth == 0 ? 3 : 5), using: &random) {
    case 0: return .null
    case 1: return .integer(Int64(count))
    case 2: return .string("\(count)")
    case 3: return .array((0..<count).map { _ in value(using: &random, depth: depth - 1) })
    default:
      return .object(
        ["id", "_0", "a"].shuffled(using: &random).prefix(count).map {
          JSONValue.Member(name: $0, value: value(using: &random, depth: depth - 1))
        }
      )
    }
  }

  private func json(_ text: String) throws -> JSONValue {
    guard case .send(_, let payload?) = try script("send a " + text).statements.first?.kind else { return .null }
    return payload.value
  }
}

extension JSONDifference.Line {
  fileprivate var plain: String {
    switch mark {
    case .changed: "~ " + text
    case .removed: "- " + text
    case .added: "+ " + text
    }
  }
}
