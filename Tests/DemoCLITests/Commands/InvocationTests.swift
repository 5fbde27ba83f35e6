import Testing

@testable import DemoCLI

struct InvocationTests {
  @Test func whatIsAskedFor() throws {
    #expect(try Invocation([]) == .demo)
    #expect(try Invocation(["run", "a.script"]) == .run(RunOptions(file: "a.script")))
    #expect(try Invocation(["run", "--live", "-"]) == .run(RunOptions(file: "-", isLive: true)))
    #expect(try Invocation(["run", "a", "--live"]) == .run(RunOptions(file: "a", isLive: true)))
    #expect(try Invocation(["run", "--", "--live"]) == .run(RunOptions(file: "--live")))
    let live = RunOptions(file: "a", isLive: true, database: "b.sqlite")
    #expect(try Invocation(["run", "a", "--live", "--db", "b.sqlite"]) == .run(live))
    #expect(try Invocation(["run", "--db=b.sqlite", "--live", "a"]) == .run(live))
    #expect(try Invocation(["run", "--help"]) == .help(.run))
    #expect(try Invocation(["run", "a", "-h"]) == .help(.run))
    #expect(try Invocation(["--help"]) == .help(.program))
    #expect(try Invocation(["-h"]) == .help(.program))
    #expect(try Invocation(["help"]) == .help(.program))
    #expect(try Invocation(["help", "run"]) == .help(.run))
    #expect(try Invocation(["help", "script"]) == .help(.script))
    #expect(try Invocation(["--version"]) == .version)
  }

  @Test(arguments: [
    (["rnu", "a"], "unknown command `rnu`, did you mean `run`?", "DemoCLI --help"),
    (["play"], "unknown command `play`, expected `run` or `help`", "DemoCLI --help"),
    (["a.script"], "unknown command `a.script`, expected `run` or `help`", "DemoCLI run a.script"),
    (["-"], "unknown command `-`, expected `run` or `help`", "DemoCLI run -"),
    (["--hlep"], "unknown option `--hlep`, did you mean `--help`?", "DemoCLI --help"),
    (["--live"], "`--live` goes with `run`", "DemoCLI run FILE --live"),
    (["run"], "`run` needs a file", "DemoCLI run FILE"),
    (["run", "--live"], "`run` needs a file", "DemoCLI run FILE"),
    (["run", ""], "the file's name is empty", "DemoCLI run FILE"),
    (["run", "a", "b", "c"], "`run` takes one file, and here are 3", "DemoCLI run a"),
    (["run", "--lvie", "a"], "unknown option `--lvie`, did you mean `--live`?", "DemoCLI help run"),
    (["run", "-x"], "unknown option `-x`, expected `--live`, `--db` or `--help`", "DemoCLI help run"),
    (["run", "a", "--live=yes"], "`--live` takes no value", "DemoCLI help run"),
    (["run", "a", "--live", "--db"], "`--db` needs a value", "DemoCLI help run"),
    (["run", "a", "--live", "--db="], "`--db` needs a value", "DemoCLI help run"),
    (["run", "a", "--db", "b"], "`--db` goes with `--live`: mock values are not kept", "DemoCLI run a --live --db FILE"),
    (["help", "scrpit"], "unknown topic `scrpit`, did you mean `script`?", "DemoCLI --help"),
    (["help", ""], "unknown topic ``, expected `run` or `script`", "DemoCLI --help"),
    (["help", "run", "x"], "unexpected `x` after `help run`", "DemoCLI help run"),
    (["--version", "x"], "unexpected `x` after `--version`", "DemoCLI --version"),
    (["\u{1B}[31m"], "unknown command `\u{FFFD}[31m`, expected `run` or `help`", "DemoCLI --help"),
  ])
  func mistakes(arguments: [String], message: String, suggestion: String) {
    #expect(throws: UsageError(message, suggestion)) { try Invocation(arguments) }
  }

  @Test func helpNamesEveryExitCode() {
    for code in [ExitCode.passed, .failed, .wrongScript, .usage, .noInput, .interrupted] {
      #expect(HelpTopic.program.text.contains(" \(code.rawValue)  "))
      #expect(HelpTopic.run.text.contains(" \(code.rawValue)  "))
    }
  }

  @Test func helpFitsATerminal() throws {
    for topic in HelpTopic.allCases {
      for line in topic.text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
    let statements = try script(HelpTopic.exampleScript).statements
    #expect(statements.count == 8, "the example shows every statement once")
  }
}
