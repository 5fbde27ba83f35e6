import Dependencies
import Execution
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

/// A feature whose state depends on the date, on identifiers and on random numbers.
@Reducer
private struct Stamps {
  struct State: Encodable {
    var name = "stamps"
    var count = 0
    var stamps: [Stamp] = []
    var sheet: Sheet?
    var page = Page()
    var counts = ["a": 1]
  }

  struct Stamp: Encodable {
    let id: UUID
    let date: Date
    let number: Int
  }

  struct Page: Encodable { var title = "", rows: [Int] = [] }
  enum Sheet: Encodable { case detail(id: Int), help }

  enum Action: Codable {
    case stampButtonTapped
    case waitButtonTapped
    case waited
    case countChanged(Int)
    case sheetSelected(Int)
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.uuid) private var uuid
  @Dependency(\.date) private var date
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .stampButtonTapped:
      let number = withRandomNumberGenerator { Int.random(in: 0..<1_000_000, using: &$0) }
      state.stamps.append(Stamp(id: uuid(), date: date.now, number: number))
    case .waitButtonTapped:
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.waited)
      }
    case .waited: state.name = "waited"
    case .countChanged(let count): state.count = count
    case .sheetSelected(let id): state.sheet = .detail(id: id)
    }
    return .none
  }
}

extension Run {
  /// The lines with the error messages, without values.
  fileprivate var mistakes: [String] {
    errors.split(separator: "\n").filter { $0.contains("error: ") }.map(String.init)
  }
}

/// Writes a script to a file and runs it with the command line.
private func run(
  _ text: String,
  _ arguments: String...,
  files: [String: String] = [:]
) async throws -> Run {
  let folder = TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  for (name, text) in files { try folder.write(text, to: name) }
  try folder.write(text, to: "main.script")
  let commandLine = StoreCommandLine<Stamps>("stamps", commands: [.run]) {
    Stamps.State()
  } reducer: {
    Stamps()
  }
  var run = await commandLine.play(["run", folder.path("main.script")] + arguments)
  run.output = run.output.replacing(folder.url.path + "/", with: "")
  run.errors = run.errors.replacing(folder.url.path + "/", with: "")
  return run
}

struct OverrideTests {
  @Test func theDateGoesOnFromWhereItIsSet() async throws {
    let outcome = try await run(
      """
      send stampButtonTapped
      expect stamps[0].date == 2026-01-01
      advance 1h
      override date 2030-06-01 12:00
      send stampButtonTapped
      expect stamps[1].date == 2030-06-01 12:00
      advance 90s
      send stampButtonTapped
      expect stamps[2].date == 2030-06-01 12:01:30
      override date "1999-12-31T23:59:59Z"
      send stampButtonTapped
      expect stamps[3].date < 2000-01-01
      """
    )
    outcome.expect(errors: "")
  }

  @Test func identifiersCountOn() async throws {
    let outcome = try await run(
      """
      send stampButtonTapped
      expect stamps[0].id == 00000000-0000-0000-0000-000000000000
      override uuid 6F9619FF-8B86-D011-FFFF-FFFFFFFFFFFF
      repeat 2 { send stampButtonTapped }
      expect stamps[1].id == 6F9619FF-8B86-D011-FFFF-FFFFFFFFFFFF
      expect stamps[2].id == 6F9619FF-8B86-D012-0000-000000000000
      override uuid FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF
      repeat 2 { send stampButtonTapped }
      expect stamps[4].id == 00000000-0000-0000-0000-000000000000
      """
    )
    outcome.expect(errors: "")
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
    let outcome = try await options.isEmpty ? run(text) : run(text, "--live")
    outcome.expect(errors: "")
  }

