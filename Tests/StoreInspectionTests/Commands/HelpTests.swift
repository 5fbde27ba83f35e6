import Foundation
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads) struct HelpTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["run", "repl", "ui", "explore", "replay", "report", "generate-test"])
  func examplesDoWhatTheySay(_ topic: String) throws {
    try runExamples(of: topic, program: "Counter", in: folder.url)
  }

  @Test func columnsAreAsWideAsTheyAreShown() {
    #expect(HelpText.table([("日本", "a"), ("e\u{301}tat", "b")]) == "  日本  a\n  e\u{301}tat  b")
  }

  @Test func theScriptThatIsShownCanBePlayed() throws {
    let help = try run(["help", "script"], program: "Counter").output
    let lines = ScriptHelp.example.split(separator: "\n").map { "  " + $0 }
    #expect(help.contains(lines.joined(separator: "\n")))
    #expect(try run(["run", "-"], program: "Counter", input: ScriptHelp.example).status == 0)
  }
}
