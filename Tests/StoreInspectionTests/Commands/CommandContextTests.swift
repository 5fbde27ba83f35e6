import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import Counter
@testable import StoreInspection

/// Commands and options that a program adds.
@Suite(.ownThreads) struct CommandContextTests {
  @Test func theCommandOfTheExample() throws {
    try run(["count"], program: "Counter").expect(output: "1\n", errors: "")
    try run(["count", "--steps", "--times=3", "--live"], program: "Counter").expect(output: "1\n2\n3\n", errors: "")
  }

  @Test(arguments: [
    ("--times three", "`--times` does not take `three`", "count --times N"),
    ("--times", "`--times` needs a value", "help count"), ("--steps=1", "`--steps` takes no value", "help count"),
    ("5", "`count` takes no `5`", "help count"),
    ("--trace x", "unknown option `--trace`, expected `--times`, `--steps`, `--live` or `--help`", "help count"),
  ])
  func whatTheCommandOfTheExampleRefuses(_ options: String, _ message: String, _ advice: String) throws {
    let refused = try run(["count"] + options.split(separator: " ").map(String.init), program: "Counter")
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

  // MARK: Options of the program

  private struct NoZone: Error, CustomStringConvertible {
    var description: String { "there is no such time zone" }
  }

  private func runZone(_ arguments: [String]) async -> Run {
    var program = StoreCommandLine<Zone>(
      "Zone",
      commands: [
        .run, .repl, .ui,
        StoreCommand("zone", summary: "print the zone", help: "Prints the zone.", options: []) { @MainActor context in
          let store = context.makeStore()
          store.send(.asked)
          context.console.write("\(store.zone)\n")
          return .passed
        },
      ]
    ) {
      Zone.State()
    } reducer: {
      Zone()
    }
    program.options = [
      DependencyOption("--zone", value: "NAME", help: "the time zone") { values, name in
        guard let zone = TimeZone(identifier: name) else { throw NoZone() }
        values.timeZone = zone
      },
      DependencyOption(flag: "--utc", help: "the time zone of Greenwich") { $0.timeZone = .gmt },
    ]
    program.dependencies = { values in
      if values.timeZone == .gmt { values.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt }
    }
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

  // MARK: Actions that can't be encoded

  @Test func featuresWhoseActionsCannotBeEncodedAreUsedAndNotRecorded() async {
    let program = StoreCommandLine<Uncoded>("Uncoded", commands: [.ui]) {
      0
    } reducer: {
      Uncoded()
    }
    let drawn = await program.play(["ui"])
    #expect(drawn.errors == "Uncoded: `ui` cannot draw Uncoded: the program has no screen for it\n")
    let recorded = await program.play(["ui", "--trace", "t"])
    #expect(recorded.errors.hasPrefix("Uncoded: unknown option `--trace`, expected `--live` or `--help`\n"))
    let help = await program.play(["help", "ui"]).output
    #expect(help.contains("Uncoded ui --live\n"))
    #expect(!help.contains("--trace"))
  }
}

@Reducer
private struct Uncoded {
  enum Action { case tapped(() -> Void) }
  func reduce(into state: inout Int, action: Action) -> Effect<Action> { .none }
}

/// A feature that shows its time zone.
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
