public import DependenciesMacros
public import Store

/// The web service for the hashtags of recipes.
///
/// ```swift
/// @Dependency(\.hashtagClient) var hashtagClient
/// let hashtags = try await hashtagClient.hashtags(recipeIDs: [1, 2])
/// hashtags[id: 2]?.hashtags.map(\.name)
/// ```
@DependencyClient
public struct HashtagClient: Sendable {
  /// The hashtags of some recipes, at most ten of each. A recipe that the web service says nothing of is left out.
  public var hashtags: @Sendable (_ recipeIDs: [Recipe.ID]) async throws -> IdentifiedArrayOf<RecipeHashtags>
  /// Adds hashtags, each after a `#` and with white space between them, to a recipe, and returns them. Other words are
  /// ignored; the `#` is not part of the hashtag. What the recipe has already is returned, but not added again.
  ///
  /// It is sent once: when no response comes, nobody knows whether they were added.
  public var addHashtags: @Sendable (_ recipeID: Recipe.ID, _ value: String) async throws -> [Hashtag]
}

extension HashtagClient: DependencyKey {
  /// The web service that the environment variable `HASHTAGS_API_URL` names, by default `http://localhost:3002`.
  ///
  /// With `USE_STUB_API_CLIENT=1` the mock client answers instead.
  public static var liveValue: Self {
    let stub = mockValue
    return Self(
      hashtags: { recipeIDs in
        if APIClient.isStubbed { return try await stub.hashtags(recipeIDs: recipeIDs) }
        var hashtags: IdentifiedArrayOf<RecipeHashtags> = []
        if recipeIDs.isEmpty { return hashtags }
        let response = try await APIClient().send(RecipeHashtagsRequest(recipeIDs: recipeIDs)).value
        for recipe in response.recipeHashtags { hashtags.append(recipe) }
        return hashtags
      },
      addHashtags: { recipeID, value in
        if APIClient.isStubbed { return try await stub.addHashtags(recipeID: recipeID, value: value) }
        return try await APIClient().send(AddHashtagsRequest(recipeID: recipeID, value: value)).value.hashtags
      }
    )
  }

  /// Reports each endpoint that a test uses without providing it.
  public static let testValue = Self()
}

extension DependencyValues {
  /// The web service for the hashtags of recipes.
  public var hashtagClient: HashtagClient {
    get { self[HashtagClient.self] }
    set { self[HashtagClient.self] = newValue }
  }
}
