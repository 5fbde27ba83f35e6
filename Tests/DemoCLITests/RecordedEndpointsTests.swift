import Dependencies
import Foundation
import Store
import Testing

@testable import DemoCLI
@testable import Features
@testable import StoreInspection
@testable import StoreTrace

/// An app shows the same with recorded clients, and with clients that get their answers from a trace.
@MainActor struct RecordedEndpointsTests {
  @Test func theAppShowsTheSameWithRecordedClients() async throws {
    let plain = try await play(with: nil)
    let online = plain.states[Self.actions.count - 1]
    let offline = try #require(plain.states.last)
    // What could get lost on the way is there.
    #expect(online.catalog.$users.omittedCount == 1 && online.articles.list.omittedCount == 1)
    #expect(online.recipes.recipes.omittedCount == 1 && online.searchRepos.rateLimit?.remaining == 9)
    for asOf in [
      offline.catalog.$users.asOf, offline.catalog.$songs.asOf, offline.articles.list.asOf,
      offline.recipes.recipes.asOf, offline.recipes.detail?.recipe.asOf,
      offline.searchRepos.results.asOf, offline.searchRepos.detail?.asOf,
    ] { #expect(asOf == Self.date) }
    let calls = CalledEndpoints(log: CallLog())
    for handler in [calls, CalledEndpoints()] {
      let recorded = try await play(with: handler)
      #expect(recorded.results == plain.results)
      for (step, (recorded, plain)) in zip(recorded.states, plain.states).enumerated() where recorded != plain {
        Issue.record("After action \(step): \(diff(plain, recorded) ?? "")")
        break
      }
    }
    #expect(Set([RecordedEndpoint].features.map(\.name)).subtracting(calls.names.value) == [], "All are called.")
  }

  private nonisolated static let date = Date(timeIntervalSince1970: 1_700_000_000)

  private static let actions: [AppFeature.Action] = [
    .launched, .tabSelected(.articles), .articles(.articleOpened(id: "zz")), .articles(.bookmarkButtonTapped(id: "a")),
    .articles(.bookmarkButtonTapped(id: "a")), .articles(.tagChanged("ios")), .articles(.tagSubmitted),
    .removeRecentSearchButtonTapped(RecentSearch(.articles, "ios")), .clearRecentSearchesButtonTapped,
    .tabSelected(.recipes), .recipes(.rowTapped(id: 1)), .recipes(.detail(.presented(.appeared))),
    .recipes(.detail(.presented(.addHashtagsButtonTapped))),
    .recipes(.detail(.presented(.addHashtags(.presented(.textChanged("#a")))))),
    .recipes(.detail(.presented(.addHashtags(.presented(.sendButtonTapped))))), .tabSelected(.catalog),
    .tabSelected(.repositories), .searchRepos(.queryChanged("swift")), .searchRepos(.searchSubmitted),
    .searchRepos(.rowTapped(id: 1)), .searchRepos(.detail(.presented(.appeared))),
    .searchRepos(.detail(.presented(.starButtonTapped))), .searchRepos(.favoritesButtonTapped),
    .toDos(.createButtonTapped), .toDos(.destination(.presented(.create(.titleChanged("a"))))),
    .toDos(.destination(.presented(.create(.saveButtonTapped)))), .toDos(.toggleButtonTapped(id: UUID(0))),
    .toDos(.deleteButtonTapped(id: UUID(0))), .toDos(.undoButtonTapped),
  ]

  /// Lets a person use the app online and then, in another run of the program, offline.
  private func play(with handler: (any CallHandler)?) async throws -> (states: [AppFeature.State], results: [String]) {
    let database = Database(inMemory: .features)
    let cache = ResponseCache()
    var states: [AppFeature.State] = []
    var results: [String] = []
    for isOnline in [true, false] {
      let prepare = { @Sendable (values: inout DependencyValues) in
        values.context = .live
        values.continuousClock = ImmediateClock()
        values.date = .constant(Self.date)
        values.uuid = .incrementing
        values.locale = Texts.english.locale
        values.processEnvironment = ["GITHUB_TOKEN": "a-token"]
        values.openURL = OpenURL { _ in }
        values.connectivity = .testValue
        values.database = database
        values.responseCache = cache
        values.cacheClient.problems = { AsyncStream { $0.finish() } }
        values.httpTransport.send = { request in
          guard isOnline else { throw APIError.noConnection(reason: "the network is down") }
          return Self.response(to: request)
        }
        if let handler { for endpoint in [RecordedEndpoint].features { endpoint.install(handler, in: &values) } }
      }
      let store = Store(initialState: AppFeature.State()) {
        AppFeature()
      } withDependencies: {
        prepare(&$0)
      }
      for action in Self.actions {
        await store.send(action).finish()
        states.append(store.withState { $0 })
      }
      results += try await withDependencies {
        prepare(&$0)
      } operation: {
        try await Self.followedResults()
      }
      guard !isOnline else { continue }
      await store.send(.offline(.clearButtonTapped)).finish()
      states.append(store.withState { $0 })
    }
    return (states, results)
  }

  private static func followedResults() async throws -> [String] {
    @Dependency(\.toDoClient) var client
    let id = UUID(0)
    return [
      "\(try await client.changes(after: nil))", "\(try await client.toDo(id: id, after: nil))",
      "\(try await client.edit(id: id, edit: ToDoEdit(title: "b")))", "\(try await client.toDo(id: id, after: nil))",
    ]
  }

  private nonisolated static func response(to request: HTTPRequest) -> HTTPResponse {
    let path = request.url.path
    let article = #"{"id": "a", "title": "題", "url": "https://qiita.com/a", "user": {"id": "ada"}, "tags": []}"#
    let recipe =
      #""id": 1, "title": "親子丼", "description": "卵が", "image_url": null, "user": {"name": "ada"}, "ingredients": []"#
    let repository = """
      {"id": 1, "name": "a", "full_name": "ada/a", "owner": {"login": "ada", "avatar_url": "https://a.example/"},
       "html_url": "https://github.com/ada/a", "description": null, "stargazers_count": 5}
      """
    let (user, hashtag) = (#"{"id": 1, "first_name": "Ada"}"#, #"{"id": 5, "name": "夕食"}"#)
    let pageInfo = #"{"next_page_cursor": "b", "has_next_page": true}"#
    let body =
      switch (request.method, path) {
      case (_, "/user/starred"): "[\(repository), {}]"
      case (_, "/search/repositories"): #"{"total_count": 9, "items": [\#(repository), {}]}"#
      case (_, "/repos/ada/a"): repository
      case (_, "/api/v2/items/zz"): article
      case (_, "/recipes"): #"{"recipes": [{\#(recipe)}, {}], "page_info": \#(pageInfo)}"#
      case (_, "/recipes/1"): #"{"recipe": {\#(recipe), "steps": []}}"#
      case (_, "/recipe_hashtags"): #"{"recipe_hashtags": [{"recipe_id": 1, "hashtags": [\#(hashtag), {}]}]}"#
      case (_, "/hashtags"): #"{"hashtags": [{"id": 6, "name": "a", "recipe_id": 1}, {}]}"#
      case (_, "/v1/users"): "[\(user), {}]"
      case (_, "/v1/songs"): #"[{"id": 2, "title": "夏"}, {}]"#
      case _ where path.hasPrefix("/api/v2/tags/"): "[\(article), {}]"
      default: ""
      }
    let headers: HTTPHeaders = ["X-RateLimit-Remaining": "9", "X-RateLimit-Limit": "10"]
    return HTTPResponse(status: body.isEmpty ? 204 : 200, headers: headers, body: Data(body.utf8))
  }
}

/// Notes which endpoints are called. Their answers go into a log, or are what a trace would contain of them.
private struct CalledEndpoints: CallHandler {
  var log: CallLog?
  let names = LockIsolated<Set<String>>([])

  func call<Output: Codable & Sendable>(
    _ endpoint: RecordedEndpoint,
    _ arguments: [any Encodable & Sendable],
    original: () async throws -> Output
  ) async throws -> Output {
    names.withValue { _ = $0.insert(endpoint.name) }
    if let log { return try await log.call(endpoint, arguments, original: original) }
    let output: Output
    do {
      output = try await original()
    } catch {
      throw RecordedError.decode(RecordedError(error).json) ?? error
    }
    return try NodeDecoder.decode(Output.self, from: .json(JSONNode(try JSONValueEncoder().encode(output), at: 0..<0)))
  }
}
