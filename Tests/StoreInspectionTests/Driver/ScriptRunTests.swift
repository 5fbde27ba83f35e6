import Dependencies
import Foundation
import TestSupport
import Testing

@testable import StoreInspection

private func run(_ script: String, _ options: String..., files: [String: String] = [:]) async throws -> Run {
  try await Sampler.program.play(script: script, options, files: files)
}

struct OverrideTests {
  /// The date goes on from where it is set, and identifiers count on.
  @Test func datesAndIdentifiers() async throws {
    let script = """
      send stampButtonTapped
      expect stamps[0].date == 2026-01-01
      expect stamps[0].id == 00000000-0000-0000-0000-000000000000
      advance 1h
      override date 2030-06-01 12:00
      override uuid 6F9619FF-8B86-D011-FFFF-FFFFFFFFFFFF
      send stampButtonTapped
      expect stamps[1].date == 2030-06-01 12:00
      expect stamps[1].id == 6F9619FF-8B86-D011-FFFF-FFFFFFFFFFFF
      advance 90s
      send stampButtonTapped
      expect stamps[2].date == 2030-06-01 12:01:30
      expect stamps[2].id == 6F9619FF-8B86-D012-0000-000000000000
      override date "1999-12-31T23:59:59Z"
      override uuid FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF
      repeat 2 { send stampButtonTapped }
      expect stamps[3].date < 2000-01-01
      expect stamps[4].id == 00000000-0000-0000-0000-000000000000
      """
    try await run(script).expect(errors: "")
  }

  @Test(arguments: [[], ["--live"]])
  func theSameSeedGivesTheSameNumbers(_ options: [String]) async throws {
    let text = """
      override seed 7
      repeat 3 { send stampButtonTapped }
      override seed 8
      send stampButtonTapped
      override seed 7
      repeat 3 { send stampButtonTapped }
      let first = stamps[0].number
      let second = stamps[1].number
      expect stamps[4].number == $first
      expect stamps[5].number == $second
      expect stamps[1].number != $first
      expect stamps[3].number != $first
      expect stamps[0].id matches /^[0-9A-F]{8}-/
      """
    try await Sampler.program.play(script: text, options).expect(errors: "")
  }

  /// After `override seed`, random values are determined by the seed on live values too, including identifiers.
  @Test func onLiveValues() async throws {
    let script = """
      context live
      override seed 7
      send stampButtonTapped
      override seed 7
      send stampButtonTapped
      let id = stamps[0].id
      expect stamps[1].id == $id
      expect stamps[0].id matches /^.{14}4.{4}[89AB]/
      override uuid 00000000-0000-0000-0000-000000000001
      send stampButtonTapped
      expect stamps[2].id == 00000000-0000-0000-0000-000000000001
      override date 2030-06-01
      send stampButtonTapped
      expect stamps[3].date >= 2030-06-01
      expect stamps[3].date < 2030-06-02
      """
    let outcome = try await run(script)
    outcome.expect(errors: "")
    #expect(outcome.output.hasPrefix("Sampler on live values and real time\n"))
  }

  @Test(arguments: [
    ("show", "0"), ("section \"a\"\noverride seed 7\nshow", "7"), ("show\noverride seed 7", "0"),
    ("context live\nshow", "null"), ("context live\noverride seed 7\nshow", "7"),
  ])
  func aRecordingSaysWhatTheSeedIs(_ script: String, _ seed: String) async throws {
    let folder = TemporaryFolder()
    try await run(script, "--trace", folder.path("trace.jsonl")).expect()
    let header = try folder.text("trace.jsonl").split(separator: "\n").first ?? ""
    #expect(header.contains("\"seed\":\(seed),"), "\(header)")
  }

