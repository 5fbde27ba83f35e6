import Dependencies
import Foundation
import StoreTesting
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Recorded sessions are repeated by test stores, or replayed. Those without differences are in `Generated`.
@MainActor struct RecordedSessionTests {
  private let folder = TemporaryFolder()

  private static let script = """
    send fetchButtonTapped {"query": "a"}
    send stampButtonTapped
    advance 1s
    send stampButtonTapped
    send rollButtonTapped
    """
  private static let two = "send textChanged \"a\"\nsend textChanged \"b\""

  private func record(_ text: String = Self.script, editing edit: (String) -> String = { $0 }) async throws -> String {
    let program = Fetcher.program {
      $0.fetchClient.items = { query, page in [Fetcher.Item(id: page, name: query)] }
      $0.date = .constant(Date(timeIntervalSince1970: 5))
      $0.uuid = .constant(UUID(7))
    }
    let file = folder.path("session.jsonl")
    try folder.write(text, to: "session.script")
    #expect(await program.play(["run", folder.path("session.script"), "--trace", file]).status == 0)
    try folder.write(edit(try folder.text("session.jsonl")), to: "session.jsonl")
    return file
  }

  /// The issues of a session of two steps to which a body sends actions without effects.
  private func issues(
    through step: Int = .max,
    of body: (RecordedSession<Fetcher>, inout Fetcher.State) -> Void
  ) async throws -> [String] {
    let session = try RecordedSession(await record(Self.two), of: Fetcher(), through: step, from: Fetcher.State())
    var state = session.initialState
    return withCapturedIssues { body(session, &state) }.map(\.message)
  }

