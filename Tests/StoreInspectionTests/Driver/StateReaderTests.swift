import Foundation
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

private struct State: Encodable {
  var query = "swift", error: String? = nil
  var results = [Result(id: 42, name: "a"), Result(id: 7, name: "b")]
  var names = ["id": 1, "other key": 2], status = Status.loaded(["x", "y"]), box = Box(count: 99)
  var pair = Status.failed(code: 4, "no")

  struct Result: Encodable { var id: Int, name: String, owner: Owner? = nil }
  struct Owner: Encodable { var login = "l" }
  struct Box: Encodable { var count: Int }
  enum Status: Encodable { case idle, loaded([String]), failed(code: Int, String) }
}

struct StateReaderTests {
  @Test(arguments: [
    ("query", #""swift""#), ("query.count", "5"), ("error", "null"), ("results.count", "2"),
    ("results[1].name", #""b""#), ("results[id: 42].name", #""a""#), ("results[id: 42.0].id", "42"),
    ("results[0].owner", "null"), (#"names["other key"]"#, "2"), ("names.id", "1"), ("names.count", "2"),
    ("status.loaded", #"["x", "y"]"#), ("status.loaded[1]", #""y""#), ("status.loaded.count", "2"),
    ("status.loaded._0[0]", #""x""#), ("box.count", "99"), ("pair.failed.code", "4"), ("pair.failed._1", #""no""#),
  ])
  func paths(path: String, value: String) throws { #expect(try read("show \(path)").description == value) }

  private static let table = #"""
    |quary| ⇒ the state has no `quary` ⇒ it has `query`, `error`, `results`, `names`, `status`, `box` and `pair` ⇒ \#
    did you mean `query`?
    results[id: 42].|nmae| ⇒ `results[id: 42]` has no `nmae` ⇒ it has `id`, `name` and `owner` ⇒ did you mean `name`?
    results|[2]| ⇒ there is no [2]: `results` has 2 elements
    results|[id: 43]| ⇒ no element of `results` has the id 43 ⇒ the ids are `42` and `7`
    status.loaded|[id: 3]| ⇒ no element of `status.loaded` has the id 3 ⇒ \#
    no `id` of them is encoded, as a computed one is not: read them by index, `[0]`
    results.|first| ⇒ `results` is an array: it has no member `first` ⇒ \#
    an element is read by its index or id: `[0]`, `[id: 42]`
    query|[0]| ⇒ `query` is a string: it has no elements
    error.|code| ⇒ `error` is null: it has no member `code`
    status.|idle| ⇒ `status` has no `idle` ⇒ it has `loaded`
    """#

  @Test(arguments: Mistake.lines(table, of: "show "))
  func mistakes(_ mistake: Mistake) {
    let error = #expect(throws: Diagnostic.self) { try read(mistake.line) }
    mistake.expect(error?.rendered(in: SourceText(name: "test", text: mistake.line)))
  }

  private func read(_ line: String) throws -> JSONValue {
    guard case .show(let path?) = try script(line).statements.first?.kind else { throw CancellationError() }
    return try StateReader(State()).value(at: path)
  }
}

struct ComparisonTests {
  private static let orders = "compares numbers with numbers, dates with dates and texts with texts"
  private static let arrays = "its number of elements or characters is its `.count`"
  private static let contents = "looks for elements in arrays, for text in texts and for names in objects"

  private static let right = [
    "1 | == 1.0", "1 | != 2", "1 | < 2", "2 | <= 2.0", "2.5 | > 2", "2 | >= -1",
    "9223372036854775807 | > 9223372036854775806", "18446744073709551615 | > 9223372036854775807",
    "9007199254740993 | > 9007199254740992.0", "1e300 | > 18446744073709551615", #""a" | < "b""#, #""B" | < "a""#,
    #""10" | < "9""#, #""2026-01-31T00:00:00Z" | < 2026-01-31T00:00:00.5Z"#,
    #""2026-01-31T00:00:00.5Z" | > 2026-01-31"#, #""2026-01-31T00:00:00+09:00" | < "2026-01-30T16:00:00Z""#,
    #""2026-01-31T00:00:00Z" | >= 2026-01-31"#, #"["a", "b"] | contains "b""#, #"["a", {"b": {}}] | contains .b"#,
    #"[{"id": 1}] | contains {"id": 1}"#, #""swift" | contains "wif""#, #""swift" | contains """#,
    #"{"a": null} | contains "a""#, #"["2026-01-31T00:00:00Z"] | contains 2026-01-31"#, #""swift" | matches /^s.*t$/"#,
    #""a/b" | matches "a/b""#, #""a/b" | matches /a\/b/"#,
    // What has several forms is equal in any of them.
    #""failure" | == .failure"#, #""failure" | == failure"#, #"{"failure": {}} | == .failure"#,
    #"{"failure": {"_0": 1}} | == .failure(1)"#, #"{"failure": {"code": 1}} | == .failure(1)"#,
    #"{"failure": {"code": 1}} | == .failure(code: 1)"#,
    #"{"failure": {"_0": 1, "name": "b"}} | == .failure(1, name: .b)"#, #""2026-01-31T00:00:00Z" | == 2026-01-31"#,
    #""2026-01-31T09:00:00+09:00" | == 2026-01-31"#,
    #""6F9619FF-8B86-D011-B42D-00C04FC964FF" | == 6f9619ff-8b86-d011-b42d-00c04fc964ff"#,
    #"["a", {"b": {}}] | == [.a, .b]"#, #"{"a": "b"} | == {"a": .b, "c": nil}"#,
  ]

  private static let wrong = [
    "1 | != 1.0", "2 | < 2", "3 | <= 2", "2 | > 2", "1 | >= 2", #""b" | <= "a""#, #"["a"] | contains 1"#,
    #""swift" | contains "x""#, #"{"a": 1} | contains "b""#, #""swift" | matches /^w/"#,
    "9007199254740993 | <= 9007199254740992.0", #"{"failure": {"_0": 1}} | == .failure"#,
    #"{"failure": {"code": 2}} | == .failure(code: 1)"#, #""success" | == .failure"#, "null | == .failure",
    "[] | == .failure", "3 | == 2026-01-31", #""2026-01-31T00:00:00.5Z" | == 2026-01-31"#, #"["a"] | == [.a, .b]"#,
    #"{"a": "c"} | == {"a": .b}"#, #""6F9619FF-8B86-D011-B42D-00C04FC964FE" | == 6f9619ff-8b86-d011-b42d-00c04fc964ff"#,
    "[] | == {}",
  ]

  private static let refused: [(String, String?)] = [
    ("null | < 1", "`<` \(orders), and the actual value is null"),
    ("[1] | > 1", "`>` \(orders), and the actual value is an array: \(arrays)"),
    ("true | <= 1", "`<=` \(orders), and the actual value is a boolean"),
    ("1 | contains 1", "`contains` \(contents), and the actual value is a number"),
    (#""a" | contains 1"#, "`contains` \(contents), and the actual value is a string"),
    ("1 | matches /1/", "`matches` is about texts, and the actual value is a number"),
  ]

  @Test(arguments: right) func isRight(_ row: String) throws { try expect(row, isRight: true) }

  @Test(arguments: wrong.map { ($0, nil as String?) } + refused)
  func isWrong(_ row: String, note: String?) throws { try expect(row, isRight: false, note) }

  private func expect(_ row: String, isRight: Bool, _ note: String? = nil) throws {
    let parts = row.split(separator: " | ")
    let statements = try script("expect a == \(parts[0])\nexpect a \(parts[1])").statements
    guard case .expect(_, .equal, let value) = statements[0].kind,
      case .expect(_, let relation, let expected) = statements[1].kind
    else { throw CancellationError() }
    let verdict = relation.compare(value.value, expected)
    #expect(verdict.isRight == isRight && verdict.note == note, "\(verdict)")
  }
}
