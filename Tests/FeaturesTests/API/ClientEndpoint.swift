import Dependencies
import Features
import LoopbackServer
import Store
import Testing

/// An endpoint of a client: how a test calls it, the request that it sends, and a correct answer.
struct ClientEndpoint: Sendable, CustomTestStringConvertible {
  /// The environment variables with the address and the token of a server, and the address that the error message for a
  /// wrong one suggests.
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
  let body: String
  /// The text that the endpoint returns for the body; part of the body unless that is empty.
  let value: String
  /// What the endpoint returns when the server answers 404; `nil` if that is an error.
  let valueIfMissing: String?
  /// Calls the endpoint of the client in the current dependencies, and describes the result.
  let call: @Sendable () async throws -> String

  init<Client: Sendable>(
    _ name: String,
    _ client: any KeyPath<DependencyValues, Client> & Sendable,
    _ service: Service,
    _ request: String,
    body: String = "",
    value: String,
    valueIfMissing: String? = nil,
    call: @escaping @Sendable (Client) async throws -> String
  ) {
    self.name = name
    self.service = service
    self.request = request
    self.body = body
    self.value = value
    self.valueIfMissing = valueIfMissing
    self.call = {
      @Dependency(client) var client
      return try await call(client)
    }
  }

  var testDescription: String { "\(name): \(request)" }

  var answer: LoopbackAnswer { body.isEmpty ? .respond(204) : .json(body) }

  /// How many requests are sent to a server that always fails. A `POST` is not repeated, because the server may have
  /// performed it even if no response came.
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
    _ answer: LoopbackAnswer,
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
    hashtags,
    addHashtags,
  ]

  private static let repositoryBody = """
    {"id": 7, "name": "c++", "full_name": "ada/c++", "owner": {"login": "ada", "avatar_url": "https://example.com/a"},
     "html_url": "https://github.com/ada/c%2B%2B", "language": "C++", "description": null, "stargazers_count": 5}
    """

  static let searchRepos = Self(
    "GithubClient.searchRepos",
    \.githubClient,
    .github,
    "GET /search/repositories?q=swift&page=1",
    body: #"{"total_count": 1, "items": [\#(repositoryBody)]}"#,
    value: "c++"
  ) { try await $0.searchRepos("swift", nil, 1).items.map(\.name).joined() }

  static let searchFavorites = Self(
    "GithubClient.searchFavorites",
    \.githubClient,
    .github,
    "GET /user/starred?page=1",
    body: "[\(repositoryBody)]",
    value: "c++"
  ) { try await $0.searchFavorites(1).items.map(\.name).joined() }

  static let repository = Self(
    "GithubClient.repository",
    \.githubClient,
    .github,
    "GET /repos/ada/c%2B%2B",
    body: repositoryBody,
    value: "c++"
  ) { try await $0.repository("ada", "c++").name }

  static let isStarred = Self(
    "GithubClient.isStarred",
    \.githubClient,
    .github,
    "GET /user/starred/ada/c%2B%2B",
    value: "true",
    valueIfMissing: "false"
  ) { "\(try await $0.isStarred("ada", "c++"))" }

  static let star = Self(
    "GithubClient.setStarred",
    \.githubClient,
    .github,
    "PUT /user/starred/ada/c%2B%2B",
    value: "()"
  ) { "\(try await $0.setStarred(true, "ada", "c++"))" }

  static let unstar = Self(
    "GithubClient.setStarred",
    \.githubClient,
    .github,
    "DELETE /user/starred/ada/c%2B%2B",
    value: "()"
  ) { "\(try await $0.setStarred(false, "ada", "c++"))" }

  static let articles = Self(
    "QiitaClient.articles",
    \.qiitaClient,
    .qiita,
    "GET /api/v2/tags/swift/items?page=1&per_page=15",
    body: #"[{"id": "c6", "title": "題", "url": "https://qiita.com/c6", "user": {"id": "ada"}, "tags": []}]"#,
    value: "題"
  ) { try await $0.articles("swift", 1).items.map(\.title).joined() }

  static let article = Self(
    "QiitaClient.article",
    \.qiitaClient,
    .qiita,
    "GET /api/v2/items/c6",
    body: #"{"id": "c6", "title": "題", "url": "https://qiita.com/c6", "user": {"id": "ada"}, "tags": []}"#,
    value: "題"
  ) { try await $0.article("c6").title }

  static let users = Self(
    "CatalogClient.get(/v1/users)",
    \.catalogClient,
    .catalog,
    "GET /v1/users",
    body: #"[{"id": 1, "first_name": "Ada", "last_name": "Lovelace"}]"#,
    value: "Lovelace"
  ) { try await $0.get(\.users).map(\.lastName).joined() }

  static let songs = Self(
    "CatalogClient.get(/v1/songs)",
    \.catalogClient,
    .catalog,
    "GET /v1/songs",
    body: #"[{"id": 2, "title": "夏", "artist": "Nagori"}]"#,
    value: "夏"
  ) { try await $0.get(\.songs).map(\.title).joined() }

  private static let recipeBody = """
    "id": 1, "title": "親子丼", "description": "卵が", "image_url": null, "user": {"name": "ada"},
    "ingredients": [{"id": 1, "name": "卵", "quantity": "2個"}]
    """

  static let recipes = Self(
    "RecipeClient.recipes",
    \.recipeClient,
    .recipes,
    "GET /recipes?limit=10",
    body: #"{"recipes": [{\#(recipeBody)}], "page_info": {"next_page_cursor": "11", "has_next_page": true}}"#,
    value: "親子丼"
  ) { try await $0.recipes(.all, nil).recipes.map(\.title).joined() }

  static let recipe = Self(
    "RecipeClient.recipe",
    \.recipeClient,
    .recipes,
    "GET /recipes/1",
    body: #"{"recipe": {\#(recipeBody), "steps": [{"id": 1, "memo": "煮る。"}]}}"#,
    value: "煮る。"
  ) { try await $0.recipe(1).steps.map(\.memo).joined() }

  static let hashtags = Self(
    "HashtagClient.hashtags",
    \.hashtagClient,
    .hashtags,
    "GET /recipe_hashtags?hashtag_limit_per_recipe=10&recipe_ids=1",
    body: #"{"recipe_hashtags": [{"recipe_id": 1, "hashtags": [{"id": 5, "name": "夕食"}]}]}"#,
    value: "夕食"
  ) { try await $0.hashtags([1])[id: 1]?.hashtags.map(\.name).joined() ?? "none" }

  static let addHashtags = Self(
    "HashtagClient.addHashtags",
    \.hashtagClient,
    .hashtags,
    "POST /hashtags",
    body: #"{"hashtags": [{"id": 6, "name": "簡単", "recipe_id": 1}]}"#,
    value: "簡単"
  ) { try await $0.addHashtags(1, "#簡単").hashtags.map(\.name).joined() }
}
