import Dependencies
import Features
import Foundation
import LoopbackServer
import Testing

/// The live client over real sockets and the real `URLSession`; only the clock is not real.
struct RecipeClientTests {
  private let client = RecipeClient.liveValue
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
      var environment = ["RECIPES_API_URL": url]
      environment["USE_STUB_API_CLIENT"] = stub
      $0.processEnvironment = ProcessEnvironment(environment)
    } operation: {
      try await operation()
    }
  }

  /// The error that the request for a page ends in.
  private func listError(_ answers: LoopbackAnswer...) async throws -> (error: APIError?, requests: Int) {
    let server = try TestServer { _, index in answers[min(index, answers.count - 1)] }
    let error = await #expect(throws: APIError.self) {
      try await live(server.url) { try await client.recipes(nil) }
    }
    return (error, server.requests.count)
  }

  private static let summary = """
    {"id": 5122232, "title": "カレーライス", "description": "普通の", "image_url": null, "user": {"name": "ochikeron"},
     "ingredients": [{"name": "豚バラ肉"}, {"name": "玉ねぎ"}], "published_at": "2022-08-01"}
    """

  private static func pageBody(_ recipes: String = summary, next: String = "\"\"", hasNext: Bool = false) -> String {
    #"{"recipes": [\#(recipes)], "page_info": {"next_page_cursor": \#(next), "has_next_page": \#(hasNext)}}"#
  }

  private static let recipe = """
    {"recipe": {"id": 9223372036854775807, "title": "親子丼", "description": "卵が",
     "image_url": "https://images.example/1.jpg", "user": {"name": "ada", "image_url": null},
     "ingredients": [{"id": 1, "name": "卵", "quantity": "2個"}, {"id": 2, "name": "塩"}],
     "steps": [{"id": 1, "memo": "煮る。", "image_url": null}, {"id": 2, "memo": "とじる。"}]}}
    """

  @Test func readsAPage() async throws {
    let server = try TestServer(.json(Self.pageBody(next: "\"a b&c\"", hasNext: true)), .json(Self.pageBody()))
    let (first, second) = try await live(server.url) {
      let first = try await client.recipes(nil)
      return (first, try await client.recipes(first.nextCursor))
    }
    let summary = RecipeSummary(
      id: 5_122_232,
      title: "カレーライス",
      description: "普通の",
      user: Recipe.User(name: "ochikeron"),
      ingredients: [.init(name: "豚バラ肉"), .init(name: "玉ねぎ")]
    )
    #expect(first == RecipePage(recipes: [summary], nextCursor: "a b&c"))
    #expect(second == RecipePage(recipes: [summary]))
    #expect(server.requests.map(\.target) == ["/recipes?limit=10", "/recipes?limit=10&cursor=a%20b%26c"])
    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request[header: "Accept"] == "application/json")
  }

  @Test(arguments: ["null", "\"\"", "\"a\""])
  func theLastPageHasNoNextOneWhateverItsCursor(_ cursor: String) async throws {
    let server = try TestServer(.json(Self.pageBody("", next: cursor)))
    let page = try await live(server.url) { try await client.recipes(nil) }
    #expect(page == RecipePage(recipes: []))
  }

  @Test func readsARecipe() async throws {
    let server = try TestServer(.json(Self.recipe))
    let recipe = try await live(server.url) { try await client.recipe(.max) }
    let expected = Recipe(
      id: .max,
      title: "親子丼",
      description: "卵が",
      imageURL: "https://images.example/1.jpg",
      user: Recipe.User(name: "ada"),
      ingredients: [.init(id: 1, name: "卵", quantity: "2個"), .init(id: 2, name: "塩")],
      steps: [.init(id: 1, memo: "煮る。"), .init(id: 2, memo: "とじる。")]
    )
    #expect(recipe == expected)
    #expect(server.requests.map(\.target) == ["/recipes/9223372036854775807"])
  }

  @Test func aRecipeThatIsNotThere() async throws {
    let server = try TestServer(.json(#"{"message": "There is no recipe 7"}"#, status: 404))
    let error = await #expect(throws: APIError.self) { try await live(server.url) { try await client.recipe(7) } }
    #expect(error == .status(code: 404, message: "There is no recipe 7", retryAt: nil))
    #expect(server.requests.count == 1)
  }

  @Test(arguments: ["ftp://x", "not an address", "https://user:pass@x"])
  func anAddressThatIsNoneIsAnError(_ url: String) async throws {
    let error = await #expect(throws: APIError.self) { try await live(url) { try await client.recipes(nil) } }
    #expect(error?.message.hasPrefix("RECIPES_API_URL ") == true)
    #expect(error?.message.hasSuffix("Set it to something like http://localhost:3001.") == true)
  }

  @Test(arguments: ["1", "true", "YES", " 1 "])
  func theMockAnswersWhenTheEnvironmentSaysSo(_ value: String) async throws {
    let (page, recipe) = try await live("nowhere", stub: value) {
      (try await client.recipes("11"), try await client.recipe(42))
    }
    #expect(page.recipes.map(\.id) == Array(11...20))
    #expect(recipe == Recipe.sample(id: 42))
  }

  @Test(arguments: ["0", "false", "", "2"])
  func theMockDoesNotAnswerOtherwise(_ value: String) async throws {
    let server = try TestServer(.json(Self.pageBody()))
    _ = try await live(server.url, stub: value) { try await client.recipes(nil) }
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [403, 429])
  func aRateLimit(_ status: Int) async throws {
    let (error, requests) = try await listError(
      .json(#"{"message": "Slow down."}"#, status: status, headers: [.init("X-RateLimit-Remaining", "0")])
    )
    #expect(error == .rateLimited(retryAt: nil, message: "Slow down."))
    #expect(requests == 1)
  }

  @Test func aRequestThatIsRefused() async throws {
    let (error, requests) = try await listError(.json(#"{"message": "no such cursor"}"#, status: 400))
    #expect(error == .status(code: 400, message: "no such cursor", retryAt: nil))
    #expect(requests == 1)
  }

  @Test func aServerThatRecovers() async throws {
    let server = try TestServer(.respond(502), .json("oops", status: 500), .json(Self.pageBody()))
    let page = try await live(server.url) { try await client.recipes(nil) }
    #expect(page.recipes.map(\.id) == [5_122_232])
    #expect(server.requests.count == 3)
    #expect(clock.now.offset == .milliseconds(1500))
  }

  @Test func aServerThatDoesNotRecover() async throws {
    let (error, requests) = try await listError(.json(#"{"message": "down"}"#, status: 503))
    #expect(error == .status(code: 503, message: "down", retryAt: nil))
    #expect(requests == 3)
  }

  @Test func aConnectionThatIsResetAndThenWorks() async throws {
    let server = try TestServer(.reset, .json(Self.pageBody(), bodyLimit: 50), .json(Self.pageBody()))
    let page = try await live(server.url) { try await client.recipes(nil) }
    #expect(page.recipes.count == 1)
    #expect(server.requests.count == 3)
  }

  @Test func aConnectionThatIsAlwaysReset() async throws {
    let (error, requests) = try await listError(.reset)
    #expect(error == .noConnection(reason: "the connection was lost"))
    #expect(requests == 3)
  }

  @Test func aBodyThatIsAlwaysCutShort() async throws {
    let (error, requests) = try await listError(.json(Self.pageBody(), bodyLimit: 50))
    #expect(error == .noConnection(reason: "the connection was lost"))
    #expect(requests == 3)
  }

  @Test func aServerThatIsNotThere() async throws {
    let port = ClosedPort()
    await #expect(throws: APIError.noConnection(reason: "the server refuses connections")) {
      try await live(port.url) { try await client.recipe(1) }
    }
    #expect(clock.now.offset == .milliseconds(1500))
    withExtendedLifetime(port) {}
  }

  @Test func whatIsNotHTTP() async throws {
    let (error, requests) = try await listError(.bytes(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)))
    #expect(error == .notHTTP)
    #expect(requests == 1)
  }

  @Test(arguments: [
    ("<html>Welcome to the airport</html>", "", "valid JSON"),
    ("", "", "valid JSON"),
    ("[]", "", "an object"),
    (#"{"recipes": []}"#, "page_info", "a value, but the key is missing"),
    (#"{"recipes": [], "page_info": {}}"#, "page_info.has_next_page", "a value, but the key is missing"),
    (pageBody(next: "null", hasNext: true), "page_info.next_page_cursor", "a string instead of null"),
    (pageBody("\(summary), {\"id\": \"2\"}"), "recipes[1].id", "a whole number"),
    (
      pageBody(summary.replacing("5122232", with: "1.5")), "recipes[0].id",
      "a number without a fraction, or not so large"
    ),
    (pageBody(summary.replacing("\"玉ねぎ\"", with: "7")), "recipes[0].ingredients[1].name", "a string"),
  ])
  func aPageOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    let (error, requests) = try await listError(.json(body))
    #expect(error == .undecodable(path: path, expected: expected))
    #expect(requests == 1)
  }

  @Test func aRecipeOfAnotherShape() async throws {
    let server = try TestServer(.json(Self.recipe.replacing("\"id\": 2, \"memo\"", with: "\"id\": null, \"memo\"")))
    await #expect(
      throws: APIError.undecodable(path: "recipe.steps[1].id", expected: "a whole number instead of null")
    ) {
      try await live(server.url) { try await client.recipe(1) }
    }
  }

  @Test func cancellationIsSeenByTheServer() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (disconnects, disconnect) = AsyncStream.makeStream(of: Void.self)
    let server = try TestServer { _, _ in
      arrival.yield()
      return .silence { disconnect.yield() }
    }
    let client = client
    let task = await live(server.url) { Task { try await client.recipe(1) } }
    for await _ in arrivals.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in disconnects.prefix(1) {}
    #expect(server.requests.count == 1, "what was cancelled is not tried again")
  }

  @Test func runsManyRequestsAtOnce() async throws {
    let server = try TestServer { request, _ in
      .json(Self.pageBody(Self.summary.replacing("普通の", with: request.query)))
    }
    let queries = try await live(server.url) {
      try await withThrowingTaskGroup(of: String?.self) { group in
        for number in 1...50 {
          group.addTask { try await RecipeClient.liveValue.recipes("\(number)").recipes.first?.description }
        }
        return try await group.reduce(into: Set<String>()) { if let query = $1 { $0.insert(query) } }
      }
    }
    #expect(queries == Set((1...50).map { "limit=10&cursor=\($0)" }))
  }

  @Test func endpointsThatATestDoesNotProvideAreReportedByName() async {
    @Dependency(\.recipeClient) var client
    await withExpectedIssue {
      _ = try? await client.recipes(nil)
    } matching: {
      $0.message.contains("Unimplemented: RecipeClient.recipes")
    }
    await withExpectedIssue {
      _ = try? await client.recipe(1)
    } matching: {
      $0.message.contains("Unimplemented: RecipeClient.recipe")
    }
  }
}
