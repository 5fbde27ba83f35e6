import Dependencies
import Foundation
import Store
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Encodings that are reused from the previous state equal what encoding again would result in.
struct JSONStateEncoderTests {
  private final class Counter: Encodable, Equatable {
    var count = 0
    static func == (left: Counter, right: Counter) -> Bool { left === right }
  }

  private struct Row: Encodable, Equatable, Identifiable {
    var id: Int
    var title = "a title that is longer than fifteen bytes"
    var token = "secret"
    var marks: Set<Int> = []
  }

  private struct Nested: Encodable {
    var values = ["a": 1]
    var numbers = [1: "one"]
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var stack = StackState<Row>()
    @Presents var detail: Row?
  }

  private enum Page: Encodable {
    case list(Nested)
    case single(Row, isNew: Bool)
    case none
  }

  private struct State: Encodable {
    var text = ""
    var nested = Nested()
    var page = Page.none
    var others: [Nested] = []
    var counter = Counter()
    var optional: Nested?
    var repeated: [Int]?
  }

  /// Makes a random change.
  private func change(_ state: inout State, _ random: inout SeededRandomNumberGenerator) {
    let number = Int.random(in: 0..<5, using: &random)
    switch Int.random(in: 0..<19, using: &random) {
    case 0: state.text += "\(number)"
    case 1: state.nested.values["\(number)", default: 0] += 1
    case 2: state.nested.numbers[number] = state.text
    case 3: state.nested.rows.append(Row(id: state.nested.rows.count + number))
    case 4: if !state.nested.rows.isEmpty { state.nested.rows[0].title += "\(number)" }
    case 5: if !state.nested.rows.isEmpty { state.nested.rows.removeFirst() }
    case 6: if !state.nested.rows.isEmpty { state.nested.rows[0].marks.insert(number) }
    case 7: state.nested.stack.append(Row(id: number))
    case 8: if let id = state.nested.stack.ids.last { state.nested.stack[id: id]?.title += "\(number)" }
    case 9: if !state.nested.stack.isEmpty { state.nested.stack.removeLast() }
    case 10: state.nested.detail = number == 0 ? nil : Row(id: number)
    case 11: state.nested.detail?.title += "\(number)"
    case 12: state.page = [.none, .list(state.nested), .single(Row(id: number), isNew: number == 1)][number % 3]
    case 13: state.others.insert(state.nested, at: 0)
    case 14: if !state.others.isEmpty { state.others[state.others.count - 1].values["x"] = number }
    case 15: state.counter.count += 1
    case 16: state.optional = number == 0 ? nil : state.nested
    case 17: state.repeated = number == 0 ? nil : Array(repeating: number, count: number * 300)
    default: state.nested = Nested()
    }
  }

  @Test(arguments: 0..<20)
  func isWhatWouldHaveBeenEncoded(seed: UInt64) throws {
    var random = SeededRandomNumberGenerator(seed: seed)
    let redaction = Redaction(["token"])
    let encoder = JSONStateEncoder()
    let redacting = JSONStateEncoder(redacting: redaction)
    var state = State()
    for _ in 0..<60 {
      let whole = try JSONValueEncoder().encode(state)
      let (value, stackIDs) = try encoder.encodeWithStackIDs(state)
      #expect(value.isIdentical(to: whole))
      #expect("\(value)" == "\(whole)")
      #expect(stackIDs?.descriptions() == (try JSONStateEncoder().encodeWithStackIDs(state)).1?.descriptions())
      #expect(try redacting.encode(state).isIdentical(to: redaction.apply(to: whole)))
      change(&state, &random)
    }
  }

  private struct Sessions: Encodable {
    struct User: Encodable {
      var names = ["ada@example.com": "Ada"]
      var token = "secret"
    }

    var users: [User] = []
    var tokens: [User] = []
  }

