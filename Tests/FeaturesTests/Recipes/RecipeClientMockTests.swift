import Dependencies
import Features
import Foundation
import Store
import Testing

/// The mock clients, and the made-up data that they share with the demonstration's web services.
struct RecipeClientMockTests {
  private let recipes = RecipeClient.mockValue
  private let hashtags = HashtagClient.mockValue

  @Test func hasThousandsOfRecipesOnPagesOfTen() async throws {
    var all: [RecipeSummary] = []
    var cursor: String?
    repeat {
      let page = try await recipes.recipes(.all, cursor)
      #expect(page.recipes.count == 10)
      all += page.recipes
      cursor = page.nextCursor
    } while cursor != nil
    #expect(all.map(\.id) == Array(1...3_000))
    #expect(all.allSatisfy { !$0.title.isEmpty && !$0.description.isEmpty && !$0.ingredients.isEmpty })
    #expect(Set(all.map(\.title)).count == all.count)
    #expect(all.contains { $0.imageURL == nil } && all.contains { $0.imageURL != nil })
    for summary in all[40..<50] {
      let recipe = try await recipes.recipe(summary.id)
      #expect(RecipeSummary(recipe) == summary && !recipe.steps.isEmpty)
    }
  }

  @Test(arguments: [0, 3_001, .min, .max])
  func refusesRecipesThatAreNotThere(_ id: Recipe.ID) async throws {
    let error = APIError.status(code: 404, message: "There is no recipe \(id)", retryAt: nil)
    await #expect(throws: error) { try await recipes.recipe(id) }
    await #expect(throws: error) { try await hashtags.addHashtags(id, "#a") }
    #expect(try await hashtags.hashtags([id])[id: id]?.hashtags == [])
  }

  @Test func remembersWhatIsAdded() async throws {
    let before = try await hashtags.hashtags([7])[id: 7]?.hashtags ?? []
    #expect(before.count == 3)
    let added = try await hashtags.addHashtags(7, "#new 　#\(before[0].name)\n##new other #").hashtags
    #expect(added == [Hashtag(id: 7_004, name: "new"), before[0]])
    #expect(try await hashtags.hashtags([7])[id: 7]?.hashtags == [added[0]] + before)
    #expect(try await hashtags.hashtags([8])[id: 8]?.hashtags.contains(added[0]) == false)
    #expect(try await HashtagClient.mockValue.hashtags([7])[id: 7]?.hashtags == before, "another client has its own")
  }

  @Test func doesNotRememberForEver() async throws {
    func refusal(_ message: String) -> APIError { .status(code: 422, message: message, retryAt: nil) }
    let tooMany = refusal("no more than 30 hashtags can be added to a recipe")
    let tooLong = refusal("a hashtag can't be longer than 50 characters")
    func words(_ range: ClosedRange<Int>) -> String { range.map { "#\($0)" }.joined(separator: " ") }
    let none = refusal("value has no hashtag: they begin with #")
    await #expect(throws: none) { try await hashtags.addHashtags(1, "a #") }
    await #expect(throws: tooMany) { try await hashtags.addHashtags(1, words(1...31)) }
    await #expect(throws: tooLong) { try await hashtags.addHashtags(1, "#" + String(repeating: "a", count: 51)) }
    #expect(try await hashtags.addHashtags(1, words(1...20)).hashtags.count == 20)
    await #expect(throws: tooMany) { try await hashtags.addHashtags(1, words(11...31)) }
    #expect(try await hashtags.addHashtags(1, words(11...30)).hashtags.count == 20)
    let newest = try await hashtags.hashtags([1])[id: 1]?.hashtags
    #expect(newest?.map(\.name) == (21...30).reversed().map { "\($0)" })
  }
}
