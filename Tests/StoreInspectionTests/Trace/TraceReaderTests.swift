import Dependencies
import Foundation
import Observation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

struct TraceReaderTests {
  private let folder = TemporaryFolder()
  private static let header =
    #"{"trace":1,"program":"p","version":"1","feature":"f","context":"mock","seed":7,"#
    + #""date":"2026-01-01T00:00:00Z","state":{"n":0}}"#
  private static let action =
    #"{"kind":"action","step":1,"name":"a","action":{"a":{}},"origin":"user","time":0.5,"wall":1,"patch":[]}"#

  private static func localized(_ text: String) -> String {
    header.replacing(#""seed":7"#, with: #""localization":\#(text)"#)
  }

  private func read(_ lines: String...) throws -> (records: [TraceRecord], note: String?) {
    try read(Data(lines.joined(separator: "\n").utf8))
  }

  private func read(_ data: Data) throws -> (records: [TraceRecord], note: String?) {
    var reader = try TraceReader(name: "t.jsonl", InputLines(Array(data)))
    var records: [TraceRecord] = []
    while let (record, _) = try reader.next() { records.append(record) }
    return (records, reader.note)
  }

  @Test func everyKindOfRecordIsWrittenAndRead() throws {
    let node = JSONNode(.object([.init(name: "a", value: .object([]))]), at: 0..<0)
    var values = GeneratedValues()
    values.dates = [Date(timeIntervalSinceReferenceDate: 817_000_000.123_456_7)]
    (values.uuids, values.numbers) = ([UUID(3)], [.max, 0])
    let patch = JSONPatch([.replace(JSONPointer(["n"]), .integer(1))])
    let contents: [TraceRecord.Content] = [
      .action(
        .init(step: 1, name: "a", action: node, origin: .user, values: values, duration: 0.000_012, patch: patch)
      ),
      .action(.init(step: 2, name: "a", action: node, origin: .effect(3), patch: JSONPatch())),
      .action(.init(step: 3, name: "a", action: node, origin: .reducer(step: 2), patch: JSONPatch())),
      .modified(.init(step: 4, name: "Tick", effect: 3, duration: 1.5, patch: patch)),
      .started(.init(effect: 3, name: "Load \"x\"", location: "A/B.swift:1", cause: 1, cancellationIDs: ["x"])),
      .started(.init(effect: 4, name: nil, location: "A/B.swift:1", cause: 0)), .finished(effect: 3),
      .cancelled(effect: 4),
      .call(.init(effect: 3, dependency: "c.get", arguments: [.integer(1)], outcome: .result(.null))),
      .call(.init(effect: nil, dependency: "c.get", arguments: [], outcome: .error(.string("x")))),
      .section(title: "§"), .notified(TraceRecord.Notification(values: ["State.query"], count: 1)),
      .notified(TraceRecord.Notification(values: ["State.query"], count: 30)), .jump(step: 2, patch: patch),
      .end(status: 1),
    ]
    func written(_ records: [TraceRecord]) -> String {
      var bytes = Array(Self.header.utf8)
      for record in records {
        bytes.append(.newline)
        record.write(to: &bytes)
      }
      return String(decoding: bytes + [.newline], as: UTF8.self)
    }
    let text = written(contents.enumerated().map { TraceRecord(time: Double($0) / 3, wall: 0.25, content: $1) })
    let (records, note) = try read(text)
    #expect(note == nil)
    #expect(records.map(\.time) == contents.indices.map { Double($0) / 3 })
    #expect(written(records) == text)
    guard case .action(let first) = records[0].content else { return }
    #expect(first.values == values)
    #expect(first.duration == 0.000_012)
  }

  @Test func laterVersionsMayAddThings() throws {
    let section = #"{"kind":"section","title":"a","colour":"red","time":1,"wall":2}"#
    let (records, note) = try read(Self.header, #"{"kind":"weather","sun":true}"#, section, "")
    #expect(records.count == 2 && note == nil)
  }

  @Test(arguments: [#"{"kind":"section","title":"#, #"{"kind":"section","title":"a""#, "{", "x", "\u{0}\u{0}\u{0}"])
  func aCutLastLineIsAccepted(_ cut: String) throws {
    for end in ["", "\n"] {
      let (records, note) = try read(Self.header, Self.action, cut + end)
      #expect(records.count == 1)
      #expect(note == "t.jsonl:3:1: the last line is cut and was left out: the program that recorded it was ended")
    }
    #expect(throws: TraceError.self) { try read(Self.header, Self.action, cut, Self.action) }
  }

  /// An empty line at the end is not a cut one.
  @Test func aTraceIsCutAnywhere() throws {
    let text = "\(Self.header)\n\(Self.action)\n\n"
    let headerEnd = Self.header.utf8.count
    for count in 0...text.utf8.count {
      let data = Data(text.utf8.prefix(count))
      if count < headerEnd {
        #expect(throws: TraceError.self) { try read(data) }
      } else {
        let (records, note) = try read(data)
        #expect(records.count == (count >= text.utf8.count - 2 ? 1 : 0))
        #expect((note != nil) == (headerEnd + 2..<text.utf8.count - 2).contains(count))
      }
    }
    #expect(throws: TraceError.self) { try read(Self.header, "", Self.action) }
  }

  private func message(_ text: String) -> String? {
    // Not with `#expect(throws:)`, which would describe the error with every byte of its source.
    do {
      _ = try read(text)
      return nil
    } catch {
      return (error as? TraceError)?.rendered
    }
  }

  @Test(arguments: [
    ("", "t.jsonl:1:1: error: the file is empty"), ("{}", "t.jsonl:1:1: error: this is not a trace: it has no header"),
    ("[1]", "this is not a trace"), (action, "this is not a trace"),
    ("send a\nsend b\n", "t.jsonl:1:1: error: expected a JSON value, found `send`"),
    (
      header.replacing(#""trace":1"#, with: #""trace":3"#),
      "1:10: error: the trace has format version 3, and this program reads versions 1 to 2"
    ),
    (header.replacing(#""trace":1"#, with: #""trace":"x""#), #"format version "x","#),
    (header.replacing("mock", with: "moon"), #"expected "live" or "mock""#),
    (header.replacing("2026-01", with: "2026-21"), "expected a date such as"),
    (header.replacing("state", with: "stat"), "`state` is missing"),
    (header.replacing("program", with: "prog"), "`program` is missing"),
    (localized("{}"), "`calendar` is missing"),
    (localized(#"{"calendar":{"identifier":"lunar"}}"#), "unknown calendar"),
    (localized(#"{"calendar":{"identifier":"gregorian","timeZone":"Mars"}}"#), "unknown time zone"),
  ])
  func whatIsNoTrace(_ text: String, _ message: String) throws {
    let rendered = try #require(self.message(text))
    #expect(rendered.contains(message), "\(rendered)")
    #expect(rendered.contains("a trace is what `--trace FILE` records; its first line is a header"))
    #expect(rendered.contains("^") == !text.isEmpty, "there is nothing to mark")
  }

  @Test(arguments: [
    (action.replacing(#""step":1"#, with: #""step":2"#), "25: error: expected step 1, found 2"),
    (action.replacing(#""step":1"#, with: #""step":99999999999999999999"#), "expected a number from 0 for `step`"),
    (action.replacing("user", with: "usr"), #"expected an origin, found "usr""#),
    (action.replacing(#""user""#, with: #"{"effect":-2}"#), "expected a number from 0 for `effect`, found -2"),
    (action.replacing(#""patch":[]"#, with: #""patch":7"#), "expected an array of operations (RFC 6902), found 7"),
    (action.replacing(#""wall":1"#, with: #""wall":"x""#), "expected seconds for `wall`"),
    (action.replacing(#""wall":1"#, with: #""duration":[]"#), "expected seconds for `duration`"),
    (action.replacing("kind", with: "king"), "`kind` is missing"),
    (#"{"kind":"jump","step":1,"patch":[]}"#, "a jump to step 1, which comes after step 0"),
    (#"{"kind":"started","effect":1,"name":2,"location":"a","cause":1}"#, "expected a string for `name`, found 2"),
    (#"{"kind":"call","effect":1,"dependency":"a","arguments":1}"#, "expected an array for `arguments`, found 1"),
    (#"{"kind":"call","effect":1,"dependency":"a","arguments":[]}"#, "`result` is missing"),
    (#"{"kind":"end","status":null}"#, "expected a number from 0 for `status`, found null"),
    ("[]", "expected an object, found an array"), ("7", "expected an object, found 7"),
    ("", "the line is empty: a JSON object is expected"), ("nope", "expected a JSON value, found `nope`"),
  ])
  func whatIsNoRecord(_ line: String, _ message: String) throws { try expect(message, of: line) }

  @Test(arguments: [
    ("", "[", 100_000, "more than 512 brackets within each other"),
    ("", "é", 500_000, "expected a JSON value, found `"), ("\"", "a", 1_000_000, "the string does not end"),
  ])
  func whatIsNoRecordAndLong(_ start: String, _ piece: String, _ count: Int, _ message: String) throws {
    // Made here rather than in an argument, which Swift Testing would describe.
    try expect(message, of: start + String(repeating: piece, count: count))
  }

  private func expect(_ message: String, of line: String) throws {
    let rendered = try #require(self.message("\(Self.header)\n\(line)\n\(Self.action)"))
    #expect(rendered.hasPrefix("t.jsonl:2:"))
    #expect(rendered.contains(message), "\(rendered)")
    #expect(rendered.utf8.count < 2000)
  }

  @Test func aLineThatIsTooLongIsRefused() throws {
    let text =
      "\(Self.header)\n{\"kind\":\"section\",\"title\":\"\(String(repeating: "a", count: 1000))\"}\n\(Self.action)\n"
    var lines = InputLines(Array(text.utf8))
    lines.lineLimit = 500
    var reader = try TraceReader(name: "t", lines)
    let error = try #require(throws: TraceError.self) { try reader.next() }
    #expect(error.rendered.hasPrefix("t:2:1: error: the line is longer than 32 MB, and no record is"))
  }

  @Test func whatWasReadBeforeNeedsNoSecondLook() throws {
    let text = "\(Self.header)\n{\"kind\":\"later\",\"time\":7,\"a\":1}\n{ \"kind\":\"later\"}\n\(Self.action)\n"
    var reader = try TraceReader(name: "t", InputLines(Array(text.utf8)))
    reader.isChecked = true
    let kinds = try (1...3).map { _ in try reader.next().map { "\($0.record.content)".prefix { $0 != "(" } } }
    #expect(kinds == ["unknown", "unknown", "action"])
    for (line, kind) in [
      (#"{"kind":"later"}"#, "later"), (#"{"kind":"action","step":1}"#, nil), (#"{"kind":"é"}"#, "é"),
      (#"{"kind":""#, nil),
      (#"{"kind":"\u0065nd"}"#, nil), (#"{"time":1,"kind":"later"}"#, nil), ("", nil),
    ] { #expect(TraceRecord.unknownKind(in: Array(line.utf8)) == kind, "\(line)") }
  }

  /// What is written meanwhile is not read, and a copy goes on by itself.
  @Test func aTraceIsReadLineByLine() throws {
    let line = #"{"kind":"section","title":"\#(String(repeating: "é", count: 70_000))"}"#
    try folder.write("\(Self.header)\n\(line)\n\(Self.action)\n\(line)\n", to: "t.jsonl")
    var reader = try TraceReader(folder.path("t.jsonl"))
    let writer = try FileHandle(forWritingTo: folder.url.appending(path: "t.jsonl"))
    try writer.seekToEnd()
    try writer.write(contentsOf: Data("{\"kind\":\"end\",\"status\":0}\n".utf8))
    var copy = reader
    func count(_ reader: inout TraceReader) throws -> Int {
      var count = 0
      while try reader.next() != nil { count += 1 }
      return count
    }
    #expect(try count(&reader) == 3)
    #expect(try count(&copy) == 3)
  }

  @Test func noBytesCrashIt() throws {
    var random = SeededRandomNumberGenerator(seed: 8)
    let text = Array("\(Self.header)\n\(Self.action)\n{\"kind\":\"jump\",\"step\":1,\"patch\":[]}\n".utf8)
    for _ in 0..<3000 {
      var bytes = text
      for _ in 0...Int.random(in: 0...4, using: &random) where !bytes.isEmpty { bytes = bytes.damaged(using: &random) }
      do {
        _ = try read(Data(bytes))
      } catch {
        #expect((error as? TraceError)?.rendered.hasPrefix("t.jsonl:") == true)
      }
    }
  }
}

@MainActor struct StoreTraceTests {
  @Reducer
  struct Tally {
    struct State: Encodable { var count = 0 }
    enum Action: Codable { case added(Int), later(accessToken: String), doubledByAnEffect }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .added(let number):
        state.count += number
        return .none
      case .later: return .run { await $0(.added(10)) }
      case .doubledByAnEffect: return run { store in try store.modify("Double") { $0.count *= 2 } }
      }
    }
  }

  private let folder = TemporaryFolder()

  @Test func reasonsOfNotificationsAreRecorded() throws {
    struct State: Encodable {
      var numbers = Array(0..<30)
      var secretToken = 0
      subscript(number index: Int) -> Int { numbers[index] }
    }
    let path = folder.path("notified.jsonl")
    do {
      let store = Store<State, Int>(initialState: State()) {
        Reduce { state, action in
          state.numbers = state.numbers.map { $0 + action }
          state.secretToken += 1
          return .none
        }
      }
      try store.trace(to: path, feature: "Numbers", program: "Numbers")
      withObservationTracking {
        _ = (store.secretToken, store.numbers[3])
      } onChange: {
      }
      store.send(1)
      withObservationTracking {
        for index in 0..<30 { _ = store[number: index] }
      } onChange: {
      }
      store.send(1)
    }
    let lines = try folder.text("notified.jsonl").split(separator: "\n").filter { $0.contains("notified") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""of":["State.secretToken","State.numbers"],"time":"#) == true)
    #expect(lines.last?.contains(#""of":["State.<Int>"],"count":30,"time":"#) == true, "addresses are left out")
  }

  /// A pipe whose reader leaves is in place of a disk that is full.
  @Test func aStoreGoesOnWithoutItsTraceAndSaysSoOnce() async throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      signal(SIGPIPE, SIG_IGN)
      let isRight = try await MainActor.run {
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let store = Store(initialState: Tally.State()) { Tally() }
        try store.trace(to: path, feature: "Tally", program: "Tally")
        close(reader)
        let issues = withCapturedIssues { for number in 1...3 { store.send(.added(number)) } }
        let message = "A store is no longer recorded: cannot write \(path): Broken pipe.\n\nThe trace has all steps up "
        return store.count == 6 && issues.count == 1 && issues[0].message.hasPrefix(message)
      }
      exit(isRight ? 7 : 1)
    }
  }

  @Test func anyStoreIsRecordedAndReplayed() async throws {
    let path = folder.path("trace.jsonl")
    do {
      let store = Store(initialState: Tally.State()) { Tally() }
      store.send(.added(1))
      let error = #expect(throws: FileError.self) {
        try store.trace(to: "/missing/trace.jsonl", feature: "Tally", program: "Tally")
      }
      #expect(error.map { "\($0)" } == "cannot write /missing/trace.jsonl: No such file or directory")
      try store.trace(to: path, feature: "Tally", program: "Tally")
      store.send(.added(2))
      await store.send(.later(accessToken: "s3cret")).finish()
      // A change of an effect is a step, too.
      await store.send(.doubledByAnEffect).finish()
      store.send(.added(3))
    }
    let text = try folder.text("trace.jsonl")
    #expect(!text.contains("s3cret"))
    #expect(text.split(separator: "\n").last?.hasPrefix(#"{"kind":"end","status":0,"#) == true)
    #expect(text.split(separator: "\n").count { $0.contains(#","duration":0"#) } == 6, "steps are measured")
    let program = StoreCommandLine(of: Tally(), Tally.State(count: 1), commands: [.replay])
    await program.play(["replay", path]).expect(
      texts: ["6 steps, 4 sent by the user, 1 received, 1 by effects: every state was reached as it was recorded\n"]
    )
  }
}
