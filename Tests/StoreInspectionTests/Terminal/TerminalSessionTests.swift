import Execution
import Foundation
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads)
struct TerminalSessionTests {
  private let folder = TemporaryFolder()

  private func start(_ options: String...) throws -> TerminalProcess {
    let program = try TerminalProcess(["ui"] + options, program: "Counter", columns: 40, rows: 12)
    try program.wait(for: "q: quit")
    #expect(program.emulator.isAlternate && !program.emulator.isCursorVisible)
    #expect(!program.isRestored, "While it draws, the terminal is its own.")
    return program
  }

  /// Expects the program to take keys, until one of them ends it.
  private func expectToGoOn(_ program: TerminalProcess) throws {
    try program.type("+", until: "[-] 1 [+]")
    program.type("q")
    try expect(program, toEnd: .exited(0))
  }

  /// Expects the program to end, and the terminal to be as it was before.
  private func expect(_ program: TerminalProcess, toEnd end: TerminalProcess.End) throws {
    #expect(try program.end() == end && program.isRestored)
  }

  /// By the key, by a signal from elsewhere, and after a paste without its end.
  @Test func anInterruptEndsIt() throws {
    for isSignal in [false, true] {
      let program = try start("--trace", folder.path("trace.jsonl"))
      if isSignal { program.send(SIGINT) } else { program.type("\u{3}") }
      try expect(program, toEnd: .exited(130))
      let last = try folder.text("trace.jsonl").split(separator: "\n").last ?? ""
      #expect(last.hasPrefix(#"{"kind":"end","status":130,"#), "\(last)")
    }
    let pasting = try start()
    pasting.type("/")
    try pasting.type("\u{1B}[200~7", until: "step: 17")
    pasting.type("\u{3}")
    try expect(pasting, toEnd: .exited(130))
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGHUP, nil)] as [(Int32, Int?)])
  func aTraceSaysWhichSignalHasEndedIt(_ signal: Int32, _ status: Int?) throws {
    let program = try start("--trace", folder.path("trace.jsonl"))
    if status == nil {
      // Of a window that is closed the program learns either by the signal or because its input ends.
      program.hangUp()
      #expect(try program.end() == .signaled(signal))
    } else {
      program.send(signal)
      try expect(program, toEnd: .signaled(signal))
    }
    let last = try folder.text("trace.jsonl").split(separator: "\n").last ?? ""
    #expect(last.hasPrefix(#"{"kind":"end","status":\#(status ?? 129),"#), "\(last)")
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

  /// The feature runs on the thread of its actor, whose stack is smaller than that of the main thread.
  @Test func aStackOverflowRestoresTheTerminal() async throws {
    let terminal = try PseudoTerminal()
    var before = termios()
    #expect(tcgetattr(terminal.slave.fileDescriptor, &before) == 0)
    let path = try #require(ttyname(terminal.slave.fileDescriptor).map { String(cString: $0) })
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
      signal(SIGSEGV, SIG_DFL)
      let device = try TerminalDevice(
        input: open(path, O_RDWR | O_NOCTTY),
        output: open(path, O_RDWR | O_NOCTTY),
        environment: ["TERM": "xterm"]
      )
      device.enter()
      await TerminalSessionTests.overflow(on: StoreActor.forSession())
    }
    var after = termios()
    #expect(tcgetattr(terminal.slave.fileDescriptor, &after) == 0)
    #expect(after.c_lflag == before.c_lflag && after.c_lflag & tcflag_t(ECHO) != 0)
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = read(terminal.master.fileDescriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    #expect(text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"), "the cursor and the screen: \(text.debugDescription)")
  }

  fileprivate static func overflow(on actor: isolated StoreActor) { print(TestSupport.overflow(1)) }

  @Test func aSignalThatIsIgnored() throws {
    let program = try start()
    program.send(SIGPIPE)
    try expectToGoOn(program)
  }

  @Test func theSuspendKey() throws {
    // The key stops only processes of a shell with job control, which can resume them.
    let script = "set -m; '\(try executable("Counter").path)' ui; echo stopped; read answer; fg; echo \"ended: $?\""
    let shell = try TerminalProcess(["-c", script], program: "/bin/sh", columns: 40, rows: 12)
    try shell.wait(for: "q: quit")
    try shell.type("+", until: "[-] 1 [+]")
    shell.type("\u{1A}")
    let stopped = try shell.wait(for: "stopped")
    #expect(!stopped.isAlternate && stopped.isCursorVisible && shell.isRestored)
    shell.type("\n")
    try shell.wait(for: "the screen again") { $0.isAlternate && $0.contains("[-] 1 [+]") && $0.contains("q: quit") }
    try shell.type("+", until: "[-] 2 [+]")
    try shell.type("q", until: "ended: 0")
    try expect(shell, toEnd: .exited(0))
  }

  /// Nobody lets the program go on after the key, and nobody tells it that it was stopped by a signal.
  @Test(arguments: [false, true]) func aTerminalIsTakenAgainAndDrawn(isStoppedFromElsewhere: Bool) throws {
    let program = try start()
    if isStoppedFromElsewhere { program.send(SIGSTOP) }
    let drawn = program.written.count
    if isStoppedFromElsewhere { program.send(SIGCONT) } else { program.type("\u{1A}") }
    try program.wait(for: "a terminal that is taken again, and drawn") {
      $0.isAlternate && !$0.isCursorVisible && $0.contains("q: quit") && program.written.count > drawn + 300
    }
    try expectToGoOn(program)
  }

  @Test func noTerminal() throws {
    let refusal = "Counter: `ui` needs a terminal: the standard input is not a terminal\n"
    let advice = "  Try `Counter help` for what works without.\n"
    try run(["ui"], program: "Counter").expect(69, output: "", errors: refusal + advice)
  }

  @Test(arguments: [("dumb", "the terminal cannot move its cursor (TERM=dumb)"), ("", "TERM is not set")])
  func aTerminalThatCannotBeDrawnOn(_ kind: String, _ reason: String) throws {
    let program = try TerminalProcess(["ui"], program: "Counter", columns: 120, environment: ["TERM": kind])
    #expect(try program.end() == .exited(69) && program.emulator.contains(reason))
    #expect(!program.written.contains(0x1B) && program.isRestored)
  }
}
