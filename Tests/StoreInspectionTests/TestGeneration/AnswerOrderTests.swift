import Dependencies
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Asks a client: by two effects at once, or for a form, which asks on each change and once more when it is closed.
@Reducer
struct Asker {
  struct State: Equatable, Encodable { var answers: [String] = [], isClosed = false }
  enum Action: Equatable, Codable {
    case start, pairStarted, answered(String), typed(String), closeButtonTapped(String), closed
  }
  private enum CancelID { case draft }
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.fetchClient) private var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        .run { [client] send in await send(.answered(try await client.ask("at once"))) },
        .run { [clock, client] send in
          try await clock.sleep(for: .milliseconds(1))
          await send(.answered(try await client.ask("later")))
          _ = try await client.ask("both")
        }
      )
    case .pairStarted:
      // With Swift 6.2 and 6.3, effects with capture lists start off the store's actor.
      return .merge(
        .run(name: "Recorded") { [client] send in await send(.answered(try await client.ask("recorded"))) },
        .run(name: "Other") { [name = "other"] send in await send(.answered(name)) }
      )
    case .answered(let answer): state.answers.append(answer)
    case .typed(let text):
      return .run { [client] _ in _ = try await client.ask(text) }.cancellable(id: CancelID.draft, cancelInFlight: true)
    case .closeButtonTapped(let text):
      return .run { [client] send in
        _ = try await client.ask(text)
        await send(.closed)
      }
      .cancellable(id: CancelID.draft, cancelInFlight: true)
    case .closed: state.isClosed = true
    }
    return .none
  }

  /// A program for the feature, whose questions are answered by themselves if nothing else is said.
  static func program(
    _ dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { $0.fetchClient.ask = { $0 } }
  ) -> StoreCommandLine<Self> {
    var program = StoreCommandLine(of: Asker(), Asker.State())
    program.dependencies = dependencies
    program.recordedEndpoints = [#endpoint(\.fetchClient.ask)]
    return program
  }
}

struct AnswerOrderTests {
  /// Makes a test of a session, the lines of whose trace `edit` changes.
  private func test(
    _ script: String,
    of program: StoreCommandLine<Asker> = Asker.program(),
    editing edit: (inout [String]) -> Void = { _ in }
  ) async throws -> String {
    let made = try await SessionToTest.make(script, program: program) { trace in
      var lines = trace.split(separator: "\n").map(String.init)
      edit(&lines)
      return lines.map { $0 + "\n" }.joined()
    }
    made.expect(errors: "")
    return made.output
  }

  /// The later call is answered first, and the rehearsal keeps that order.
  @Test func answersComeInTheOrderInWhichTheyWereRecorded() async throws {
    let (answered, answer) = AsyncStream.makeStream(of: Void.self)
    let script = """
      context live
      send start
      await answered within 1m
      await answered within 1m
      expect answers == ["later", "at once"]
      """
    let program = Asker.program {
      $0.fetchClient.ask = { question in
        if question == "at once" { for await _ in answered { break } }
        // This call is made after the store has received the answer of the other effect.
        if question == "both" { answer.yield() }
        return question
      }
    }
    let made = try await test(script, of: program)
    let later = try #require(made.firstRange(of: #"$0.answers = ["later"]"#), "\(made)")
    let both = try #require(made.firstRange(of: #"$0.answers = ["later", "at once"]"#), "\(made)")
    #expect(later.lowerBound < both.lowerBound)
  }

