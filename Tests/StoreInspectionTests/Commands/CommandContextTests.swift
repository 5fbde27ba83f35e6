import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import Counter
@testable import StoreInspection

/// Commands and options that a program adds.
@Suite(.ownThreads) struct CommandContextTests {
  @Test(arguments: [
    (["count"], Run(status: 0, output: "1\n", errors: "")),
    (["count", "--times", "3"], Run(status: 0, output: "3\n", errors: "")),
    (["count", "--steps", "--times=3", "--live"], Run(status: 0, output: "1\n2\n3\n", errors: "")),
    (
      ["count", "--times", "three"],
      Run(
        status: 64,
        output: "",
        errors: "Counter: `--times` does not take `three`\n  Try `Counter count --times N`.\n"
      )
    ),
    (
      ["count", "--times"],
      Run(status: 64, output: "", errors: "Counter: `--times` needs a value\n  Try `Counter help count`.\n")
    ),
    (
      ["count", "--steps=1"],
      Run(status: 64, output: "", errors: "Counter: `--steps` takes no value\n  Try `Counter help count`.\n")
    ),
    (
      ["count", "--trace", "x"],
      Run(
        status: 64,
        output: "",
        errors:
          "Counter: unknown option `--trace`, expected `--times`, `--steps`, `--live` or `--help`\n  Try `Counter help count`.\n"
      )
    ),
    (
      ["count", "5"],
      Run(status: 64, output: "", errors: "Counter: `count` takes no `5`\n  Try `Counter help count`.\n")
    ),
  ])
  func theCommandOfTheExample(_ arguments: [String], _ expected: Run) throws {
    #expect(try run(arguments, program: "Counter") == expected)
  }

  @Test func itsHelpListsTheOptions() throws {
    let help = try run(["count", "--help"], program: "Counter")
    #expect(
      help.output.hasPrefix(
        """
        Taps [+] a number of times and prints the count.

        Usage
          Counter count [OPTIONS]

        Options
          --times N  how often, once if nothing else is said
          --steps    print each count on the way, too
          --live     use live values and real time: network, clock, environment, database

        Exit status
        """
      ),
      "\(help.output)"
    )
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
    #expect(await runZone(arguments) == Run(status: 0, output: output, errors: ""))
  }

  @Test(arguments: ["run -", "repl", "ui", "zone"])
  func anOptionRefusesAValue(_ command: String) async {
    let words = command.split(separator: " ").map(String.init)
    #expect(
      await runZone(words + ["--zone", "Atlantis"])
        == Run(
          status: 64,
          output: "",
          errors: """
            Zone: `--zone` does not take `Atlantis`: there is no such time zone
              Try `Zone \(command) --zone NAME`.

            """
        )
    )
    #expect(await runZone(words + ["--utc=1"]).errors.hasPrefix("Zone: `--utc` takes no value\n"))
    #expect(await runZone(["help", words[0]]).output.contains("  --utc "))
  }

  // MARK: Actions that can't be encoded

  @Test(arguments: [
    (["ui"], "Uncoded: `ui` cannot draw Uncoded: the program has no screen for it\n"),
    (
      ["ui", "--trace", "t"],
      "Uncoded: unknown option `--trace`, expected `--live` or `--help`\n  Try `Uncoded help ui`.\n"
    ),
  ])
  func featuresWhoseActionsCannotBeEncodedAreUsedAndNotRecorded(_ arguments: [String], _ errors: String) async {
    let program = StoreCommandLine<Uncoded>("Uncoded", commands: [.ui]) {
      0
    } reducer: {
      Uncoded()
    }
    #expect(await program.play(arguments).errors == errors)
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
