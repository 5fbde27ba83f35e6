import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

@Suite(.ownThreads)
struct RecordingTests {
  private let folder = RecordingFolder(Notebook.program)

  @Test func everyStepHasARecord() async throws {
    let result = try await folder.record(
      """
      send noteAdded "one"
      send loadTapped
      send chainTapped
      send noteAdded "two"
      await noteAdded within 1s
      await chained within 1s
      """
    )
    result.expect(errors: "")
    let (header, records) = try folder.records()
    #expect(header.program == "Notebook")
    #expect(header.feature == "Notebook")
    #expect(!header.isLive)
    #expect(header.values.uuids == [UUID(0)])
    #expect(header.state["log"]?.description == #"["started as 00000000-0000-0000-0000-000000000000"]"#)
    #expect(
      records.map(summary) == [
        "1 noteAdded by the user at 0.0",
        "2 loadTapped by the user at 0.0",
        "effect 1 Load of 2 started",
        "3 chainTapped by the user at 0.0",
        "effect 3 First of 3 started",
        "4 noteAdded by the user at 0.0",
        "5 loaded by effect 1 at 0.02",
        "6 noteAdded by the reducer after 5 at 0.02",
        "finished(effect: 1)",
        "finished(effect: 3)",
        "7 chained by the reducer after 3 at 0.02",
        "8 chained by the reducer after 3 at 0.02",
        "end(status: 0)",
      ]
    )
    guard case .action(let first) = records[0].content else { return }
    #expect(first.values.uuids == [UUID(1)])
    #expect(first.values.dates.map(\.exactText) == ["2026-01-01T00:00:00Z"])
    var state = header.state
    for case .action(let action) in records.map(\.content) { try action.patch.apply(to: &state) }
    #expect(state["notes"]?.description.contains("two") == true, "Patches lead from state to state.")
  }

  private func summary(_ record: TraceRecord) -> String {
    switch record.content {
    case .action(let action):
      let origin =
        switch action.origin {
        case .user: "the user"
        case .effect(let effect): "effect \(effect)"
        case .reducer(let step): "the reducer after \(step)"
        }
      return "\(action.step) \(action.name) by \(origin) at \(record.time)"
    case .started(let effect): return "effect \(effect.effect) \(effect.name ?? "") of \(effect.cause) started"
    default: return "\(record.content)"
    }
  }

  /// Two effects that start together. Only the first one makes calls that are recorded.
  @Reducer
  struct Pair {
    struct State: Equatable, Encodable {
      var answers: [String] = []
    }

    enum Action: Equatable, Codable {
      case start
      case answered(String)
    }

    @Dependency(\.fetchClient) private var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        // With Swift 6.2 and 6.3, effects with capture lists start off the store's actor.
        return .merge(
          .run(name: "Recorded") { [client] send in await send(.answered(try await client.ask("recorded"))) },
          .run(name: "Other") { [name = "other"] send in await send(.answered(name)) }
        )
      case .answered(let answer):
        state.answers.append(answer)
        return .none
      }
    }
  }

  /// A call takes as many turns of the executor when it is recorded as when it is not.
  @Test func recordingDoesNotChangeTheOrder() async throws {
    var program = StoreCommandLine(of: Pair(), Pair.State(), commands: [.run])
    program.dependencies = { $0.fetchClient.ask = { $0 } }
    program.recordedEndpoints = [#endpoint(\.fetchClient.ask)]
    let folder = RecordingFolder(program)
    let recorded = try await folder.record("send start\n")
    recorded.expect(errors: "")
    #expect(await folder.run("run", folder.path("script")) == recorded)
  }

  @Test func errorsOfPrivateTypesHaveTheSameNameInEachBuild() {
    #expect(RecordedError(PrivateError()).json["type"] == .string("PrivateError"))
  }

  @Test func aStateThatCannotBeEncodedIsToldAsTheOneBefore() async throws {
    try await folder.record(
      "send noteAdded \"a\"\nsend breakTapped\nsend noteAdded \"b\"\nsend breakTapped\nsend diceRolled\n"
    ).expect()
    let replay = await folder.replay()
    replay.expect()
    #expect(replay.output.contains("5 steps"))
  }

  // MARK: Files

  @Test func aFileThatCannotBeWrittenIsSaidBeforeAnythingRuns() async throws {
    try folder.write("send launched\n", to: "script")
    try FileManager.default.linkItem(atPath: folder.path("script"), toPath: folder.path("other"))
    for (path, reason) in [
      (folder.path("missing/trace"), "No such file or directory"),
      (folder.path("script"), "it is the file that is read; name another one"),
      (folder.path("other"), "it is the file that is read; name another one"),
    ] {
      let result = await folder.run("run", folder.path("script"), "--trace", path)
      result.expect(.noOutput, output: "", errors: "Notebook: cannot write \(path): \(reason)\n")
    }
    #expect(try folder.text("script") == "send launched\n")
  }

  @Test func aFileIsReplacedOnlyByATraceThatBegins() async throws {
    try folder.write("precious", to: "trace.jsonl")
    folder.program.setup = FeatureSetup(initialState: { Notebook.State(isBroken: true) }, reducer: { Notebook() })
    let broken = try await folder.record("send launched\n")
    broken.expect(.noOutput)
    #expect(broken.errors.contains("cannot write \(folder.trace): the start state cannot be encoded"))
    #expect(try folder.text() == "precious")
    folder.program = Notebook.program
    try await folder.record("send lunched\n").expect(.wrongInput)
    #expect(try folder.text() == "precious")
    try await folder.record("send launched\n").expect()
    #expect(try folder.text().hasPrefix(#"{"trace":2,"program":"Notebook","#))
    // No temporary file is left in the folder.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["script", "trace.jsonl"]
    )
  }

  @Test(arguments: [
    (["--redact", "x"], "`--redact` goes with `--trace`"), (["--trace", "-"], "`--trace` needs a file"),
    (["--trace"], "`--trace` needs a value"),
  ])
  func wrongOptions(_ arguments: [String], _ message: String) async {
    let result = await folder.program.play(["run", "-"] + arguments)
    result.expect(.usage)
    #expect(result.errors.contains(message))
  }

  @Test func aProcessThatIsKilledLosesNothing() throws {
    let script = String(repeating: "send incrementButtonTapped\n", count: 100) + "send timerButtonTapped\nadvance 2h\n"
    let program = try RunningProgram(
      ["run", "-", "--live", "--trace", folder.trace],
      program: "Counter",
      input: script
    )
    // It has recorded 101 actions and the start of an effect then.
    try program.wait(for: "advance 2h")
    program.kill()
    #expect(try folder.text().hasSuffix("}\n"))
    let replay = try run(["replay", folder.trace], program: "Counter")
    replay.expect(errors: "note: the trace has no end: the program that recorded it was ended, or still runs\n")
    // The timer may have ticked.
    let steps = try #require(replay.output.firstMatch(of: #/(\d+) steps/#), "\(replay.output)")
    #expect(try #require(Int(steps.1)) >= 101)
  }

  @Test func aFullDiskEndsTheTraceButNotTheSession() throws {
    let script = folder.path("script")
    try folder.write("repeat 12000 {\n  send incrementButtonTapped\n}\nexpect count == 12000\n", to: "script")
    // A limit for the size of files acts as the full disk. It is 1 MiB, because sanitizers write files too.
    let program = try executable("Counter").path
    let command = ["-c", "ulimit -f 2048; exec \"$@\"", "sh", program, "run", script, "--trace", folder.trace]
    try run(command, program: "Counter") { process in
      process.executableURL = URL(filePath: "/bin/sh")
      process.standardOutput = FileHandle.nullDevice
    }.expect(
      73,
      errors: "Counter: cannot write \(folder.trace): File too large\n  The trace ends here, the session goes on.\n"
    )
    let replay = try run(["replay", folder.trace], program: "Counter")
    #expect(replay.status == 0)
    // The limit may cut a line, or be reached right after one.
    #expect(replay.errors.contains("the program that recorded it was ended"))
  }
}

private struct PrivateError: Error {}
