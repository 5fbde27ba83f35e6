import Dependencies
import Foundation
import Store
import StoreWeb
import Testing

@testable import Features

/// The live client over real sockets and the real `URLSession`; only the clock is not real.
struct HashtagClientTests {
  private let client = HashtagClient.liveValue

  private static let hashtagsBody = """
    {"recipe_hashtags": [{"recipe_id": 2, "hashtags": [{"id": 5, "name": "夕食"}, {"id": 3, "name": "簡単"}]},
     {"recipe_id": 1, "hashtags": []}, {"recipe_id": 2, "hashtags": []}]}
    """
  private static let addedBody = #"{"hashtags": [{"id": 9223372036854775807, "name": "a", "recipe_id": 1}]}"#

  @Test func readsHashtags() async throws {
    let server = try TestServer(.json(Self.hashtagsBody))
    let hashtags = try await live(["HASHTAGS_API_URL": server.url]) { try await client.hashtags([1, 2, 3]) }
    let expected = [Hashtag(id: 5, name: "夕食"), Hashtag(id: 3, name: "簡単")]
    #expect(hashtags[id: 2]?.hashtags == expected, "of two entries the first counts")
    #expect(hashtags[id: 1]?.hashtags == [] && hashtags[id: 3] == nil)
    #expect(
      server.requests.map(\.target) == ["/recipe_hashtags?hashtag_limit_per_recipe=10&recipe_ids=1%2C2%2C3"]
    )
  }

  @Test func asksForNothingWhenThereIsNothingToAskFor() async throws {
    let server = try TestServer(.json(Self.hashtagsBody))
    #expect(try await live(["HASHTAGS_API_URL": server.url]) { try await client.hashtags([]) }.isEmpty)
    #expect(server.requests.isEmpty)
  }

  /// An empty list of hashtags that was kept has a date too, so that it is not taken for the current one.
  @Test(arguments: [#"{"recipe_hashtags": []}"#, hashtagsBody])
  func keptHashtagsAreKnownToBeKept(_ body: String) async throws {
    let server = try TestServer(.json(body))
    let cache = ResponseCache()
    let answers = try await live(["HASHTAGS_API_URL": server.url]) {
      try await withDependencies {
        $0.responseCache = cache
      } operation: {
        let fresh = try await client.hashtags([1, 3])
        let kept = try await KeptAnswers.$areWelcome.withValue(true) { try await client.hashtags([1, 3]) }
        return (fresh: fresh, kept: kept)
      }
    }
    #expect(server.requests.count == 1)
    #expect(answers.fresh.asOf == nil)
    #expect(answers.kept.asOf == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(answers.kept[id: 1]?.hashtags == [] && answers.kept[id: 3]?.hashtags == [])
  }

  @Test func addsHashtags() async throws {
    let server = try TestServer(.json(Self.addedBody, status: 201))
    let added = try await live(["HASHTAGS_API_URL": server.url]) {
      try await client.addHashtags(.max, "#夕食 \"#b\"\n#c")
    }
    #expect(added == RecipeHashtags(recipeID: .max, hashtags: [Hashtag(id: .max, name: "a")]))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.target == "/hashtags")
    #expect(request[header: "Content-Type"] == "application/json")
    struct Body: Codable, Equatable {
      var recipe_id: Int64
      var value: String
    }
    let body = try JSONDecoder().decode(Body.self, from: Data(request.body))
    #expect(body == Body(recipe_id: .max, value: "#夕食 \"#b\"\n#c"))
  }

  /// Otherwise the next run, without a network, would show the recipe without what a person has added.
  @Test func addingRemovesTheKeptHashtagsOfTheRecipe() async throws {
    let server = try TestServer { request, _ in
      request.method == "POST" ? .json(Self.addedBody, status: 201) : .json(Self.hashtagsBody)
    }
    let cache = ResponseCache()
    let dates = try await live(["HASHTAGS_API_URL": server.url]) {
      try await withDependencies {
        $0.responseCache = cache
      } operation: {
        _ = try await client.hashtags([1, 2])
        _ = try await client.hashtags([11])
        _ = try await client.addHashtags(1, "#a")
        return try await KeptAnswers.$areWelcome.withValue(true) {
          [try await client.hashtags([11]).asOf, try await client.hashtags([1, 2]).asOf]
        }
      }
    }
    #expect(dates == [Date(timeIntervalSince1970: 1_700_000_000), nil])
  }

  @Test func theMockAnswersWhenTheEnvironmentSaysSo() async throws {
    let names = try await live(["HASHTAGS_API_URL": "nowhere", "USE_STUB_API_CLIENT": "1"]) {
      _ = try await client.addHashtags(4, "#new")
      return try await client.hashtags([4])[id: 4]?.hashtags.map(\.name)
    }
    #expect(names == ["new"])
  }

  /// What can't be read costs nothing else.
  @Test(
    arguments: [
      // Of which recipe the two entries are is not known.
      (hashtagsBody.replacing("2, \"h", with: "null, \"h"), [[], [], []], [0, 1, 1]),
      (hashtagsBody.replacing("\"簡単\"", with: "true"), [[], ["夕食"], nil], [0, 1, nil]),
      (hashtagsBody.replacing("\"id\": 5", with: "\"id\": \"5\""), [[], ["簡単"], nil], [0, 1, nil]),
      (hashtagsBody.replacing("[]", with: "[1, {}]"), [[], ["夕食", "簡単"], nil], [2, 0, nil]),
    ] as [(String, [[String]?], [Int?])]
  )
  func whatCanNotBeReadIsLeftOutAndCounted(_ body: String, _ names: [[String]?], _ omitted: [Int?]) async throws {
    let server = try TestServer(.json(body))
    let hashtags = try await live(["HASHTAGS_API_URL": server.url]) { try await client.hashtags([1, 2, 3]) }
    #expect([1, 2, 3].map { hashtags[id: $0]?.hashtags.map(\.name) } == names)
    #expect([1, 2, 3].map { hashtags[id: $0]?.omittedCount } == omitted)
  }

  @Test(arguments: [
    ("{}", "recipe_hashtags", "a value, but the key is missing"),
    (#"{"recipe_hashtags": [{"recipe_id": 1, "hashtags": true}, {}]}"#, "recipe_hashtags[0].hashtags", "an array"),
  ])
  func hashtagsOfAnotherShape(_ body: String, _ path: String, _ expected: String) async throws {
    try await ClientEndpoint.hashtags.expect(.json(body), toThrow: .undecodable(path: path, expected: expected))
  }

  @Test func addedHashtagsThatCanNotBeReadAreLeftOutAndCounted() async throws {
    let body = #"{"hashtags": [{"id": 1, "name": "a"}, {"id": "2", "name": "b"}]}"#
    let server = try TestServer(.json(body, status: 201))
    let added = try await live(["HASHTAGS_API_URL": server.url]) { try await client.addHashtags(7, "#a #b") }
    #expect(added == RecipeHashtags(recipeID: 7, hashtags: [Hashtag(id: 1, name: "a")], omittedCount: 1))
  }
}
