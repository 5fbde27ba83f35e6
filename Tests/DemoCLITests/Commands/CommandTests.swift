import DemoServer
import Dependencies
import Dispatch
import Features
import Foundation
import LoopbackServer
import StoreWeb
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
    let expected = ServeOptions(port: 0, latency: .milliseconds(1500), failRate: 0.25, seed: 7)
    #expect(try ServeOptions(["--port", "0", "--latency=1.5s", "--fail", "0.25", "--seed=7"]) == expected)
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
    ("help run x", "unexpected `x` after `help run`", "help run"), ("run --live", "`run` needs a file", "run FILE"),
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

@Suite(.ownThreads) struct ExecutableTests {
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

@Suite(.ownThreads) struct LiveTests {
  private let folder = TemporaryFolder()
  private var database: String { folder.path("database.sqlite") }

  /// A trace that would replace a file of the program's data.
  private func expectToBeRefused(_ trace: String, _ options: [String] = [], environment: [String: String] = [:]) throws
  {
    let result = try run(["run", "-", "--trace", trace] + options, input: "show\n", environment: environment)
    let reason = "DemoCLI keeps its data in this file; name another one"
    result.expect(73, errors: "DemoCLI: cannot write \(trace): \(reason)\n")
  }

  @Test func aTraceDoesNotReplaceTheDatabase() throws {
    let link = folder.path("link")
    #expect(symlink("database.sqlite", link) == 0)
    let files = ["", "-wal", "-shm", "-cache"].map { database + $0 }
    // Neither before there is a database nor when there is one.
    for _ in 1...2 {
      for trace in files + [link, "\(folder.url.path)/./database.sqlite"] {
        try expectToBeRefused(trace, ["--live", "--db", database])
      }
      let script = "send tabSelected \"toDos\"\nawait toDos.changed within 1m\n"
      try run(["run", "-", "--live", "--db", database, "--trace", folder.path("trace")], input: script).expect()
      let header = try FileHandle(forReadingFrom: URL(filePath: database)).read(upToCount: 15)
      #expect(header == Data("SQLite format 3".utf8))
      #expect(!FileManager.default.fileExists(atPath: database + "-wal"), "it is closed in the end")
    }
  }

  /// Whether or not this run uses it.
  @Test(arguments: [[], ["--live"], ["--live", "--db", "other.sqlite"]])
  func aTraceDoesNotReplaceTheStandardDatabase(_ options: [String]) throws {
    let data = folder.url.appending(path: "swift-store")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    for name in ["demo.sqlite", "demo.sqlite-wal", "demo.sqlite-cache"] {
      let trace = data.appending(path: name)
      for content in [nil, "kept"] {
        if let content { try Data(content.utf8).write(to: trace) }
        let environment = ["XDG_DATA_HOME": folder.url.path, "HOME": folder.url.path]
        try expectToBeRefused(trace.path, options, environment: environment)
        #expect((try? String(contentsOf: trace, encoding: .utf8)) == content)
      }
    }
  }

  /// `--live` on the command line is not needed for it.
  @Test func aLiveScriptTakesTheOptionsOfLiveValues() throws {
    let script = "context live\nsend tabSelected toDos\nawait toDos.changed within 1m\n"
    try run(["run", "-", "--db", database], input: script).expect(errors: "")
    #expect(FileManager.default.fileExists(atPath: database))
    let mock = try run(["run", "-", "--db", database], input: "context mock\nshow\n")
    #expect(mock.status == 64)
    #expect(mock.errors.contains("`--db` goes with `--live`: mock values are not kept"))
  }

  #if os(Linux)
    /// A proxy is sent a whole URL as the target, which this server refuses because it is no proxy.
    @Test func theProxyOfTheEnvironmentIsAsked() throws {
      let server = try WebServer { _ in .respond() }
      defer { server.stop() }
      let script = """
        send searchRepos.queryChanged "a"
        send searchRepos.searchSubmitted
        await searchRepos.pageFailed within 1m
        expect searchRepos.results.failure.error.status.code == 400
        """
      let environment = ["GITHUB_API_URL": "http://host.invalid", "http_proxy": server.url]
      try run(["run", "-", "--live", "--db", database], input: script, environment: environment).expect()
    }
  #endif

  @Test func controlCEndsARequestThatIsUnderWay() throws {
    let asked = DispatchSemaphore(value: 0)
    let left = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      guard connection.receiveRequest() != nil else { return }
      asked.signal()
      connection.waitForDisconnect()
      left.signal()
    }
    defer { server.stop() }
    let script = "send searchRepos.favoritesButtonTapped\nawait searchRepos.pageLoaded within 24h\nshow\n"
    let environment = ["GITHUB_API_URL": server.url, "GITHUB_TOKEN": "a"]
    let command = ["run", "-", "--live", "--db", database]
    let program = try RunningProgram(command, input: script, environment: environment)
    try #require(asked.wait(timeout: .now() + 60) == .success, "the request should come")
    program.send(SIGINT)
    let run = try program.end()
    run.expect(130, errors: "<stdin>:2:1: interrupted\n")
    #expect(run.output.contains("\n2 of 3 steps, 1 action sent, "), "\(run.output)")
    #expect(left.wait(timeout: .now() + 60) == .success, "the connection should be closed")
  }
}