  @Test(arguments: [
    ("override locale ja\noverride locale ja\nshow query", [], nil),
    ("override locale ja\noverride locale en_GB\nshow query", [], "this runs in the locale ja: `override locale`"),
    ("context live\nshow query", ["--live"], nil), ("context mock\nshow query", [], nil),
    ("section \"a\"\ncontext mock\nshow query", ["--live"], "this runs on live values: `context`"),
  ])
  func aScriptHasOneLocaleAndOneContext(_ script: String, _ options: [String], _ message: String?) async throws {
    let outcome = try await Sampler.program.play(script: script, options)
    outcome.expect(message == nil ? .passed : .wrongInput)
    #expect(outcome.mistakes.first == message.map { "main.script:2:1: error: \($0) cannot change that any more" })
  }

  /// Dates without a time zone are those of the session.
  @Test(arguments: [
    ("2026-01-31 12:00", "Europe/Berlin", "2026-01-31T11:00:00Z"),
    ("2026-07-31 12:00", "Europe/Berlin", "2026-07-31T10:00:00Z"),
    ("2027-10-31", "America/Los_Angeles", "2027-10-31T07:00:00Z"),
    // The hour that is there twice, and the one that is not there.
    ("2026-10-25 03:00", "Europe/Berlin", "2026-10-25T02:00:00Z"),
    ("2026-03-29 03:00", "Europe/Berlin", "2026-03-29T01:00:00Z"),
    // A time zone that is written stays.
    ("2026-07-31T12:00Z", "Europe/Berlin", "2026-07-31T12:00:00Z"),
    ("2026-07-31T12:00+09:00", "Europe/Berlin", "2026-07-31T03:00:00Z"),
  ])
  func aDateIsThatOfItsTimeZone(_ written: String, _ zone: String, _ date: String) async throws {
    var program = Sampler.program
    program.dependencies = { $0.timeZone = TimeZone(identifier: zone) ?? .gmt }
    let script = "send dateChanged \(written)\nexpect date == \(date)\nexpect date <= \(written)\n"
    for (options, context) in [([], ""), (["--live"], ""), ([], "context live\n")] as [([String], String)] {
      let run = try await program.play(script: context + script, options)
      run.expect(errors: "")
      #expect(run.output.contains("        dates without a time zone are those of \(zone)\n"))
    }
  }

  @Test func mockValuesAreInGreenwich() async throws {
    let outcome = try await run("send dateChanged 2026-01-31\nexpect date == 2026-01-31T00:00:00Z\n")
    outcome.expect(errors: "")
    #expect(!outcome.output.contains("without a time zone"))
  }
}

struct ScriptRunTests {
  /// What files, sections and passes look like is in the documentation of scripts.
  @Test func passesAreCountedAndTitlesAreMadePrintable() async throws {
    let script = "include \"more\"\nrepeat 2 {\n  repeat 2 { show count }\n}\n"
    let titles = ["in more\n\n── More \u{FFFD}[31m ──────────", "\nin main.script\n\n"]
    try await run(script, files: ["more": "section \"More \\u001b[31m\"\n"])
      .expect(texts: titles + ["   3  show count  (pass 1 of 2, 2 of 2)\n        0\n"])
  }

  @Test func aDryRunRunsNothing() async throws {
    let script = """
      override seed 7
      include "more.script"
      repeat 2 { send countChanged $index }
      await ticked
      expect count == 99
      """
    let steps = "   3  send countChanged $index  (pass 2 of 2)\n\n   4  await ticked\n\n   5  expect count == 99\n"
    let summary = "Nothing is wrong, and nothing was run: 7 steps on mock values, 2 actions to send, 1 to await, "
    try await run(script, "--dry-run", files: ["more.script": "let id = stamps[0].id\nshow stamps[id: $id]"])
      .expect(texts: [steps, summary + "1 expectation\n"])
  }

