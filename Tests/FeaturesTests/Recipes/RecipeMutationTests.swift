import Dependencies
import Features
import Foundation
import Store
import Testing

/// Whatever the web services send, nothing crashes, and what can't be read is named.
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

  /// Where the stores of a test live.
  private actor Trial<Feature: Reducer> where Feature.State: Sendable, Feature.Action: Sendable {
    /// Sends an action to a feature whose requests to `path` are answered with a mutated body, and returns what did not
    /// end as it should: `error` finds the error in the state, and `isDone` says whether there is none to find.
    func problems(
      _ path: String,
      _ body: String,
      seed: UInt64,
      _ feature: @Sendable () -> Feature,
      state: Feature.State,
      action: Feature.Action,
      error: @Sendable (Feature.State) -> APIError?,
      isDone: @Sendable (Feature.State) -> Bool,
      omitted: @Sendable (Feature.State) -> Int = { _ in 0 }
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
        if let error = error(end) {
          errors += 1
          // With several bytes changed, what is no JSON may lack a key besides.
          let hasSeveralFaults = !mutation.isJSON && mutation.path == nil
          let isExplained = if case .undecodable = error, hasSeveralFaults { true } else { mutation.explains(error) }
          if !isExplained { problems.append("\(error.message) - \(mutation)") }
        } else {
          successes += 1
          if !isDone(end) || !mutation.isJSON && omitted(end) == 0 { problems.append("no error - \(mutation)") }
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
      omitted: { $0.recipes.omittedCount }
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
      isDone: { $0.recipes.rows.count == 2 && $0.recipes.rows.allSatisfy { $0.hashtags != nil } }
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
      isDone: { $0.recipe.isComplete && $0.hashtags.value == [Hashtag(id: 1, name: "a")] }
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
      isDone: { $0.alert == .hashtagsAdded(.english) && !$0.isSending }
    )
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))")
  }
}
