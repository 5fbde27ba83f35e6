import Dependencies
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// Endpoints whose closures are `@concurrent` are recorded like others, with any number of parameters.
struct ConcurrentEndpointTests {
  @Test(arguments: [
    "zero", "one", "two", "three", "four", "toNothing", "oneToNothing", "twoToNothing", "threeToNothing",
    "fourToNothing",
  ])
  func isRecorded(endpoint: String) async throws {
    let made = try await SessionToTest.make("send called \"\(endpoint)\"", program: Echo.program)
    #expect(made.errors == "")
    #expect(made.output.contains("session.prepare(&$0, #endpoint(\\.echoClient.\(endpoint)))"), "\(made.output)")
    #expect(made.output.contains("await store.receive(.answered("), "\(made.output)")
  }
}

@Reducer
struct Echo {
  struct State: Equatable, Encodable {
    var answer = ""
  }

  enum Action: Equatable, Codable {
    case called(String)
    case answered(String)
  }

  @Dependency(\.echoClient) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .called(let name):
      return .run { [client] send in await send(.answered(try await client.call(name))) }
    case .answered(let answer): state.answer = answer
    }
    return .none
  }

  static var program: StoreCommandLine<Echo> {
    var program = StoreCommandLine(of: Echo(), Echo.State())
    program.recordedEndpoints = [
      .endpoint(\.echoClient.zero, "echoClient.zero"),
      .endpoint(\.echoClient.one, "echoClient.one"),
      .endpoint(\.echoClient.two, "echoClient.two"),
      .endpoint(\.echoClient.three, "echoClient.three"),
      .endpoint(\.echoClient.four, "echoClient.four"),
      .endpoint(\.echoClient.toNothing, "echoClient.toNothing"),
      .endpoint(\.echoClient.oneToNothing, "echoClient.oneToNothing"),
      .endpoint(\.echoClient.twoToNothing, "echoClient.twoToNothing"),
      .endpoint(\.echoClient.threeToNothing, "echoClient.threeToNothing"),
      .endpoint(\.echoClient.fourToNothing, "echoClient.fourToNothing"),
    ]
    return program
  }
}

struct EchoClient: DependencyKey {
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

  static let liveValue = EchoClient()
  static let mockValue = EchoClient()

  func call(_ name: String) async throws -> String {
    switch name {
    case "zero": return try await zero()
    case "one": return try await one(1)
    case "two": return try await two(1, 2)
    case "three": return try await three(1, 2, 3)
    case "four": return try await four(1, 2, 3, 4)
    case "toNothing": try await toNothing()
    case "oneToNothing": try await oneToNothing(1)
    case "twoToNothing": try await twoToNothing(1, 2)
    case "threeToNothing": try await threeToNothing(1, 2, 3)
    case "fourToNothing": try await fourToNothing(1, 2, 3, 4)
    default: break
    }
    return name
  }
}

extension DependencyValues {
  var echoClient: EchoClient {
    get { self[EchoClient.self] }
    set { self[EchoClient.self] = newValue }
  }
}
