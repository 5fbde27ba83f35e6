import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// Help, and commands and options that a program adds.
@Suite(.ownThreads) struct CommandTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["run", "repl", "ui", "explore", "replay", "report", "generate-test"])
  func examplesDoWhatTheySay(_ topic: String) throws { try runExamples(of: topic, program: "Counter", in: folder.url) }

  @Test func columnsAreAsWideAsTheyAreShown() {
    #expect(HelpText.table([("日本", "a"), ("e\u{301}tat", "b")]) == "  日本  a\n  e\u{301}tat  b")
  }

  @Test func theScriptThatIsShownCanBePlayed() throws {
    let help = try run(["help", "script"], program: "Counter").output
    let lines = ScriptHelp.example.split(separator: "\n").map { "  " + $0 }
    #expect(help.contains(lines.joined(separator: "\n")))
    #expect(try run(["run", "-"], program: "Counter", input: ScriptHelp.example).status == 0)
  }

  @Test func theCommandOfTheExample() throws {
    try run(["count"], program: "Counter").expect(output: "1\n", errors: "")
    try run(["count", "--steps", "--times=3", "--live"], program: "Counter").expect(output: "1\n2\n3\n", errors: "")
  }

  @Test(arguments: [
    ("count --times three", "`--times` does not take `three`", "count --times N"),
    ("count --times", "`--times` needs a value", "help count"),
    ("count --steps=1", "`--steps` takes no value", "help count"), ("count 5", "`count` takes no `5`", "help count"),
    ("count --trace x", "unknown option `--trace`, expected `--times`, `--steps`, `--live` or `--help`", "help count"),
    ("report", "`report` needs a trace", "report FILE -o report.html"),
    ("report a b", "`report` takes one trace, not 2", "report a"), ("report a -o", "`-o` needs a value", "help report"),
    ("repl x.script", "`repl` takes no file: `x.script`", "run x.script"),
    ("ui file", "`ui` takes options only, not `file`", "help ui"),
  ])
  func whatCommandsRefuse(_ command: String, _ message: String, _ advice: String) throws {
    let refused = try run(command.split(separator: " ").map(String.init), program: "Counter")
    refused.expect(64, output: "", errors: "Counter: \(message)\n  Try `Counter \(advice)`.\n")
  }

  @Test func itsHelpListsTheOptions() throws {
    let help = try run(["count", "--help"], program: "Counter")
    let options = """
        Counter count [OPTIONS]

      Options
        --times N  how often, once if nothing else is said
        --steps    print each count on the way, too
        --live     use live values and real time: network, clock, environment, database

      Exit status
      """
    #expect(help.output.contains(options), "\(help.output)")
    #expect(try run(["help", "count"], program: "Counter") == help)
  }

  private struct NoZone: Error, CustomStringConvertible { let description = "there is no such time zone" }

  private func runZone(_ arguments: [String]) async -> Run {
    let command = StoreCommand<Zone>("zone", summary: "-", help: "-", options: []) { @MainActor context in
      let store = context.makeStore()
      store.send(.asked)
      context.console.write("\(store.zone)\n")
      return .passed
    }
    var program = StoreCommandLine(of: Zone(), Zone.State(), commands: [.run, .repl, .ui, command])
    program.options = [
      DependencyOption("--zone", value: "NAME", help: "the time zone") { values, name in
        guard let zone = TimeZone(identifier: name) else { throw NoZone() }
        values.timeZone = zone
      },
      DependencyOption(flag: "--utc", help: "the time zone of Greenwich") { $0.timeZone = .gmt },
    ]
    program.dependencies = { if $0.timeZone == .gmt { $0.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt } }
    return await program.play(arguments)
  }

  @Test(arguments: [
    (["zone", "--zone", "Asia/Tokyo"], "Asia/Tokyo\n"), (["zone", "--utc"], "GMT\n"), (["zone"], "GMT+0100\n"),
  ])
  func optionsOfTheProgramCount(_ arguments: [String], _ output: String) async {
    await runZone(arguments).expect(output: output, errors: "")
  }

  @Test(arguments: ["run -", "repl", "ui", "zone"])
  func anOptionRefusesAValue(_ command: String) async {
    let words = command.split(separator: " ").map(String.init)
    let refusal = "Zone: `--zone` does not take `Atlantis`: there is no such time zone"
    await runZone(words + ["--zone", "Atlantis"])
      .expect(64, output: "", errors: "\(refusal)\n  Try `Zone \(command) --zone NAME`.\n")
    #expect(await runZone(words + ["--utc=1"]).errors.hasPrefix("Zone: `--utc` takes no value\n"))
    #expect(await runZone(["help", words[0]]).output.contains("  --utc "))
  }

  @Test func featuresWhoseActionsCannotBeEncodedAreUsedAndNotRecorded() async {
    let program = StoreCommandLine<Uncoded>("Uncoded", commands: [.ui], initialState: { 0 }, reducer: { Uncoded() })
    let drawn = await program.play(["ui"]).errors
    #expect(drawn == "Uncoded: `ui` cannot draw Uncoded: the program has no screen for it\n")
    let recorded = await program.play(["ui", "--trace", "t"]).errors
    #expect(recorded.hasPrefix("Uncoded: unknown option `--trace`, expected `--live` or `--help`\n"))
    let help = await program.play(["help", "ui"]).output
    #expect(help.contains("Uncoded ui --live\n") && !help.contains("--trace"))
  }
}

@Reducer
private struct Uncoded {
  enum Action { case tapped(() -> Void) }
  func reduce(into state: inout Int, action: Action) -> Effect<Action> { .none }
}

@Reducer
private struct Zone {
  struct State: Encodable { var zone = "" }
  enum Action: Codable { case asked }

  @Dependency(\.timeZone) private var timeZone

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.zone = timeZone.identifier
    return .none
  }
}
