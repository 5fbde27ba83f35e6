public import DependenciesMacros

/// The web service for recipes.
///
/// ```swift
/// @Dependency(\.recipeClient) var recipeClient
/// let page = try await recipeClient.recipes(cursor: nil)
/// ```
@DependencyClient
public struct RecipeClient: Sendable {
  /// A page of ten recipes: the first one, or that which the page before has named.
  public var recipes: @Sendable (_ cursor: String?) async throws -> RecipePage
  /// A recipe with everything that there is to know about it, but for its hashtags.
  public var recipe: @Sendable (_ id: Recipe.ID) async throws -> Recipe
}

extension RecipeClient: DependencyKey {
  /// The web service that the environment variable `RECIPES_API_URL` names, by default `http://localhost:3001`.
  ///
  /// With `USE_STUB_API_CLIENT=1` the mock client answers instead.
  public static var liveValue: Self {
    let stub = mockValue
    return Self(
      recipes: { cursor in
        if APIClient.isStubbed { return try await stub.recipes(cursor: cursor) }
        return try await APIClient().send(RecipeListRequest(cursor: cursor)).value
      },
      recipe: { id in
        if APIClient.isStubbed { return try await stub.recipe(id: id) }
        return try await APIClient().send(RecipeRequest(id: id)).value.recipe
      }
    )
  }

  /// Reports each endpoint that a test uses without providing it.
  public static let testValue = Self()
}

extension APIClient {
  /// Whether live clients that honour `USE_STUB_API_CLIENT` are to be replaced by their mocks.
  static var isStubbed: Bool {
    @Dependency(\.processEnvironment) var environment
    return ["1", "true", "yes"].contains(environment["USE_STUB_API_CLIENT"]?.lowercased())
  }
}

extension DependencyValues {
  /// The web service for recipes.
  public var recipeClient: RecipeClient {
    get { self[RecipeClient.self] }
    set { self[RecipeClient.self] = newValue }
  }
}
