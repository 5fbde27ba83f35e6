import Dependencies
import Features
import Foundation
import StoreWeb
import Testing

/// The live client over real sockets and the real `URLSession`; only the clock is not real.
struct RecipeClientTests {
  private let client = RecipeClient.liveValue

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
    let (first, second) = try await live(["RECIPES_API_URL": server.url]) {
      let first = try await client.recipes(.all, nil)
      return (first, try await client.recipes(.all, first.nextCursor))
    }
    let summary = RecipeSummary(
      id: 5_122_232,
      title: "カレーライス",
      description: "普通の",
      publishedAt: Date(timeIntervalSince1970: 1_659_279_600),
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
    let page = try await live(["RECIPES_API_URL": server.url]) { try await client.recipes(.all, nil) }
    #expect(page == RecipePage(recipes: []))
  }

  @Test func readsARecipe() async throws {
    let server = try TestServer(.json(Self.recipe))
    let recipe = try await live(["RECIPES_API_URL": server.url]) { try await client.recipe(.max) }
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

  @Test(arguments: ["1", "true", "YES", " 1 "])
  func theMockAnswersWhenTheEnvironmentSaysSo(_ value: String) async throws {
    let (page, recipe) = try await live(["RECIPES_API_URL": "nowhere", "USE_STUB_API_CLIENT": value]) {
      (try await client.recipes(.all, "11"), try await client.recipe(42))
    }
    #expect(page.recipes.map(\.id) == Array(11...20))
    #expect(recipe == Recipe.sample(id: 42))
  }

  @Test(arguments: ["0", "false", "", "2"])
  func theMockDoesNotAnswerOtherwise(_ value: String) async throws {
    let server = try TestServer(.json(Self.pageBody()))
    let environment = ["RECIPES_API_URL": server.url, "USE_STUB_API_CLIENT": value]
    #expect(try await live(environment) { try await client.recipes(.all, nil) }.recipes.map(\.id) == [5_122_232])
  }

  @Test(arguments: [
    (#"{"recipes": []}"#, "page_info", "a value, but the key is missing"),
    (#"{"recipes": [], "page_info": {}}"#, "page_info.has_next_page", "a value, but the key is missing"),
    (pageBody(next: "null", hasNext: true), "page_info.next_page_cursor", "a string instead of null"),
    (pageBody(summary.replacing("\"玉ねぎ\"", with: "7")), "recipes[0].ingredients[1].name", "a string"),
  ])
  func aPageOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    try await ClientEndpoint.recipes.expect(.json(body), toThrow: .undecodable(path: path, expected: expected))
  }

  @Test func aRecipeThatCanNotBeReadIsLeftOutAndCounted() async throws {
    let body = Self.pageBody(#"null, \#(Self.summary), {"id": "2"}"#)
    let server = try TestServer(.json(body))
    let page = try await live(["RECIPES_API_URL": server.url]) { try await client.recipes(.all, nil) }
    #expect(page.recipes.map(\.id) == [5_122_232] && page.omittedCount == 2)
    #expect(try JSONDecoder().decode(RecipePage.self, from: JSONEncoder().encode(page)) == page)
  }

  @Test func ordersByDate() async throws {
    let summary = Self.summary.replacing("2022-08-01", with: "2026-01-01T00:00:00Z")
    let server = try TestServer(.json(Self.pageBody(summary)))
    let pages = try await live(["RECIPES_API_URL": server.url]) {
      [try await client.recipes(.newest, nil), try await client.recipes(.oldest, "3")]
    }
    #expect(pages.map { $0.recipes.first?.publishedAt } == [.newYear, .newYear])
    let targets = ["/recipes?limit=10&order=newest", "/recipes?limit=10&order=oldest&cursor=3"]
    #expect(server.requests.map(\.target) == targets)
  }
}
