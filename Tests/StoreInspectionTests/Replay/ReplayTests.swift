import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreInspection

struct ReplayTests {
  private let folder = RecordingFolder(Notebook.program)

  @Test func everyStateIsReachedAgain() async throws {
    try await folder.record(Notebook.script).expect()
    let word = "14 steps, 8 sent by the user, 6 received: every state was reached as it was recorded\n"
    await folder.replay().expect(texts: ["Notebook of Notebook 1.0.0 on mock values, recorded 20", word])
  }

  @Test func liveValuesAreReplayedToo() async throws {
    folder.program.dependencies = {
      // A replay has this calendar only if the trace contains it.
      if $0.context == .live {
        $0.calendar = Calendar(identifier: .gregorian)
        $0.calendar.timeZone = TimeZone(secondsFromGMT: 14 * 3600) ?? .gmt
      }
    }
    let script = Notebook.script.replacing("send chainTapped", with: "send diceRolled")
      .replacing("await chained within 1m", with: "")
    try await folder.record(script, "--live").expect()
    #expect(try folder.records().header.isLive)
    await folder.replay().expect(texts: ["on live values"])
  }

  @Test func aDifferenceIsShown() async throws {
    _ = try await folder.record(Notebook.script)
    let trace = try folder.text()
    let place = try #require(trace.range(of: #""text":"two""#)).lowerBound
    let line = 1 + trace[..<place].count(where: \.isNewline)
    let difference = """
      \(folder.path("damaged.jsonl")):\(line):1: step 5 does not reach the state that was recorded
        noteAdded "two" sent by the user
        what was recorded → what is reached now:
          ~ notes[id: "00000000-0000-0000-0000-000000000003"].text: "too" → "two"

      """
    try await folder.replay(replacing: #""text":"two""#, with: #""text":"too""#).expect(.failed, errors: difference)
    let start = "damaged.jsonl:1: the feature begins in another state than was recorded\n"
    try await folder.replay(replacing: "started as", with: "began as", "--to", "0")
      .expect(.failed, texts: [start, "- log[0]: \"began as"])
  }

  @Test func itStopsAtAStep() async throws {
    _ = try await folder.record(Notebook.script)
    await folder.replay("--to", "0").expect(texts: ["\nthe state at the start:\n{\n  \"notes\": [],\n"])
    let second = "\nthe state after step 2, diceRolled sent by the user:\n{\n  \"notes\": [\n"
    await folder.replay("--to", "2").expect(texts: [second, "\"rolls\": [6]"])
    await folder.replay("--to", "14").expect(texts: ["chained 2"])
    await folder.replay("--to", "15")
      .expect(.wrongInput, errors: "\(folder.trace): there is no step 15: the trace has 14 steps\n")
    await folder.replay("--to", "9223372036854775807").expect(.wrongInput)
  }

  @Test(arguments: [
    (0, "rolls.count", "step 2 is the first that changed rolls.count: diceRolled sent by the user\n  + rolls[0]: 6\n"),
    (0, "log[1]", "step 6 is the first that changed log[1]: loaded [\""),
    (0, "log[1]", "received from effect 1 \"Load\", started by step 3\n"),
    (0, "notes[id: \"00000000-0000-0000-0000-000000000003\"].text", "step 5 is the first that changed notes[id: "),
    (1, "draft", "no step changed `draft`\n  it is null from start to end\n"),
    (1, "rols", "no step changed `rols`\n  the state has no `rols`\n"), (1, "rols", "did you mean `rolls`?"),
  ])
  func itFindsTheFirstStepThatChangedAPath(_ status: Int32, _ path: String, _ message: String) async throws {
    _ = try await folder.record(Notebook.script)
    let result = await folder.replay("--until-path", path)
    result.expect(status)
    #expect((result.output + result.errors).contains(message), "\(result.output)\(result.errors)")
  }

  @Test func aStepIsLeftOutWithWhatCameOfIt() async throws {
    let script = "send loadTapped\nsend noteAdded \"a\"\nadvance 1s\nsend noteAdded \"b\"\nsend diceRolled\n"
    _ = try await folder.record(script)
    let summary = """
      3 steps, 3 sent by the user, 0 received, 3 steps left out, 2 of them because of the others:
        step 1, loadTapped
        step 3, loaded
        step 4, noteAdded
      All other steps reached the recorded states.
      """
    let last = "the last state, as it was recorded → without what was left out:\n  - notes[id: \""
    await folder.replay("--skip", "1").expect(texts: [summary, last])
  }

  @Test func theFirstStepThatComesOutDifferentlyIsShown() async throws {
    let removed = #"noteRemoved {"id": "\#(UUID(1))"}"#
    _ = try await folder.record("send noteAdded \"a\"\nsend diceRolled\nsend \(removed)\nsend diceRolled")
    let summary = """
      2 steps, 2 sent by the user, 0 received, 2 steps left out:
        step 1, noteAdded
        step 2, diceRolled
      The first step that came out differently is step 3, \(removed) sent by the user
        as it was recorded:
          - notes[id: "\(UUID(1))"]: {"id": "\(UUID(1))", "text": "a"
      """
    let rest = ["  without what was left out:\n    no change\n", "→ without what was left out:\n  - rolls[0]: 6\n"]
    await folder.replay("--skip", "1", "--skip", "2").expect(texts: [summary] + rest)
    await folder.replay("--skip", "3", "--to", "3").expect(texts: ["the state after step 3"])
  }

  @Test func jumpsRestoreTheStateAfterTheirStep() async throws {
    _ = try await folder.record("send diceRolled\nsend diceRolled\nsend diceRolled\n")
    var lines = try folder.text().split(separator: "\n").map(String.init)
    lines.removeLast()
    lines.append(#"{"kind":"jump","step":1,"patch":[{"op":"replace","path":"/rolls","value":[6]}]}"#)
    lines.append(
      #"{"kind":"action","step":4,"name":"noteRemoved","action":{"noteRemoved":{"id":"\#(UUID(9))"}},"origin":"user","#
        + #""time":0,"wall":0,"patch":[]}"#
    )
    lines.append(#"{"kind":"jump","step":0,"patch":[{"op":"replace","path":"/rolls","value":[]}]}"#)
    lines.append(#"{"kind":"end","status":0}"#)
    try folder.write(lines.joined(separator: "\n") + "\n", to: "trace.jsonl")
    await folder.replay().expect(errors: "")
    #expect(await folder.replay("--to", "4").output.contains("\"rolls\": [6]"))
    try await folder.replay(replacing: #""value":[]"#, with: #""value":[1]"#)
      .expect(.failed, texts: ["the state after step 0 is not the one that was recorded"])
  }

  @Test(arguments: [
    (
      #"{"diceRolled":"#, #"{"diceRoled":"#,
      ["jsonl:2:57: error: unknown case `diceRoled`\n", "did you mean `diceRolled`?", "this is action 1, `diceRolled`"]
    ),
    (
      #""/rolls""#, #""/rols/0""#,
      ["jsonl:2:1: error: the patch does not fit the state before it", "(replace /rols/0): there is no member `rols`"]
    ),
    (#""program":"Notebook""#, #""program":"X""#, ["this is a trace of ", "Notebook replays traces of Notebook\n"]),
    (#""feature":"Notebook""#, #""feature":"X""#, ["this is a trace of ", "Notebook replays traces of Notebook\n"]),
  ])
  func whatDoesNotFitTheFeature(_ text: String, _ other: String, _ messages: [String]) async throws {
    _ = try await folder.record("send diceRolled\n")
    try await folder.replay(replacing: text, with: other).expect(.wrongInput, texts: messages)
  }

  @Test func actionsThatRedactionMadeUnreadable() async throws {
    let script = "send noteAdded \"a\"\nsend noteRemoved {\"id\": \"\(UUID(1))\"}\n"
    _ = try await folder.record(script, "--redact", "note")
    await folder.replay().expect(.failed)
    let id = #""id":"00000000-0000-0000-0000-000000000000""#
    try await folder.replay(replacing: id, with: #""id":0"#, "--skip", "1")
      .expect(.wrongInput, texts: ["a part of it was redacted when it was recorded"])
  }

  /// A byte order mark alone is an empty file, too.
  @Test(arguments: ["", "\u{FEFF}"]) func anEmptyFileIsNoTrace(_ text: String) async throws {
    try folder.write(text, to: "trace.jsonl")
    await folder.replay().expect(.wrongInput, texts: ["trace.jsonl:1:"])
  }

  @Test func hugeNumbersAreNoTrouble() async throws {
    _ = try await folder.record("send diceRolled\n")
    for time in ["1e300", "-1e300"] {
      try await folder.replay(replacing: #""time":0,"#, with: #""time":\#(time),"#).expect(.passed, "\(time)")
    }
  }

  @Test(arguments: [
    ([], "`replay` needs a trace"), ([""], "the trace's name is empty"),
    (["a", "b"], "`replay` takes one trace, not 2"),
    (["a", "--to", "x"], "`--to` needs the number of a step, found `x`"),
    (["a", "--to", "-1"], "`--to` needs the number of a step, found `-1`"),
    (["a", "--to", "99999999999999999999"], "`--to` needs the number of a step"),
    (["a", "--skip", "0"], "there is no action 0 to skip: steps count from 1"),
    (["a", "--to", "3", "--skip", "4"], "step 4 is skipped, but the replay ends before it"),
    (["a", "--to", "3", "--until-path", "b"], "`--to` and `--until-path` both say where to stop"),
    (["a", "--until-path", "b..c"], "`b..c` is not a path: expected a name after `.`, found `.`"),
    (["a", "--until-path", "b c"], "`b c` is not a path: expected the end of the path"),
    (["a", "--until", "b"], "unknown option `--until`, did you mean `--until-path`?"),
    (["a", "--live"], "unknown option `--live`"),
  ])
  func wrongOptions(_ arguments: [String], _ message: String) async {
    await folder.program.play(["replay"] + arguments).expect(.usage, texts: ["Notebook: \(message)"])
  }
}
