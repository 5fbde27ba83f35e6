import Foundation
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

/// Runs the program itself, as a shell would.
@Suite(.ownThreads)
struct ExecutableTests {
  private let folder = TemporaryFolder()

  @Test func withoutArgumentsItPlaysADemonstration() throws {
    let demo = try run([])
    demo.expect(errors: "")
    #expect(demo.output.contains(", 0 failed\n"))
    #expect(demo.output.count { $0 == "\n" } < 120, "it fits on a page")
    #expect(!demo.output.contains("\u{1B}"), "no colours unless the output is a terminal")
    #expect(try run([]) == demo, "mock values and a virtual clock make every run the same")
  }

  @Test func aScriptOnStandardInput() throws {
    let empty = try run(["run", "-"], input: "# nothing\n")
    #expect(empty.status == 0)
    #expect(empty.output.hasSuffix("\n0 steps, 0 actions sent, 0 received, 0 expectations, 0 failed\n"))

    let wrong = try run(["run", "-"], input: "show\nsned a\n")
    #expect(
      wrong
        == Run(
          status: 2,
          output: "",
          errors: """
            <stdin>:2:1: error: unknown statement `sned`
              sned a
              ^~~~
              expected \(Keyword.allCases.map(\.rawValue).list())
              did you mean `send`?

            """
        )
    )
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

  @Test func aScriptInAFile() throws {
    let file = folder.url.appending(path: "a script.txt")
    try folder.write("expect tab == \"articles\"", to: "a script.txt")
    let failed = try run(["run", file.path])
    #expect(failed.status == 1)
    #expect(failed.errors.hasPrefix("\(file.path):1:8: error: expectation failed\n"))
    #expect(failed.output.hasSuffix("\n1 step, 0 actions sent, 0 received, 1 expectation, 1 failed\n"))
  }

  @Test func filesThatCannotBeRead() throws {
    let missing = folder.path("missing")
    let folderReason = "no file in it ends in `.script`"
    for (file, reason) in [(missing, "No such file or directory"), (folder.url.path, folderReason)] {
      let result = try run(["run", file])
      #expect(result == Run(status: 66, output: "", errors: "DemoCLI: cannot read \(file): \(reason)\n"))
    }
    #expect(try run(["run", "/dev/zero"]).status == 66)
  }

  @Test func badUsage() throws {
    #expect(
      try run(["rnu"])
        == Run(
          status: 64,
          output: "",
          errors: "DemoCLI: unknown command `rnu`, did you mean `run`?\n  Try `DemoCLI --help`.\n"
        )
    )
  }

  @Test func helpAndVersion() throws {
    #expect(try run(["--help"]) == Run(status: 0, output: DemoCLI.commandLine.help + "\n", errors: ""))
    #expect(
      try run(["run", "--help"])
        == Run(status: 0, output: DemoCLI.commandLine.commands[0].help(DemoCLI.commandLine) + "\n", errors: "")
    )
    #expect(try run(["--version"]) == Run(status: 0, output: "DemoCLI \(DemoCLI.commandLine.version)\n", errors: ""))
  }

  @Test func aReaderThatGoesAwayIsNoFailure() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    try run(["--help"]) { $0.standardOutput = pipe }.expect()
  }

  @Test func controlCEndsARunCleanly() throws {
    let program = try RunningProgram(["run", "-", "--live"], input: "show\nadvance 24h\nshow")
    // The statement is printed before it runs; the program then waits for a day.
    try program.wait(for: "advance 24h")
    program.send(SIGINT)
    let run = try program.end()
    run.expect(130, errors: "<stdin>:2:1: interrupted\n")
    #expect(run.output.hasSuffix("\n2 of 3 steps, 0 actions sent, 0 received, 0 expectations, 0 failed\n"))
  }

  @Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false)])
  func coloursAreForTerminals(environment: [String: String], isColored: Bool) throws {
    let terminal = try PseudoTerminal()
    let (process, input) = try process(["run", "-"], environment: environment)
    process.standardOutput = terminal.slave
    try process.run()
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    try terminal.slave.close()
    let output = terminal.output
    #expect(output.contains("0 steps"))
    #expect(output.contains("\u{1B}[1m") == isColored)
  }
}
