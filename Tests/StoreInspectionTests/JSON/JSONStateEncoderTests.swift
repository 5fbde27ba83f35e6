import Dependencies
import Store
import TestSupport
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
    /// A new key moves the members that follow it.
    var lists = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key \($0)", [$0]) })
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var stack = StackState<Row>()
    @Presents var detail: Row?
  }

  private enum Page: Encodable { case list(Nested), single(Row, isNew: Bool), none }

  private struct State: Encodable {
    var text = ""
    var nested = Nested()
    var page = Page.none
    var others: [Nested] = []
    var counter = Counter()
    var optional: Nested?
    /// Elements of long arrays are not remembered one by one. The keys of dictionaries are redacted with their values.
    var tokens: [[String: Int]]?
  }

  private func change(_ state: inout State, _ random: inout SeededRandomNumberGenerator) {
    let number = Int.random(in: 0..<5, using: &random)
    switch Int.random(in: 0..<21, using: &random) {
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
    case 17: state.tokens = number == 0 ? nil : Array(repeating: ["ada": number], count: number * 300)
    case 18: state.nested.lists["key \(number).5"] = [number]
    case 19: state.nested.lists["key \(number)", default: []].append(number)
    default: state.nested = Nested()
    }
  }

  @Test(arguments: randomSeeds(5)) func isWhatWouldHaveBeenEncoded(seed: UInt64) throws {
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

  @Test func whatIsEqualIsTheSame() throws {
    struct Named: Encodable, Equatable {
      var id: Int
      var title = ""
      static func == (left: Self, right: Self) -> Bool { left.id == right.id }
    }
    let encoder = JSONStateEncoder()
    _ = try encoder.encode([Named(id: 1, title: "a")])
    #expect(try "\(encoder.encode([Named(id: 1, title: "b")]))" == #"[{"id": 1, "title": "a"}]"#)
    #expect(try "\(encoder.encode([Named(id: 2, title: "b")]))" == #"[{"id": 2, "title": "b"}]"#)
  }

  @Test func aStateThatCannotBeEncodedIsNoneToGoOnFrom() throws {
    struct Problem: Error {}
    struct Failing: Encodable {
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
    let encoder = JSONStateEncoder()
    var state = Failing()
    #expect(try "\(encoder.encode(state))" == "[[1, 2], [3, 4]]")
    state.first = [5]
    state.fails = true
    #expect(throws: Problem.self) { try encoder.encode(state) }
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
