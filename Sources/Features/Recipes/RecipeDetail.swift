public import Store

/// A recipe with all its parts, and its hashtags, to which others can be added.
///
/// The recipe and its hashtags come from two web services, so they are loaded side by side and fail one by one. What was
/// known before, from a list, is shown meanwhile. Hashtags that are added are shown without loading them again.
@Reducer
public struct RecipeDetail {
  /// Something that is loaded by itself. What is there stays until it has been loaded anew.
  public struct Part<Value: Encodable & Equatable & Sendable>: Encodable, Equatable, Sendable {
    /// What is there to show.
    public var value: Value?
    /// Whether a request is under way.
    public var isLoading = false
    /// Why the last request failed, if it did.
    public var error: APIError?

    /// Makes a part of what is known.
    public init(_ value: Value? = nil) { self.value = value }

    /// Whether ``value`` is all there is: no other is expected.
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

  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// The recipe's id.
    public let id: Recipe.ID
    /// What a list knows of the recipe; `nil` when it was not opened from one.
    public var summary: RecipeSummary?
    /// The recipe.
    public var recipe = Part<Recipe>()
    /// Its hashtags, the newest first.
    public var hashtags = Part<[Hashtag]>()
    /// The sheet in which hashtags are added.
    @Presents public var addHashtags: AddHashtags.State?

    /// Makes the state of a recipe of which nothing but the id is known.
    public init(id: Recipe.ID) { self.id = id }

    /// Makes the state of a recipe of which a list knows something.
    public init(summary: RecipeSummary, hashtags: [Hashtag]? = nil) {
      id = summary.id
      self.summary = summary
      self.hashtags = Part(hashtags)
    }

    /// What the recipe is called, as soon as it is known.
    public var title: String? { recipe.value?.title ?? summary?.title }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The recipe has come on screen. It is loaded the first time that it does.
    case appeared
    /// The recipe is to be asked for again.
    case retryRecipeButtonTapped
    /// The hashtags are to be asked for again.
    case retryHashtagsButtonTapped
    /// Hashtags are to be added.
    case addHashtagsButtonTapped
    /// The recipe has come.
    case recipeLoaded(Recipe)
    /// There is no recipe.
    case recipeFailed(APIError)
    /// The hashtags have come.
    case hashtagsLoaded([Hashtag])
    /// There are no hashtags.
    case hashtagsFailed(APIError)
    /// What happens in the sheet in which hashtags are added.
    case addHashtags(PresentationAction<AddHashtags.Action>)
  }

  private enum CancelID { case hashtags }

  @Dependency(\.recipeClient) private var recipeClient
  @Dependency(\.hashtagClient) private var hashtagClient

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to load.
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

      case .addHashtagsButtonTapped:
        state.addHashtags = AddHashtags.State(recipeID: state.id)
        return .none

      case .recipeLoaded(let recipe):
        state.recipe = Part(recipe)
        return .none

      case .recipeFailed(let error):
        state.recipe.fail(error)
        return .none

      case .hashtagsLoaded(let hashtags):
        state.hashtags = Part(hashtags)
        return .none

      case .hashtagsFailed(let error):
        state.hashtags.fail(error)
        return .none

      case .addHashtags(.presented(.hashtagsAdded(let added))):
        let isComplete = state.hashtags.isComplete
        let present = state.hashtags.value ?? []
        let ids = Set(present.map(\.id))
        state.hashtags.value = added.reversed().filter { !ids.contains($0.id) } + present
        // Without the others these are not all. And a request under way may have been answered before they were added.
        return isComplete ? .none : loadHashtags(&state)

      case .addHashtags:
        return .none
      }
    }
    .ifLet(\.$addHashtags, action: \.addHashtags) { AddHashtags() }
  }

  private func loadRecipe(_ state: inout State) -> Effect<Action> {
    state.recipe.start()
    return .request("Load recipe \(state.id)", loaded: Action.recipeLoaded, failed: Action.recipeFailed) {
      [recipeClient, id = state.id] in
      try await recipeClient.recipe(id: id)
    }
  }

  private func loadHashtags(_ state: inout State) -> Effect<Action> {
    state.hashtags.start()
    return .request("Load hashtags", loaded: Action.hashtagsLoaded, failed: Action.hashtagsFailed) {
      [hashtagClient, id = state.id] in
      try await hashtagClient.hashtags(recipeIDs: [id])[id: id]?.hashtags ?? []
    }
    .cancellable(id: CancelID.hashtags, cancelInFlight: true)
  }
}
