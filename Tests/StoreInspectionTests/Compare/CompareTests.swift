import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// The `compare` command.
struct CompareTests {
  private let folder = TemporaryFolder()

  private func record(_ script: String, as name: String, startingAt count: Int = 0) async throws -> String {
    let (path, trace) = (folder.path("\(name).script"), folder.path("\(name).jsonl"))
    try (script + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    await Count.program(startingAt: count).play(["run", path, "--trace", trace]).expect(0, errors: "")
    return trace
  }

  private func compare(_ traces: String...) async -> Run {
    var run = await Count.program().play(["compare"] + traces)
    run.output = run.output.replacing(folder.path(""), with: "")
    return run
  }

  @Test(arguments: [
    (
      "send add 1\nsend addLater 2\nadvance 1s", "section \"Twice\"\nsend add 1\nsend addLater 2\nadvance 1s", 0,
      "Both sessions have 3 steps, with the same actions and states.\n"
    ),
    (
      "send add 1\nsend add 2", "send add 1\nsend addLater 2\nadvance 1s", 0,
      """
      The sessions are the same up to step 1, add.
      Step 2 is another one:
        a.jsonl:3:1: add sent by the user, at 0 s
        b.jsonl:3:1: addLater sent by the user, at 0 s

      """
    ),
    (
      "send add 1", "send add 2", 0,
      """
      The sessions begin with the same state.
      Step 1 is another one:
        a.jsonl:2:1: add sent by the user, at 0 s
        b.jsonl:2:1: add sent by the user, at 0 s
          ~ add: 1 → 2

      """
    ),
    ("send double", "send double", 2, "The sessions begin with other states:\n    ~ count: 0 → 2\n"),
  ])
  func whatIsAnotherIsShown(_ script: String, _ other: String, startingAt count: Int, _ output: String) async throws {
    let first = try await record(script, as: "a")
    let run = await compare(first, try await record(other, as: "b", startingAt: count))
    run.expect(output.hasPrefix("Both") ? 0 : 1, output: output, errors: "")
  }

  @Test func theSameStepThatLeadsElsewhereIsNamed() async throws {
    let trace = try await record("send add 1", as: "a")
    let other = folder.path("b.jsonl")
    let text = try String(contentsOfFile: trace, encoding: .utf8)
    try text.replacing(#""path":"/count","value":1"#, with: #""path":"/count","value":7"#)
      .write(toFile: other, atomically: true, encoding: .utf8)
    let run = await compare(trace, other)
    run.expect(
      1,
      output: """
        The sessions begin with the same state.
        Step 1 is the same, and leads to other states:
          a.jsonl:2:1: add sent by the user, at 0 s
          b.jsonl:2:1: add sent by the user, at 0 s
        a.jsonl → b.jsonl:
            ~ count: 1 → 7

        """,
      errors: ""
    )
  }

  @Test func aSessionThatGoesOnIsNamed() async throws {
    let first = try await record("send add 1", as: "a")
    let second = try await record("send add 1\nsend addLater 1\nadvance 1s", as: "b")
    let expected = """
      The sessions are the same up to step 1, add.
      a.jsonl ends there, and b.jsonl goes on with 2 steps:
        b.jsonl:3:1: addLater sent by the user, at 0 s

      """
    await compare(first, second).expect(1, output: expected, errors: "")
    await compare(second, first).expect(1, output: expected, errors: "")
  }

  @Test(arguments: [
    ([], "`compare` needs two traces, not 0"),
    (["a.jsonl"], "`compare` needs two traces, not 1"),
    (["a", "b", "c"], "`compare` needs two traces, not 3"),
    (["-", "-"], "only one of the traces can be the standard input"),
    (["--to", "3"], "unknown option `--to`"),
  ])
  func whatCannotBeComparedIsRefused(_ arguments: [String], _ message: String) async {
    let run = await Count.program().play(["compare"] + arguments)
    #expect(run.status == 64 && run.errors.hasPrefix("Count: \(message)"), "\(run.errors)")
  }

  @Test func aFileThatIsNoTraceIsNamed() async throws {
    let trace = try await record("send add 1", as: "a")
    let other = folder.path("notes.txt")
    try "notes".write(toFile: other, atomically: true, encoding: .utf8)
    let run = await compare(trace, other)
    #expect(run.status == 2 && run.errors.contains("notes.txt:1:1: error: "), "\(run.errors)")
  }

  private struct Count: Reducer {
    struct State: Encodable, Sendable {
      var count = 0
    }

    enum Action: Codable, Sendable {
      case add(Int)
      case addLater(Int)
      case double
    }

    @Dependency(\.continuousClock) private var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let number): state.count += number
      case .double: state.count *= 2
      case .addLater(let number):
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.add(number))
        }
      }
      return .none
    }

    static func program(startingAt count: Int = 0) -> StoreCommandLine<Self> {
      StoreCommandLine("Count", commands: [.run, .compare]) {
        State(count: count)
      } reducer: {
        Self()
      }
    }
  }
}
