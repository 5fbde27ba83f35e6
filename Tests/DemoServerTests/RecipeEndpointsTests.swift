import DemoServer
import Features
import Foundation
import LoopbackServer
import Testing

struct RecipeEndpointsTests {
  private func answer(_ target: String, method: String = "GET") -> LoopbackAnswer? {
    RecipeEndpoints().respond(to: LoopbackRequest(method: method, target: target))
  }

  @Test func handsOutWhatTheMockHas() throws {
    let first = try #require(answer("/recipes"))
    #expect(try JSONDecoder().decode(RecipePage.self, from: first.json(200)) == RecipePage.sample())
    let second = try #require(answer("/recipes?limit=3&cursor=11"))
    let page = try JSONDecoder().decode(RecipePage.self, from: second.json(200))
    #expect(page.recipes.map(\.id) == [11, 12, 13] && page.nextCursor == "14")
    let recipe = try #require(answer("/recipes/42"))
    #expect(try JSONDecoder().decode([String: Recipe].self, from: recipe.json(200))["recipe"] == Recipe.sample(id: 42))
  }

  @Test func theOrderIsThatOfTheDates() throws {
    func page(_ order: RecipeOrder) throws -> RecipePage {
      let page = try #require(answer("/recipes?limit=100&order=\(order.rawValue)"))
      return try JSONDecoder().decode(RecipePage.self, from: page.json(200))
    }
    let (oldest, newest) = (try page(.oldest).recipes, try page(.newest).recipes)
    let dates = oldest.compactMap(\.publishedAt) + newest.compactMap(\.publishedAt).reversed()
    #expect(dates.count == 200 && dates == dates.sorted())
  }

  @Test func theLastPageSaysSo() throws {
    let last = try #require(answer("/recipes?cursor=2991&limit=100"))
    let text = String(decoding: try last.json(200), as: UTF8.self)
    #expect(text.contains(#""page_info":{"has_next_page":false,"next_page_cursor":""}"#))
  }

  @Test(arguments: [
    ("/recipes?limit=0", 400, "limit must be a number from 1 to 100"),
    ("/recipes?limit=101", 400, "limit must be a number from 1 to 100"),
    ("/recipes?limit=ten", 400, "limit must be a number from 1 to 100"),
    ("/recipes?limit=", 400, "limit must be a number from 1 to 100"),
    ("/recipes?order=", 400, "order must be newest or oldest"),
    ("/recipes?cursor=", 400, "cursor is not one that a page has named"),
    ("/recipes?cursor=3001", 400, "cursor is not one that a page has named"),
    ("/recipes?cursor=%ff", 400, "The address can't be read"),
    ("/recipes/0", 404, "There is no recipe 0"),
    ("/recipes/soup", 404, "There is no recipe soup"),
    ("/recipes/99999999999999999999", 404, "There is no recipe 99999999999999999999"),
  ])
  func refuses(_ target: String, _ status: Int, _ message: String) throws {
    let refusal = try #require(answer(target))
    #expect(try JSONDecoder().decode([String: String].self, from: refusal.json(status)) == ["message": message])
  }

  @Test func otherMethodsAndPlaces() throws {
    #expect(answer("/recipes", method: "POST")?.status == 405)
    #expect(answer("/recipes/1", method: "DELETE")?.status == 405)
    #expect(answer("/") == nil && answer("/soups") == nil && answer("/recipes/1/2") == nil)
  }
}
