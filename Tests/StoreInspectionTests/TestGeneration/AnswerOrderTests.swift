import Dependencies
import DependenciesMacros
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreTrace

/// Two effects that call the same endpoint: one at once, the other after a moment.
@Reducer
struct Race {
  struct State: Equatable, Encodable {
    var answers: [String] = []
  }

  enum Action: Equatable, Codable {
    case start
    case answered(String)
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.raceClient) private var client

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
    case .answered(let answer):
      state.answers.append(answer)
      return .none
    }
  }
}

@DependencyClient
struct RaceClient: Sendable {
  var ask: @Sendable (_ question: String) async throws -> String
}

extension RaceClient: DependencyKey {
  static let liveValue = Self()
  static let testValue = Self()
}

extension DependencyValues {
  var raceClient: RaceClient {
    get { self[RaceClient.self] }
    set { self[RaceClient.self] = newValue }
  }
}

struct AnswerOrderTests {
  /// The later call is answered first, and the rehearsal keeps that order.
  @Test func answersComeInTheOrderInWhichTheyWereRecorded() async throws {
    let (answered, answer) = AsyncStream.makeStream(of: Void.self)
    var program = StoreCommandLine(of: Race(), Race.State())
    program.dependencies = {
      $0.raceClient.ask = { question in
        if question == "at once" { for await _ in answered { break } }
        // This call is made after the store has received the answer of the other effect.
        if question == "both" { answer.yield() }
        return question
      }
    }
    program.recordedEndpoints = [.endpoint(\.raceClient.ask, "raceClient.ask(question:)")]
    let made = try await SessionToTest.make(
      """
      context live
      send start
      await answered within 1m
      await answered within 1m
      expect answers == ["later", "at once"]
      """,
      program: program
    )
    made.expect(errors: "")
    let later = try #require(made.output.firstRange(of: #"$0.answers = ["later"]"#), "\(made.output)")
    let both = try #require(made.output.firstRange(of: #"$0.answers = ["later", "at once"]"#), "\(made.output)")
    #expect(later.lowerBound < both.lowerBound)
  }

