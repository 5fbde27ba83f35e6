import Dependencies
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct InvocationTests {
  private static let commands = "`run`, `repl`, `ui`, `explore`, `replay`, `report`, `generate-test`, `serve`"

  private let options = DemoCLI.commandLine.options

  @Test func whatRunIsTold() throws {
    func parse(_ arguments: String...) throws -> RunOptions { try RunOptions(arguments[...], known: options) }
    let live = SessionOptions(isLive: true)
    #expect(try parse("a.script") == RunOptions(files: ["a.script"]))
    #expect(try parse("--live", "-") == RunOptions(files: ["-"], session: live))
    #expect(try parse("a", "--live") == RunOptions(files: ["a"], session: live))
    #expect(try parse("--", "--live") == RunOptions(files: ["--live"]))
    let database = SessionOptions(isLive: true, values: ["--db": "b.sqlite"])
    #expect(try parse("a", "--live", "--db", "b.sqlite") == RunOptions(files: ["a"], session: database))
    #expect(try parse("--db=b.sqlite", "--live", "a") == RunOptions(files: ["a"], session: database))
    #expect(try parse("a", "--trace", "t.jsonl") == RunOptions(files: ["a"], session: SessionOptions(trace: "t.jsonl")))
  }

  @Test func whatServeIsTold() throws {
    #expect(try ServeOptions([]) == ServeOptions())
    #expect(
      try ServeOptions(["--port", "0", "--latency=1.5s", "--fail", "0.25", "--seed=7"])
        == ServeOptions(port: 0, latency: .milliseconds(1500), failRate: 0.25, seed: 7)
    )
  }

  @Test(arguments: [
    (["serve", "--port", "--help"], "`--port` takes a number from 0 to 65535, and not `--help`", "help serve"),
    (["run", "--trace", "-h"], "`run` needs a file", "run FILE"),
    (["rnu", "a"], "unknown command `rnu`, did you mean `run`?", "--help"),
    (["play"], "unknown command `play`, expected \(commands) or `help`", "--help"),
    (["a.script"], "unknown command `a.script`, expected \(commands) or `help`", "run a.script"),
    (["-"], "unknown command `-`, expected \(commands) or `help`", "run -"),
    (["--hlep"], "unknown option `--hlep`, did you mean `--help`?", "--help"),
    (["--live"], "`--live` goes with a command", "help run"),
    (["run"], "`run` needs a file", "run FILE"),
    (["run", "--live"], "`run` needs a file", "run FILE"),
    (["run", ""], "the file's name is empty", "run FILE"),
    (
      ["run", "a", "--full", "--width", "80"], "`--width` does not go with `--full`, which cuts nothing", "run a --full"
    ),
    (["run", "a", "--width", "19"], "`--width` takes a number from 20 on, and not `19`", "help run"),
    (
      ["run", "a", "--define", "x"], "`--define` takes a name and a value, and not `x`", "run FILE --define NAME=VALUE"
    ),
    (
      ["run", "a", "--junit", "-"],
      "`--junit` needs a file: the standard output tells what happens",
      "run a --junit FILE"
    ),
    (["run", "--lvie", "a"], "unknown option `--lvie`, did you mean `--live`?", "help run"),
    (
      ["run", "-x"],
      "unknown option `-x`, expected `--keep-going`, `--dry-run`, `--define`, `--quiet`, `--full`, `--width`, "
        + "`--junit`, `--tap`, `--live`, `--trace`, `--redact`, `--db`, `--locale` or `--help`",
      "help run"
    ),
    (["run", "a", "--live=yes"], "`--live` takes no value", "help run"),
    (["run", "a", "--live", "--db"], "`--db` needs a value", "help run"),
    (["run", "a", "--live", "--db="], "`--db` needs a value", "help run"),
    (
      ["repl", "--db", "b"], "`--db` goes with `--live`: mock values are not kept", "repl --live --db FILE"
    ),
    (
      ["run", "a", "--locale", "fr"],
      "`--locale` does not take `fr`: it takes en, ja, or one of these with a region, such as en_GB",
      "run a --locale ID"
    ),
    (["help", "scrpit"], "unknown topic `scrpit`, did you mean `script`?", "--help"),
    (["help", ""], "unknown topic ``, expected \(commands), `answers` or `script`", "--help"),
    (["help", "run", "x"], "unexpected `x` after `help run`", "help run"),
    (["serve", "--prot", "1"], "unknown option `--prot`, did you mean `--port`?", "help serve"),
    (["serve", "8080"], "`serve` takes no argument `8080`", "help serve"),
    (["serve", "--port"], "`--port` needs a value", "help serve"),
    (["serve", "--port", "65536"], "`--port` takes a number from 0 to 65535, and not `65536`", "help serve"),
    (["serve", "--port="], "`--port` needs a value", "help serve"),
    (
      ["serve", "--latency", "1h"], "`--latency` takes a time of at most 1m, such as 300ms, and not `1h`",
      "help serve"
    ),
    (
      ["serve", "--latency", "-1s"], "`--latency` takes a time of at most 1m, such as 300ms, and not `-1s`",
      "help serve"
    ),
    (["serve", "--fail", "1.5"], "`--fail` takes a number from 0 to 1, and not `1.5`", "help serve"),
    (["serve", "--fail", "nan"], "`--fail` takes a number from 0 to 1, and not `nan`", "help serve"),
    (["serve", "--seed", "-1"], "`--seed` takes a whole number, and not `-1`", "help serve"),
    (["--version", "x"], "unexpected `x` after `--version`", "--version"),
    (["\u{1B}[31m"], "unknown command `\u{FFFD}[31m`, expected \(commands) or `help`", "--help"),
  ])
  func mistakes(arguments: [String], message: String, suggestion: String) async {
    let printed = Locked("")
    let console = Console(isColored: false, write: { _ in }, writeError: { text in printed.withLock { $0 += text } })
    #expect(await DemoCLI.commandLine.run(arguments, console: console) == .usage)
    #expect(printed.withLock { $0 } == UsageError(message, suggestion).rendered(for: "DemoCLI"))
  }

  @Test func helpNamesEveryExitCode() {
    let program = DemoCLI.commandLine
    for code in ExitCode.allCases {
      #expect(program.help.contains(" \(code.rawValue)  "))
      for command in program.commands where command.name != "serve" {
        #expect(command.help(program).contains(" \(code.rawValue)  "), "\(command.name)")
      }
    }
  }

  @Test func helpFitsATerminal() throws {
    let program = DemoCLI.commandLine
    for text in [program.help, ScriptHelp.text(example: ScriptHelp.example)]
      + program.commands.map({ $0.help(program) })
    {
      for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
  }
}
