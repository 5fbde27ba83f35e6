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
  private static let added = #"{"hashtags":[{"id":3,"name":"c"},{"id":4,"name":"d"}]}"#

  private static func bodies(_ path: String, _ body: Data) -> [String: Data] {
    let bodies = ["/recipes": page, "/recipes/7": recipe, "/recipe_hashtags": hashtags, "/hashtags": added]
    return bodies.mapValues { Data($0.utf8) }.merging([path: body]) { $1 }
  }

  /// The actor of the stores of a test.
  private actor Trial<Feature: Reducer> where Feature.State: Sendable, Feature.Action: Sendable {
    /// Sends an action to a feature whose requests to `path` get mutated bodies, and returns the mutations with a wrong
    /// outcome. `error` returns the error in the state, and `isDone` whether the state is that of a success.
    func problems(
      _ path: String,
      _ body: String,
      seed: UInt64,
      _ feature: @Sendable () -> Feature,
      state: Feature.State,
      action: Feature.Action,
      error: @Sendable (Feature.State) -> APIError?,
      isDone: @Sendable (Feature.State) -> Bool,
      omitted: @Sendable (Feature.State) -> Int = { _ in 0 },
      harmless: [String] = []
    ) async -> [String] {
      var problems: [String] = []
      var (errors, successes) = (0, 0)
      for mutation in JSONMutations(of: body, count: JSONMutations.count, seed: seed) {
        let bodies = RecipeMutationTests.bodies(path, mutation.body)
        let store = Store(initialState: state) {
          feature()
        } withDependencies: {
          $0.recipeClient = .liveValue
          $0.hashtagClient = .liveValue
          $0.locale = Texts.english.locale
          $0.processEnvironment = [:]
          $0.continuousClock = ImmediateClock()
          $0.httpTransport.send = { HTTPResponse(body: bodies[$0.url.path()] ?? Data()) }
        }
        await store.send(action).finish()
        let end = store.withState { $0 }
        // If several bytes have changed, a text that is not JSON may also lack a key before that place, or be wrong where
        // nobody looks.
        let hasSeveralFaults = !mutation.isJSON && mutation.path == nil
        if let error = error(end) {
          errors += 1
          let isExplained = if case .undecodable = error, hasSeveralFaults { true } else { mutation.explains(error) }
          if !isExplained || mutation.concernsOnly(harmless) { problems.append("\(error.message) - \(mutation)") }
        } else {
          successes += 1
          let isHarmless =
            mutation.isJSON || hasSeveralFaults || omitted(end) > 0 || mutation.concernsOnly(harmless)
          if !isDone(end) || !isHarmless { problems.append("no error - \(mutation)") }
        }
      }
      if min(errors, successes) < JSONMutations.count / 10 {
        problems.append("\(errors) errors and \(successes) successes are no test")
      }
      return problems
    }
  }

  @Test func pages() async {
    let problems = await Trial().problems(
      "/recipes",
      Self.page,
      seed: 1,
      RecipeList.init,
      state: RecipeList.State(),
      action: .appeared,
      error: { $0.recipes.failure?.error },
      isDone: { $0.recipes.query == .all && !$0.recipes.isLoading && $0.hashtagsRequest == nil },
      omitted: { $0.recipes.omittedCount },
      harmless: ["recipes[0].image_url"]
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  @Test func hashtags() async {
    let problems = await Trial().problems(
      "/recipe_hashtags",
      Self.hashtags,
      seed: 2,
      RecipeList.init,
      state: RecipeList.State(),
      action: .appeared,
      error: { $0.hashtagsError },
      isDone: { $0.recipes.rows.count == 2 && $0.recipes.rows.allSatisfy { $0.hashtags != nil } },
      omitted: { $0.recipes.rows.map(\.omittedCount).reduce(0, +) },
      harmless: ["recipe_hashtags[0]", "recipe_hashtags[1]"]
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  @Test func recipes() async {
    let problems = await Trial().problems(
      "/recipes/7",
      Self.recipe,
      seed: 3,
      RecipeDetail.init,
      state: RecipeDetail.State(id: 7),
      action: .appeared,
      error: { $0.recipe.error },
      isDone: { $0.recipe.isComplete && $0.hashtags.value == [Hashtag(id: 1, name: "a")] },
      harmless: [
        "recipe.image_url", "recipe.user.image_url", "recipe.ingredients[0].quantity", "recipe.steps[0].image_url",
      ]
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }

  @Test func addedHashtags() async {
    let problems = await Trial().problems(
      "/hashtags",
      Self.added,
      seed: 4,
      AddHashtags.init,
      state: AddHashtags.State(recipeID: 7, text: "#c #d"),
      action: .sendButtonTapped,
      error: { $0.error },
      isDone: { $0.alert == .hashtagsAdded(.english) && !$0.isSending },
      harmless: ["hashtags[0]", "hashtags[1]"]
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }
}