  /// All mistakes that can be found without running the script are reported in one run, with and without `--dry-run`.
  @Test(arguments: ["--dry-run", "--keep-going", "--live"])
  func allMistakesAtOnce(option: String) async throws {
    let script = """
      send countChnged 1
      sned countChanged 1
      include "more.script"
      await tikced
      repeat 2 { send countChanged .x($index) }
      expect query.first == "a"
      screen
      advance 3
      """
    let outcome = try await run(script, option, files: ["more.script": "send countChanged\nlet x = stmaps\nshwo"])
    outcome.expect(.wrongInput, output: "")
    let mistakes = [
      "main.script:1:6: error: unknown action `countChnged`", "main.script:2:1: error: unknown statement `sned`",
      "main.script:4:7: error: unknown action `tikced`", "main.script:5:31: error: expected Int, found `x`",
      "main.script:6:14: error: `query` is a string: it has no member `first`",
      "main.script:7:1: error: this feature has no screen",
      "main.script:8:10: error: expected one of the units `ns`, `us`, `ms`, `s`, `m` or `h`, found the end of the file",
      "more.script:1:18: error: `countChanged` needs a payload (Int)",
      "more.script:2:9: error: the state has no `stmaps`", "more.script:3:1: error: unknown statement `shwo`",
    ]
    let found = outcome.mistakes.filter { $0.hasPrefix("main") } + outcome.mistakes.filter { $0.hasPrefix("more") }
    #expect(found == mistakes)
    outcome.expect(.wrongInput, texts: ["\n  `show` prints its state, and `send` sends an action\n"])
  }

  @Test func aFailureInAFileThatIsIncludedSaysSo() async throws {
    let message = """
      more:1:8: error: expectation failed
        expect count == 1
               ^~~~~~~~~~
        expected: 1
        actual:   0
        included from main.script:2:9

      """
    try await run("show\ninclude \"more\"", files: ["more": "expect count == 1"]).expect(.failed, errors: message)
  }

  /// Mistakes that depend on values are not reported before the script runs.
  @Test func pathsThatMayBeRight() async throws {
    let script = """
      expect sheet.detail.id == 3
      expect stamps[7].anything == 3
      expect page.rows[7] == 3
      expect counts.b == 1
      expect counts["b"] == 1
      expect page.rows.count == 0
      expect page.title.count == 0
      expect query.count == 6
      """
    try await run(script, "--dry-run").expect(errors: "")
  }

  @Test func aHundredThousandStatements() async throws {
    try await run("repeat 100000 { send countChanged $index }", "--dry-run").expect()
    let wrong = try await run("repeat 100000 { send countChanged [$index] }", "--dry-run")
    #expect(wrong.mistakes == ["main.script:1:35: error: expected Int, found an array"])
  }
}

@Suite(.ownThreads)
struct RunProcessTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    ("expect count == 0", [], 0), ("expect count == 1\nexpect count == 2", ["--keep-going"], 1),
    ("expect count = 1", [], 2), ("include \"missing.script\"", [], 2), ("show", ["--keep-gong"], 64),
    ("show", ["--dry-run", "--trace", "trace.jsonl"], 64), ("show", ["--keep-going", "--dry-run"], 64),
    ("show", ["--dry-run", "--inspect"], 64),
  ])
  func statuses(_ script: String, _ options: [String], _ status: Int32) throws {
    let run = try TestSupport.run(["run", "-"] + options, program: "Counter", input: script)
    run.expect(status)
    if options.count == 2, let other = options.first(where: { $0 != "--dry-run" }) {
      #expect(run.errors.hasPrefix("Counter: `\(other)` does not go with `--dry-run`: nothing runs\n"))
    }
  }

  @Test func controlCDuringAWait() throws {
    let trace = folder.path("trace.jsonl")
    let script = "context live\nsend incrementButtonTapped\nadvance 1h\nshow"
    let program = try RunningProgram(["run", "-", "--trace", trace], program: "Counter", input: script)
    try program.wait(for: "1 h of real time have to pass")
    program.send(SIGINT)
    try program.end().expect(130, errors: "<stdin>:3:1: interrupted\n")
    let last = try folder.text("trace.jsonl").split(separator: "\n").last ?? ""
    #expect(last.hasPrefix(#"{"kind":"end","status":130,"#), "\(last)")
    try TestSupport.run(["replay", trace], program: "Counter").expect(errors: "")
  }
}