@Suite(.ownThreads) struct ServeTests {
  private struct Server {
    private let program: RunningProgram
    let greeting: String
    let port: UInt16
    let environment: [String: String]

    init(_ arguments: [String] = ["--port", "0"]) throws {
      program = try RunningProgram(["serve"] + arguments)
      try program.wait(for: "\n\n")
      greeting = program.printed
      let address = greeting.split(separator: " ").first { $0.hasPrefix("http://127.0.0.1:") } ?? ""
      port = UInt16(address.dropFirst("http://127.0.0.1:".count).prefix { $0.isNumber }) ?? 0
      environment = greeting.split(separator: "\n").reduce(into: [:]) { environment, line in
        let parts = line.split(separator: " ").last?.split(separator: "=", maxSplits: 1) ?? []
        if line.hasPrefix("export "), parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
      }
    }

    func end(_ signal: Int32 = SIGTERM) throws -> [String] {
      program.send(signal)
      let run = try program.end()
      #expect(run.status == 0)
      return run.errors.split(separator: "\n").map(String.init)
    }

    func ask(_ text: String) throws -> String {
      let client = try RawClient(port: port)
      client.send(text)
      return client.readToEnd().text
    }

    func get(_ target: String) throws -> String {
      try ask("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    }
  }

  #if os(Linux)
    @Test func withoutAnybodyToTellTheAddressItEnds() throws {
      try run(["serve", "--port", "0"]) { $0.standardOutput = FileHandle(forWritingAtPath: "/dev/full") }
        .expect(73, errors: "DemoCLI: cannot write <stdout>: No space left on device\n")
    }
  #endif

  @Test(arguments: [SIGINT, SIGTERM]) func servesUntilItIsToldToEnd(_ signal: Int32) throws {
    let server = try Server()
    #expect(server.greeting.hasPrefix("# Serving on http://127.0.0.1:\(server.port), for this machine only."))
    let variables = [any Endpoints].all.flatMap { $0.variables + $0.credentials.keys }
    #expect(Set(server.environment.keys) == Set(variables))
    #expect(server.environment["GITHUB_API_URL"] == "http://127.0.0.1:\(server.port)/github")
    #expect(try server.get("/github/repos/apple/swift").contains("\"full_name\":\"apple/swift\""))
    #expect(try server.get("/nothing").hasPrefix("HTTP/1.1 404 "))
    let log = try server.end(signal).map { $0.replacing(#/^\S+ /#, with: "") }
    let lines = log.map { $0.replacing(#/ [0-9.]+ (?:µs|ms|s)\b/#, with: " ms") }
    #expect(lines == ["GET /github/repos/apple/swift 200 ms", "GET /nothing 404 ms"])
  }

  @Test func otherAnswersAreToldToo() throws {
    let server = try Server(["--port=0", "--latency", "1ms", "--fail", "1", "--seed", "7"])
    _ = try server.get("/github/repos/apple/swift")
    for rubbish in ["GET /\r\n\r\n", "GET /\u{1B}[2J HTTP/1.1\r\nHost: a\r\n\r\n"] {
      #expect(try server.ask(rubbish).hasPrefix("HTTP/1.1 400 "), "\(rubbish.debugDescription)")
    }
    // A request that is never completed does not keep the server from ending.
    let silent = try RawClient(port: server.port)
    silent.send("GET ")
    let log = try server.end()
    #expect(log.count { $0.hasSuffix(", on purpose)") } == 1)
    for line in log { #expect(line.printable == line) }
    #expect(silent.readToEnd().text == "")
  }

  @Test func aPortThatIsTaken() throws {
    let server = try Server()
    let refusal = """
      DemoCLI: Could not listen on 127.0.0.1:\(server.port): Address already in use (98).
        Try `DemoCLI serve --port 0`, which takes a port that is free.

      """
    try run(["serve", "--port", "\(server.port)"]).expect(69, output: "", errors: refusal)
    _ = try server.end()
  }

  @Test func oneRequestIsOneLine() {
    let target = "/" + String(repeating: "a", count: 10_000)
    let exchange = Exchange(method: "GET", target: target, status: nil, fault: .reset, time: .milliseconds(1500))
    let line = ServeCommand.line(exchange, at: Date(timeIntervalSince1970: 0.25))
    #expect(line.hasPrefix("00:00:00.250 GET /aaa"))
    #expect(line.hasSuffix("a… --- 1.5 s (a reset connection, on purpose)"))
    #expect(line.count < 600)
  }
}
