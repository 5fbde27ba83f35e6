import Dependencies
import Testing

@testable import StoreInspection
@testable import StoreTrace

struct RehearsedCallsTests {
  /// The answer may come at any moment, also just before the call begins to wait for it.
  @Test(.timeLimit(.minutes(10))) func anAnswerJustBeforeACallWaitsIsNotLost() async throws {
    let call = RecordedSession.Call(
      index: 1,
      origin: nil,
      endpoint: "raceClient.ask",
      arguments: [.string("a")],
      outcome: .result(.string("b")),
      isLate: true
    )
    let calls = RehearsedCalls([call], redaction: .none, holdsAll: true)
    let recorder = SuspensionRecorder { _ in
      #expect(!calls.answer(1))
      return SuspensionRecorder.Token(id: 1)
    } didResume: { _ in
    } settle: {
    }
    let answer = try await SuspensionRecorder.local.withValue(recorder) {
      try await calls.call(.endpoint(\.raceClient.ask, "raceClient.ask(question:)"), ["a"]) { "" }
    }
    #expect(answer == "b")
    #expect(!calls.isWaiting(1))
  }
}