  @Test func anotherStateIsReported() async throws {
    let file = try await record(editing: { $0.replacing(#""name":"a""#, with: #""name":"b""#) })
    let issues = try await withCapturedIssues { try await replay(file, in: Fetcher(), from: Fetcher.State()) }
    // The action was changed too, so only the first of the differences is reported.
    #expect(issues.isEmpty)
    let other = try await record(editing: { $0.replacing(#""value":"1970-01-01T00:00:05Z""#, with: #""value":null"#) })
    let reported = try await withCapturedIssues { try await replay(other, in: Fetcher(), from: Fetcher.State()) }
    #expect(
      reported.map(\.message) == [
        """
        Step 3 of the session, `stampButtonTapped`, reaches another state.

          what was recorded → what came:
            ~ stamp: null → "1970-01-01T00:00:05Z"

        Either the feature has changed since the recording, or the session depends on something that was not recorded: an endpoint \
        that is not among the `recordedEndpoints` of the program, or a value that the feature makes by itself, such as \
        `UUID()`, in place of asking for it by `@Dependency`.
        """
      ]
    )
  }

  @Test func anotherBeginningIsReported() async throws {
    let file = try await record()
    var state = Fetcher.State()
    state.text = "b"
    let issues = try await withCapturedIssues { [state] in try await replay(file, in: Fetcher(), from: state) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("The session began with another state.\n") == true)
    #expect(issues.first?.message.contains(#"~ text: "" → "b""#) == true)
  }

  @Test func whatComesInPlaceOfAStepOrNotAtAllIsReported() async throws {
    let other = try await issues { session, state in
      _ = session.reducer.reduce(into: &state, action: .textChanged("c"))
      #expect(state.text == "c")
    }
    #expect(other.count == 1)
    #expect(other.first?.hasPrefix("In place of step 1 of the session, `textChanged`, another action came.\n") == true)
    let more = try await issues { session, state in
      for text in ["a", "b", "c"] { _ = session.reducer.reduce(into: &state, action: .textChanged(text)) }
    }
    #expect(more.count == 1)
    #expect(more.first?.hasPrefix("The session has no further action, but this one came: ") == true)
    let early = try await issues(through: 1) { session, _ in
      #expect(throws: (any Error).self) { try session.action(2) }
      _ = session[1]
      session.finish()
    }
    #expect(early.first?.hasPrefix("The state after step 1 was used before the feature has reached that step.") == true)
    #expect(early.last?.hasPrefix("Step 1 of the session, `textChanged`, did not come.") == true)
  }

  @Test func aPartOfIt() async throws {
    let issues = try await issues(through: 1) { session, state in
      _ = session.reducer.reduce(into: &state, action: .textChanged("a"))
      session.finish()
    }
    #expect(issues == [])
    let error = await #expect(throws: (any Error).self) { try await self.issues(through: 3) { _, _ in } }
    #expect(error.map { "\($0)".hasSuffix("there is no step 3: the trace has 2 steps") } == true)
  }

  /// The state is compared when all actions up to a step have come, whatever their order is.
  @Test func anotherOrderWithAnotherState() async throws {
    let issues = try await issues { session, state in
      _ = session.reducer.reduce(into: &state, action: .textChanged("b"))
      _ = session.reducer.reduce(into: &state, action: .textChanged("a"))
      session.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("Step 2 of the session, `textChanged`, reaches another state.") == true)
  }

  /// The record of a step that changes the text.
  private func step(_ number: Int, _ text: String) -> String {
    #"{"kind":"action","step":\#(number),"name":"textChanged","action":{"textChanged":{"_0":"\#(text)"}},"#
      + #""origin":"user","time":0,"wall":0,"patch":[{"op":"replace","path":"/text","value":"\#(text)"}]}"#
  }

  /// A state that can be decoded need not be made by the test.
  @Test func theStateIsDecoded() async throws {
    let file = folder.path("memo.jsonl")
    let header =
      #"{"trace":1,"program":"Memo","version":"1","feature":"Memo","context":"mock","date":"2026-01-01T00:00:00Z","#
      + #""state":{"text":"a"}}"#
    try folder.write("\(header)\n\(step(1, "b"))\n", to: "memo.jsonl")
    #expect(try RecordedSession(file, of: Memo()).initialState.text == "a")
    try await replay(file, in: Memo())
  }

  @Test func aJumpIsReplayed() async throws {
    let jump = #"{"kind":"jump","step":1,"time":0,"wall":0,"patch":[{"op":"replace","path":"/text","value":"a"}]}"#
    let file = try await record(Self.two) {
      $0.replacing(#"{"kind":"end""#, with: "\(jump)\n\(step(3, "c"))\n" + #"{"kind":"end""#)
    }
    try await replay(file, in: Fetcher(), from: Fetcher.State())
  }

  @Test func aFileThatIsNone() async throws {
    try folder.write("{}", to: "other.jsonl")
    for (file, reason) in [
      ("nothing.jsonl", "nothing.jsonl: No such file or directory"),
      (folder.path("other.jsonl"), "this is not a trace: it has no header"),
    ] {
      let error = await #expect(throws: (any Error).self) {
        try await replay(file, in: Fetcher(), from: Fetcher.State())
      }
      #expect(error.map { "\($0)".contains(reason) } == true)
    }
  }

  /// The answer may come at any moment, also just before the call begins to wait for it.
  @Test(.timeLimit(.minutes(10))) func anAnswerJustBeforeACallWaitsIsNotLost() async throws {
    let events = try RecordedEvents(TraceReader(await record()), path: FeaturePath())
    let location = IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let answers = RecordedAnswers(events, hiding: RedactedTexts(), TestClock(), at: location)
    let recorder = SuspensionRecorder { _ in
      answers.advance(to: 1)
      return SuspensionRecorder.Token(id: 1)
    } didResume: { _ in
    } settle: {
    }
    let items = try await SuspensionRecorder.local.withValue(recorder) {
      let items: [Fetcher.Item] = try await answers.answer("fetchClient.items", [], ["a", 1])
      return items
    }
    #expect(items == [Fetcher.Item(id: 1, name: "a")])
  }

  @Test(arguments: [
    (#""result":[{"id":"x"}]"#, #"What "fetchClient.items" answered can't be read again: "#),
    (#""error":{"type":"Plain"}"#, #""fetchClient.items" threw "Plain", which is not 'Codable'. "#),
  ])
  func anAnswerThatCannotBeReadAgainIsReported(outcome: String, message: String) async throws {
    let file = try await record(editing: { $0.replacing(#/"result":\[{[^}]*}\]/#, with: outcome) })
    let events = try RecordedEvents(TraceReader(file), path: FeaturePath())
    let location = IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let answers = RecordedAnswers(events, hiding: RedactedTexts(), TestClock(), at: location)
    answers.advance(to: 1)
    let issues = await withCapturedIssues {
      await #expect(throws: CancellationError.self) {
        let _: [Fetcher.Item] = try await answers.answer("fetchClient.items", [], ["a", 1])
      }
    }
    #expect(issues.count == 1 && issues.first?.message.hasPrefix(message) == true, "\(issues)")
  }
}

/// Endpoints whose closures are `@concurrent` are recorded like others, with any number of parameters.
struct ConcurrentEndpointTests {
  @Test func theirCallsAreHandled() async throws {
    let notes = CallNotes()
    var values = DependencyValues()
    for endpoint in Self.endpoints { endpoint.install(notes, in: &values) }
    let client = values.echoClient
    try await client.toNothing()
    try await client.oneToNothing(1)
    try await client.twoToNothing(1, 2)
    try await client.threeToNothing(1, 2, 3)
    try await client.fourToNothing(1, 2, 3, 4)
    var answers = [try await client.zero(), try await client.one(1), try await client.two(1, 2)]
    answers += [try await client.three(1, 2, 3), try await client.four(1, 2, 3, 4)]
    #expect(answers == ["0", "1", "2", "3", "4"])
    let expected = [
      "toNothing ", "oneToNothing 1", "twoToNothing 1 2", "threeToNothing 1 2 3", "fourToNothing 1 2 3 4", "zero ",
      "one 1", "two 1 2", "three 1 2 3", "four 1 2 3 4",
    ]
    #expect(notes.calls.value == expected)
  }

  private static var endpoints: [RecordedEndpoint] {
    [
      .endpoint(\.echoClient.zero, "zero"), .endpoint(\.echoClient.toNothing, "toNothing"),
      .endpoint(\.echoClient.one, "one"), .endpoint(\.echoClient.oneToNothing, "oneToNothing"),
      .endpoint(\.echoClient.two, "two"), .endpoint(\.echoClient.twoToNothing, "twoToNothing"),
      .endpoint(\.echoClient.three, "three"), .endpoint(\.echoClient.threeToNothing, "threeToNothing"),
      .endpoint(\.echoClient.four, "four"), .endpoint(\.echoClient.fourToNothing, "fourToNothing"),
    ]
  }
}

private struct CallNotes: CallHandler {
  let calls = LockIsolated<[String]>([])

  func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output {
    calls.withValue { $0.append("\(endpoint.name) " + arguments.map { "\($0)" }.joined(separator: " ")) }
    return try await original()
  }
}

private struct EchoClient: DependencyKey {
  var zero: @concurrent @Sendable () async throws -> String = { "0" }
  var one: @concurrent @Sendable (Int) async throws -> String = { _ in "1" }
  var two: @concurrent @Sendable (Int, Int) async throws -> String = { _, _ in "2" }
  var three: @concurrent @Sendable (Int, Int, Int) async throws -> String = { _, _, _ in "3" }
  var four: @concurrent @Sendable (Int, Int, Int, Int) async throws -> String = { _, _, _, _ in "4" }
  var toNothing: @concurrent @Sendable () async throws -> Void = {}
  var oneToNothing: @concurrent @Sendable (Int) async throws -> Void = { _ in }
  var twoToNothing: @concurrent @Sendable (Int, Int) async throws -> Void = { _, _ in }
  var threeToNothing: @concurrent @Sendable (Int, Int, Int) async throws -> Void = { _, _, _ in }
  var fourToNothing: @concurrent @Sendable (Int, Int, Int, Int) async throws -> Void = { _, _, _, _ in }
  static let liveValue = EchoClient(), mockValue = EchoClient(), testValue = EchoClient()
}

extension DependencyValues {
  fileprivate var echoClient: EchoClient {
    get { self[EchoClient.self] }
    set { self[EchoClient.self] = newValue }
  }
}
