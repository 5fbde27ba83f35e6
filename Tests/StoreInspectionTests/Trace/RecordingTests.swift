import Dependencies
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

@Suite(.ownThreads) struct RecordingTests {
  private let folder = RecordingFolder(Notebook.program)

  @Test func everyStepHasARecord() async throws {
    let sent = ["noteAdded \"one\"", "loadTapped", "chainTapped", "noteAdded \"two\""].map { "send \($0)\n" }.joined()
    try await folder.record(sent + "await noteAdded within 1s\nawait chained within 1s").expect(errors: "")
    let (header, records) = try folder.records()
    #expect(header.program == "Notebook" && header.feature == "Notebook" && !header.isLive)
    #expect(header.values.uuids == [UUID(0)])
    #expect(header.state["log"]?.description == #"["started as 00000000-0000-0000-0000-000000000000"]"#)
    let expected = [
      "1 noteAdded user at 0.0", "2 loadTapped user at 0.0", "effect 1 Load of 2 started", "3 chainTapped user at 0.0",
      "effect 3 First of 3 started", "4 noteAdded user at 0.0", "5 loaded effect(1) at 0.02",
      "6 noteAdded reducer(step: 5) at 0.02", "finished(effect: 1)", "finished(effect: 3)",
      "7 chained reducer(step: 3) at 0.02", "8 chained reducer(step: 3) at 0.02", "end(status: 0)",
    ]
    #expect(records.map(summary) == expected)
    guard case .action(let first) = records[0].content else { return }
    #expect(first.values.uuids == [UUID(1)])
    #expect(first.values.dates.map(\.exactText) == ["2026-01-01T00:00:00Z"])
    var state = header.state
    for case .action(let action) in records.map(\.content) { try action.patch.apply(to: &state) }
    #expect(state["notes"]?.description.contains("two") == true, "Patches lead from state to state.")
  }

  private func summary(_ record: TraceRecord) -> String {
    switch record.content {
    case .action(let action): "\(action.step) \(action.name) \(action.origin) at \(record.time)"
    case .started(let effect): "effect \(effect.effect) \(effect.name ?? "") of \(effect.cause) started"
    default: "\(record.content)"
    }
  }

  /// A call takes as many turns of the executor when it is recorded as when it is not.
  @Test func recordingDoesNotChangeTheOrder() async throws {
    let folder = RecordingFolder(Asker.program())
    let recorded = try await folder.record("send pairStarted\n")
    recorded.expect(errors: "")
    #expect(await folder.run("run", folder.path("script")) == recorded)
  }

  @Test func errorsOfPrivateTypesHaveTheSameNameInEachBuild() {
    #expect(RecordedError(PrivateError()).json["type"] == .string("PrivateError"))
  }

  @Test func aStateThatCannotBeEncodedIsToldAsTheOneBefore() async throws {
    let script = "send noteAdded \"a\"\nsend breakTapped\nsend noteAdded \"b\"\nsend breakTapped\nsend diceRolled\n"
    try await folder.record(script).expect()
    await folder.replay().expect(texts: ["5 steps"])
  }

  @Test func aFileThatCannotBeWrittenIsSaidBeforeAnythingRuns() async throws {
    try folder.write("send launched\n", to: "script")
    try FileManager.default.linkItem(atPath: folder.path("script"), toPath: folder.path("other"))
    for path in [folder.path("script"), folder.path("other")] {
      let reason = "it is the file that is read; name another one"
      await folder.run("run", folder.path("script"), "--trace", path)
        .expect(.noOutput, output: "", errors: "Notebook: cannot write \(path): \(reason)\n")
    }
    #expect(try folder.text("script") == "send launched\n")
  }

  @Test func aFileIsReplacedOnlyByATraceThatBegins() async throws {
    try folder.write("precious", to: "trace.jsonl")
    folder.program.setup = FeatureSetup(initialState: { Notebook.State(isBroken: true) }, reducer: { Notebook() })
    let broken = try await folder.record("send launched\n")
    broken.expect(.noOutput, texts: ["cannot write \(folder.trace): the start state cannot be encoded"])
    #expect(try folder.text() == "precious")
    folder.program = Notebook.program
    try await folder.record("send lunched\n").expect(.wrongInput)
    #expect(try folder.text() == "precious")
    try await folder.record("send launched\n").expect()
    #expect(try folder.text().hasPrefix(#"{"trace":2,"program":"Notebook","#))
    // No temporary file is left in the folder.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["script", "trace.jsonl"])
  }

  @Test(arguments: [
    (["--redact", "x"], "`--redact` goes with `--trace`"), (["--trace", "-"], "`--trace` needs a file"),
    (["--trace"], "`--trace` needs a value"), ([""], "the file's name is empty"),
  ])
  func wrongOptions(_ arguments: [String], _ message: String) async {
    await folder.program.play(["run", "-"] + arguments).expect(.usage, texts: [message])
  }

