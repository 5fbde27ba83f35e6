import Foundation
import Testing

@testable import StoreInspection

struct ScriptDocumentationTests {
  private static let document = URL(filePath: #filePath)
    .appending(path: "../../../../Sources/StoreInspection/Documentation.docc/Articles/Scripts.md").standardizedFileURL

  /// Each statement has a section of its own with an example. The tests of the documentation run the examples.
  @Test(arguments: Keyword.allCases)
  func everyStatementIsDescribed(_ keyword: Keyword) throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let sections = text.split(separator: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("\(keyword.rawValue)\n") })
    let examples = section.split(separator: "```sh\n").dropFirst().compactMap { $0.split(separator: "```").first }
    let statement = try Regex("(^|\n| |')\(keyword.rawValue)( |\n)")
    #expect(examples.contains { $0.contains(statement) }, "\(keyword.rawValue) has no example.")
    #expect(section.contains("```text\n"), "\(keyword.rawValue) has no output.")
    #expect(
      text.contains("| [`\(keyword.rawValue)`](#\(keyword.rawValue)) |"),
      "\(keyword.rawValue) is not in the table."
    )
  }

  @Test(arguments: Keyword.allCases)
  func everyStatementIsInTheHelp(_ keyword: Keyword) {
    #expect(ScriptHelp.text(example: ScriptHelp.example).contains("\n  \(keyword.rawValue)"))
  }

  @Test(arguments: Statement.Comparison.allCases)
  func everyComparisonIsDescribed(_ comparison: Statement.Comparison) throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    #expect(text.contains("`\(comparison.rawValue)`"))
    #expect(ScriptHelp.text(example: ScriptHelp.example).contains(comparison.rawValue))
  }

  @Test func theExampleInTheHelpIsRight() throws {
    _ = try script(ScriptHelp.example)
  }
}