  /// The session ends before anything follows from the last answer, so the test never gives it.
  @Test func anAnswerFromWhichNothingFollowsIsNotGiven() async throws {
    var program = StoreCommandLine(of: Race(), Race.State())
    program.dependencies = { $0.raceClient.ask = { question in question } }
    program.recordedEndpoints = [.endpoint(\.raceClient.ask, "raceClient.ask(question:)")]
    let made = try await SessionToTest.make(
      "context live\nsend start\nawait answered within 1m\nawait answered within 1m",
      program: program
    ) { trace in
      let lines = trace.split(separator: "\n")
      let last = lines.lastIndex { $0.contains(#""kind":"action""#) } ?? 0
      let call = lines.first { $0.contains(#""kind":"call""#) }
      return (lines[...last] + (call.map { [$0] } ?? [])).joined(separator: "\n") + "\n"
    }
    made.expect(errors: "")
    #expect(made.output.contains("await store.skipInFlightEffects()"), "\(made.output)")
  }

  /// A test of a child feature leaves out the calls of effects that its parent started, so it does not wait for them.
  @Test func callsOfOtherFeaturesAreLeftOut() throws {
    let trace = [
      #"{"trace":1,"program":"Shop","version":"1.0","feature":"Shop","context":"live","date":"2026-01-01T00:00:00Z","#
        + #""state":{"search":{"query":""}}}"#,
      #"{"kind":"action","step":1,"name":"launched","action":{"launched":{}},"origin":"user","time":0,"wall":0,"patch":[]}"#,
      #"{"kind":"started","effect":1,"name":"Load","location":"Shop/Shop.swift:1","cause":1,"cancellationIDs":[],"time":0,"wall":0}"#,
      #"{"kind":"action","step":2,"name":"search.typed","action":{"search":{"_0":{"typed":{}}}},"origin":"user","#
        + #""time":0,"wall":0,"patch":[]}"#,
      #"{"kind":"started","effect":2,"name":"Find","location":"Shop/Shop.swift:1","cause":2,"cancellationIDs":[],"time":0,"wall":0}"#,
      #"{"kind":"call","effect":1,"dependency":"shop.load","arguments":[],"result":{},"time":0,"wall":0}"#,
      #"{"kind":"call","effect":2,"dependency":"shop.find","arguments":[],"result":{},"time":0,"wall":0}"#,
      #"{"kind":"finished","effect":1,"time":0,"wall":0}"#,
      #"{"kind":"finished","effect":2,"time":0,"wall":0}"#,
    ].map { $0 + "\n" }.joined()
    let events = try RecordedEvents(
      TraceReader(name: "trace", Array(trace.utf8)),
      path: FeaturePath(properties: "search", cases: "search")
    )
    #expect(events.calls.map(\.endpoint) == ["shop.find"])
  }

  /// A session can end between an answer and the action that follows from it.
  @Test func answersThatNothingHasComeOfYetAreNotGiven() async throws {
    var program = StoreCommandLine(of: Race(), Race.State())
    program.dependencies = { $0.raceClient.ask = { $0 } }
    program.recordedEndpoints = [.endpoint(\.raceClient.ask, "raceClient.ask(question:)")]
    let made = try await SessionToTest.make(
      """
      send start
      await answered
      advance 1ms
      """,
      program: program
    ) { trace in
      let lines = trace.split(separator: "\n")
      let answer = lines.lastIndex { $0.contains(#""arguments":["later"]"#) } ?? 0
      return lines[...answer].map { $0 + "\n" }.joined()
    }
    made.expect(errors: "")
    #expect(made.output.contains(#"$0.answers = ["at once"]"#), "\(made.output)")
    #expect(!made.output.contains(#""later""#), "\(made.output)")
  }

  /// Saves the typed text on each change, and once more when the form is closed.
  @Reducer
  struct Form {
    struct State: Equatable, Encodable {
      var isClosed = false
    }

    enum Action: Equatable, Codable {
      case typed(String)
      case closeButtonTapped(String)
      case closed
    }

    private enum CancelID { case draft }

    @Dependency(\.raceClient) private var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let text):
        return .run { [client] _ in _ = try await client.ask(text) }
          .cancellable(id: CancelID.draft, cancelInFlight: true)
      case .closeButtonTapped(let text):
        return .run { [client] send in
          _ = try await client.ask(text)
          await send(.closed)
        }
        .cancellable(id: CancelID.draft, cancelInFlight: true)
      case .closed:
        state.isClosed = true
        return .none
      }
    }
  }

  /// The test of a form that is closed while the call for the typed text waits.
  ///
  /// - Parameter change: Changes the lines of the trace, given the numbers of those of the call and of the closing.
  private static func formTest(
    typing text: String,
    change: (_ lines: inout [String], _ call: Int, _ closing: Int) -> Void
  ) async throws -> Run {
    var program = StoreCommandLine(of: Form(), Form.State())
    program.dependencies = {
      let calls = Locked(0)
      $0.raceClient.ask = { text in
        let call = calls.next()
        if call == 1 { try await Task.never() }
        return text
      }
    }
    program.recordedEndpoints = [.endpoint(\.raceClient.ask, "raceClient.ask(question:)")]
    let made = try await SessionToTest.make(
      """
      send typed "\(text)"
      send closeButtonTapped "first"
      await closed
      """,
      program: program
    ) { trace in
      var lines = trace.split(separator: "\n").map(String.init)
      let call = lines.firstIndex { $0.contains(#""kind":"call""#) && $0.contains("cancelled") }
      let closing = lines.firstIndex { $0.contains(#""name":"closeButtonTapped""#) }
      if let call, let closing { change(&lines, call, closing) } else { Issue.record("\(trace)") }
      return lines.map { $0 + "\n" }.joined()
    }
    made.expect(errors: "")
    #expect(made.output.contains("$0.isClosed = true"), "\(made.output)")
    return made
  }

  /// On live values an effect can be cancelled before it makes its call. In the rehearsal it may make the call, which
  /// must not get the answer of the next effect that makes the same call.
  @Test(arguments: ["first", "other"])
  func aCallThatWasNotMadeDoesNotTakeTheAnswerOfTheNext(text: String) async throws {
    _ = try await Self.formTest(typing: text) { lines, call, _ in lines.remove(at: call) }
  }

  /// An answer can come just before its effect is cancelled. In the rehearsal, where it comes after the cancellation,
  /// nothing is known of it but that it leads to nothing.
  @Test func anAnswerThatLedToNothingIsNotGiven() async throws {
    _ = try await Self.formTest(typing: "other") { lines, call, closing in
      let answer = lines.remove(at: call).replacing(#/"error":{[^}]*}/#, with: #""result":"other""#)
      lines.insert(answer, at: closing)
    }
  }
}