  /// Elements of long arrays are not remembered one by one. Both ways redact the same.
  @Test(arguments: [1, 1001]) func keysOfDictionariesAreRedacted(count: Int) throws {
    let users = Array(repeating: Sessions.User(), count: count)
    let state = Sessions(users: users, tokens: users)
    let redaction = Redaction(["token"])
    let encoder = JSONStateEncoder(redacting: redaction)
    for value in [try encoder.encode(state), redaction.apply(to: try JSONValueEncoder().encode(state))] {
      let (users, tokens) = ("\(value["users"] ?? .null)", "\(value["tokens"] ?? .null)")
      #expect(users.hasSuffix(#"{"names": {"ada@example.com": "Ada"}, "token": "[redacted]"}]"#))
      #expect(tokens.hasSuffix(#"{"names": {"[redacted]": "[redacted]"}, "token": "[redacted]"}]"#))
      #expect(!tokens.contains("Ada") && !tokens.contains("ada@"))
    }
  }

  /// Unchanged values are not encoded again: the result has the same array storage.
  @Test func whatStaysIsNotEncodedAgain() throws {
    let encoder = JSONStateEncoder()
    var state = Nested()
    state.rows = IdentifiedArray(uniqueElements: (0..<2000).map { Row(id: $0) })
    state.detail = Row(id: 1)
    let first = try encoder.encode(state)
    state.values["b"] = 1
    let second = try encoder.encode(state)
    #expect(first["rows"]?.isSameStorage(as: second["rows"]) == true)
    #expect(first["detail"]?.isSameStorage(as: second["detail"]) == true)
    #expect(second["values"]?["b"] == .integer(1))
    state.detail?.title = "b"
    let third = try encoder.encode(state)
    #expect(third["rows"]?.isSameStorage(as: second["rows"]) == true)
    #expect(third["detail"]?["title"] == .string("b"))
  }

  private struct Renamed: Encodable, Equatable {
    var id: Int
    var title = ""
    static func == (left: Renamed, right: Renamed) -> Bool { left.id == right.id }
  }

  @Test func whatIsEqualIsTheSame() throws {
    let encoder = JSONStateEncoder()
    var row = Renamed(id: 1, title: "a")
    _ = try encoder.encode([row])
    row.title = "b"
    #expect(try encoder.encode([row]) == encoder.encode([Renamed(id: 1, title: "a")]))
    row.id = 2
    #expect(try "\(encoder.encode([row]))" == #"[{"id": 2, "title": "b"}]"#)
  }

  /// A new key moves the members that follow it.
  @Test func membersThatMoveAreFound() throws {
    struct Names: Encodable {
      var rows: [String: [Int]]
    }
    var state = Names(rows: Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", [$0]) }))
    let encoder = JSONStateEncoder()
    for key in ["key", "key 50.5", "z"] {
      _ = try encoder.encode(state)
      state.rows[key] = [0]
      state.rows["key 7"]?.append(1)
      #expect(try encoder.encode(state).isIdentical(to: JSONValueEncoder().encode(state)))
    }
  }

  /// An object is encoded each time, because it may have changed.
  @Test func objectsAreEncodedAgain() throws {
    let encoder = JSONStateEncoder()
    let state = State()
    #expect(try encoder.encode(state)["counter"]?["count"] == .integer(0))
    state.counter.count = 1
    #expect(try encoder.encode(state)["counter"]?["count"] == .integer(1))
  }

  private struct Failing: Encodable {
    struct Problem: Error {}

    var first = [1, 2]
    var fails = false
    var second = [3, 4]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(first)
      if fails { throw Problem() }
      try container.encode(second)
    }
  }

  @Test func aStateThatCannotBeEncodedIsNoneToGoOnFrom() throws {
    let encoder = JSONStateEncoder()
    var state = Failing()
    #expect(try "\(encoder.encode(state))" == "[[1, 2], [3, 4]]")
    state.first = [5]
    state.fails = true
    #expect(throws: Failing.Problem.self) { try encoder.encode(state) }
    state.fails = false
    #expect(try "\(encoder.encode(state))" == "[[5], [3, 4]]")
  }
}

extension JSONValue {
  fileprivate func isSameStorage(as other: JSONValue?) -> Bool {
    switch (self, other) {
    case (.array(let first), .array(let second)?): first.isSameStorage(as: second)
    case (.object(let first), .object(let second)?): first.isSameStorage(as: second)
    default: false
    }
  }
}
