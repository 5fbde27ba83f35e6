import Foundation
import TestSupport
import Testing

/// The state of the terminal after the program has ended in any way.
@Suite(.ownThreads)
struct TerminalSessionTests {
  private let folder = TemporaryFolder()

  private func start() throws -> TerminalProcess {
    let program = try TerminalProcess(["ui"], program: "Counter", columns: 40, rows: 12)
    try program.wait(for: "q: quit")
    #expect(program.emulator.isAlternate)
    #expect(!program.emulator.isCursorVisible)
    #expect(!program.isRestored, "While it draws, the terminal is its own.")
    return program
  }

  /// Expects the program to take keys, until one of them ends it.
  private func expectToGoOn(_ program: TerminalProcess, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try program.type("+", until: "[-] 1 [+]")
    program.type("q")
    try expect(program, toEnd: .exited(0), sourceLocation: sourceLocation)
  }

  /// Expects the program to end, and the terminal to be as it was before.
  private func expect(
    _ program: TerminalProcess,
    toEnd end: TerminalProcess.End,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try program.end() == end, sourceLocation: sourceLocation)
    #expect(program.isRestored, sourceLocation: sourceLocation)
  }

  @Test func leaving() throws {
    let program = try start()
    try expectToGoOn(program)
  }

  @Test func theInterruptKey() throws {
    let program = try start()
    program.type("\u{3}")
    try expect(program, toEnd: .exited(130))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalThatEndsIt(_ signal: Int32) throws {
    let program = try start()
    program.send(signal)
    try expect(program, toEnd: .signaled(signal))
  }

  @Test func anInterruptFromElsewhere() throws {
    let program = try start()
    program.send(SIGINT)
    try expect(program, toEnd: .exited(130))
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)])
  func aTraceSaysWhichSignalHasEndedIt(_ signal: Int32, _ status: Int) throws {
    try expect(signal, status) { $0.send(signal) }
  }

  /// Expects a signal to end the program, and the trace to end with its status.
  private func expect(_ signal: Int32, _ status: Int, from cause: (TerminalProcess) -> Void) throws {
    let trace = folder.url.appending(path: "trace.jsonl")
    let program = try TerminalProcess(["ui", "--trace", trace.path], program: "Counter", columns: 40, rows: 12)
    try program.wait(for: "q: quit")
    cause(program)
    #expect(try program.end() == .signaled(signal))
    let last = try folder.text("trace.jsonl").split(separator: "\n").last ?? ""
    #expect(last.hasPrefix(#"{"kind":"end","status":\#(status),"#), "\(last)")
  }

  @Test func aPasteWithoutItsEndIsInterrupted() throws {
    let program = try start()
    program.type("/")
    try program.type("\u{1B}[200~7", until: "step: 17")
    program.type("\u{3}")
    try expect(program, toEnd: .exited(130))
  }

  /// Crashes, and other signals that end a process without a chance to restore the terminal later.
  @Test(arguments: [
    SIGSEGV, SIGTRAP, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGSYS,
    SIGXCPU,
  ])
  func aCrash(_ signal: Int32) throws {
    let program = try start()
    program.send(signal)
    try expect(program, toEnd: .signaled(signal))
  }

  @Test func aSignalThatIsIgnored() throws {
    let program = try start()
    program.send(SIGPIPE)
    try expectToGoOn(program)
  }

  @Test func aWindowThatIsClosed() throws {
    // The program learns of it either by the signal or because its input ends.
    try expect(SIGHUP, 129) { $0.hangUp() }
  }

  @Test func theSuspendKey() throws {
    // The key stops only processes of a shell with job control, which can resume them.
    let script = "set -m; '\(try executable("Counter").path)' ui; echo stopped; read answer; fg; echo \"ended: $?\""
    let shell = try TerminalProcess(["-c", script], program: "/bin/sh", columns: 40, rows: 12)
    try shell.wait(for: "q: quit")
    try shell.type("+", until: "[-] 1 [+]")
    shell.type("\u{1A}")
    let stopped = try shell.wait(for: "stopped")
    #expect(!stopped.isAlternate)
    #expect(stopped.isCursorVisible)
    #expect(shell.isRestored)
    shell.type("\n")
    try shell.wait(for: "the screen again") { $0.isAlternate && $0.contains("[-] 1 [+]") && $0.contains("q: quit") }
    try shell.type("+", until: "[-] 2 [+]")
    try shell.type("q", until: "ended: 0")
    try expect(shell, toEnd: .exited(0))
  }

  @Test func theSuspendKeyWithNobodyToGoOn() throws {
    let program = try start()
    let before = program.written.count
    program.type("\u{1A}")
    try program.wait(for: "a terminal that is taken again, and drawn") {
      $0.isAlternate && $0.contains("q: quit") && program.written.count > before + 300
    }
    try expectToGoOn(program)
  }

  @Test func aStopFromElsewhere() throws {
    let program = try start()
    program.send(SIGSTOP)
    let drawn = program.written.count
    program.send(SIGCONT)
    try program.wait(for: "a terminal that is taken again, and drawn") {
      $0.isAlternate && !$0.isCursorVisible && $0.contains("q: quit") && program.written.count > drawn + 300
    }
    try expectToGoOn(program)
  }

  @Test func effectsThatRunShow() throws {
    let program = try start()
    program.type("t")
    func count(_ emulator: TerminalEmulator) -> Int { Int(emulator.lines[2].filter(\.isNumber)) ?? 0 }
    try program.wait(for: "two seconds") { count($0) >= 2 }
    try program.type("t", until: "[start the timer]")
    try program.type("/0", until: "step: 10")
    program.type("\r+")
    program.type("m")
    try program.wait(for: "a mark") { !$0.lines[7].isEmpty }
    program.type("\u{1B}[Fd")
    try program.wait(for: "no mark") { $0.lines[7].isEmpty }
    program.type("q")
    #expect(try program.end() == .exited(0))
  }

  @Test func noTerminal() throws {
    let result = try run(["ui"], program: "Counter")
    #expect(
      result
        == Run(
          status: 69,
          output: "",
          errors: """
            Counter: `ui` needs a terminal: the standard input is not a terminal
              Try `Counter help` for what works without.

            """
        )
    )
  }

  @Test(arguments: [("dumb", "the terminal cannot move its cursor (TERM=dumb)"), ("", "TERM is not set")])
  func aTerminalThatCannotBeDrawnOn(_ kind: String, _ reason: String) throws {
    let program = try TerminalProcess(["ui"], program: "Counter", columns: 120, environment: ["TERM": kind])
    #expect(try program.end() == .exited(69))
    #expect(program.emulator.contains(reason))
    #expect(!program.written.contains(0x1B))
    #expect(program.isRestored)
  }

  @Test func wrongArguments() throws {
    let result = try run(["ui", "file"], program: "Counter")
    result.expect(64, errors: "Counter: `ui` takes options only, and here is `file`\n  Try `Counter help ui`.\n")
    let help = try run(["help", "ui"], program: "Counter")
    #expect(help.status == 0)
    #expect(help.output.contains("\n  Counter ui --live --trace session.jsonl\n"))
    #expect(try run(["ui", "--help"], program: "Counter") == help)
  }
}