  /// After `override seed`, random values are determined by the seed on live values too, including identifiers.
  @Test func onLiveValues() async throws {
    let outcome = try await run(
      """
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
    )
    outcome.expect(errors: "")
    #expect(outcome.output.hasPrefix("Stamps on live values and real time\n"))
  }

  @Test func theSeedIsKnown() async {
    let actor = StoreActor.forSession()
    await read(actor)
  }

  private func read(_ actor: isolated StoreActor) {
    func session(isLive: Bool, seed: UInt64?) -> Session<Stamps> {
      let setup = FeatureSetup(initialState: { Stamps.State() }, reducer: { Stamps() })
      return Session(setup, isLive: isLive, seed: seed, console: Printout().console(), isolation: actor)
    }
    #expect(session(isLive: false, seed: nil).seed == 0)
    #expect(session(isLive: false, seed: 7).seed == 7)
    #expect(session(isLive: true, seed: nil).seed == nil)
    #expect(session(isLive: true, seed: 7).seed == 7)
  }
}

struct ScriptRunTests {
  @Test func aRecordingSaysWhatTheSeedIs() async throws {
    func seed(_ text: String) async throws -> String? {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try await run(text, "--trace", file.path)
      let header = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").first
      return header?.firstMatch(of: /"seed": ?([^,]*)/).map { String($0.1) }
    }
    #expect(try await seed("show") == "0")
    #expect(try await seed("section \"a\"\noverride seed 7\nshow") == "7")
    #expect(try await seed("show\noverride seed 7") == "0")
    #expect(try await seed("context live\nshow") == "null")
  }

  @Test func filesSectionsAndPassesShowInTheTranscript() async throws {
    let outcome = try await run(
      """
      let start = 3
      include "more.script"
      send countChanged $start
      """,
      files: ["more.script": "section \"More \\u001b[31m\"\nrepeat 2 {\n  send countChanged($index)\n}\n"]
    )
    outcome.expect()
    #expect(
      outcome.output == """
        Stamps on mock values and a virtual clock

           1  let start = 3
                start is 3

        in more.script

        ── More \u{FFFD}[31m ──────────────────────────────────────────────────────────────────

           3  send countChanged($index)  (pass 1 of 2)
                countChanged 0 sent by the user
                  no change

           3  send countChanged($index)  (pass 2 of 2)
                countChanged 1 sent by the user
                  ~ count: 0 → 1

        in main.script

           3  send countChanged $start
                countChanged 3 sent by the user
                  ~ count: 1 → 3

        5 steps, 3 actions sent, 0 received, 0 expectations, 0 failed

        """
    )
  }

  @Test func failuresInIncludedFilesNameThem() async throws {
    let outcome = try await run("show\ninclude \"more.script\"", files: ["more.script": "expect count == 1"])
    outcome.expect(.failed)
    #expect(
      outcome.errors == """
        more.script:1:8: error: expectation failed
          expect count == 1
                 ^~~~~~~~~~
          expected: 1
          actual:   0
          included from main.script:2:9

        """
    )
  }

  @Test func failuresSayWhatWasExpected() async throws {
    let outcome = try await run(
      """
      expect count > 3
      expect name contains "x"
      expect name matches /^x/
      expect sheet == .help
      expect count matches /1/
      """,
      "--keep-going"
    )
    outcome.expect(.failed)
    #expect(
      outcome.errors.split(separator: "\n").filter { !$0.contains("^") && !$0.hasPrefix("  expect ") } == [
        "main.script:1:8: error: expectation failed", "  expected: > 3", "  actual:   0",
        "main.script:2:8: error: expectation failed", "  expected: something that contains \"x\"",
        "  actual:   \"stamps\"", "main.script:3:8: error: expectation failed",
        "  actual:   \"stamps\"", "main.script:4:8: error: expectation failed", "  expected: .help", "  actual:   null",
        "main.script:5:8: error: expectation failed", "  expected: a text that matches /1/", "  actual:   0",
        "  `matches` is about texts, and the actual value is a number",
      ]
    )
    #expect(outcome.errors.contains("\n  expected: a text that matches /^x/\n  actual:   \"stamps\"\n"))
  }

  @Test func goingOn() async throws {
    let text = """
      expect count == 1
      await waited within 2s
      send waitButtonTapped
      await waited
      let id = stamps[0].id
      expect stamps[id: $id].number == 1
      send countChanged 2
      expect count == 2
      """
    let stopped = try await run(text)
    stopped.expect(.failed)
    #expect(stopped.mistakes.count == 1)
    #expect(stopped.output.hasSuffix("\n1 of 8 steps, 0 actions sent, 0 received, 1 expectation, 1 failed\n"))

    let outcome = try await run(text, "--keep-going")
    outcome.expect(.failed)
    #expect(
      outcome.mistakes == [
        "main.script:1:8: error: expectation failed",
        "main.script:2:7: error: no `waited` was received, and no effect runs that could send it",
        "main.script:5:16: error: there is no [0]: `stamps` has 0 elements",
      ]
    )
    #expect(outcome.output.contains("   6  expect stamps[id: $id].number == 1\n        skipped: there is no $id\n"))
    #expect(
      outcome.output.hasSuffix("\n8 steps, 2 actions sent, 1 received, 2 expectations, 3 failed, 1 skipped\n")
    )
  }

  @Test func aWrongStatementCountsMoreThanAFailedOne() async throws {
    let outcome = try await run(
      "let text = name\nsend countChanged $text\nexpect count == 1\nexpect count == 0",
      "--keep-going"
    )
    outcome.expect(.wrongInput)
    #expect(outcome.mistakes.count == 2)
    #expect(outcome.output.hasSuffix("4 steps, 0 actions sent, 0 received, 2 expectations, 1 failed, 1 mistake\n"))
  }

  @Test func aDryRunRunsNothing() async throws {
    let outcome = try await run(
      """
      override seed 7
      include "more.script"
      repeat 2 { send countChanged $index }
      await waited
      expect count == 99
      """,
      "--dry-run",
      files: ["more.script": "let id = stamps[0].id\nshow stamps[id: $id]"]
    )
    outcome.expect(errors: "")
    #expect(
      outcome.output.hasSuffix(
        """
           2  show stamps[id: $id]

        in main.script

           3  send countChanged $index  (pass 1 of 2)

           3  send countChanged $index  (pass 2 of 2)

           4  await waited

           5  expect count == 99

        Nothing is wrong, and nothing was run: 7 steps on mock values, 2 actions to send, 1 to await, 1 expectation

        """
      )
    )
  }

  /// All mistakes that can be found without running the script are reported in one run, with and without `--dry-run`.
  @Test(arguments: ["--dry-run", "--keep-going", "--live"])
  func allMistakesAtOnce(option: String) async throws {
    let outcome = try await run(
      """
      send countChnged 1
      sned countChanged 1
      include "more.script"
      expect cuont == 1
      send countChanged one
      await wiated
      repeat 2 { send countChanged .x($index) }
      expect name.first == "a"
      show page.titel
      screen
      advance 3
      """,
      option,
      files: ["more.script": "send countChanged\nlet x = stmaps\nshwo"]
    )
    outcome.expect(.wrongInput, output: "")
    #expect(
      outcome.mistakes.sorted()
        == [
          "main.script:10:1: error: this feature has no screen",
          "main.script:11:10: error: expected one of the units `ns`, `us`, `ms`, `s`, `m` or `h`, found the end of the file",
          "main.script:1:6: error: unknown action `countChnged`",
          "main.script:2:1: error: unknown statement `sned`",
          "main.script:4:8: error: the state has no `cuont`",
          "main.script:5:19: error: expected Int, found `one`",
          "main.script:6:7: error: unknown action `wiated`",
          "main.script:7:31: error: expected Int, found `x`",
          "main.script:8:13: error: `name` is a string: it has no member `first`",
          "main.script:9:11: error: `page` has no `titel`",
          "more.script:1:18: error: `countChanged` needs a payload (Int)",
          "more.script:2:9: error: the state has no `stmaps`",
          "more.script:3:1: error: unknown statement `shwo`",
        ].sorted()
    )
    let main = outcome.mistakes.filter { $0.hasPrefix("main") }
    #expect(main.first?.hasPrefix("main.script:1:6:") == true)
    #expect(main.last?.hasPrefix("main.script:11:10:") == true)
  }

  /// Mistakes that depend on values are not reported before the script runs.
  @Test func pathsThatMayBeRight() async throws {
    let outcome = try await run(
      """
      expect sheet.detail.id == 3
      expect stamps[7].anything == 3
      expect page.rows[7] == 3
      expect counts.b == 1
      expect counts["b"] == 1
      expect page.rows.count == 0
      expect page.title.count == 0
      expect name.count == 6
      """,
      "--dry-run"
    )
    #expect(outcome.mistakes == [])
    outcome.expect()
  }

  @Test func aScriptHasOneLocale() async throws {
    let again = try await run("override locale ja\noverride locale ja\nshow name")
    again.expect()
    let conflict = try await run("override locale ja\noverride locale en_GB\nshow name")
    conflict.expect(.wrongInput, output: "")
    #expect(
      conflict.errors == """
        main.script:2:1: error: this runs in the locale ja: `override locale` cannot change that any more
          override locale en_GB
          ^~~~~~~~~~~~~~~~~~~~~
          one `override locale` can stand at the beginning of a script

        """
    )
  }

  @Test func whatContextSays() async throws {
    let live = try await run("context live\nshow name", "--live")
    live.expect()
    #expect(live.output.hasPrefix("Stamps on live values and real time\n"))
    let mock = try await run("context mock\nshow name")
    #expect(mock.output.hasPrefix("Stamps on mock values and a virtual clock\n"))
    let conflict = try await run("section \"a\"\ncontext mock\nshow name", "--live")
    conflict.expect(.wrongInput, output: "")
    #expect(
      conflict.errors == """
        main.script:2:1: error: this runs on live values: `context` cannot change that any more
          context mock
          ^~~~~~~~~~~~
          leave the statement out, or start without `--live`

        """
    )
  }

  @Test func exitCodes() async throws {
    try await run("show").expect(0)
    try await run("expect count == 1").expect(1)
    try await run("include \"missing.script\"").expect(2)
    try await run("show", "--keep-gong").expect(64)
    let recorded = try await run("show", "--dry-run", "--trace", "trace.jsonl")
    recorded.expect(.usage)
    let usage = try await run("show", "--keep-going", "--dry-run")
    usage.expect(.usage)
    #expect(usage.errors.hasPrefix("stamps: `--keep-going` does not go with `--dry-run`: nothing runs\n"))
  }

  @Test func aHundredThousandStatements() async throws {
    let outcome = try await run("repeat 100000 { send countChanged $index }", "--dry-run")
    outcome.expect()
    let wrong = try await run("repeat 100000 { send countChanged [$index] }", "--dry-run")
    #expect(wrong.mistakes == ["main.script:1:35: error: expected Int, found an array"])
  }
}

/// Runs the whole program, which exits with the statuses that its help names.
@Suite(.ownThreads)
struct RunProcessTests {
  @Test func statuses() throws {
    func status(_ script: String, _ arguments: String...) throws -> Int32 {
      try TestSupport.run(["run", "-"] + arguments, program: "Counter", input: script).status
    }
    #expect(try status("expect count == 0") == 0)
    #expect(try status("expect count == 1\nexpect count == 2", "--keep-going") == 1)
    #expect(try status("expect count = 1") == 2)
    #expect(try status("show", "--dry-run", "--keep-going") == 64)
    #expect(try TestSupport.run(["run", "missing.script"], program: "Counter").status == 66)
    let help = try TestSupport.run(["run", "--help"], program: "Counter").output
    for option in ["--keep-going", "--dry-run", "--live"] { #expect(help.contains("  \(option) ")) }
  }

  @Test func controlCDuringAWait() throws {
    let program = try RunningProgram(["run", "-"], program: "Counter", input: "context live\nadvance 1h\nshow")
    try program.wait(for: "1 h of real time have to pass")
    program.send(SIGINT)
    try program.end().expect(130, errors: "<stdin>:2:1: interrupted\n")
  }
}
