import Foundation
import TestSupport
import Testing

@testable import StoreInspection

/// Sessions whose input comes through a pipe.
@Suite(.ownThreads) struct ReplTests {
  private let folder = TemporaryFolder()

  private func repl(_ lines: String, _ options: String...) throws -> Run {
    try run(["repl"] + options, program: "Counter", input: lines)
  }

  @Test func theSummaryCountsMistakes() throws {
    try repl("send increment\n")
      .expect(.wrongInput, texts: ["\n0 steps, 0 actions sent, 0 received, 0 expectations, 0 failed, 1 mistake\n"])
    // A wrong statement is the worse status, and the session goes on after each.
    let summary = "\n1 step, 0 actions sent, 0 received, 1 expectation, 1 failed, 3 mistakes\n"
    let errors = ["1:1: error: unknown statement `nonsense`", "3:8: error: expectation failed", "5:"]
    try repl("nonsense\nshow nothing\nexpect count == 1\nsend stepChanged {\n  \"x\n")
      .expect(.wrongInput, texts: errors.map { "<stdin>:" + $0 } + [summary])
    #expect(try repl("expect count == 1\nsend incrementButtonTapped\nexpect count == 1").status == 1)
  }

  @Test func bytesThatAreNoTextAreAMistake() throws {
    let input = folder.url.appending(path: "input")
    try (Data([0x73, 0xFF, 0x0A]) + Data("show\n".utf8)).write(to: input)
    let run = try run(["repl"], program: "Counter") { $0.standardInput = try FileHandle(forReadingFrom: input) }
    run.expect(.wrongInput, texts: ["<stdin>:1:1: error: this is not UTF-8 text"])
  }

  /// The rest of a line that is too long is not run as a statement: here the whole line is a comment.
  @Test func aLineThatIsTooLongIsNotCut() throws {
    let line = "#" + String(repeating: " ", count: PipedLines.lineLimit + 100_000) + "send incrementButtonTapped\n"
    let record = try run(["repl"], program: "Counter", input: line)
    record.expect(66, errors: "Counter: cannot read <stdin>: File too large\n")
    #expect(record.output.contains("\n0 steps"), "\(record.output)")
  }

  @Test func whatWasDoneIsUndone() throws {
    let script = """
      send timerButtonTapped
      effects
      advance 2s
      send incrementButtonTapped
      undo
      expect count == 2
      undo
      expect count == 0
      expect isTimerOn == true
      effects
      undo
      expect isTimerOn == false
      effects
      undo
      """
    let run = try repl(script)
    let effect = "  effect 1 \"timer\", started by timerButtonTapped, is asleep on a TestClock until 1 s (now 0 s)\n"
    let undone = """
              undone: send incrementButtonTapped
              the state is that after step 3, timerTicked
              effect 1 "timer" runs again
      """
    run.expect(.wrongInput, texts: [effect, undone, "        no effect runs\n"])
    #expect(run.errors == "there is nothing to undo\n")
  }

  @Test func variablesAreWhatTheyWere() throws {
    let script = "let a = step\nsend stepChanged 4\nlet a = step\nundo\nsend stepChanged $a\nexpect step == 1\n"
    try repl(script).expect(texts: ["        undone: send stepChanged 4\n", "stepChanged 1 sent by the user\n"])
  }

  /// The signal ends what is waited for and then the program, which says so with its status.
  @Test func controlCEndsAStatementOfAPipe() throws {
    let program = try RunningProgram(
      ["repl", "--live"],
      program: "Counter",
      input: "send timerButtonTapped\nawait markButtonTapped within 1000s\n",
      keepsInputOpen: true
    )
    try program.wait(for: "waiting for")
    program.send(SIGINT)
    try program.end().expect(130)
  }

  @Test func oneGoesBackAndForth() throws {
    let script = """
      send timerButtonTapped
      advance 3s
      jump 2
      expect count == 1
      jump 4
      expect count == 3
      jump 0
      expect isTimerOn == false
      steps
      send markButtonTapped
      expect marks[0].date == 2026-01-01T00:00:00Z
      steps
      jump 4
      send incrementButtonTapped
      jump 1
      # A variable is something new.
      let a = count
      jump 2
      """
    let run = try repl(script)
    let steps = """
      > 0  the start
        1  timerButtonTapped sent by the user
        2  timerTicked received from effect 1 "timer", started by timerButtonTapped
        3  timerTicked received from effect 1 "timer", started by timerButtonTapped
        4  timerTicked received from effect 1 "timer", started by timerButtonTapped
      """
    #expect(run.output.contains(steps), "\(run.output)")
    #expect(run.output.contains("  0  the start\n> 1  markButtonTapped sent by the user\n"), "\(run.output)")
    #expect(run.errors == "there is no step 4: the last is 1\nthere is no step 2: the last is 1\n")
  }

