import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

@Suite(.ownThreads) struct HelpTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["run", "repl", "ui", "explore", "replay", "report", "generate-test"])
  func examplesDoWhatTheySay(_ topic: String) throws {
    try runExamples(of: topic, program: "DemoCLI", in: folder.url)
  }

  @Test func theServicesCanBeServedAsItIsSaid() throws {
    // The commands are only parsed: their ports may be in use.
    let help = try run(["help", "serve"]).output
    let commands = help.split(separator: "\n").map { $0.split(whereSeparator: { " >&".contains($0) }).map(String.init) }
      .filter { $0.starts(with: ["DemoCLI", "serve"]) && $0.dropFirst(2).first?.hasPrefix("[") != true }
    #expect(commands.count == 3)
    for command in commands { _ = try ServeOptions(command.dropFirst(2).filter { $0 != "services.env" }[...]) }
  }

  @Test func theScriptThatIsShownCanBePlayed() throws {
    let help = try run(["help", "script"]).output
    #expect(help.contains(DemoScript.text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")))
    #expect(try run([]).status == 0)
  }
}
