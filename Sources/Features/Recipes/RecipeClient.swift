public import DependenciesMacros

/// Loads recipes.
///
/// ```swift
/// @Dependency(\.recipeClient) var recipeClient
/// let page = try await recipeClient.recipes(order: .newest, cursor: nil)
/// ```
@DependencyClient
public struct RecipeClient: Sendable {
  /// Loads a page of ten recipes. `nil` is the first page; each page contains the cursor of the next.
  public var recipes: @Sendable (_ order: RecipeOrder, _ cursor: String?) async throws -> RecipePage
  /// Loads a complete recipe, without its hashtags.
  public var recipe: @Sendable (_ id: Recipe.ID) async throws -> Recipe
}

extension RecipeClient: DependencyKey {
  /// A client of the server that `RECIPES_API_URL` in the environment names, by default `http://localhost:3001`.
  ///
  /// With `USE_STUB_API_CLIENT=1` it behaves like the mock client.
  public static var liveValue: Self {
    let stub = mockValue
    return Self(
      recipes: { order, cursor in
        if APIClient.isStubbed { return try await stub.recipes(order: order, cursor: cursor) }
        let response = try await APIClient().send(RecipeListRequest(order: order, cursor: cursor))
        return response.value.page.asOf(response.asOf)
      },
      recipe: { id in
        if APIClient.isStubbed { return try await stub.recipe(id: id) }
        let response = try await APIClient().send(RecipeRequest(id: id))
        return response.value.recipe.asOf(response.asOf)
      }
    )
  }

  /// Reports an issue for each endpoint that a test uses without overriding it.
  public static let testValue = Self()
}

extension APIClient {
  /// Whether `USE_STUB_API_CLIENT` replaces live clients by their mocks.
  static var isStubbed: Bool {
    @Dependency(\.processEnvironment) var environment
    return ["1", "true", "yes"].contains(environment["USE_STUB_API_CLIENT"]?.lowercased())
  }
}

extension DependencyValues {
  /// The client that loads recipes.
  public var recipeClient: RecipeClient {
    get { self[RecipeClient.self] }
    set { self[RecipeClient.self] = newValue }
  }
}
