import Dependencies
import Features
import Foundation
import LoopbackServer
import Store
import Testing

/// The live client over real sockets and the real `URLSession`; only the clock is not real.
struct HashtagClientTests {
  private let client = HashtagClient.liveValue
  private let clock = ImmediateClock()

  private func live<R>(
    _ url: String,
    stub: String? = nil,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> R
  ) async rethrows -> R {
    try await withDependencies {
      $0.continuousClock = clock
      $0.httpTransport = .liveValue
      var environment = ["HASHTAGS_API_URL": url]
      environment["USE_STUB_API_CLIENT"] = stub
      $0.processEnvironment = ProcessEnvironment(environment)
    } operation: {
      try await operation()
    }
  }

  /// The errors that both requests end in, and how often each was sent.
  private func errors(_ answer: LoopbackAnswer) async throws -> (get: APIError?, gets: Int, post: APIError?, posts: Int)
  {
    let server = try TestServer(answer)
    let get = await #expect(throws: APIError.self) {
      try await live(server.url) { try await client.hashtags([1]) }
    }
    let post = await #expect(throws: APIError.self) {
      try await live(server.url) { try await client.addHashtags(1, "#a") }
    }
    let methods = server.requests.map(\.method)
    return (get, methods.count { $0 == "GET" }, post, methods.count { $0 == "POST" })
  }

  private static let hashtagsBody = """
    {"recipe_hashtags": [{"recipe_id": 2, "hashtags": [{"id": 5, "name": "夕食"}, {"id": 3, "name": "簡単"}]},
     {"recipe_id": 1, "hashtags": []}, {"recipe_id": 2, "hashtags": []}]}
    """
  private static let addedBody = #"{"hashtags": [{"id": 9223372036854775807, "name": "a", "recipe_id": 1}]}"#

  @Test func readsHashtags() async throws {
    let server = try TestServer(.json(Self.hashtagsBody))
    let hashtags = try await live(server.url) { try await client.hashtags([1, 2, 3]) }
    let expected = [Hashtag(id: 5, name: "夕食"), Hashtag(id: 3, name: "簡単")]
    #expect(hashtags[id: 2]?.hashtags == expected, "of two entries the first counts")
    #expect(hashtags[id: 1]?.hashtags == [] && hashtags[id: 3] == nil)
    #expect(
      server.requests.map(\.target) == ["/recipe_hashtags?hashtag_limit_per_recipe=10&recipe_ids=1%2C2%2C3"]
    )
  }

  @Test func asksForNothingWhenThereIsNothingToAskFor() async throws {
    let server = try TestServer(.json(Self.hashtagsBody))
    #expect(try await live(server.url) { try await client.hashtags([]) }.isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test func addsHashtags() async throws {
    let server = try TestServer(.json(Self.addedBody, status: 201))
    let added = try await live(server.url) { try await client.addHashtags(.max, "#夕食 \"#b\"\n#c") }
    #expect(added == [Hashtag(id: .max, name: "a")])
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.target == "/hashtags")
    #expect(request[header: "Content-Type"] == "application/json")
    struct Body: Codable, Equatable {
      var recipe_id: Int64
      var value: String
    }
    let body = try JSONDecoder().decode(Body.self, from: Data(request.body))
    #expect(body == Body(recipe_id: .max, value: "#夕食 \"#b\"\n#c"))
  }

  @Test(arguments: ["ftp://x", "not an address", "https://user:pass@x"])
  func anAddressThatIsNoneIsAnError(_ url: String) async throws {
    let error = await #expect(throws: APIError.self) { try await live(url) { try await client.addHashtags(1, "#a") } }
    #expect(error?.message.hasPrefix("HASHTAGS_API_URL ") == true)
    #expect(error?.message.hasSuffix("Set it to something like http://localhost:3002.") == true)
  }

  @Test func theMockAnswersWhenTheEnvironmentSaysSo() async throws {
    let names = try await live("nowhere", stub: "1") {
      _ = try await client.addHashtags(4, "#new")
      return try await client.hashtags([4])[id: 4]?.hashtags.map(\.name)
    }
    #expect(names == ["new"])
  }

  // What was added may have been, even if no response came: it is not sent again.

  @Test func aServerThatDoesNotRecover() async throws {
    let result = try await errors(.json(#"{"message": "down"}"#, status: 503))
    #expect(result.get == .status(code: 503, message: "down", retryAt: nil) && result.gets == 3)
    #expect(result.post == .status(code: 503, message: "down", retryAt: nil) && result.posts == 1)
  }

  @Test func aConnectionThatIsAlwaysReset() async throws {
    let result = try await errors(.reset)
    #expect(result.get == .noConnection(reason: "the connection was lost") && result.gets == 3)
    #expect(result.post == .noConnection(reason: "the connection was lost") && result.posts == 1)
  }

  @Test func aBodyThatIsAlwaysCutShort() async throws {
    let result = try await errors(.json(Self.hashtagsBody, bodyLimit: 20))
    #expect(result.get == .noConnection(reason: "the connection was lost") && result.gets == 3)
    #expect(result.post == .noConnection(reason: "the connection was lost") && result.posts == 1)
  }

  @Test func aServerThatRecovers() async throws {
    let server = try TestServer(.respond(502), .reset, .json(Self.hashtagsBody))
    let hashtags = try await live(server.url) { try await client.hashtags([1]) }
    #expect(hashtags.count == 2)
    #expect(server.requests.count == 3)
    #expect(clock.now.offset == .milliseconds(1500))
  }

  @Test func aRequestThatIsRefused() async throws {
    let result = try await errors(.json(#"{"message": "value has no hashtag"}"#, status: 422))
    #expect(result.get == .status(code: 422, message: "value has no hashtag", retryAt: nil) && result.gets == 1)
    #expect(result.post == .status(code: 422, message: "value has no hashtag", retryAt: nil) && result.posts == 1)
  }

  @Test func aRateLimit() async throws {
    let result = try await errors(.json(#"{"message": "Slow down."}"#, status: 429))
    #expect(result.get == .rateLimited(retryAt: nil, message: "Slow down.") && result.gets == 1)
    #expect(result.post == .rateLimited(retryAt: nil, message: "Slow down.") && result.posts == 1)
  }

  @Test func aServerThatIsNotThere() async throws {
    let port = ClosedPort()
    await #expect(throws: APIError.noConnection(reason: "the server refuses connections")) {
      try await live(port.url) { try await client.addHashtags(1, "#a") }
    }
    #expect(clock.now.offset == .zero)
    withExtendedLifetime(port) {}
  }

  @Test func whatIsNotHTTP() async throws {
    let result = try await errors(.bytes(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)))
    #expect(result.get == .notHTTP && result.gets == 1 && result.post == .notHTTP && result.posts == 1)
  }

  @Test(arguments: [
    ("<html>Welcome to the airport</html>", "", "valid JSON"),
    ("[]", "", "an object"),
    ("{}", "recipe_hashtags", "a value, but the key is missing"),
    (
      hashtagsBody.replacing("2, \"h", with: "null, \"h"), "recipe_hashtags[0].recipe_id",
      "a whole number instead of null"
    ),
    (hashtagsBody.replacing("\"簡単\"", with: "true"), "recipe_hashtags[0].hashtags[1].name", "a string"),
  ])
  func hashtagsOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    let result = try await errors(.json(body))
    #expect(result.get == .undecodable(path: path, expected: expected) && result.gets == 1)
  }

  @Test func addedHashtagsOfAnotherShape() async throws {
    let body = Self.addedBody.replacing("9223372036854775807", with: "9223372036854775808")
    let result = try await errors(.json(body, status: 201))
    #expect(
      result.post == .undecodable(path: "hashtags[0].id", expected: "a number without a fraction, or not so large")
    )
  }

  @Test func cancellationIsSeenByTheServer() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrival.yield()
      return .silence { disconnect.yield() }
    }
    let client = client
    let task = await live(server.url) { Task { try await client.addHashtags(1, "#a") } }
    for await _ in arrivals.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in disconnects.prefix(1) {}
    #expect(server.requests.count == 1)
  }

  @Test func runsManyRequestsAtOnce() async throws {
    let server = try TestServer { request, _ in
      let id = request.query.split(separator: "=").last ?? ""
      return .json(Self.hashtagsBody.replacing("\"recipe_id\": 1", with: "\"recipe_id\": \(id)"))
    }
    let ids = try await live(server.url) {
      try await withThrowingTaskGroup(of: Recipe.ID?.self) { group in
        for id in 101...150 as ClosedRange<Recipe.ID> {
          group.addTask { try await HashtagClient.liveValue.hashtags([id])[id: id]?.recipeID }
        }
        return try await group.reduce(into: Set<Recipe.ID>()) { if let id = $1 { $0.insert(id) } }
      }
    }
    #expect(ids == Set(101...150))
  }

  @Test func endpointsThatATestDoesNotProvideAreReportedByName() async {
    @Dependency(\.hashtagClient) var client
    await withExpectedIssue {
      _ = try? await client.hashtags([1])
    } matching: {
      $0.message.contains("Unimplemented: HashtagClient.hashtags")
    }
    await withExpectedIssue {
      _ = try? await client.addHashtags(1, "#a")
    } matching: {
      $0.message.contains("Unimplemented: HashtagClient.addHashtags")
    }
  }
}
