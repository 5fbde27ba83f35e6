import Foundation
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

private struct State: Encodable {
  var query = "swift"
  var error: String?
  var results = [Result(id: 42, name: "a"), Result(id: 7, name: "b")]
  var names = ["id": 1, "other key": 2]
  var status = Status.loaded(["x", "y"])
  var box = Box(count: 99)
  var pair = Status.failed(code: 4, "no")

  struct Result: Encodable {
    var id: Int
    var name: String
    var owner: Owner?

    struct Owner: Encodable { var login = "l" }
  }

  struct Box: Encodable { var count: Int }

  enum Status: Encodable {
    case idle
    case loaded([String])
    case failed(code: Int, String)
  }
}

struct StateReaderTests {
  @Test(arguments: [
    ("query", #""swift""#), ("query.count", "5"), ("error", "null"), ("results.count", "2"),
    ("results[1].name", #""b""#), ("results[id: 42].name", #""a""#), ("results[id: 42.0].id", "42"),
    ("results[0].owner", "null"), (#"names["other key"]"#, "2"), ("names.id", "1"), ("names.count", "2"),
    ("status.loaded", #"["x", "y"]"#), ("status.loaded[1]", #""y""#), ("status.loaded.count", "2"),
    ("status.loaded._0[0]", #""x""#), ("box.count", "99"), ("pair.failed.code", "4"), ("pair.failed._1", #""no""#),
  ])
  func paths(path: String, value: String) throws {
    #expect(try read(path)?.description == value)
  }

  @Test func aMessage() {
    #expect(
      error("show quary") == """
        test:1:6: error: the state has no `quary`
          show quary
               ^~~~~
          it has `query`, `error`, `results`, `names`, `status`, `box` and `pair`
          did you mean `query`?
        """
    )
  }

  @Test(arguments: [
    Mistake(
      "show results[id: 42].|nmae|",
      "`results[id: 42]` has no `nmae`",
      "it has `id`, `name` and `owner`",
      "did you mean `name`?"
    ),
    Mistake("show results|[2]|", "there is no [2]: `results` has 2 elements"),
    Mistake("show results|[id: 43]|", "no element of `results` has the id 43", "the ids are `42` and `7`"),
    Mistake(
      "show status.loaded|[id: 3]|",
      "no element of `status.loaded` has the id 3",
      "no `id` of them is encoded, as a computed one is not: read them by index, `[0]`"
    ),
    Mistake(
      "show results.|first|",
      "`results` is an array: it has no member `first`",
      "an element is read by its index or id: `[0]`, `[id: 42]`"
    ),
    Mistake("show query|[0]|", "`query` is a string: it has no elements"),
    Mistake("show error.|code|", "`error` is null: it has no member `code`"),
    Mistake("show status.|idle|", "`status` has no `idle`", "it has `loaded`"),
  ])
  func mistakes(_ mistake: Mistake) {
    #expect(error(mistake.line) == mistake.message)
  }

  private let reader: StateReader

  init() throws {
    reader = try StateReader(State())
  }

  private func read(_ path: String) throws -> JSONValue? {
    try reader.value(at: statePath("show \(path)"))
  }

  /// The error message for a `show`.
  private func error(_ line: String) -> String? {
    do throws(Diagnostic) {
      _ = try reader.value(at: statePath(line))
      return nil
    } catch {
      return error.rendered(in: SourceText(name: "test", text: line))
    }
  }

  private func statePath(_ line: String) -> ValuePath {
    guard case .show(let path?) = try? script(line).statements.first?.kind else {
      Issue.record("\(line) shows no path")
      return ValuePath(components: [], range: 0..<0)
    }
    return path
  }
}
