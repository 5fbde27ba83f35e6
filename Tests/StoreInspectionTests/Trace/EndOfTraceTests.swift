import Foundation
import TestSupport
import Testing

/// The last record of a session, however the session ends.
@Suite(.ownThreads) struct EndOfTraceTests {
  private let folder = TemporaryFolder()
  private static let signals = [(SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)]

  /// Sends a signal to a program once its terminal shows a text, and expects the trace to end with a status.
  private func expect(
    _ signal: Int32,
    _ status: Int,
    ends command: [String],
    at text: String,
    typing: String = ""
  ) throws {
    try folder.write("send incrementButtonTapped\nadvance 24h\n", to: "day.script")
    let input = folder.path("input")
    #expect(mkfifo(input, 0o600) == 0)
    // Opened for reading as well, so that opening does not wait for the program to open its end.
    let pipe = open(input, O_RDWR)
    defer { close(pipe) }
    let trace = folder.url.appending(path: "trace.jsonl")
    let counter = try executable("Counter").path
    let program = try TerminalProcess(
      ["-c", "cd '\(folder.url.path)' && exec '\(counter)' \(command.joined(separator: " ")) --trace trace.jsonl"],
      program: "/bin/sh"
    )
    _ = write(pipe, typing, typing.utf8.count)
    try program.wait(for: text)
    program.send(signal)
    #expect(try program.end() == .signaled(signal), "\(command)")
    #expect(program.isRestored, "\(command)")
    let lines = try folder.text("trace.jsonl").split(separator: "\n")
    #expect(lines.last?.hasPrefix(#"{"kind":"end","status":\#(status),"#) == true, "\(command) \(lines.last ?? "")")
    #expect(lines.count { $0.contains(#""kind":"end""#) } == 1)
    #expect(try run(["replay", trace.path], program: "Counter").status == 0)
  }

  @Test(arguments: signals) func aScript(_ signal: Int32, _ status: Int) throws {
    try expect(signal, status, ends: ["run", "day.script", "--live"], at: "have to pass")
  }

  @Test(arguments: signals) func aPromptThatWaitsForKeys(_ signal: Int32, _ status: Int) throws {
    try expect(signal, status, ends: ["repl"], at: "Counter>")
  }

  @Test(arguments: signals + [(SIGINT, 130)]) func linesOfAPipe(_ signal: Int32, _ status: Int) throws {
    // The mistake is reported while nothing runs; then the signal of Ctrl-C ends the program.
    try expect(signal, status, ends: ["repl", "<", "input"], at: "unknown statement", typing: "wrong\n")
  }

  @Test(arguments: signals) func aStatementThatRuns(_ signal: Int32, _ status: Int) throws {
    try expect(signal, status, ends: ["repl", "--live", "<", "input"], at: "have to pass", typing: "advance 24h\n")
  }

  /// As with `nohup`.
  @Test func aSignalThatIsIgnoredEndsNothing() throws {
    let trace = folder.url.appending(path: "trace.jsonl")
    let counter = try executable("Counter").path
    let program = try TerminalProcess(
      ["-c", "trap '' HUP; exec '\(counter)' repl --trace '\(trace.path)'"],
      program: "/bin/sh"
    )
    try program.wait(for: "Counter>")
    program.send(SIGHUP)
    try program.type("send incrementButtonTapped\r", until: "count: 0 → 1")
    // Between two prompts the terminal would handle the key itself, and drop it.
    try program.wait(for: "the next prompt") { $0.lines[$0.cursor.row] == "Counter>" }
    program.type("\u{4}")
    #expect(try program.end() == .exited(0))
    let last = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n").last ?? ""
    #expect(last.hasPrefix(#"{"kind":"end","status":0,"#), "\(last)")
  }

  #if os(Linux)
    @Test(arguments: [["run", "-"], ["repl"]]) func textThatCannotBeWritten(_ command: [String]) throws {
      let trace = folder.url.appending(path: "trace.jsonl")
      let arguments = command + ["--trace", trace.path]
      try run(arguments, program: "Counter", input: "send incrementButtonTapped\n") {
        $0.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      }.expect(73)
      let last = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n").last ?? ""
      #expect(last.hasPrefix(#"{"kind":"end","status":73,"#), "\(last)")
    }
  #endif
}
