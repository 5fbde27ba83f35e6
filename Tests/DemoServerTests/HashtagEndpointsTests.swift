import DemoServer
import Features
import Foundation
import LoopbackServer
import Testing

struct HashtagEndpointsTests {
  private let endpoints = HashtagEndpoints()

  private func get(_ target: String) -> LoopbackAnswer? {
    endpoints.respond(to: LoopbackRequest(method: "GET", target: target))
  }

  private func post(_ body: String) throws -> LoopbackAnswer {
    try #require(endpoints.respond(to: LoopbackRequest(method: "POST", target: "/hashtags", body: Array(body.utf8))))
  }

  private func hashtags(_ query: String) throws -> [RecipeHashtags]? {
    let answer = try #require(get("/recipe_hashtags?\(query)"))
    return try JSONDecoder().decode([String: [RecipeHashtags]].self, from: answer.json(200))["recipe_hashtags"]
  }

  @Test func handsOutWhatTheMockHas() async throws {
    let expected = try await HashtagClient.mockValue.hashtags([3, 1, 9_999])
    #expect(try hashtags("recipe_ids=3,1,9999&hashtag_limit_per_recipe=10") == Array(expected))
    #expect(try hashtags("recipe_ids=3%2C1%2C9999") == Array(expected))
    #expect(try hashtags("recipe_ids=3&hashtag_limit_per_recipe=1")?.map(\.hashtags.count) == [1])
  }

  @Test func remembersWhatIsAdded() async throws {
    let body = ##"{"recipe_id": 7, "value": "#new #簡単"}"##
    let added = try JSONDecoder().decode([String: [Hashtag]].self, from: post(body).json(201))
    let mock = HashtagClient.mockValue
    #expect(try await added == ["hashtags": mock.addHashtags(7, "#new #簡単").hashtags])
    #expect(try await hashtags("recipe_ids=7") == Array(mock.hashtags([7])))
    #expect(try hashtags("recipe_ids=7")?.first?.hashtags.first?.name == "new")
    let other = HashtagEndpoints().respond(to: LoopbackRequest(method: "GET", target: "/recipe_hashtags?recipe_ids=7"))
    let text = String(decoding: try #require(other).json(200), as: UTF8.self)
    #expect(!text.contains("new"), "another service has its own")
  }

  @Test(arguments: [
    "", "recipe_ids=", "recipe_ids=1,", "recipe_ids=a", "recipe_ids=1;2",
    "recipe_ids=" + (1...101).map(String.init).joined(separator: ","),
  ])
  func wantsRecipes(_ query: String) throws {
    let answer = try #require(get("/recipe_hashtags?\(query)"))
    let body = try JSONDecoder().decode([String: String].self, from: answer.json(400))
    #expect(body == ["message": "recipe_ids must be up to 100 numbers with commas between them"])
  }

  @Test(arguments: ["0", "101", "ten", ""])
  func wantsALimitThatMakesSense(_ limit: String) throws {
    let answer = try #require(get("/recipe_hashtags?recipe_ids=1&hashtag_limit_per_recipe=\(limit)"))
    let body = try JSONDecoder().decode([String: String].self, from: answer.json(400))
    #expect(body == ["message": "hashtag_limit_per_recipe must be a number from 1 to 100"])
  }

  @Test(arguments: [
    ("", 422, ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##),
    ("{", 422, ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##),
    (##"{"value": "#a"}"##, 422, ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##),
    (##"{"recipe_id": "1", "value": "#a"}"##, 422, ##"The body must be like {"recipe_id": 1, "value": "#a #b"}"##),
    (#"{"recipe_id": 1, "value": " "}"#, 422, "value has no hashtag: they begin with #"),
    (#"{"recipe_id": 1, "value": "a b"}"#, 422, "value has no hashtag: they begin with #"),
    (##"{"recipe_id": 0, "value": "#a"}"##, 404, "There is no recipe 0"),
  ])
  func refusesWhatCanNotBeAdded(_ body: String, _ status: Int, _ message: String) throws {
    #expect(try JSONDecoder().decode([String: String].self, from: post(body).json(status)) == ["message": message])
  }

  @Test func otherMethodsAndPlaces() {
    #expect(endpoints.respond(to: LoopbackRequest(method: "DELETE", target: "/hashtags"))?.status == 405)
    #expect(endpoints.respond(to: LoopbackRequest(method: "PUT", target: "/recipe_hashtags"))?.status == 405)
    #expect(get("/") == nil && get("/hashtags/1") == nil)
    #expect(get("/%ff")?.status == 400)
  }
}
