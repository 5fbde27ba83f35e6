import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

struct ReplayTests {
  private let folder = NotebookFolder()

  @Test func everyStateIsReachedAgain() async throws {
    let recorded = try await folder.record(notebookScript)
    recorded.expect()
    let result = await folder.replay()
    result.expect(errors: "")
    #expect(result.output.hasPrefix("Notebook of Notebook 1.0.0 on mock values, recorded 20"))
    #expect(
      result.output.hasSuffix(
        "14 steps, 8 sent by the user, 6 received: every state was reached as it was recorded\n"
      )
    )
  }

  @Test func liveValuesAreReplayedToo() async throws {
    folder.program.dependencies = {
      // A replay has this calendar only if the trace contains it.
      if $0.context == .live {
        $0.calendar = Calendar(identifier: .gregorian)
        $0.calendar.timeZone = TimeZone(secondsFromGMT: 14 * 3600) ?? .gmt
      }
    }
    let script = notebookScript.replacing("send chainTapped", with: "send diceRolled")
      .replacing("await chained within 1m", with: "")
    let recorded = try await folder.record(script, "--live")
    recorded.expect()
    #expect(try folder.records().header.isLive)
    let result = await folder.replay()
    result.expect()
    #expect(result.output.contains("on live values"))
  }

  @Test func aDifferenceIsShown() async throws {
    _ = try await folder.record(notebookScript)
    let trace = try folder.text("trace.jsonl")
    let result = try await folder.replay(replacing: #""text":"two""#, with: #""text":"too""#)
    result.expect(.failed)
    let line =
      1 + trace.prefix(upTo: try #require(trace.range(of: #""text":"two""#)).lowerBound).filter(\.isNewline).count
    #expect(
      result.errors == """
        \(folder.path("damaged.jsonl")):\(line):1: step 5 does not reach the state that was recorded
          noteAdded "two" sent by the user
          what was recorded → what is reached now:
            ~ notes[id: "00000000-0000-0000-0000-000000000003"].text: "too" → "two"

        """
    )
  }

  @Test func anotherStartIsShown() async throws {
    _ = try await folder.record(notebookScript)
    let result = try await folder.replay(replacing: "started as", with: "began as", "--to", "0")
    result.expect(.failed)
    #expect(result.errors.contains("damaged.jsonl:1: the feature begins in another state than was recorded\n"))
    #expect(result.errors.contains("- log[0]: \"began as"))
  }

  @Test func itStopsAtAStep() async throws {
    _ = try await folder.record(notebookScript)
    let start = await folder.replay("--to", "0")
    start.expect()
    #expect(start.output.contains("\nthe state at the start:\n{\n  \"notes\": [],\n"))
    let second = await folder.replay("--to", "2")
    second.expect()
    #expect(second.output.contains("\nthe state after step 2, diceRolled sent by the user:\n{\n  \"notes\": [\n"))
    #expect(second.output.contains("\"rolls\": [6]"))
    let last = await folder.replay("--to", "14")
    #expect(last.output.contains("chained 2"))
    let beyond = await folder.replay("--to", "15")
    beyond.expect(.wrongInput)
    #expect(beyond.errors == "\(folder.path("trace.jsonl")): there is no step 15: the trace has 14 steps\n")
  }

  @Test func itFindsTheFirstStepThatChangedAPath() async throws {
    _ = try await folder.record(notebookScript)
    let rolls = await folder.replay("--until-path", "rolls.count")
    rolls.expect()
    #expect(
      rolls.output.hasSuffix(
        "\nstep 2 is the first that changed rolls.count: diceRolled sent by the user\n  + rolls[0]: 6\n"
      )
    )
    let log = await folder.replay("--until-path", "log[1]")
    #expect(log.output.contains("step 6 is the first that changed log[1]: loaded [\""))
    #expect(log.output.contains("received from effect 1 \"Load\", started by step 3\n"))
    let id = await folder.replay("--until-path", "notes[id: \"00000000-0000-0000-0000-000000000003\"].text")
    #expect(id.output.contains("step 5 is the first that changed notes[id: "))
    let nothing = await folder.replay("--until-path", "login")
    nothing.expect(.failed, errors: "no step changed `login`\n  it is null from start to end\n")
    let misspelt = await folder.replay("--until-path", "rols")
    misspelt.expect(.failed)
    #expect(misspelt.errors.hasPrefix("no step changed `rols`\n  the state has no `rols`\n"))
    #expect(misspelt.errors.contains("did you mean `rolls`?"))
  }

  @Test func aStepIsLeftOutWithWhatCameOfIt() async throws {
    _ = try await folder.record(
      "send loadTapped\nsend noteAdded \"a\"\nadvance 1s\nsend noteAdded \"b\"\nsend diceRolled\n"
    )
    let result = await folder.replay("--skip", "1")
    result.expect()
    #expect(
      result.output.contains(
        """
        3 steps, 3 sent by the user, 0 received, 3 steps left out, 2 of them as they came of the others:
          step 1, loadTapped
          step 3, loaded
          step 4, noteAdded
        All other steps came out as they were recorded.
        """
      )
    )
    #expect(
      result.output.contains("the last state, as it was recorded → without what was left out:\n  - notes[id: \"")
    )
  }

  @Test func theFirstStepThatComesOutDifferentlyIsShown() async throws {
    _ = try await folder.record(
      """
      send noteAdded "a"
      send diceRolled
      send noteRemoved {"id": "00000000-0000-0000-0000-000000000001"}
      send diceRolled
      """
    )
    let result = await folder.replay("--skip", "1", "--skip", "2")
    result.expect()
    #expect(
      result.output.contains(
        """
        2 steps, 2 sent by the user, 0 received, 2 steps left out:
          step 1, noteAdded
          step 2, diceRolled
        The first step that came out differently is step 3, noteRemoved {"id": "00000000-0000-0000-0000-000000000001"} \
        sent by the user
          as it was recorded:
            - notes[id: "00000000-0000-0000-0000-000000000001"]: {"id": "00000000-0000-0000-0000-000000000001", "text": "a"
        """
      ),
      "\(result.output)"
    )
    #expect(result.output.contains("  without what was left out:\n    no change\n"))
    #expect(result.output.hasSuffix("→ without what was left out:\n  - rolls[0]: 6\n"))
    let none = await folder.replay("--skip", "3", "--to", "3")
    #expect(none.output.contains("the state after step 3"))
  }

  @Test func jumpsRestoreTheStateAfterTheirStep() async throws {
    _ = try await folder.record("send diceRolled\nsend diceRolled\nsend diceRolled\n")
    var lines = try folder.text("trace.jsonl").split(separator: "\n").map(String.init)
    lines.removeLast()
    lines.append(#"{"kind":"jump","step":1,"patch":[{"op":"replace","path":"/rolls","value":[6]}]}"#)
    lines.append(
      #"{"kind":"action","step":4,"name":"noteRemoved","action":{"noteRemoved":{"id":"\#(UUID(9))"}},"origin":"user","#
        + #""time":0,"wall":0,"patch":[]}"#
    )
    lines.append(#"{"kind":"jump","step":0,"patch":[{"op":"replace","path":"/rolls","value":[]}]}"#)
    lines.append(#"{"kind":"end","status":0}"#)
    try folder.write(lines.joined(separator: "\n") + "\n", to: "trace.jsonl")
    let result = await folder.replay()
    result.expect()
    #expect(await folder.replay("--to", "4").output.contains("\"rolls\": [6]"))
    let wrong = try await folder.replay(replacing: #""value":[]"#, with: #""value":[1]"#)
    wrong.expect(.failed)
    #expect(wrong.errors.contains("the state after step 0 is not the one that was recorded"))
  }

  @Test func aPromptsSessionIsReplayedWithItsJumps() throws {
    let trace = folder.path("trace.jsonl")
    let recorded = try TestSupport.run(
      ["repl", "--trace", trace],
      program: "Counter",
      input: """
        send incrementButtonTapped
        send timerButtonTapped
        advance 2s
        send markButtonTapped
        undo
        send stepChanged 4
        send markButtonTapped
        override date 2020-02-29T12:00:00Z
        override uuid 00000000-0000-0000-0000-0000000000FF
        send markButtonTapped
        jump 1
        send timerButtonTapped
        advance 3s
        jump 0
        send markButtonTapped

        """
    )
    #expect(recorded.status == 0, "\(recorded.errors)")
    let text = try folder.text("trace.jsonl")
    #expect(text.split(separator: "\n").count { $0.hasPrefix(#"{"kind":"jump","#) } == 3)
    let replay = try TestSupport.run(["replay", trace], program: "Counter")
    #expect(replay.status == 0, "\(replay.errors)")
    #expect(replay.output.hasSuffix("every state was reached as it was recorded\n"))
  }

  // MARK: What cannot be replayed

  @Test func actionsThatThereAreNot() async throws {
    _ = try await folder.record("send diceRolled\n")
    let result = try await folder.replay(replacing: #"{"diceRolled":"#, with: #"{"diceRoled":"#)
    result.expect(.wrongInput)
    #expect(result.errors.hasPrefix("\(folder.path("damaged.jsonl")):2:57: error: unknown case `diceRoled`\n"))
    #expect(result.errors.contains("did you mean `diceRolled`?"))
    #expect(result.errors.contains("this is action 1, `diceRolled`"))
  }

  @Test func actionsThatRedactionMadeUnreadable() async throws {
    _ = try await folder.record(
      "send noteAdded \"a\"\nsend noteRemoved {\"id\": \"00000000-0000-0000-0000-000000000001\"}\n",
      "--redact",
      "note"
    )
    await folder.replay().expect(.failed)
    let id = #""id":"00000000-0000-0000-0000-000000000000""#
    let result = try await folder.replay(replacing: id, with: #""id":0"#, "--skip", "1")
    result.expect(.wrongInput)
    #expect(result.errors.contains("a part of it was redacted when it was recorded"))
  }

  @Test func patchesThatDoNotFit() async throws {
    _ = try await folder.record("send diceRolled\n")
    let result = try await folder.replay(replacing: #""/rolls""#, with: #""/rols/0""#)
    result.expect(.wrongInput)
    #expect(result.errors.contains("damaged.jsonl:2:1: error: the patch does not fit the state before it"))
    #expect(result.errors.contains("operation 1 (replace /rols/0): there is no member `rols`"))
  }

  @Test func tracesOfOthers() async throws {
    _ = try await folder.record("send diceRolled\n")
    for name in ["program", "feature"] {
      let result = try await folder.replay(replacing: #""\#(name)":"Notebook""#, with: #""\#(name)":"X""#)
      result.expect(.wrongInput)
      #expect(result.errors.contains("this is a trace of "))
      #expect(result.errors.contains("Notebook replays traces of Notebook\n"))
    }
  }

  @Test func filesThatAreNoTraces() async throws {
    await folder.replay().expect(.noInput)
    await folder.run("replay", folder.url.path).expect(.noInput)
    var random = SeededRandomNumberGenerator(seed: 9)
    let noise = (0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    for bytes in [[], noise, Array(repeating: UInt8(ascii: "{"), count: 1_000_000), [0xEF, 0xBB, 0xBF]] {
      try Data(bytes).write(to: folder.url.appending(path: "trace.jsonl"))
      let result = await folder.replay()
      result.expect(.wrongInput)
      #expect(result.errors.contains("trace.jsonl:1:"))
      #expect(result.errors.utf8.count < 1000)
    }
  }

  @Test func hugeNumbersAreNoTrouble() async throws {
    _ = try await folder.record("send diceRolled\n")
    for time in ["1e300", "-1e300"] {
      let result = try await folder.replay(replacing: #""time":0,"#, with: #""time":\#(time),"#)
      result.expect(.passed, "\(time)")
    }
    await folder.replay("--to", "9223372036854775807").expect(.wrongInput)
  }

  @Test(arguments: [
    ([], "`replay` needs a trace"), (["a", "b"], "`replay` takes one trace, and here are 2"),
    (["a", "--to", "x"], "`--to` needs the number of a step, found `x`"),
    (["a", "--to", "-1"], "`--to` needs the number of a step, found `-1`"),
    (["a", "--to", "99999999999999999999"], "`--to` needs the number of a step"),
    (["a", "--skip", "0"], "there is no action 0 to skip: steps count from 1"),
    (["a", "--to", "3", "--skip", "4"], "step 4 is skipped, but the replay ends before it"),
    (["a", "--to", "3", "--until-path", "b"], "`--to` and `--until-path` both say where to stop"),
    (["a", "--until-path", "b..c"], "`b..c` is no path: expected a name after `.`, found `.`"),
    (["a", "--until-path", "b c"], "`b c` is no path: expected the end of the path"),
    (["a", "--until", "b"], "unknown option `--until`, did you mean `--until-path`?"),
    (["a", "--live"], "unknown option `--live`"),
  ])
  func wrongOptions(_ arguments: [String], _ message: String) async {
    let result = await folder.run(["replay"] + arguments)
    result.expect(.usage)
    #expect(result.errors.hasPrefix("Notebook: \(message)"), "\(result.errors)")
  }

  @Test func helpHasExamples() async {
    let result = await folder.run("replay", "--help")
    result.expect()
    #expect(result.output.contains("  Notebook replay session.jsonl --to 3\n"))
    #expect(result.output.contains("Exit status"))
  }

  @Test func manyStepsAreReplayed() async throws {
    _ = try await folder.record(String(repeating: "send launched\nsend tokens {\"id\": \"a\"}\n", count: 500))
    let result = await folder.replay()
    result.expect()
    #expect(result.output.contains("1000 steps"))
  }
}
