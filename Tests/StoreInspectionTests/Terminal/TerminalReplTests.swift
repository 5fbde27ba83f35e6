import Foundation
import TestSupport
import Testing

@Suite(.ownThreads) struct TerminalReplTests {
  private let folder = TemporaryFolder()

  /// Runs a prompt whose home folder is that of the test.
  private func withPrompt(
    _ options: String...,
    environment: [String: String] = [:],
    columns: Int = 80,
    _ body: (TerminalProcess) throws -> Void
  ) throws {
    let terminal = try TerminalProcess(
      ["repl"] + options,
      program: "Counter",
      columns: columns,
      wraps: true,
      environment: ["HOME": folder.url.path].merging(environment) { $1 }
    )
    try terminal.wait(for: "Counter>")
    try body(terminal)
  }

  /// Types at the next prompt; only there are control keys passed to the program instead of being signals.
  private func enter(_ text: String, _ terminal: TerminalProcess, until answer: String? = nil) throws {
    try terminal.wait(for: "a prompt") { ["Counter>", ".......>"].contains($0.lines[$0.cursor.row]) }
    terminal.type(text)
    if let answer { try terminal.wait(for: answer) }
  }

  /// Waits until nothing but the prompt is in the line of the cursor.
  private func waitForPrompt(_ terminal: TerminalProcess) throws {
    try terminal.wait(for: "the next prompt") { $0.lines[$0.cursor.row] == "Counter>" }
  }

  private func leave(_ terminal: TerminalProcess) throws {
    try enter("\u{4}", terminal)
    #expect(try terminal.end() == .exited(0) && terminal.isRestored)
  }

  @Test func statementsAreTypedAndWordsCompleted() throws {
    try withPrompt { terminal in
      try terminal.type("expect step == 5\r", until: "actual:   1")
      try waitForPrompt(terminal)
      // In a line that was begun, Ctrl-D does not leave.
      try terminal.type("show\u{4} step\r", until: "        1")
      try waitForPrompt(terminal)
      try terminal.type("send stepC\t", until: "Counter> send stepChanged")
      try terminal.type("\t\u{7F}7\r", until: "~ step: 1 → 7")
      try enter("send \t", terminal)
      try terminal.wait(for: "the cases") {
        $0.contains("incrementButtonTapped  timerButtonTapped") && $0.lines[$0.cursor.row] == "Counter> send"
      }
      try terminal.type("\u{3}show co\t\r", until: "        0")
      // States are completed as they are then.
      try enter("send markButtonTapped\r", terminal, until: "+ marks[id:")
      try enter("show marks[i\tdat\t", terminal)
      try terminal.wait(for: "Counter> show marks[id: \"00000000-0000-0000-0000-000000000000\"]date")
      terminal.type("\u{3}")
      try leave(terminal)
      #expect(terminal.emulator.contains("5 steps, 2 actions sent"), "a mistake is none of the program's")
    }
  }

  @Test func aBlockIsBroughtBackAndPlayedAgain() throws {
    func play(_ text: String, _ count: Int) throws {
      try withPrompt { terminal in
        try terminal.type(text, until: "count: \(count - 1) → \(count)")
        try enter("\u{1B}[A\r", terminal, until: "count: \(2 * count - 1) → \(2 * count)")
        try enter("undo\r", terminal, until: "undone: repeat 2 {")
        try enter("show count\r", terminal, until: "        \(count)")
        try leave(terminal)
      }
    }
    try play("repeat 2 { # twice\rsend incrementButtonTapped # one more\r}\r", 2)
    let history = "repeat 2 { # twice\n\tsend incrementButtonTapped # one more\n\t}\nundo\nshow count\n"
    #expect(try folder.text(".local/state/Counter/history") == history)
    // In the next session.
    try play("\u{1B}[A\u{1B}[A\u{1B}[A\r", 2)
    try withPrompt { terminal in
      try enter("\u{12}show", terminal, until: "show count")
      terminal.type("\r")
      try leave(terminal)
    }
  }

