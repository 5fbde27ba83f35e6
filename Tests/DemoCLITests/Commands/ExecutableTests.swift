import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

/// Runs the program itself, as a shell would.
@Suite(.ownThreads)
struct ExecutableTests {
  @Test func withoutArgumentsItPlaysADemonstration() throws {
    let demo = try run([])
    demo.expect(errors: "")
    #expect(demo.output.contains(", 0 failed\n"))
    #expect(demo.output.count { $0 == "\n" } < 120, "it fits on a page")
    #expect(!demo.output.contains("\u{1B}"), "no colours unless the output is a terminal")
    #expect(try run([]) == demo, "mock values and a virtual clock make every run the same")
    let help = try run(["help", "script"]).output
    #expect(help.contains(DemoScript.text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")))
  }

  @Test func helpAndVersion() throws {
    #expect(try run(["--help"]) == Run(status: 0, output: DemoCLI.commandLine.help + "\n", errors: ""))
    #expect(try run(["--version"]) == Run(status: 0, output: "DemoCLI \(DemoCLI.commandLine.version)\n", errors: ""))
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    try run(["--help"]) { $0.standardOutput = pipe }.expect(0, "A reader that goes away is no failure.")
    #expect(try run(["run", "/dev/zero"]).status == 66, "It is no text, and has no end.")
  }

  /// The path of the source is private, and differs between machines.
  @Test(arguments: [
    (["rnu"], ""), (["run", "missing"], ""), (["run", "."], ""), (["replay", "missing"], ""), (["report", "-"], "{"),
    (["generate-test", "-"], "{}"), (["serve", "--port", "x"], ""),
    (["run", "-"], "send toDoList.nothing"), (["run", "-"], "expect tab == 1"), (["run", "-"], "await launched"),
    (["run", "-"], "include missing"), (["run", "--trace", "/missing/trace", "-"], "show"), (["repl"], "nonsense"),
  ])
  func messagesDoNotSayWhereTheProgramWasBuilt(arguments: [String], input: String) throws {
    let result = try run(arguments, input: input + "\n")
    let place = URL(filePath: #filePath).pathComponents.prefix { $0 != "Tests" }.dropFirst().joined(separator: "/")
    #expect(result.output + result.errors != "")
    #expect(!(result.output + result.errors).contains("/\(place)/"))
    #expect(!(result.output + result.errors).contains(".swift:"))
  }

  @Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false)])
  func coloursAreForTerminals(environment: [String: String], isColored: Bool) throws {
    let terminal = try PseudoTerminal()
    let (process, input) = try process(["run", "-"], environment: environment)
    process.standardOutput = terminal.slave
    try process.start()
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    try terminal.slave.close()
    let output = terminal.output
    #expect(output.contains("0 steps"))
    #expect(output.contains("\u{1B}[1m") == isColored)
  }
}
