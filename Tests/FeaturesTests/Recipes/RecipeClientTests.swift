import Foundation
import Store
import StoreWeb
import Testing

@testable import Features

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
    await #expect(throws: APIError.status(code: 404, message: "There is no recipe 0", retryAt: nil)) {
      try await RecipeClient.mockValue.recipe(0)
    }
  }

  @Test(arguments: ["0", "false", "", "2"])
  func theMockDoesNotAnswerOtherwise(_ value: String) async throws {
    let server = try TestServer(.json(Self.pageBody()))
    let environment = ["RECIPES_API_URL": server.url, "USE_STUB_API_CLIENT": value]
    #expect(try await live(environment) { try await client.recipes(.all, nil) }.recipes.map(\.id) == [5_122_232])
  }

  @Test func aPageThatIsNotTheLastNeedsACursor() async throws {
    let error = APIError.undecodable(path: "page_info.next_page_cursor", expected: "a string instead of null")
    try await ClientEndpoint.recipes.expect(.json(Self.pageBody(next: "null", hasNext: true)), toThrow: error)
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

struct HashtagClientTests {
  private let client = HashtagClient.liveValue

  private static let hashtagsBody = """
    {"recipe_hashtags": [{"recipe_id": 2, "hashtags": [{"id": 5, "name": "夕食"}, {"id": 3, "name": "簡単"}]},
     {"recipe_id": 1, "hashtags": []}, {"recipe_id": 2, "hashtags": []}]}
    """
  private static let addedBody = #"{"hashtags": [{"id": 9223372036854775807, "name": "a", "recipe_id": 1}]}"#

  @Test func readsHashtags() async throws {
    let server = try TestServer(.json(Self.hashtagsBody))
    let hashtags = try await live(["HASHTAGS_API_URL": server.url]) { try await client.hashtags([1, 2, 3]) }
    let expected = [Hashtag(id: 5, name: "夕食"), Hashtag(id: 3, name: "簡単")]
    #expect(hashtags[id: 2]?.hashtags == expected, "of two entries the first counts")
    #expect(hashtags[id: 1]?.hashtags == [] && hashtags[id: 3] == nil)
    let target = "/recipe_hashtags?hashtag_limit_per_recipe=10&recipe_ids=1%2C2%2C3"
    #expect(server.requests.map(\.target) == [target])
  }

  @Test func asksForNothingWhenThereIsNothingToAskFor() async throws {
    #expect(try await live(["HASHTAGS_API_URL": "http://127.0.0.1:1"]) { try await client.hashtags([]) }.isEmpty)
  }

  /// An empty list of hashtags that was kept has a date too, so that it is not taken for the current one.
  @Test(arguments: [#"{"recipe_hashtags": []}"#, hashtagsBody])
  func keptHashtagsAreKnownToBeKept(_ body: String) async throws {
    let server = try TestServer(.json(body))
    let answers = try await live(["HASHTAGS_API_URL": server.url], cache: ResponseCache()) {
      let fresh = try await client.hashtags([1, 3])
      let kept = try await KeptAnswers.$areWelcome.withValue(true) { try await client.hashtags([1, 3]) }
      return (fresh: fresh, kept: kept)
    }
    #expect(server.requests.count == 1)
    #expect(answers.fresh.asOf == nil)
    #expect(answers.kept.asOf == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(answers.kept[id: 1]?.hashtags == [] && answers.kept[id: 3]?.hashtags == [])
  }

  @Test func addsHashtags() async throws {
    let server = try TestServer(.json(Self.addedBody, status: 201))
    let added = try await live(["HASHTAGS_API_URL": server.url]) {
      try await client.addHashtags(.max, "#夕食 \"#b\"\n#c")
    }
    #expect(added == RecipeHashtags(recipeID: .max, hashtags: [Hashtag(id: .max, name: "a")]))
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

  /// Otherwise the next run, without a network, would show the recipe without what a person has added.
  @Test func addingRemovesTheKeptHashtagsOfTheRecipe() async throws {
    let server = try TestServer { request, _ in
      request.method == "POST" ? .json(Self.addedBody, status: 201) : .json(Self.hashtagsBody)
    }
    let dates = try await live(["HASHTAGS_API_URL": server.url], cache: ResponseCache()) {
      _ = try await client.hashtags([1, 2])
      _ = try await client.hashtags([11])
      _ = try await client.addHashtags(1, "#a")
      return try await KeptAnswers.$areWelcome.withValue(true) {
        [try await client.hashtags([11]).asOf, try await client.hashtags([1, 2]).asOf]
      }
    }
    #expect(dates == [Date(timeIntervalSince1970: 1_700_000_000), nil])
  }

  @Test func theMockAnswersWhenTheEnvironmentSaysSo() async throws {
    let names = try await live(["HASHTAGS_API_URL": "nowhere", "USE_STUB_API_CLIENT": "1"]) {
      _ = try await client.addHashtags(4, "#new")
      return try await client.hashtags([4])[id: 4]?.hashtags.map(\.name)
    }
    #expect(names == ["new"])
  }

  /// What can't be read costs nothing else.
  @Test(arguments: [
    // Of which recipe the two entries are is not known.
    (hashtagsBody.replacing("2, \"h", with: "null, \"h"), [[], [], []] as [[String]?], [0, 1, 1] as [Int?]),
    (hashtagsBody.replacing("\"簡単\"", with: "true"), [[], ["夕食"], nil], [0, 1, nil]),
    (hashtagsBody.replacing("\"id\": 5", with: "\"id\": \"5\""), [[], ["簡単"], nil], [0, 1, nil]),
    (hashtagsBody.replacing("[]", with: "[1, {}]"), [[], ["夕食", "簡単"], nil], [2, 0, nil]),
  ])
  func whatCanNotBeReadIsLeftOutAndCounted(_ body: String, _ names: [[String]?], _ omitted: [Int?]) async throws {
    let server = try TestServer(.json(body))
    let hashtags = try await live(["HASHTAGS_API_URL": server.url]) { try await client.hashtags([1, 2, 3]) }
    #expect([1, 2, 3].map { hashtags[id: $0]?.hashtags.map(\.name) } == names)
    #expect([1, 2, 3].map { hashtags[id: $0]?.omittedCount } == omitted)
  }

  @Test func addedHashtagsThatCanNotBeReadAreLeftOutAndCounted() async throws {
    let body = #"{"hashtags": [{"id": 1, "name": "a"}, {"id": "2", "name": "b"}]}"#
    let server = try TestServer(.json(body, status: 201))
    let added = try await live(["HASHTAGS_API_URL": server.url]) { try await client.addHashtags(7, "#a #b") }
    #expect(added == RecipeHashtags(recipeID: 7, hashtags: [Hashtag(id: 1, name: "a")], omittedCount: 1))
  }

  @Test func theMockRemembersWhatIsAdded() async throws {
    let mock = HashtagClient.mockValue
    let before = try await mock.hashtags([7])[id: 7]?.hashtags ?? []
    #expect(before.count == 3)
    let added = try await mock.addHashtags(7, "#new 　#\(before[0].name)\n##new other #").hashtags
    #expect(added == [Hashtag(id: 7_004, name: "new"), before[0]])
    #expect(try await mock.hashtags([7])[id: 7]?.hashtags == [added[0]] + before)
    #expect(try await mock.hashtags([8])[id: 8]?.hashtags.contains(added[0]) == false)
    #expect(try await HashtagClient.mockValue.hashtags([7])[id: 7]?.hashtags == before, "another client has its own")
  }

  @Test func theMockDoesNotRememberForEver() async throws {
    let mock = HashtagClient.mockValue
    func refusal(_ message: String) -> APIError { .status(code: 422, message: message, retryAt: nil) }
    let tooMany = refusal("no more than 30 hashtags can be added to a recipe")
    let tooLong = refusal("a hashtag can't be longer than 50 characters")
    func words(_ range: ClosedRange<Int>) -> String { range.map { "#\($0)" }.joined(separator: " ") }
    let none = refusal("value has no hashtag: they begin with #")
    await #expect(throws: none) { try await mock.addHashtags(1, "a #") }
    await #expect(throws: tooMany) { try await mock.addHashtags(1, words(1...31)) }
    await #expect(throws: tooLong) { try await mock.addHashtags(1, "#" + String(repeating: "a", count: 51)) }
    #expect(try await mock.addHashtags(1, words(1...20)).hashtags.count == 20)
    await #expect(throws: tooMany) { try await mock.addHashtags(1, words(11...31)) }
    #expect(try await mock.addHashtags(1, words(11...30)).hashtags.count == 20)
    let newest = try await mock.hashtags([1])[id: 1]?.hashtags
    #expect(newest?.map(\.name) == (21...30).reversed().map { "\($0)" })
  }
}