  /// Also where no line can be kept, which is a note.
  @Test func controlCDropsTheLine() throws {
    try withPrompt(environment: ["XDG_STATE_HOME": "/dev/null"]) { terminal in
      #expect(terminal.emulator.contains("Counter: the history is not kept: cannot "))
      try terminal.type("send nonsense\u{3}show step\r", until: "        1")
      #expect(terminal.emulator.contains("Counter> send nonsense^C"))
      #expect(!terminal.emulator.contains("error"))
      try enter("send stepChanged {\r\u{3}", terminal, until: ".......> ^C")
      try enter("show isTimerOn\r", terminal, until: "        false")
      // A signal does the same as the key.
      try enter("jump", terminal, until: "Counter> jump")
      terminal.send(SIGINT)
      try terminal.wait(for: "Counter> jump^C")
      try leave(terminal)
    }
  }

  @Test func controlCEndsAWait() throws {
    try withPrompt("--live") { terminal in
      try enter("send timerButtonTapped\r", terminal, until: "started by timerButtonTapped")
      try enter("await markButtonTapped within 1000s\r", terminal, until: "waiting for markButtonTapped")
      try terminal.type("\u{3}", until: "interrupted")
      try enter("advance 1000s\r", terminal, until: "16 min 40 s of real time")
      terminal.type("\u{3}")
      try waitForPrompt(terminal)
      try enter("await markButtonTapped within 1000s\r", terminal)
      try terminal.wait(for: "a wait after a wait that was cancelled") {
        $0.lines.count { $0.contains("waiting for markButtonTapped") } == 2
      }
      terminal.type("\u{3}")
      try waitForPrompt(terminal)
      try leave(terminal)
    }
  }

  @Test func whatEffectsDoShowsAboveTheLine() throws {
    try withPrompt("--live") { terminal in
      try enter("send timerButtonTapped\r", terminal, until: "effect 1 \"timer\" started")
      try enter("send decre", terminal)
      try terminal.wait(for: "a tick, and the line below it") {
        $0.contains("timerTicked received from effect 1") && $0.lines[$0.cursor.row] == "Counter> send decre"
      }
      try terminal.type("\t\r", until: "decrementButtonTapped sent by the user")
      try enter("send timerButtonTapped\r", terminal, until: "effect 1 \"timer\" cancelled")
      try leave(terminal)
    }
  }

  @Test func whatIsTypedAheadIsTyped() throws {
    try withPrompt("--live") { terminal in
      terminal.type("send timerButtonTapped\r")
      try enter("await markButtonTapped within 1000s\r", terminal, until: "waiting for markButtonTapped")
      // Once the terminal echoes the keys, it has received them.
      terminal.type("show step\r\u{4}")
      try terminal.wait(for: "the echo") { $0.contains("show step") }
      terminal.send(SIGINT)
      #expect(try terminal.end() == .exited(0))
      #expect(terminal.emulator.contains("        1"))
      #expect(terminal.isRestored)
    }
  }

  @Test(arguments: ["C", "", "C.UTF-8"])
  func japaneseIsTyped(locale: String) throws {
    try withPrompt(environment: locale.isEmpty ? [:] : ["LC_ALL": locale]) { terminal in
      // Deletes the last character, then moves the cursor back over two wide characters.
      try terminal.type("# 日本語です\u{7F}\u{1B}[D\u{1B}[D本", until: "Counter> # 日本本語で")
      #expect(terminal.emulator.cursor.column == 9 + 2 + 6)
      terminal.type("\r")
      try leave(terminal)
    }
  }

  @Test func longLinesAreWrappedAndMoved() throws {
    try withPrompt("--live", columns: 30) { terminal in
      terminal.type("# " + String(repeating: "あ", count: 20))
      try terminal.wait(for: "two rows") { $0.lines.joined().filter { $0 == "あ" }.count == 20 }
      terminal.resize(columns: 60, rows: 24)
      try terminal.type("!", until: "あ!")
      terminal.type("\u{3}")
      try leave(terminal)
    }
  }

  /// And a terminal that goes away ends the program.
  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGSEGV, SIGABRT, nil] as [Int32?])
  func theTerminalIsAsItWasWhenASignalEndsTheProgram(signal: Int32?) throws {
    try withPrompt { terminal in
      guard let signal else {
        terminal.hangUp()
        _ = try terminal.end()
        return
      }
      try terminal.type("send ", until: "Counter> send")
      #expect(!terminal.isRestored)
      terminal.send(signal)
      #expect(try terminal.end() == .signaled(signal) && terminal.isRestored)
    }
  }
}
