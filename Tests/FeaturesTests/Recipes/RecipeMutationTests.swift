import Dependencies
import Features
import Foundation
import Store
import Testing

/// No answer crashes the features, and errors name the location of the fault.
struct RecipeMutationTests {
  private static let page = """
    {"recipes":[{"id":7,"title":"a","description":"b","image_url":"c","user":{"name":"d"},"ingredients":[{"name":"e"}]},
    {"id":8,"title":"f","description":"","user":{"name":"g"},"ingredients":[]}],
    "page_info":{"next_page_cursor":"9","has_next_page":true}}
    """
  private static let recipe = """
    {"recipe":{"id":7,"title":"a","description":"b","image_url":"c","user":{"name":"d","image_url":"e"},
    "ingredients":[{"id":1,"name":"f","quantity":"g"}],"steps":[{"id":2,"memo":"h","image_url":"i"}]}}
    """
  private static let hashtags = """
    {"recipe_hashtags":[{"recipe_id":7,"hashtags":[{"id":1,"name":"a"}]},{"recipe_id":8,"hashtags":[]}]}
    """
  private static let bodies = ["/recipes": page, "/recipes/7": recipe, "/recipe_hashtags": hashtags]

  /// Makes the responses of servers of which one sends a mutated body.
  private static func respond(at path: String) -> @Sendable (HTTPRequest, Data) -> HTTPResponse {
    { request, body in
      let asked = request.url.path()
      return HTTPResponse(body: asked == path ? body : Data((bodies[asked] ?? "").utf8))
    }
  }

  @Test func pages() async {
    await MutationTrial().check(
      Self.page,
      seed: 1,
      RecipeList.init,
      state: RecipeList.State(),
      action: .appeared,
      error: { $0.recipes.failure?.error },
      isDone: { $0.recipes.query == .all && !$0.recipes.isLoading && $0.hashtagsRequest == nil },
      omitted: { $0.recipes.omittedCount },
      harmless: ["recipes[0].image_url"],
      respond: Self.respond(at: "/recipes")
    )
  }

  @Test func hashtags() async {
    await MutationTrial().check(
      Self.hashtags,
      seed: 2,
      RecipeList.init,
      state: RecipeList.State(),
      action: .appeared,
      error: { $0.hashtagsError },
      isDone: { $0.recipes.rows.count == 2 && $0.recipes.rows.allSatisfy { $0.hashtags != nil } },
      harmless: ["recipe_hashtags[0]", "recipe_hashtags[1]"],
      respond: Self.respond(at: "/recipe_hashtags")
    )
  }

  @Test func recipes() async {
    await MutationTrial().check(
      Self.recipe,
      seed: 3,
      RecipeDetail.init,
      state: RecipeDetail.State(id: 7),
      action: .appeared,
      error: { $0.recipe.error },
      isDone: { $0.recipe.isComplete && $0.hashtags.value == [Hashtag(id: 1, name: "a")] },
      harmless: [
        "recipe.image_url", "recipe.user.image_url", "recipe.ingredients[0].quantity", "recipe.steps[0].image_url",
      ],
      respond: Self.respond(at: "/recipes/7")
    )
  }
}
