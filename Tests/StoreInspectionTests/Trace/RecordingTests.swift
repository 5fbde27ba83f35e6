import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

@Suite(.ownThreads)
struct RecordingTests {
  private let folder = NotebookFolder()

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
        "effect 1 finished",
        "effect 3 finished",
        "7 chained by the reducer after 3 at 0.02",
        "8 chained by the reducer after 3 at 0.02",
        "end 0",
      ]
    )
    guard case .action(let first) = records[0].content else { return }
    #expect(first.values.uuids == [UUID(1)])
    #expect(first.values.dates.map(\.exactText) == ["2026-01-01T00:00:00Z"])
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
    case .modified(let change): return "\(change.step) \(change.name) by effect \(change.effect)"
    case .started(let effect): return "effect \(effect.effect) \(effect.name ?? "") of \(effect.cause) started"
    case .finished(let effect): return "effect \(effect) finished"
    case .cancelled(let effect): return "effect \(effect) cancelled"
    case .end(let status): return "end \(status)"
    case .call, .section, .jump, .unknown: return "\(record.content)"
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

    @Dependency(\.raceClient) private var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        // With the capture lists the effects run off the store's actor in Swift 6.3.
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
    try folder.write("send start\n", to: "script")
    var program = StoreCommandLine(of: Pair(), Pair.State(), commands: [.run])
    program.dependencies = { $0.raceClient.ask = { $0 } }
    program.recordedEndpoints = [#endpoint(\.raceClient.ask)]
    let plain = await program.play(["run", folder.path("script")])
    let recorded = await program.play(["run", folder.path("script"), "--trace", folder.path("trace.jsonl")])
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(recorded == plain)
  }

  @Test func patchesLeadFromStateToState() async throws {
    _ = try await folder.record(notebookScript + "\nshow\n")
    let (header, records) = try folder.records()
    var state = header.state
    for case .action(let action) in records.map(\.content) { try action.patch.apply(to: &state) }
    #expect(state["notes"]?.description.contains("three") == true)
    #expect(state["rolls"]?.description == "[6, 1]")
  }

  // MARK: Redaction

  @Test func secretsAreNeverWritten() async throws {
    folder.program.redactedNames = ["user"]
    let login = """
      {"user": "Äsop", "password": "hunter2", "accessToken": {"value": "s3cret", "expires": "2031-05-06T07:08:09Z",\
       "id": "11111111-2222-3333-4444-555555555555", "uses": 314159265358, "isFresh": true}}
      """
    let result = try await folder.record(
      """
      send signedIn \(login)
      send tokens {"id": "abc-s3cret"}
      send noteAdded "public"
      send noteAdded "hush"
      """,
      "--redact",
      "TEXT",
      "--redact",
      "noteAdded"
    )
    result.expect()
    #expect(result.output.contains("hunter2"))
    let trace = try folder.text("trace.jsonl")
    for secret in ["hunter2", "s3cret", "sop", "2031-05", "1111-2222", "314159265358", "hush", "public"] {
      #expect(!trace.contains(secret), "\(secret)")
    }
    #expect(
      trace.contains(
        #"{"user":"[redacted]","password":"[redacted]","accessToken":{"value":"[redacted]","#
          + #""expires":"1970-01-01T00:00:00Z","id":"00000000-0000-0000-0000-000000000000","uses":0,"isFresh":false}}"#
      )
    )
    #expect(
      try folder.records().header.redaction.words == [
        "token", "authorization", "password", "user", "text", "noteadded",
      ]
    )
    let replay = await folder.replay()
    replay.expect()
  }

  @Test(arguments: ["Authorization", "X-API-TOKEN", "tokens", "oldPasswordHash", "PASSWORD"])
  func namesOfSecrets(_ name: String) {
    #expect(Redaction.standard.matches(name))
  }

  @Test(arguments: ["", "tok", "author", "pass word", "токен"])
  func otherNames(_ name: String) {
    #expect(!Redaction.standard.matches(name))
    #expect(!Redaction.none.matches(name))
  }

  @Test func wordsThatAreNotASCII() {
    let redaction = Redaction(["Пароль", ""])
    #expect(redaction.matches("новыйПароль"))
    #expect(!redaction.matches("Parol"))
    #expect(redaction.words == ["пароль"])
  }

  @Test func callsAreRedacted() async throws {
    let path = folder.path("trace.jsonl")
    let header = TraceHeader(
      program: "p",
      version: "1",
      feature: "f",
      isLive: true,
      date: Date(),
      state: .object([])
    )
    let writer = try TraceWriter(to: path, header: header) { Issue.record("\($0)") }
    let recorder = TraceRecorder(writer, redaction: .standard, start: .null, time: nil)
    let secret = JSONValue.object([
      .init(name: "token", value: .string("s3cret")), .init(name: "n", value: .integer(1)),
    ])
    recorder.call(effect: 3, "client.sign", arguments: [secret], outcome: .result(secret))
    recorder.call(effect: nil, "client.setToken", arguments: [.string("s3cret")], outcome: .error(.string("s3cret")))
    #expect(recorder.end(.passed) == .passed)
    let trace = try folder.text("trace.jsonl")
    #expect(!trace.contains("s3cret"))
    #expect(trace.contains(#""effect":3,"dependency":"client.sign","arguments":[{"token":"[redacted]","n":1}]"#))
    let calls = try folder.records().records.compactMap { record -> TraceRecord.Call? in
      guard case .call(let call) = record.content else { return nil }
      return call
    }
    #expect(calls.map(\.effect) == [3, nil])
    #expect(calls.map(\.dependency) == ["client.sign", "client.setToken"])
  }

  // MARK: Files

  @Test func errorsOfPrivateTypesHaveTheSameNameInEachBuild() {
    #expect(RecordedError(PrivateError()).json["type"] == .string("PrivateError"))
  }

  @Test func aFileThatCannotBeWrittenIsSaidBeforeAnythingRuns() async throws {
    try folder.write("send launched\n", to: "script")
    for (path, reason) in [
      (folder.path("missing/trace"), "No such file or directory"), (folder.url.path, "Is a directory"),
      ("/dev/full", "No space left on device"),
    ] {
      let result = await folder.run("run", folder.path("script"), "--trace", path)
      result.expect(.noOutput, output: "", errors: "Notebook: cannot write \(path): \(reason)\n")
    }
  }

  @Test func aFileIsReplacedOnlyByATraceThatBegins() async throws {
    try folder.write("precious", to: "trace.jsonl")
    folder.program.setup = FeatureSetup(initialState: { Notebook.State(isBroken: true) }, reducer: { Notebook() })
    let broken = try await folder.record("send launched\n")
    broken.expect(.noOutput)
    #expect(broken.errors.contains("cannot write \(folder.path("trace.jsonl")): the start state cannot be encoded"))
    #expect(try folder.text("trace.jsonl") == "precious")
    folder.program.setup = NotebookFolder().program.setup
    try await folder.record("send lunched\n").expect(.wrongInput)
    #expect(try folder.text("trace.jsonl") == "precious")
    try await folder.record("send launched\n").expect()
    #expect(try folder.text("trace.jsonl").hasPrefix(#"{"trace":2,"program":"Notebook","#))
    // No temporary file is left in the folder.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["script", "trace.jsonl"]
    )
  }

  @Test func aLinkStaysALink() async throws {
    try folder.write("old", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("trace.jsonl"),
      withDestinationPath: folder.path("target")
    )
    try await folder.record("send launched\n").expect()
    #expect(try folder.text("target").hasPrefix(#"{"trace":2,"#))
  }

  @Test func theScriptIsNotOverwritten() async throws {
    try folder.write("send launched\n", to: "script")
    try FileManager.default.linkItem(atPath: folder.path("script"), toPath: folder.path("other"))
    for name in ["script", "other"] {
      let result = await folder.run("run", folder.path("script"), "--trace", folder.path(name))
      result.expect(.noOutput)
      #expect(
        result.errors
          == "Notebook: cannot write \(folder.path(name)): it is the file that is read; name another one\n"
      )
    }
    #expect(try folder.text("script") == "send launched\n")
  }

  @Test(arguments: [
    (["--redact", "x"], "`--redact` goes with `--trace`"), (["--trace", "-"], "`--trace` needs a file"),
    (["--trace"], "`--trace` needs a value"),
  ])
  func wrongOptions(_ arguments: [String], _ message: String) async {
    let result = await folder.run(["run", "-"] + arguments)
    result.expect(.usage)
    #expect(result.errors.contains(message))
  }

  @Test func aStateThatCannotBeEncodedIsToldAsTheOneBefore() async throws {
    let result = try await folder.record(
      "send noteAdded \"a\"\nsend breakTapped\nsend noteAdded \"b\"\nsend breakTapped\nsend diceRolled\n"
    )
    result.expect()
    let replay = await folder.replay()
    replay.expect()
    #expect(replay.output.contains("5 steps"))
  }

  @Test func interruptionIsRecorded() throws {
    let trace = folder.path("trace.jsonl")
    let program = try program(recordingTo: trace)
    program.send(SIGINT)
    try program.end().expect(130)
    let text = try folder.text("trace.jsonl")
    #expect(text.split(separator: "\n").last?.hasPrefix(#"{"kind":"end","status":130,"#) == true)
    let replay = try run(["replay", trace], program: "Counter")
    replay.expect(errors: "")
  }

  @Test func aProcessThatIsKilledLosesNothing() throws {
    let trace = folder.path("trace.jsonl")
    try program(recordingTo: trace).kill()
    let text = try folder.text("trace.jsonl")
    #expect(text.hasSuffix("}\n"))
    let replay = try run(["replay", trace], program: "Counter")
    #expect(replay.status == 0)
    // The timer may have ticked.
    let steps = try #require(replay.output.firstMatch(of: #/(\d+) steps/#), "\(replay.output)")
    #expect(try #require(Int(steps.1)) >= 101)
    #expect(replay.errors == "note: the trace has no end: the program that recorded it was ended\n")
  }

  /// Starts a program that records, and returns once it has recorded 101 actions and the start of an effect.
  private func program(recordingTo path: String) throws -> RunningProgram {
    let script = String(repeating: "send incrementButtonTapped\n", count: 100) + "send timerButtonTapped\nadvance 2h\n"
    let program = try RunningProgram(["run", "-", "--live", "--trace", path], program: "Counter", input: script)
    try program.wait(for: "advance 2h")
    return program
  }

  @Test func whatIsDoneOnAScreenIsRecorded() throws {
    let trace = folder.path("trace.jsonl")
    let terminal = try PseudoTerminal()
    let (process, _) = try TestSupport.process(["ui", "--trace", trace], program: "Counter")
    process.standardInput = terminal.slave
    process.standardOutput = terminal.slave
    try process.run()
    // The terminal passes on single keys before the first frame is drawn.
    var text = ""
    while !text.contains("\u{1B}[?1049h") {
      let data = terminal.master.availableData
      try #require(!data.isEmpty, "the process ended: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
    try terminal.master.write(contentsOf: Data("\r\u{3}".utf8))
    try terminal.slave.close()
    _ = terminal.output
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let replay = try run(["replay", trace], program: "Counter")
    replay.expect(errors: "")
    #expect(
      replay.output.hasSuffix(
        "\n1 step, 1 sent by the user, 0 received: every state was reached as it was recorded\n"
      )
    )
  }

  @Test func aFullDiskEndsTheTraceButNotTheSession() throws {
    let trace = folder.path("trace.jsonl")
    let script = folder.path("script")
    try folder.write("repeat 12000 {\n  send incrementButtonTapped\n}\nexpect count == 12000\n", to: "script")
    // A limit for the size of files acts as the full disk. It is 1 MiB, because sanitizers write files too.
    let program = try executable("Counter").path
    let command = ["-c", "ulimit -f 2048; exec \"$@\"", "sh", program, "run", script, "--trace", trace]
    try run(command, program: "Counter") { process in
      process.executableURL = URL(filePath: "/bin/sh")
      process.standardOutput = FileHandle.nullDevice
    }.expect(
      73,
      errors: "Counter: cannot write \(trace): File too large\n  The trace ends here, the session goes on.\n"
    )
    let replay = try run(["replay", trace], program: "Counter")
    #expect(replay.status == 0)
    // The limit may cut a line, or be reached right after one.
    #expect(replay.errors.contains("the program that recorded it was ended"))
  }
}

private struct PrivateError: Error {}
