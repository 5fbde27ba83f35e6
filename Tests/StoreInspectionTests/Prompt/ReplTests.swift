import Foundation
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

/// Sessions whose input comes through a pipe.
@Suite(.ownThreads) struct ReplTests {
  private let folder = TemporaryFolder()

  private func repl(_ lines: String, _ options: String...) throws -> Run {
    try run(["repl"] + options, program: "Counter", input: lines)
  }

  @Test func theSummaryCountsMistakes() throws {
    let one = try repl("send increment\n")
    #expect(one.status == 2)
    #expect(one.output.hasSuffix("\n0 steps, 0 actions sent, 0 received, 0 expectations, 0 failed, 1 mistake\n"))
    // A wrong statement is the worse status, and the session goes on after each.
    let some = try repl("nonsense\nshow nothing\nexpect count == 1\nsend stepChanged {\n  \"x\n")
    #expect(some.status == 2)
    #expect(some.output.hasSuffix("\n1 step, 0 actions sent, 0 received, 1 expectation, 1 failed, 3 mistakes\n"))
    for message in [
      "<stdin>:1:1: error: unknown statement `nonsense`", "<stdin>:3:8: error: expectation failed", "<stdin>:5:",
    ] {
      #expect(some.errors.contains(message), "\(some.errors)")
    }
    #expect(try repl("expect count == 1\nsend incrementButtonTapped\nexpect count == 1").status == 1)
  }

  @Test func bytesThatAreNoTextAreAMistake() throws {
    let input = folder.url.appending(path: "input")
    try (Data([0x73, 0xFF, 0x0A]) + Data("show\n".utf8)).write(to: input)
    let run = try run(["repl"], program: "Counter") { $0.standardInput = try FileHandle(forReadingFrom: input) }
    run.expect(2)
    #expect(run.errors.hasPrefix("<stdin>:1:1: error: this is not UTF-8 text"))
  }

  /// The rest of a line that is too long is not run as a statement: here the whole line is a comment.
  @Test func aLineThatIsTooLongIsNotCut() throws {
    let line = "#" + String(repeating: " ", count: PipedLines.lineLimit + 100_000) + "send incrementButtonTapped\n"
    let record = try run(["repl"], program: "Counter", input: line)
    record.expect(66, errors: "Counter: cannot read <stdin>: File too large\n")
    #expect(record.output.contains("\n0 steps"), "\(record.output)")
  }

  @Test func whatWasDoneIsUndone() throws {
    let run = try repl(
      """
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
    )
    for words in [
      "  effect 1 \"timer\", started by timerButtonTapped, is asleep on a TestClock until 1 s (now 0 s)\n",
      """
              undone: send incrementButtonTapped
              the state is that after step 3, timerTicked
              effect 1 "timer" runs again
      """,
      "        no effect runs\n",
    ] {
      #expect(run.output.contains(words), "\(run.output)")
    }
    run.expect(2, errors: "there is nothing to undo\n")
  }

  @Test func oneGoesBackAndForth() throws {
    let run = try repl(
      """
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
    )
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
    let run = try repl(
      """
      send timerButtonTapped
      repeat 2 {
      send incrementButtonTapped
      }
      jump 2
      effects
      advance 5s
      save \(file)
      expect count == 1
      """
    )
    #expect(run.status == 0, "\(run.errors)")
    let words = """
              the state is that after step 2, incrementButtonTapped
              effect 1 "timer" ran then, and no longer runs
              this step is inside of a statement: the statement's effects do not run
              no effect runs
      """
    #expect(run.output.contains(words), "\(run.output)")
    let note =
      "played again, it ends in another state than this one: going back has led into the middle of a statement\n"
    #expect(run.output.contains(note), "\(run.output)")
    #expect(run.output.contains("count: 1 → "), "\(run.output)")
  }

  @Test func onLiveValuesEffectsDoNotComeBack() throws {
    let run = try repl(
      "send timerButtonTapped\nsend incrementButtonTapped\njump 1\nexpect count == 0\neffects\n",
      "--live"
    )
    #expect(run.status == 0, "\(run.errors)")
    let words = """
              the state is that after step 1, timerButtonTapped
              effect 1 "timer" ran then, and no longer runs
      """
    #expect(run.output.contains(words), "\(run.output)")
    #expect(run.output.contains("        no effect runs\n"), "\(run.output)")
  }

