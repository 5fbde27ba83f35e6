import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

struct ScriptDocumentationTests {
  private let text: String
  private let help = ScriptHelp.text(example: ScriptHelp.example)
  init() throws { text = try Repository.file("Sources/StoreInspection/Documentation.docc/Articles/Scripts.md").text }

  /// Each statement has a section of its own with an example. The tests of the documentation run the examples.
  @Test(arguments: Keyword.allCases) func everyStatementIsDescribed(_ keyword: Keyword) throws {
    let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("\(keyword.rawValue)\n") })
    let examples = section.split(separator: "```sh\n").dropFirst().compactMap { $0.split(separator: "```").first }
    let statement = try Regex("(^|\n| |')\(keyword.rawValue)( |\n)")
    #expect(examples.contains { $0.contains(statement) }, "\(keyword.rawValue) has no example.")
    #expect(section.contains("```text\n"), "\(keyword.rawValue) has no output.")
    #expect(
      text.contains("| [`\(keyword.rawValue)`](#\(keyword.rawValue)) |"),
      "\(keyword.rawValue) is not in the table."
    )
    #expect(help.contains("\n  \(keyword.rawValue)"))
  }

  @Test(arguments: Statement.Comparison.allCases) func everyComparisonIsDescribed(_ comparison: Statement.Comparison) {
    #expect(text.contains("`\(comparison.rawValue)`"))
    #expect(help.contains(comparison.rawValue))
  }

  @Test func theExampleInTheHelpIsRight() throws { _ = try script(ScriptHelp.example) }
}

struct NearestSpellingTests {
  @Test(arguments: [
    ("serach", "search"), ("querychanged", "queryChanged"), ("sumbit", "submit"), ("row", "rows"), ("di", "id"),
    ("elephant", nil), ("", nil),
  ])
  func nearest(_ word: String, _ name: String?) {
    #expect(["queryChanged", "submit", "search", "rows", "id"].nearest(to: word) == name)
    #expect([String]().nearest(to: word) == nil)
  }

  @Test func aLongWordTakesNoTime() {
    #expect(["search"].nearest(to: String(repeating: "search", count: 100_000)) == nil)
  }

  @Test func lists() {
    #expect([String]().list() == "nothing")
    #expect(["a"].list() == "`a`")
    #expect(["a", "b", "c"].list(or: "and") == "`a`, `b` and `c`")
    #expect((0..<30).map(String.init).list().hasSuffix("`23`, … (30 in all)"))
  }
}