  /// The session ends before anything follows from the last answer, so the test never gives it.
  @Test func anAnswerFromWhichNothingFollowsIsNotGiven() async throws {
    let script = "context live\nsend start\nawait answered within 1m\nawait answered within 1m"
    let made = try await test(script) { lines in
      let last = lines.lastIndex { $0.contains(#""kind":"action""#) } ?? 0
      let call = lines.first { $0.contains(#""kind":"call""#) }
      lines = Array(lines[...last]) + (call.map { [$0] } ?? [])
    }
    #expect(made.contains("await store.skipInFlightEffects()"), "\(made)")
  }

  /// A session can end between an answer and the action that follows from it.
  @Test func answersThatNothingHasComeOfYetAreNotGiven() async throws {
    let made = try await test("send start\nawait answered\nadvance 1ms") { lines in
      lines = Array(lines[...(lines.lastIndex { $0.contains(#""arguments":["later"]"#) } ?? 0)])
    }
    #expect(made.contains(#"$0.answers = ["at once"]"#), "\(made)")
    #expect(!made.contains(#""later""#), "\(made)")
  }

  /// A test of a child feature leaves out the calls of effects that its parent started, so it does not wait for them.
  @Test func callsOfOtherFeaturesAreLeftOut() throws {
    let started = #","name":null,"location":"Shop/Shop.swift:1","cancellationIDs":[],"time":0,"wall":0,"cause":"#
    let call = #","arguments":[],"result":{},"time":0,"wall":0,"dependency":"#
    let sent = #""kind":"action","origin":"user","time":0,"wall":0,"patch":[],"step":"#
    let trace = [
      #"{"trace":1,"program":"Shop","version":"1.0","feature":"Shop","context":"live","date":"2026-01-01T00:00:00Z","#
        + #""state":{"search":{"query":""}}}"#,
      #"{\#(sent)1,"name":"launched","action":{"launched":{}}}"#, #"{"kind":"started","effect":1\#(started)1}"#,
      #"{\#(sent)2,"name":"search.typed","action":{"search":{"_0":{"typed":{}}}}}"#,
      #"{"kind":"started","effect":2\#(started)2}"#, #"{"kind":"call","effect":1\#(call)"shop.load"}"#,
      #"{"kind":"call","effect":2\#(call)"shop.find"}"#, #"{"kind":"finished","effect":1,"time":0,"wall":0}"#,
      #"{"kind":"finished","effect":2,"time":0,"wall":0}"#,
    ].map { $0 + "\n" }.joined()
    let reader = try TraceReader(name: "trace", Array(trace.utf8))
    let events = try RecordedEvents(reader, path: FeaturePath(properties: "search", cases: "search"))
    #expect(events.calls.map(\.endpoint) == ["shop.find"])
  }

  /// Makes the test of a form that is closed while the call for the typed text waits, after a change of its trace.
  private func expectFormTest(
    typing text: String,
    change: (_ lines: inout [String], _ call: Int, _ closing: Int) -> Void
  ) async throws {
    let script = "send typed \"\(text)\"\nsend closeButtonTapped \"first\"\nawait closed"
    let program = Asker.program {
      let calls = Locked(0)
      $0.fetchClient.ask = { text in
        if calls.next() == 1 { try await Task.never() }
        return text
      }
    }
    let made = try await test(script, of: program) { lines in
      let call = lines.firstIndex { $0.contains(#""kind":"call""#) && $0.contains("cancelled") }
      let closing = lines.firstIndex { $0.contains(#""name":"closeButtonTapped""#) }
      if let call, let closing { change(&lines, call, closing) } else { Issue.record("\(lines)") }
    }
    #expect(made.contains("$0.isClosed = true"), "\(made)")
  }

  /// On live values an effect can be cancelled before it makes its call, and in the rehearsal after it.
  @Test(arguments: ["first", "other"])
  func aCallThatWasNotMadeDoesNotTakeTheAnswerOfTheNext(text: String) async throws {
    try await expectFormTest(typing: text) { lines, call, _ in lines.remove(at: call) }
  }

  /// An answer can also come when its effect was cancelled. The next effect that makes the same call has its own.
  @Test func anAnswerThatCameTooLateIsNotGiven() async throws {
    try await expectFormTest(typing: "first") { lines, call, _ in
      let answer = lines.remove(at: call).replacing(#/"error":{[^}]*}/#, with: #""result":"first""#)
      let closed = lines.firstIndex { $0.contains(#""name":"closed""#) }
      lines.insert(answer, at: (closed ?? 0) + 1)
    }
  }

  /// An answer can come just before its effect is cancelled. In the rehearsal it comes after that.
  @Test func anAnswerThatLedToNothingIsNotGiven() async throws {
    try await expectFormTest(typing: "other") { lines, call, closing in
      let answer = lines.remove(at: call).replacing(#/"error":{[^}]*}/#, with: #""result":"other""#)
      lines.insert(answer, at: closing)
    }
  }
}
