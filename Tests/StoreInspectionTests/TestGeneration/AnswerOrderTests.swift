import Dependencies
import DependenciesMacros
import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// Two effects that ask the same client: one at once, one after a moment.
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
  /// What was asked later is answered first, and the rehearsal follows.
  @Test func answersComeInTheOrderInWhichTheyWereRecorded() async throws {
    let (answered, answer) = AsyncStream.makeStream(of: Void.self)
    var program = StoreCommandLine<Race>("Race", commands: [.run, .generateTest]) {
      Race.State()
    } reducer: {
      Race()
    }
    program.dependencies = {
      $0.raceClient.ask = { question in
        if question == "at once" { for await _ in answered { break } }
        if question == "later" { Task { answer.yield() } }
        return question
      }
    }
    program.recordedEndpoints = [.endpoint(\.raceClient.ask, "raceClient.ask(question:)")]
    let made = try await SessionToTest.make(
      """
      context live
      send start
      await answered
      await answered
      expect answers == ["later", "at once"]
      """,
      program: program
    )
    #expect(made.errors == "")
    #expect(made.status == 0)
    let later = try #require(made.output.firstRange(of: #"$0.answers = ["later"]"#), "\(made.output)")
    let atOnce = try #require(made.output.firstRange(of: #"$0.answers.append("at once")"#), "\(made.output)")
    #expect(later.lowerBound < atOnce.lowerBound)
  }
}
