import Dependencies
import Features
import TestSupport
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct InvocationTests {
  private static let commands =
    "`run`, `repl`, `ui`, `explore`, `replay`, `compare`, `report`, `generate-test`, `mcp`, `serve`"

  private let options = DemoCLI.commandLine.options

  @Test func whatRunIsTold() throws {
    func parse(_ arguments: String...) throws -> RunOptions { try RunOptions(arguments[...], known: options) }
    #expect(try parse("--live", "-") == RunOptions(files: ["-"], session: SessionOptions(isLive: true)))
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
    // The commands of its help are only parsed: their ports may be in use.
    let help = try run(["help", "serve"]).output
    let commands = help.split(separator: "\n").map { $0.split(whereSeparator: { " >&".contains($0) }).map(String.init) }
      .filter { $0.starts(with: ["DemoCLI", "serve"]) && $0.dropFirst(2).first?.hasPrefix("[") != true }
    #expect(commands.count == 3)
    for command in commands { _ = try ServeOptions(command.dropFirst(2).filter { $0 != "services.env" }[...]) }
  }

  @Test(arguments: [
    ("rnu a", "unknown command `rnu`, did you mean `run`?", "--help"),
    ("play", "unknown command `play`, expected \(commands) or `help`", "--help"),
    ("a.script", "unknown command `a.script`, expected \(commands) or `help`", "run a.script"),
    ("\u{1B}[31m", "unknown command `\u{FFFD}[31m`, expected \(commands) or `help`", "--help"),
    ("--hlep", "unknown option `--hlep`, did you mean `--help`?", "--help"),
    ("--live", "`--live` goes with a command", "help run"),
    ("--version x", "unexpected `x` after `--version`", "--version"),
    ("help scrpit", "unknown topic `scrpit`, did you mean `script`?", "--help"),
    ("help play", "unknown topic `play`, expected \(commands), `answers` or `script`", "--help"),
    ("help run x", "unexpected `x` after `help run`", "help run"),
    ("run --live", "`run` needs a file", "run FILE"),
    ("run --trace -h", "`run` needs a file", "run FILE"),
    ("run a --full --width 80", "`--width` does not go with `--full`, which cuts nothing", "run a --full"),
    ("run a --width 19", "`--width` takes a number from 20 on, and not `19`", "help run"),
    ("run a --define x", "`--define` takes a name and a value, and not `x`", "run FILE --define NAME=VALUE"),
    ("run a --junit -", "`--junit` needs a file: the standard output tells what happens", "run a --junit FILE"),
    (
      "run -x",
      "unknown option `-x`, expected `--keep-going`, `--dry-run`, `--define`, `--quiet`, `--full`, `--width`, "
        + "`--junit`, `--tap`, `--live`, `--trace`, `--redact`, `--inspect`, `--inspect-port`, `--db`, `--locale` or "
        + "`--help`", "help run"
    ),
    ("run a --live=yes", "`--live` takes no value", "help run"),
    ("run a --live --db=", "`--db` needs a value", "help run"),
    ("repl --db b", "`--db` goes with `--live`: mock values are not kept", "repl --live --db FILE"),
    (
      "run a --locale fr",
      "`--locale` does not take `fr`: it takes en, ja, or one of these with a region, such as en_GB",
      "run a --locale ID"
    ),
    ("serve 8080", "`serve` takes no argument `8080`", "help serve"),
    ("serve --port", "`--port` needs a value", "help serve"),
    ("serve --port --help", "`--port` takes a number from 0 to 65535, and not `--help`", "help serve"),
    ("serve --port 65536", "`--port` takes a number from 0 to 65535, and not `65536`", "help serve"),
    ("serve --latency 1h", "`--latency` takes a time of at most 1m, such as 300ms, and not `1h`", "help serve"),
    ("serve --latency -1s", "`--latency` takes a time of at most 1m, such as 300ms, and not `-1s`", "help serve"),
    ("serve --fail 1.5", "`--fail` takes a number from 0 to 1, and not `1.5`", "help serve"),
    ("serve --fail nan", "`--fail` takes a number from 0 to 1, and not `nan`", "help serve"),
    ("serve --seed -1", "`--seed` takes a whole number, and not `-1`", "help serve"),
  ])
  func mistakes(arguments: String, message: String, suggestion: String) async {
    let printed = Locked("")
    let console = Console(isColored: false, write: { _ in }, writeError: { text in printed.withLock { $0 += text } })
    let words = arguments.split(separator: " ").map(String.init)
    #expect(await DemoCLI.commandLine.run(words, console: console) == .usage)
    #expect(printed.withLock { $0 } == UsageError(message, suggestion).rendered(for: "DemoCLI"))
  }

  @Test func helpFitsATerminalAndNamesEveryExitCode() {
    let program = DemoCLI.commandLine
    let texts = [program.help] + program.commands.filter { $0.name != "serve" }.map { $0.help(program) }
    for text in texts {
      for code in ExitCode.allCases { #expect(text.contains(" \(code.rawValue)  "), "\(text)") }
    }
    let serve = program.commands.filter { $0.name == "serve" }.map { $0.help(program) }
    for text in texts + serve + [ScriptHelp.text(example: ScriptHelp.example)] {
      for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
  }

  /// The effects that scripts do not wait for send actions of the app.
  @Test func whatObservingEffectsSendAreActions() throws {
    let paths = DemoCLI.commandLine.observingEffects.values.flatMap(\.self)
    #expect(paths.count == 6)
    for text in paths where !text.hasPrefix("modify ") {
      var scanner = SourceScanner(SourceText(name: "", text: text))
      let path = try scanner.path(.action)
      #expect(throws: Never.self, "\(text)") { try ActionDecoder<AppFeature.Action>().check(path) }
    }
  }
}
