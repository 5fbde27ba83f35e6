import Features
import Store
import StoreWeb
import Testing

/// An endpoint of a client: how a test calls it, the request that it sends, and a correct answer.
struct ClientEndpoint: Sendable, CustomTestStringConvertible {
  /// The environment variables of a server, and the address that the error message for a wrong one suggests.
  struct Service: Sendable {
    let address: String
    let example: String
    var token: String?

    static let github = Self(address: "GITHUB_API_URL", example: "https://api.github.com", token: "GITHUB_TOKEN")
    static let qiita = Self(address: "QIITA_API_URL", example: "https://qiita.com", token: "QIITA_TOKEN")
    static let catalog = Self(address: "CATALOG_API_URL", example: "http://localhost:3003")
    static let recipes = Self(address: "RECIPES_API_URL", example: "http://localhost:3001")
    static let hashtags = Self(address: "HASHTAGS_API_URL", example: "http://localhost:3002")
  }

  static let token = "0123456789abcdef"

  /// The name in the issue for a call that the test does not provide.
  let name: String
  let service: Service
  /// The method and the target of the request.
  let request: String
  /// The body of a correct answer; if it is empty, the status is 204.
  private(set) var body = ""
  /// The text that the endpoint returns for the body; part of the body unless that is empty.
  private(set) var value = "()"
  /// What the endpoint returns when the server answers 404; `nil` if that is an error.
  private(set) var valueIfMissing: String?
  /// Calls the endpoint of the client in the current dependencies, and describes the result.
  let call: @Sendable () async throws -> String

  private typealias Call<Client> = @Sendable (Client) async throws -> String

  private init<Client: TestDependencyKey & Sendable>(
    _ name: String,
    _ service: Service,
    _ request: String,
    _ call: @escaping Call<Client>
  ) where Client.Value == Client {
    self.name = "\(Client.self).\(name)"
    self.service = service
    self.request = request
    self.call = {
      @Dependency(Client.self) var client
      return try await call(client)
    }
  }

  private func answering(_ body: String = "", value: String, ifMissing valueIfMissing: String? = nil) -> Self {
    var endpoint = self
    (endpoint.body, endpoint.value, endpoint.valueIfMissing) = (body, value, valueIfMissing)
    return endpoint
  }

  var testDescription: String { "\(name): \(request)" }

  var answer: WebResponse { body.isEmpty ? .respond(204) : .json(body) }

  /// How many requests are sent to a server that always fails. A `POST` may have been performed, so it is not repeated.
  var attempts: Int { request.hasPrefix("POST ") ? 1 : 3 }

  /// Calls the endpoint of the live client, with a token if its service has one.
  func use(_ url: String, clock: ImmediateClock<Duration> = ImmediateClock()) async throws -> String {
    var environment = [service.address: url]
    if let token = service.token { environment[token] = Self.token }
    do {
      return try await live(environment, clock: clock, operation: call)
    } catch let failed as FailedResponse {
      throw failed.error
    }
  }

  /// Checks that the endpoint throws the error when the server answers with `answer`, and how many requests it sends.
  func expect(
    _ answer: WebResponse,
    toThrow error: APIError,
    requests: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let server = try TestServer(answer)
    await #expect(throws: error, sourceLocation: sourceLocation) { try await use(server.url) }
    #expect(server.requests.count == requests, "\(error)", sourceLocation: sourceLocation)
  }
}

extension ClientEndpoint {
  /// Every endpoint of every client of a web service.
  static let all = [
    searchRepos, searchFavorites, repository, isStarred, star, unstar, articles, article, users, songs, recipes, recipe,
    hashtags, addHashtags,
  ]

  private static func github(_ name: String, _ request: String, call: @escaping Call<GithubClient>) -> Self {
    Self(name, .github, request, call)
  }

  private static let repositoryBody = """
    {"id": 7, "name": "c++", "full_name": "ada/c++", "owner": {"login": "ada", "avatar_url": "https://example.com/a"},
     "html_url": "https://github.com/ada/c%2B%2B", "language": "C++", "description": null, "stargazers_count": 5}
    """

