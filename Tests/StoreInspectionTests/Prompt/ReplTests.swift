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

  @Test func statementsArePerformed() throws {
    let run = try repl("send stepChanged 5\nsend incrementButtonTapped\n\n# nothing\nexpect count == 5\n")
    #expect(
      run
        == Run(
          status: 0,
          output: """
            Counter on mock values and a virtual clock

               1  send stepChanged 5
                    stepChanged 5 sent by the user
                      ~ step: 1 → 5

               2  send incrementButtonTapped
                    incrementButtonTapped sent by the user
                      ~ count: 0 → 5

               5  expect count == 5
                    ✓ count is 5

            3 steps, 2 actions sent, 0 received, 1 expectation, 0 failed

            """,
          errors: ""
        )
    )
  }

  @Test func anExpectationThatIsNotMetIsTheStatus() throws {
    let run = try repl("expect count == 1\nsend incrementButtonTapped\nexpect count == 1")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        <stdin>:1:8: error: expectation failed
          expect count == 1
                 ^~~~~~~~~~
          expected: 1
          actual:   0

        """
    )
    #expect(run.output.contains("3  expect count == 1"), "it goes on after it")
  }

  @Test func theSummaryCountsMistakes() throws {
    let one = try repl("send increment\n")
    #expect(one.status == 2)
    #expect(one.output.hasSuffix("\n0 steps, 0 actions sent, 0 received, 0 expectations, 0 failed, 1 mistake\n"))
    let some = try repl("nonsense\nshow nothing\nexpect count == 1\n")
    #expect(some.output.hasSuffix("\n1 step, 0 actions sent, 0 received, 1 expectation, 1 failed, 2 mistakes\n"))
  }

  @Test func aWrongStatementIsTheWorseStatus() throws {
    let run = try repl("send increment\nexpect count == 1\nsend stepChanged {\n  \"x\n")
    #expect(run.status == 2)
    #expect(run.errors.contains("<stdin>:1:6: error: unknown action `increment`"), "\(run.errors)")
    #expect(run.errors.contains("<stdin>:2:8: error: expectation failed"), "\(run.errors)")
    #expect(run.errors.contains("<stdin>:4:"), "\(run.errors)")
  }

  @Test func statementsGoOnOverLines() throws {
    let run = try repl(
      "send markDeleted {\n  \"id\":\n  \"00000000-0000-0000-0000-000000000001\"\n}\nrepeat 2 {\nsend incrementButtonTapped\n}\nexpect count == 2"
    )
    #expect(run.status == 0, "\(run.errors)")
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
    #expect(
      run.output.contains(
        "  effect 1 \"timer\", started by timerButtonTapped, is asleep on a TestClock until 1 s (now 0 s)\n"
      )
    )
    #expect(
      run.output.contains(
        """
                undone: send incrementButtonTapped
                the state is that after step 3, timerTicked
                effect 1 "timer" runs again
        """
      ),
      "\(run.output)"
    )
    #expect(run.output.contains("        no effect runs\n"))
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
      """
    )
    #expect(
      run.output.contains(
        """
        > 0  the start
          1  timerButtonTapped sent by the user
          2  timerTicked received from effect 1 "timer", started by timerButtonTapped
          3  timerTicked received from effect 1 "timer", started by timerButtonTapped
          4  timerTicked received from effect 1 "timer", started by timerButtonTapped
        """
      ),
      "\(run.output)"
    )
    #expect(run.output.contains("  0  the start\n> 1  markButtonTapped sent by the user\n"), "\(run.output)")
    #expect(run.errors == "there is no step 4: the last is 1\n")
  }

  @Test func effectsGoOnWithTheirNumbers() throws {
    let run = try repl("send timerButtonTapped\nadvance 1s\nundo\nadvance 1s\nexpect count == 1\neffects\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("  effect 1 \"timer\", started by timerButtonTapped"), "\(run.output)")
    #expect(run.output.hasSuffix("(now 1 s)\n4 steps, 1 action sent, 2 received, 1 expectation, 0 failed\n"))
  }

  @Test func effectsDoNotComeBackInTheMiddleOfAStatement() throws {
    let run = try repl(
      "send timerButtonTapped\nrepeat 2 {\nsend incrementButtonTapped\n}\njump 2\neffects\nadvance 5s\nexpect count == 1\n"
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains(
        """
                the state is that after step 2, incrementButtonTapped
                effect 1 "timer" ran then, and does not any more
                that is in the middle of a statement: what it has started does not run
                no effect runs
        """
      ),
      "\(run.output)"
    )
  }

  @Test func onLiveValuesEffectsDoNotComeBack() throws {
    let run = try repl(
      "send timerButtonTapped\nsend incrementButtonTapped\njump 1\nexpect count == 0\neffects\n",
      "--live"
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains(
        """
                the state is that after step 1, timerButtonTapped
                effect 1 "timer" ran then, and does not any more
        """
      ),
      "\(run.output)"
    )
    #expect(run.output.contains("        no effect runs\n"), "\(run.output)")
  }

  @Test func variablesAreAsTheyWere() throws {
    let run = try repl(
      "let a = count\nsend incrementButtonTapped\nlet a = count\nundo\nsend stepChanged $a\nexpect step == 1\n"
    )
    // The script sends 0, which the feature raises to 1.
    #expect(run.output.contains("stepChanged 0 sent by the user"), "\(run.output)")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func aVariableIsSomethingNew() throws {
    let run = try repl("let a = step\nsend incrementButtonTapped\nsend stepChanged $a\njump 1\nlet a = count\njump 2\n")
    #expect(run.errors == "there is no step 2: the last is 1\n")
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

  @Test func itIsToldWhenASavedSessionDoesSomethingElse() throws {
    let file = folder.path("timer.script")
    let run = try repl("repeat 2 { send incrementButtonTapped }\njump 1\nsave \(file)\n")
    let note =
      "played again, it ends in another state than this one: going back has led into the middle of a statement"
    #expect(run.output.contains(note + "\n"), "\(run.output)")
    #expect(run.output.contains("count: 1 → 0\n"), "\(run.output)")
  }

  @Test func aFileThatCannotBeWrittenIsAMistake() throws {
    let run = try repl("save /nowhere/a.script\n")
    #expect(run.errors.hasPrefix("cannot write /nowhere/a.script: "), "\(run.errors)")
    #expect(run.status == 73)
  }

  @Test func helpIsAtHand() throws {
    let run = try repl("help\nhelp await\nhelp udno\n")
    #expect(run.output.contains("  save [--force] FILE"))
    #expect(run.output.contains("  await ACTION [within DURATION]  waits for an action"))
    #expect(run.errors == "there is no statement `udno`, did you mean `undo`?\n")
  }

  @Test func theTranscriptIsThatOfAScript() throws {
    let script =
      "send timerButtonTapped\nadvance 2s\nsection \"more\"\nrepeat 2 {\n  send incrementButtonTapped\n}\nexpect count == 4\n"
    #expect(try repl(script) == run(["run", "-"], program: "Counter", input: script))
  }

  @Test func quitLeaves() throws {
    let run = try repl("quit\nsend incrementButtonTapped\n")
    #expect(run.output.hasSuffix("0 steps, 0 actions sent, 0 received, 0 expectations, 0 failed\n"))
    #expect(run.status == 0)
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

  @Test(
    arguments: [
      (["x.script"], "Counter: `repl` takes no file: `x.script`\n  Try `Counter run x.script`.\n"),
      (
        ["--bogus"],
        "Counter: unknown option `--bogus`, expected `--live`, `--trace`, `--redact` or `--help`\n  Try `Counter help repl`.\n"
      ),
    ]
  )
  func usageIsExplained(arguments: [String], message: String) throws {
    let run = try run(["repl"] + arguments, program: "Counter")
    #expect(run == Run(status: 64, output: "", errors: message))
  }

  @Test func theHelpHasAnExample() throws {
    let run = try run(["repl", "--help"], program: "Counter")
    #expect(run.output.contains("Examples\n  Counter repl\n"))
    #expect(run.status == 0)
  }

  @Test func aPipedSessionIsInterrupted() throws {
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
}

extension JSONValue {
  fileprivate init(script text: String) throws {
    var scanner = SourceScanner(SourceText(name: "", text: text))
    self = try scanner.value().value
  }
}
