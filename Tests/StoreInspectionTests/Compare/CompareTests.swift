import TestSupport
import Testing

@testable import StoreInspection

struct CompareTests {
  private let folder = TemporaryFolder()

  private func record(_ script: String, as name: String, startingAt count: Int = 0) async throws -> String {
    let trace = folder.path("\(name).jsonl")
    let program = StoreCommandLine(of: Sampler(), Sampler.State(count: count), commands: [.run])
    try await program.play(script: script, ["--trace", trace]).expect(errors: "")
    return trace
  }

  private func compare(_ traces: String...) async -> Run {
    var run = await Sampler.program.play(["compare"] + traces)
    run.output = run.output.replacing(folder.path(""), with: "")
    return run
  }

  @Test(arguments: [
    (
      "send countChanged 1\nsend tickButtonTapped 1\nadvance 1s", 0,
      "section \"Twice\"\nsend countChanged 1\nsend tickButtonTapped 1\nadvance 1s",
      "Both sessions have 3 steps, with the same actions and states.\n"
    ),
    (
      "send countChanged 1\nsend countChanged 2", 0, "send countChanged 1\nsend tickButtonTapped 1\nadvance 1s",
      """
      The sessions are the same up to step 1, countChanged.
      Step 2 is another one:
        a.jsonl:3:1: countChanged sent by the user, at 0 s
        b.jsonl:3:1: tickButtonTapped sent by the user, at 0 s

      """
    ),
    (
      "send countChanged 1", 0, "send countChanged 2",
      """
      The sessions begin with the same state.
      Step 1 is another one:
        a.jsonl:2:1: countChanged sent by the user, at 0 s
        b.jsonl:2:1: countChanged sent by the user, at 0 s
          ~ countChanged: 1 → 2

      """
    ),
    ("send ticked", 2, "send ticked", "The sessions begin with other states:\n    ~ count: 0 → 2\n"),
  ])
  func whatIsAnotherIsShown(_ script: String, startingAt count: Int, _ other: String, _ output: String) async throws {
    let first = try await record(script, as: "a")
    let run = await compare(first, try await record(other, as: "b", startingAt: count))
    run.expect(output.hasPrefix("Both") ? 0 : 1, output: output, errors: "")
  }

  @Test func theSameStepThatLeadsElsewhereIsNamed() async throws {
    let trace = try await record("send countChanged 1", as: "a")
    let patch = #""path":"/count","value":"#
    try folder.write(folder.text("a.jsonl").replacing(patch + "1", with: patch + "7"), to: "b.jsonl")
    let expected = """
      The sessions begin with the same state.
      Step 1 is the same, and leads to other states:
        a.jsonl:2:1: countChanged sent by the user, at 0 s
        b.jsonl:2:1: countChanged sent by the user, at 0 s
      a.jsonl → b.jsonl:
          ~ count: 1 → 7

      """
    await compare(trace, folder.path("b.jsonl")).expect(1, output: expected, errors: "")
  }

  @Test func aSessionThatGoesOnIsNamed() async throws {
    let first = try await record("send countChanged 1", as: "a")
    let second = try await record("send countChanged 1\nsend tickButtonTapped 1\nadvance 1s", as: "b")
    let expected = """
      The sessions are the same up to step 1, countChanged.
      a.jsonl ends there, and b.jsonl goes on with 2 steps:
        b.jsonl:3:1: tickButtonTapped sent by the user, at 0 s

      """
    await compare(first, second).expect(1, output: expected, errors: "")
    await compare(second, first).expect(1, output: expected, errors: "")
  }

  @Test(arguments: [
    ([], "`compare` needs two traces, not 0"), (["a", "b", "c"], "`compare` needs two traces, not 3"),
    (["-", "-"], "only one of the traces can be the standard input"), (["--to", "3"], "unknown option `--to`"),
  ])
  func whatCannotBeComparedIsRefused(_ arguments: [String], _ message: String) async {
    let run = await Sampler.program.play(["compare"] + arguments)
    #expect(run.status == 64 && run.errors.hasPrefix("Sampler: \(message)"), "\(run.errors)")
  }

  @Test func aFileThatIsNoTraceIsNamed() async throws {
    try folder.write("notes", to: "notes.txt")
    let run = await compare(try await record("send ticked", as: "a"), folder.path("notes.txt"))
    #expect(run.status == 2 && run.errors.contains("notes.txt:1:1: error: "), "\(run.errors)")
  }
}
