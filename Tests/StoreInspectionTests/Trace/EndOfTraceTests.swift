import Foundation
import TestSupport
import Testing

/// The last record of a session, however the session ends.
@Suite(.ownThreads) struct EndOfTraceTests {
  private let folder = TemporaryFolder()

  private func expectEnd(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let lines = try folder.text("trace.jsonl").split(separator: "\n")
    let last = lines.last ?? ""
    #expect(last.hasPrefix(#"{"kind":"end","status":\#(status),"#), "\(last)", sourceLocation: sourceLocation)
    #expect(lines.count { $0.contains(#""kind":"end""#) } == 1, sourceLocation: sourceLocation)
  }

  typealias Ending = (command: String, input: String, text: String, signal: Int32, status: Int)

  /// A script; a prompt that waits for keys; a statement of a pipe that runs; and lines of a pipe, which are waited for
  /// after a mistake. Only these are ended by Ctrl-C's signal.
  private static let endings: [Ending] =
    [(SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)].flatMap { signal, status -> [Ending] in
      [
        ("run day.script --live", "", "have to pass", signal, status), ("repl", "", "Counter>", signal, status),
        ("repl --live < input", "advance 24h\n", "have to pass", signal, status),
        ("repl < input", "wrong\n", "unknown statement", signal, status),
      ]
    } + [("repl < input", "wrong\n", "unknown statement", SIGINT, 130)]

  @Test(arguments: endings) func aSignal(_ ending: Ending) throws {
    try folder.write("send incrementButtonTapped\nadvance 24h\n", to: "day.script")
    let input = folder.path("input")
    #expect(mkfifo(input, 0o600) == 0)
    // Opened for reading as well, so that opening does not wait for the program to open its end.
    let pipe = open(input, O_RDWR)
    defer { close(pipe) }
    let counter = try executable("Counter").path
    let program = try TerminalProcess(
      ["-c", "cd '\(folder.url.path)' && exec '\(counter)' \(ending.command) --trace trace.jsonl"],
      program: "/bin/sh"
    )
    _ = write(pipe, ending.input, ending.input.utf8.count)
    try program.wait(for: ending.text)
    program.send(ending.signal)
    #expect(try program.end() == .signaled(ending.signal))
    #expect(program.isRestored)
    try expectEnd(ending.status)
    try run(["replay", folder.path("trace.jsonl")], program: "Counter").expect()
  }

  /// As with `nohup`.
  @Test func aSignalThatIsIgnoredEndsNothing() throws {
    let counter = try executable("Counter").path
    let program = try TerminalProcess(
      ["-c", "trap '' HUP; exec '\(counter)' repl --trace '\(folder.path("trace.jsonl"))'"],
      program: "/bin/sh"
    )
    try program.wait(for: "Counter>")
    program.send(SIGHUP)
    try program.type("send incrementButtonTapped\r", until: "count: 0 → 1")
    // Between two prompts the terminal would handle the key itself, and drop it.
    try program.wait(for: "the next prompt") { $0.lines[$0.cursor.row] == "Counter>" }
    program.type("\u{4}")
    #expect(try program.end() == .exited(0))
    try expectEnd(0)
  }

  #if os(Linux)
    @Test(arguments: [["run", "-"], ["repl"]]) func textThatCannotBeWritten(_ command: [String]) throws {
      let arguments = command + ["--trace", folder.path("trace.jsonl")]
      try run(arguments, program: "Counter", input: "send incrementButtonTapped\n") {
        $0.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      }.expect(73)
      try expectEnd(73)
    }
  #endif
}