  static let searchRepos = github("searchRepos", "GET /search/repositories?q=swift&page=1") {
    try await $0.searchRepos("swift", nil, 1).items.map(\.name).joined()
  }.answering(#"{"total_count": 1, "items": [\#(repositoryBody)]}"#, value: "c++")

  static let searchFavorites = github("searchFavorites", "GET /user/starred?page=1") {
    try await $0.searchFavorites(1).items.map(\.name).joined()
  }.answering("[\(repositoryBody)]", value: "c++")

  static let repository = github("repository", "GET /repos/ada/c%2B%2B") {
    try await $0.repository("ada", "c++").name
  }.answering(repositoryBody, value: "c++")

  static let isStarred = github("isStarred", "GET /user/starred/ada/c%2B%2B") {
    "\(try await $0.isStarred("ada", "c++"))"
  }.answering(value: "true", ifMissing: "false")

  static let star = github("setStarred", "PUT /user/starred/ada/c%2B%2B") {
    "\(try await $0.setStarred(true, "ada", "c++"))"
  }

  static let unstar = github("setStarred", "DELETE /user/starred/ada/c%2B%2B") {
    "\(try await $0.setStarred(false, "ada", "c++"))"
  }

  private static let articleBody =
    #"{"id": "c6", "title": "題", "url": "https://qiita.com/c6", "user": {"id": "ada"}, "tags": []}"#

  static let articles = Self("articles", .qiita, "GET /api/v2/tags/swift/items?page=1&per_page=15") {
    (client: QiitaClient) in try await client.articles("swift", 1).items.map(\.title).joined()
  }.answering("[\(articleBody)]", value: "題")

  static let article = Self("article", .qiita, "GET /api/v2/items/c6") { (client: QiitaClient) in
    try await client.article("c6").title
  }.answering(articleBody, value: "題")

  static let users = Self("get(/v1/users)", .catalog, "GET /v1/users") { (client: CatalogClient) in
    try await client.get(\.users).map(\.lastName).joined()
  }.answering(#"[{"id": 1, "first_name": "Ada", "last_name": "Lovelace"}]"#, value: "Lovelace")

  static let songs = Self("get(/v1/songs)", .catalog, "GET /v1/songs") { (client: CatalogClient) in
    try await client.get(\.songs).map(\.title).joined()
  }.answering(#"[{"id": 2, "title": "夏", "artist": "Nagori"}]"#, value: "夏")

  private static let recipeBody = """
    "id": 1, "title": "親子丼", "description": "卵が", "image_url": null, "user": {"name": "ada"},
    "ingredients": [{"id": 1, "name": "卵", "quantity": "2個"}]
    """

  private static let pageInfo = #"{"next_page_cursor": "11", "has_next_page": true}"#

  static let recipes = Self("recipes", .recipes, "GET /recipes?limit=10") { (client: RecipeClient) in
    try await client.recipes(.all, nil).recipes.map(\.title).joined()
  }.answering(#"{"recipes": [{\#(recipeBody)}], "page_info": \#(pageInfo)}"#, value: "親子丼")

  static let recipe = Self("recipe", .recipes, "GET /recipes/1") { (client: RecipeClient) in
    try await client.recipe(1).steps.map(\.memo).joined()
  }.answering(#"{"recipe": {\#(recipeBody), "steps": [{"id": 1, "memo": "煮る。"}]}}"#, value: "煮る。")

  static let hashtags = Self(
    "hashtags",
    .hashtags,
    "GET /recipe_hashtags?hashtag_limit_per_recipe=10&recipe_ids=1"
  ) { (client: HashtagClient) in
    try await client.hashtags([1])[id: 1]?.hashtags.map(\.name).joined() ?? "none"
  }.answering(#"{"recipe_hashtags": [{"recipe_id": 1, "hashtags": [{"id": 5, "name": "夕食"}]}]}"#, value: "夕食")

  static let addHashtags = Self("addHashtags", .hashtags, "POST /hashtags") { (client: HashtagClient) in
    try await client.addHashtags(1, "#簡単").hashtags.map(\.name).joined()
  }.answering(#"{"hashtags": [{"id": 6, "name": "簡単", "recipe_id": 1}]}"#, value: "簡単")
}
