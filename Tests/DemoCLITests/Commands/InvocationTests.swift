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
    #expect(try Invocation(["serve"]) == .serve(ServeOptions()))
    #expect(
      try Invocation(["serve", "--port", "0", "--latency=1.5s", "--fail", "0.25", "--seed=7"])
        == .serve(ServeOptions(port: 0, latency: .milliseconds(1500), failRate: 0.25, seed: 7))
    )
    #expect(try Invocation(["serve", "--port", "1", "-h"]) == .help(.serve))
    #expect(try Invocation(["help", "serve"]) == .help(.serve))
  }

  @Test(arguments: [
    (["rnu", "a"], "unknown command `rnu`, did you mean `run`?", "DemoCLI --help"),
    (["play"], "unknown command `play`, expected `run`, `serve` or `help`", "DemoCLI --help"),
    (["a.script"], "unknown command `a.script`, expected `run`, `serve` or `help`", "DemoCLI run a.script"),
    (["-"], "unknown command `-`, expected `run`, `serve` or `help`", "DemoCLI run -"),
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
    (
      ["run", "a", "--db", "b"], "`--db` goes with `--live`: mock values are not kept", "DemoCLI run a --live --db FILE"
    ),
    (["help", "scrpit"], "unknown topic `scrpit`, did you mean `script`?", "DemoCLI --help"),
    (["help", ""], "unknown topic ``, expected `run`, `serve` or `script`", "DemoCLI --help"),
    (["help", "run", "x"], "unexpected `x` after `help run`", "DemoCLI help run"),
    (["serve", "--prot", "1"], "unknown option `--prot`, did you mean `--port`?", "DemoCLI help serve"),
    (["serve", "8080"], "`serve` takes no argument `8080`", "DemoCLI help serve"),
    (["serve", "--port"], "`--port` needs a value", "DemoCLI help serve"),
    (["serve", "--port", "65536"], "`--port` takes a number from 0 to 65535, and not `65536`", "DemoCLI help serve"),
    (["serve", "--port="], "`--port` needs a value", "DemoCLI help serve"),
    (
      ["serve", "--latency", "1h"], "`--latency` takes a time of at most 1m, such as 300ms, and not `1h`",
      "DemoCLI help serve"
    ),
    (
      ["serve", "--latency", "-1s"], "`--latency` takes a time of at most 1m, such as 300ms, and not `-1s`",
      "DemoCLI help serve"
    ),
    (["serve", "--fail", "1.5"], "`--fail` takes a number from 0 to 1, and not `1.5`", "DemoCLI help serve"),
    (["serve", "--fail", "nan"], "`--fail` takes a number from 0 to 1, and not `nan`", "DemoCLI help serve"),
    (["serve", "--seed", "-1"], "`--seed` takes a whole number, and not `-1`", "DemoCLI help serve"),
    (["--version", "x"], "unexpected `x` after `--version`", "DemoCLI --version"),
    (["\u{1B}[31m"], "unknown command `\u{FFFD}[31m`, expected `run`, `serve` or `help`", "DemoCLI --help"),
  ])
  func mistakes(arguments: [String], message: String, suggestion: String) {
    #expect(throws: UsageError(message, suggestion)) { try Invocation(arguments) }
  }

  @Test func helpNamesEveryExitCode() {
    for code in [ExitCode.passed, .failed, .wrongScript, .usage, .noInput, .unavailable, .interrupted] {
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
