import Features
import Foundation
import Store
import Testing

/// Features get answers with faults: none crashes a feature, and its errors name the place of the fault.
/// An actor, because the stores of a test need one.
actor FaultyBodiesTests {
  /// Has a feature make requests that get mutated bodies, and reports the mutations with a wrong outcome. Faults of the
  /// fields `harmless` are no errors; it is `nil` if some parts are not decoded at all. `outcome` returns the error of a
  /// state, whether it is that of a success, and how many rows can't be read.
  private func check<Feature: Reducer>(
    _ body: String,
    seed: UInt64,
    _ feature: @Sendable () -> Feature,
    _ state: Feature.State,
    _ action: Feature.Action,
    harmless: [String]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    respond: @escaping @Sendable (HTTPRequest, Data) -> HTTPResponse = { HTTPResponse(body: $1) },
    outcome: (Feature.State) -> (error: APIError?, isDone: Bool, omitted: Int)
  ) async where Feature.State: Sendable, Feature.Action: Sendable {
    let count = JSONMutations.count
    var problems: [String] = []
    var successes = 0
    for mutation in JSONMutations(of: body, count: count, seed: seed) {
      let store = Store(initialState: state) {
        feature()
      } withDependencies: {
        $0.recipeClient = .liveValue
        $0.hashtagClient = .liveValue
        $0.githubClient = .liveValue
        $0.qiitaClient = .liveValue
        $0.catalogClient = .liveValue
        $0.locale = Texts.english.locale
        $0.processEnvironment = ["GITHUB_TOKEN": "token"]
        $0.continuousClock = ImmediateClock()
        $0.httpTransport.send = { respond($0, mutation.body) }
      }
      await store.send(action).finish()
      let (error, isDone, omitted) = store.withState { outcome($0) }
      let isHarmless = mutation.concernsOnly(harmless ?? [])
      if let error {
        if !mutation.isExplained(by: error) || isHarmless { problems.append("\(error.message) - \(mutation)") }
      } else {
        successes += 1
        // If several bytes of a text have changed, it may be wrong only in a part that is not decoded.
        let mayHaveNoEffect = harmless == nil || mutation.isJSON || mutation.path == nil || isHarmless
        if !isDone || !mayHaveNoEffect && omitted == 0 { problems.append("no error - \(mutation)") }
        // A row is there although what is optional in it can't be read.
        if isHarmless, omitted > 0 { problems.append("a row is missing - \(mutation)") }
      }
    }
    let start = problems.prefix(5).joined(separator: "\n")
    #expect(problems.isEmpty, "\(problems.count): \(start)", sourceLocation: sourceLocation)
    let share = "\(successes) of \(count) changes do no harm."
    #expect((count / 10...count * 9 / 10).contains(successes), "\(share)", sourceLocation: sourceLocation)
  }

  private static func repository(_ id: Int) -> String {
    """
    {"id":\(id),"name":"b","full_name":"a/b","owner":{"login":"a","avatar_url":"https://example.com/a"},
    "description":"c","language":"d","stargazers_count":5,"html_url":"https://github.com/a/b"}
    """
  }

  @Test func repositories() async {
    let optional = ["description", "language", "stargazers_count", "html_url"]
    await check(
      "{\"total_count\":2,\"incomplete_results\":false,\"items\":[\(Self.repository(1)),\(Self.repository(2))]}",
      seed: 11,
      { SearchRepos() },
      SearchRepos.State(query: "swift"),
      .searchSubmitted,
      harmless: ["incomplete_results"] + (0...1).flatMap { index in optional.map { "items[\(index)].\($0)" } }
    ) {
      let isDone = $0.results.query == .search(query: "swift") && !$0.results.isLoading
      return ($0.results.failure?.error, isDone, $0.results.omittedCount)
    }
  }

  private static let articles = """
    [{"id": "a1", "title": "題", "url": "https://qiita.com/ada/items/a1", "user": {"id": "ada", "name": "Ada"},
      "likes_count": 3, "comments_count": 0, "created_at": "2024-01-05T09:30:00+09:00",
      "tags": [{"name": "Swift", "versions": ["6.0"]}, {"name": "iOS"}], "page_views_count": 12},
     {"id": "b2", "title": "é", "url": "https://qiita.com/b/items/b2", "user": {"id": "b"}, "likes_count": 41,
      "comments_count": 5, "created_at": null, "tags": []}]
    """

  @Test func articles() async {
    await check(Self.articles, seed: 21, { Articles() }, Articles.State(), .appeared) {
      ($0.list.failure?.error, $0.list.query == "swift" && $0.list.rows.allSatisfy { !$0.createdOn.isEmpty }, 0)
    }
  }

  private static let users = """
    [{"id": 12, "first_name": "Ada", "last_name": "Lovelace", "tags": [1]}, {"id": 3, "first_name": "葵", "last_name": ""}]
    """
  private static let songs = """
    [{"id": 12, "title": "夏の海", "artist": "Nagori", "seconds": 200}, {"id": 3, "title": "", "artist": "é"}]
    """

  private static func outcome<Row: Sendable>(_ rows: LoadState<[Row]>) -> (APIError?, Bool, Int) {
    switch rows {
    case .failure(let error, nil): (error, false, 0)
    case .success: (nil, true, 0)
    default: (nil, false, 0)
    }
  }

  @Test func users() async {
    await check(Self.users, seed: 31, { Catalog() }, Catalog.State(), .users(.load)) { Self.outcome($0.users) }
  }

  @Test func songs() async {
    await check(Self.songs, seed: 32, { Catalog() }, Catalog.State(), .songs(.load)) { Self.outcome($0.songs) }
  }

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

  @Test func pagesOfRecipes() async {
    await check(
      Self.page,
      seed: 1,
      RecipeList.init,
      RecipeList.State(),
      .appeared,
      harmless: ["recipes[0].image_url"],
      respond: Self.respond(at: "/recipes")
    ) {
      let isDone = $0.recipes.query == .all && !$0.recipes.isLoading && $0.hashtagsRequest == nil
      return ($0.recipes.failure?.error, isDone, $0.recipes.omittedCount)
    }
  }

  @Test func hashtags() async {
    await check(
      Self.hashtags,
      seed: 2,
      RecipeList.init,
      RecipeList.State(),
      .appeared,
      harmless: ["recipe_hashtags[0]", "recipe_hashtags[1]"],
      respond: Self.respond(at: "/recipe_hashtags")
    ) { ($0.hashtagsError, $0.recipes.rows.count == 2 && $0.recipes.rows.allSatisfy { $0.hashtags != nil }, 0) }
  }

  @Test func recipes() async {
    let optional = ["image_url", "user.image_url", "ingredients[0].quantity", "steps[0].image_url"]
    await check(
      Self.recipe,
      seed: 3,
      RecipeDetail.init,
      RecipeDetail.State(id: 7),
      .appeared,
      harmless: optional.map { "recipe.\($0)" },
      respond: Self.respond(at: "/recipes/7")
    ) { ($0.recipe.error, $0.recipe.isComplete && $0.hashtags.value == [Hashtag(id: 1, name: "a")], 0) }
  }
}