  @Test func effectsDoNotComeBackInTheMiddleOfAStatement() throws {
    let file = folder.path("timer.script")
    let script = """
      send timerButtonTapped
      repeat 2 { send incrementButtonTapped }
      jump 2
      effects
      advance 5s
      save \(file)
      expect count == 1
      """
    let run = try repl(script)
    let words = """
              the state is that after step 2, incrementButtonTapped
              effect 1 "timer" ran then, and no longer runs
              this step is inside of a statement: the statement's effects do not run
              no effect runs
      """
    let note = "played again, it ends in another state than this one: going back has led into the middle of a "
    run.expect(texts: [words, note + "statement\n", "count: 1 → "])
  }

  @Test func onLiveValuesEffectsDoNotComeBack() throws {
    let script = "send timerButtonTapped\nsend incrementButtonTapped\njump 1\nexpect count == 0\neffects\n"
    let words = """
              the state is that after step 1, timerButtonTapped
              effect 1 "timer" ran then, and no longer runs
      """
    try repl(script, "--live").expect(texts: [words, "        no effect runs\n"])
  }

  @Test func aSavedSessionPlaysAgain() throws {
    let file = folder.path("my session.script")
    let script = """
      send stepChanged {
      undo
      send stepChanged 3
      send markButtonTapped
      undo
      send markButtonTapped
      repeat 2 {
        send incrementButtonTapped
      }
      expect count == 1
      send timerButtonTapped
      advance 5s
      jump 7
      jump 6
      send decrementButtonTapped
      await timerTicked within 2s
      expect marks[id: 00000000-0000-0000-0000-000000000000].date == 2026-01-01T00:00:00Z
      save \(file)
      save \(file)
      save --force \(file)
      """
    let run = try repl(script)
    let saved = """
      send stepChanged 3
      send markButtonTapped
      repeat 2 {
        send incrementButtonTapped
      }
      send timerButtonTapped
      advance 1s
      send decrementButtonTapped
      await timerTicked within 2s
      expect marks[id: 00000000-0000-0000-0000-000000000000].date == 2026-01-01T00:00:00Z

      """
    #expect(try folder.text("my session.script") == saved)
    #expect(run.output.contains("8 statements written to \(file)\n"), "\(run.output)")
    #expect(!run.output.contains("played again"), "\(run.output)")
    #expect(run.errors.contains("\(file) is there already: `save --force \(file)` replaces it\n"), "\(run.errors)")
    try TestSupport.run(["run", file], program: "Counter").expect()
  }

  @Test func helpIsAtHand() throws {
    let run = try repl("help\nhelp await\nhelp udno\nquit\nsend incrementButtonTapped\n")
    #expect(run.output.contains("  save [--force] FILE"))
    #expect(run.output.contains("  await ACTION [within DURATION]  waits for an action"))
    #expect(run.errors == "there is no statement `udno`, did you mean `undo`?\n")
    #expect(run.output.contains("\n0 steps, 0 actions sent, "), "what comes after quit is not performed")
  }

  @Test func theTranscriptIsThatOfAScript() throws {
    let script =
      "send timerButtonTapped\nadvance 2s\nsection \"more\"\nrepeat 2 {\n  send incrementButtonTapped\n}\nexpect count == 4\n"
    #expect(try repl(script) == run(["run", "-"], program: "Counter", input: script))
  }

  @Test func aSessionGoesOnFromATrace() throws {
    let file = folder.path("trace.jsonl")
    _ = try repl("send stepChanged 5\nsend incrementButtonTapped\nsend incrementButtonTapped\n", "--trace", file)
    try repl("expect count == 10\nsend incrementButtonTapped\nexpect count == 15\n", "--from", file).expect()
    try repl("expect count == 5\nexpect step == 5\n", "--from", file, "--to", "2").expect()
    try repl("expect step == 1\n", "--from", file, "--to", "0").expect()
    #expect(try repl("", "--from", file, "--to", "9").errors.contains("there is no step 9"))
    #expect(try repl("", "--to", "9").errors.contains("`--to` goes with `--from`"))
    #expect(try repl("", "--from", file, "--trace", file).errors.contains("it is the file that is read"))
    #expect(try repl("", "--from", folder.path("missing.jsonl")).status == 66)
  }

  @Test func goingBackIsRecorded() throws {
    let file = folder.path("trace.jsonl")
    let script = "send timerButtonTapped\nsend incrementButtonTapped\nundo\nadvance 1s\nsend markButtonTapped\n"
    try repl(script, "--trace", file).expect()
    let lines = try folder.text("trace.jsonl").split(separator: "\n").dropFirst().map { line in
      let record = try JSONValue.parsed(String(line))
      return ["kind", "step", "effect", "cause", "origin", "time"].compactMap { record[$0]?.description }
        .joined(separator: " ")
    }
    let records = [
      #""action" 1 "user" 0"#, #""started" 1 1 0"#, #""action" 2 "user" 0"#, #""cancelled" 1 0"#, #""jump" 1 0"#,
      #""started" 2 1 0"#, #""action" 3 {"effect": 2} 1"#, #""action" 4 "user" 1"#, #""end" 1"#,
    ]
    #expect(lines == records)
    try TestSupport.run(["replay", file], program: "Counter").expect()
  }
}
