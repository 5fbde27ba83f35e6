import Dependencies
import Testing

@testable import StoreTrace

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
    #expect(
      notes.calls.value == [
        "toNothing ", "oneToNothing 1", "twoToNothing 1 2", "threeToNothing 1 2 3", "fourToNothing 1 2 3 4", "zero ",
        "one 1", "two 1 2", "three 1 2 3", "four 1 2 3 4",
      ]
    )
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

  static let liveValue = EchoClient()
  static let mockValue = EchoClient()
  static let testValue = EchoClient()
}

extension DependencyValues {
  fileprivate var echoClient: EchoClient {
    get { self[EchoClient.self] }
    set { self[EchoClient.self] = newValue }
  }
}
