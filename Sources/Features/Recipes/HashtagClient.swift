public import DependenciesMacros
public import Store

/// Loads and adds the hashtags of recipes.
///
/// ```swift
/// @Dependency(\.hashtagClient) var hashtagClient
/// let hashtags = try await hashtagClient.hashtags(recipeIDs: [1, 2])
/// hashtags[id: 2]?.hashtags.map(\.name)
/// ```
@DependencyClient
public struct HashtagClient: Sendable {
  /// Loads the hashtags of recipes, at most ten of each. A recipe that the server omits is left out; one that a kept
  /// response omits has no hashtags. Hashtags that can't be read are left out and counted.
  public var hashtags: @Sendable (_ recipeIDs: [Recipe.ID]) async throws -> IdentifiedArrayOf<RecipeHashtags>
  /// Adds the hashtags in a text to a recipe and returns them, including those that the recipe already had. Words are
  /// separated by white space. A word after `#` is a hashtag; other words are ignored. Hashtags in the response that
  /// can't be read are left out and counted.
  ///
  /// The request is not retried if it may have reached the server: without a response it is unknown whether the hashtags
  /// were added.
  public var addHashtags: @Sendable (_ recipeID: Recipe.ID, _ value: String) async throws -> RecipeHashtags
}

extension HashtagClient: DependencyKey {
  /// A client of the server that `HASHTAGS_API_URL` in the environment names, by default `http://localhost:3002`.
  ///
  /// With `USE_STUB_API_CLIENT=1` it behaves like the mock client.
  public static var liveValue: Self {
    let stub = mockValue
    return Self(
      hashtags: { recipeIDs in
        if APIClient.isStubbed { return try await stub.hashtags(recipeIDs: recipeIDs) }
        var hashtags: IdentifiedArrayOf<RecipeHashtags> = []
        if recipeIDs.isEmpty { return hashtags }
        let response = try await APIClient().send(RecipeHashtagsRequest(recipeIDs: recipeIDs))
        for recipe in response.value.recipeHashtags.rows { hashtags.append(recipe) }
        // An entry that can't be read does not tell its recipe, so it is counted for a recipe that has no entry.
        for id in recipeIDs.filter({ hashtags[id: $0] == nil }).prefix(response.value.recipeHashtags.omittedCount) {
          hashtags.append(RecipeHashtags(recipeID: id, hashtags: [], omittedCount: 1))
        }
        guard let asOf = response.asOf else { return hashtags }
        // Each element carries the time of the kept response. An empty array could not carry it.
        for id in recipeIDs { hashtags.append(RecipeHashtags(recipeID: id, hashtags: [])) }
        return hashtags.asOf(asOf)
      },
      addHashtags: { recipeID, value in
        if APIClient.isStubbed { return try await stub.addHashtags(recipeID: recipeID, value: value) }
        let added = try await APIClient().send(AddHashtagsRequest(recipeID: recipeID, value: value)).value.hashtags
        return RecipeHashtags(recipeID: recipeID, hashtags: added.rows, omittedCount: added.omittedCount)
      }
    )
  }

  /// Reports an issue for each endpoint that a test uses without overriding it.
  public static let testValue = Self()
}

extension DependencyValues {
  /// The client that loads and adds the hashtags of recipes.
  public var hashtagClient: HashtagClient {
    get { self[HashtagClient.self] }
    set { self[HashtagClient.self] = newValue }
  }
}

/// A hashtag of a recipe.
public struct Hashtag: Codable, Hashable, Identifiable, Sendable {
  /// The hashtag's number in the web service.
  public var id: Int64
  /// The name, without the `#`.
  public var name: String

  /// Makes a hashtag.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}
