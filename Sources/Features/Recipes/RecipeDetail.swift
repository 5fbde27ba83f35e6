public import Store

/// A recipe with its hashtags. The user can add hashtags.
///
/// The recipe and its hashtags come from two web services, so they load independently, and one can fail without the
/// other. Until they are loaded, the values from the list are shown. Added hashtags are shown without loading the
/// hashtags again.
@Reducer
public struct RecipeDetail {
  /// A part of the state that loads independently. The value stays while it is loaded again.
  public struct Part<Value: Encodable & Equatable & Sendable>: Encodable, Equatable, Sendable {
    /// The value that was loaded last.
    public var value: Value?
    /// Whether a request is running.
    public var isLoading = false
    /// The reason why the last request failed.
    public var error: APIError?

    /// Makes a part with a known value.
    public init(_ value: Value? = nil) { self.value = value }

    /// Whether the value is loaded, and the last request has succeeded.
    public var isComplete: Bool { value != nil && !isLoading && error == nil }

    mutating func start() {
      isLoading = true
      error = nil
    }

    mutating func fail(_ error: APIError) {
      isLoading = false
      self.error = error
    }
  }

  public struct State: Equatable, Sendable, Encodable {
    /// The identifier of the recipe.
    public let id: Recipe.ID
    /// The recipe's row in the list, or `nil` if it was not opened from a list.
    public var summary: RecipeSummary?
    /// The recipe.
    public var recipe = Part<Recipe>()
    /// The hashtags, newest first.
    public var hashtags = Part<[Hashtag]>()
    /// The sheet that adds hashtags.
    @Presents public var addHashtags: AddHashtags.State?

    /// Makes the state of a recipe with an identifier only.
    public init(id: Recipe.ID) { self.id = id }

    /// Makes the state of a recipe in a list.
    public init(summary: RecipeSummary, hashtags: [Hashtag]? = nil) {
      id = summary.id
      self.summary = summary
      self.hashtags = Part(hashtags)
    }

    /// The title of the recipe, once it is known.
    public var title: String? { recipe.value?.title ?? summary?.title }
  }

  public enum Action: Codable, Equatable, Sendable {
    /// The recipe appeared. The first time, it is loaded.
    case appeared
    /// The user tapped the button that loads the recipe again.
    case retryRecipeButtonTapped
    /// The user tapped the button that loads the hashtags again.
    case retryHashtagsButtonTapped
    /// The user tapped the button that keeps the recipe for later, which the app does.
    case bookmarkButtonTapped
    /// The user tapped the button that opens the sheet for hashtags.
    case addHashtagsButtonTapped
    /// The recipe was loaded.
    case recipeLoaded(Recipe)
    /// The request for the recipe, which failed for want of a network, is repeated.
    case recipeConnectionRestored
    /// Loading the recipe failed.
    case recipeFailed(APIError)
    /// The hashtags were loaded.
    case hashtagsLoaded([Hashtag])
    /// The request for the hashtags, which failed for want of a network, is repeated.
    case hashtagsConnectionRestored
    /// Loading the hashtags failed.
    case hashtagsFailed(APIError)
    /// An action of the sheet that adds hashtags.
    case addHashtags(PresentationAction<AddHashtags.Action>)
  }

  private enum CancelID { case recipe, hashtags }

  @Dependency(\.recipeClient) private var recipeClient
  @Dependency(\.hashtagClient) private var hashtagClient

  /// Makes the reducer.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        guard state.recipe == Part() else { return .none }
        return .merge(loadRecipe(&state), loadHashtags(&state))

      case .retryRecipeButtonTapped:
        return state.recipe.error == nil ? .none : loadRecipe(&state)

      case .retryHashtagsButtonTapped:
        return state.hashtags.error == nil ? .none : loadHashtags(&state)

      case .bookmarkButtonTapped:
        return .none

      case .addHashtagsButtonTapped:
        state.addHashtags = AddHashtags.State(recipeID: state.id)
        return .none

      case .recipeLoaded(let recipe):
        state.recipe = Part(recipe)
        return .none

      case .recipeConnectionRestored:
        state.recipe.start()
        return .none

      case .recipeFailed(let error):
        state.recipe.fail(error)
        return .none

      case .hashtagsLoaded(let hashtags):
        state.hashtags = Part(hashtags)
        return .none

      case .hashtagsConnectionRestored:
        state.hashtags.start()
        return .none

      case .hashtagsFailed(let error):
        state.hashtags.fail(error)
        return .none

      case .addHashtags(.presented(.hashtagsAdded(let added))):
        let isComplete = state.hashtags.isComplete
        // A hashtag that is known by its id may have got another name.
        var new = IdentifiedArray(added.reversed(), uniquingIDsWith: { _, other in other })
        let present = (state.hashtags.value ?? []).map { new.remove(id: $0.id) ?? $0 }
        state.hashtags.value = Array(new) + present
        // The other hashtags may be missing, and a running request may return those from before the addition.
        return isComplete ? .none : loadHashtags(&state)

      case .addHashtags:
        return .none
      }
    }
    .ifLet(\.$addHashtags, action: \.addHashtags) { AddHashtags() }
  }

  private func loadRecipe(_ state: inout State) -> Effect<Action> {
    state.recipe.start()
    return .request(
      "Load recipe \(state.id)",
      loaded: { .recipeLoaded($0) },
      failed: { .recipeFailed($0) },
      restored: .recipeConnectionRestored
    ) { [recipeClient, id = state.id] in
      try await recipeClient.recipe(id: id)
    }
    .cancellable(id: CancelID.recipe, cancelInFlight: true)
  }

  private func loadHashtags(_ state: inout State) -> Effect<Action> {
    state.hashtags.start()
    return .request(
      "Load hashtags",
      loaded: { .hashtagsLoaded($0) },
      failed: { .hashtagsFailed($0) },
      restored: .hashtagsConnectionRestored
    ) { [hashtagClient, id = state.id] in
      try await hashtagClient.hashtags(recipeIDs: [id])[id: id]?.hashtags ?? []
    }
    .cancellable(id: CancelID.hashtags, cancelInFlight: true)
  }
}