  @Test func aSavedSessionPlaysAgain() throws {
    let file = folder.path("my session.script")
    let run = try repl(
      """
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
    )
    #expect(
      try folder.text("my session.script") == """
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
    )
    #expect(run.output.contains("8 statements written to \(file)\n"), "\(run.output)")
    #expect(!run.output.contains("played again"), "\(run.output)")
    #expect(run.errors.contains("\(file) is there already: `save --force \(file)` replaces it\n"), "\(run.errors)")
    let again = try TestSupport.run(["run", file], program: "Counter")
    #expect(again.status == 0, "\(again.errors)")
  }

  @Test func helpIsAtHand() throws {
    let run = try repl("help\nhelp await\nhelp udno\nquit\nsend incrementButtonTapped\n")
    #expect(run.output.contains("  save [--force] FILE"))
    #expect(run.output.contains("  await ACTION [within DURATION]  waits for an action"))
    #expect(run.errors == "there is no statement `udno`, did you mean `undo`?\n")
    #expect(run.output.contains("\n0 steps, 0 actions sent, "), "what comes after quit is not performed")
    let file = try TestSupport.run(["repl", "x.script"], program: "Counter")
    file.expect(64, output: "", errors: "Counter: `repl` takes no file: `x.script`\n  Try `Counter run x.script`.\n")
  }

  @Test func theTranscriptIsThatOfAScript() throws {
    let script =
      "send timerButtonTapped\nadvance 2s\nsection \"more\"\nrepeat 2 {\n  send incrementButtonTapped\n}\nexpect count == 4\n"
    #expect(try repl(script) == run(["run", "-"], program: "Counter", input: script))
  }

  @Test func aSessionGoesOnFromATrace() throws {
    let file = folder.path("trace.jsonl")
    _ = try repl("send stepChanged 5\nsend incrementButtonTapped\nsend incrementButtonTapped\n", "--trace", file)
    let last = try repl("expect count == 10\nsend incrementButtonTapped\nexpect count == 15\n", "--from", file)
    #expect(last.status == 0, "\(last.errors)")
    let earlier = try repl("expect count == 5\nexpect step == 5\n", "--from", file, "--to", "2")
    #expect(earlier.status == 0, "\(earlier.errors)")
    #expect(try repl("expect step == 1\n", "--from", file, "--to", "0").status == 0)
    #expect(try repl("", "--from", file, "--to", "9").errors.contains("there is no step 9"))
    #expect(try repl("", "--to", "9").errors.contains("`--to` goes with `--from`"))
    #expect(try repl("", "--from", file, "--trace", file).errors.contains("it is the file that is read"))
    #expect(try repl("", "--from", folder.path("missing.jsonl")).status == 66)
  }

  @Test func goingBackIsRecorded() throws {
    let file = folder.path("trace.jsonl")
    let run = try repl(
      "send timerButtonTapped\nsend incrementButtonTapped\nundo\nadvance 1s\nsend markButtonTapped\n",
      "--trace",
      file
    )
    #expect(run.status == 0)
    let lines = try folder.text("trace.jsonl").split(separator: "\n").dropFirst().map { line in
      let record = try JSONValue(script: String(line))
      return ["kind", "step", "effect", "cause", "origin", "time"].compactMap { record[$0]?.description }
        .joined(separator: " ")
    }
    #expect(
      lines == [
        #""action" 1 "user" 0"#, #""started" 1 1 0"#, #""action" 2 "user" 0"#, #""cancelled" 1 0"#, #""jump" 1 0"#,
        #""started" 2 1 0"#, #""action" 3 {"effect": 2} 1"#, #""action" 4 "user" 1"#, #""end" 1"#,
      ]
    )
    let replay = try TestSupport.run(["replay", file], program: "Counter")
    #expect(replay.status == 0, "\(replay.errors)")
  }
}

extension JSONValue {
  fileprivate init(script text: String) throws {
    var scanner = SourceScanner(SourceText(name: "", text: text))
    self = try scanner.value().value
  }
}