  /// A temporary file for it could be written, and not take its place.
  @Test func aFileWithoutANameIsRefused() {
    let error = #expect(throws: FileError.self) { try OutputFile("") }
    #expect(error?.reason == "No such file or directory")
  }

  @Test func aProcessThatIsKilledLosesNothing() throws {
    let script = String(repeating: "send incrementButtonTapped\n", count: 100) + "send timerButtonTapped\nadvance 2h\n"
    let arguments = ["run", "-", "--live", "--trace", folder.trace]
    let program = try RunningProgram(arguments, program: "Counter", input: script)
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
    let word = "cannot write \(folder.trace): File too large\n  The trace ends here, the session goes on.\n"
    try run(command, program: "Counter") { process in
      process.executableURL = URL(filePath: "/bin/sh")
      process.standardOutput = FileHandle.nullDevice
    }.expect(73, errors: "Counter: \(word)")
    let replay = try run(["replay", folder.trace], program: "Counter")
    #expect(replay.status == 0)
    // The limit may cut a line, or be reached right after one.
    #expect(replay.errors.contains("the program that recorded it was ended"))
  }
}

private struct PrivateError: Error {}

/// The last record of a session, however the session ends.
@Suite(.ownThreads) struct EndOfTraceTests {
  private let folder = TemporaryFolder()

  private func expectEnd(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let lines = try folder.text("trace.jsonl").split(separator: "\n")
    let last = lines.last ?? ""
    #expect(last.hasPrefix(#"{"kind":"end","status":\#(status),"#), "\(last)", sourceLocation: sourceLocation)
    #expect(lines.count { $0.contains(#""kind":"end""#) } == 1, sourceLocation: sourceLocation)
  }

  typealias Ending = (command: String, input: String, text: String, signal: Int32, status: Int)

  /// A script, a prompt, a statement of a pipe, and lines of a pipe. Only while waiting for these, Ctrl-C ends it.
  private static let endings: [Ending] =
    [(SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131)].flatMap { signal, status -> [Ending] in
      [
        ("run day.script --live", "", "have to pass", signal, status), ("repl", "", "Counter>", signal, status),
        ("repl --live < input", "advance 24h\n", "have to pass", signal, status),
        ("repl < input", "wrong\n", "unknown statement", signal, status),
      ]
    } + [("repl < input", "wrong\n", "unknown statement", SIGINT, 130)]

  @Test(arguments: endings) func aSignal(_ ending: Ending) throws {
    try folder.write("send incrementButtonTapped\nadvance 24h\n", to: "day.script")
    let input = folder.path("input")
    #expect(mkfifo(input, 0o600) == 0)
    // Opened for reading as well, so that opening does not wait for the program to open its end.
    let pipe = open(input, O_RDWR)
    defer { close(pipe) }
    let counter = try executable("Counter").path
    let program = try TerminalProcess(
      ["-c", "cd '\(folder.url.path)' && exec '\(counter)' \(ending.command) --trace trace.jsonl"],
      program: "/bin/sh"
    )
    _ = write(pipe, ending.input, ending.input.utf8.count)
    try program.wait(for: ending.text)
    program.send(ending.signal)
    #expect(try program.end() == .signaled(ending.signal))
    #expect(program.isRestored)
    try expectEnd(ending.status)
    try run(["replay", folder.path("trace.jsonl")], program: "Counter").expect()
  }

  /// As with `nohup`.
  @Test func aSignalThatIsIgnoredEndsNothing() throws {
    let counter = try executable("Counter").path
    let program = try TerminalProcess(
      ["-c", "trap '' HUP; exec '\(counter)' repl --trace '\(folder.path("trace.jsonl"))'"],
      program: "/bin/sh"
    )
    try program.wait(for: "Counter>")
    program.send(SIGHUP)
    try program.type("send incrementButtonTapped\r", until: "count: 0 → 1")
    // Between two prompts the terminal would handle the key itself, and drop it.
    try program.wait(for: "the next prompt") { $0.lines[$0.cursor.row] == "Counter>" }
    program.type("\u{4}")
    #expect(try program.end() == .exited(0))
    try expectEnd(0)
  }

  #if os(Linux)
    @Test(arguments: [["run", "-"], ["repl"]]) func textThatCannotBeWritten(_ command: [String]) throws {
      let arguments = command + ["--trace", folder.path("trace.jsonl")]
      try run(arguments, program: "Counter", input: "send incrementButtonTapped\n") {
        $0.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      }.expect(73)
      try expectEnd(73)
    }
  #endif
}
