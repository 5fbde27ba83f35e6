public import Store

/// The list of recipes, page by page, with their hashtags, and the recipe that is opened from it.
///
/// Recipes and hashtags come from two web services. The recipes are shown at once; their hashtags, which are asked for
/// when a page has come, are joined to them by id. Should that fail, the recipes stay, and
/// ``Action/retryHashtagsButtonTapped`` asks for just the hashtags that are missing.
@Reducer
public struct RecipeList {
  /// Which recipes to list.
  public enum Query: String, Codable, Sendable {
    /// All of them.
    case all
  }

  /// A recipe in the list.
  public struct Row: Codable, Equatable, Identifiable, Sendable {
    /// The recipe.
    public var recipe: RecipeSummary
    /// Its hashtags, the newest first; `nil` until they have come.
    public var hashtags: [Hashtag]?

    public var id: Recipe.ID { recipe.id }

    /// Makes a row.
    public init(recipe: RecipeSummary, hashtags: [Hashtag]? = nil) {
      self.recipe = recipe
      self.hashtags = hashtags
    }
  }

  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// The rows, and the request for more of them.
    public var recipes = PagedList<Query, Row, String>()
    /// The recipes whose hashtags are on their way; `nil` when none are.
    public var hashtagsRequest: [Recipe.ID]?
    /// Why the last request for hashtags failed, if it did.
    public var hashtagsError: APIError?
    /// The recipe that is open.
    @Presents public var detail: RecipeDetail.State?

    /// Makes a list with nothing to show, or with a recipe open.
    public init(detail: RecipeDetail.State? = nil) { self.detail = detail }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The list has come on screen. It is loaded the first time that it does.
    case appeared
    /// The list is to be loaded again from its first page.
    case refreshPulled
    /// A row has come into view; one of the last five makes the next page load.
    case rowAppeared(id: Recipe.ID)
    /// A recipe is to be opened.
    case rowTapped(id: Recipe.ID)
    /// The page that has failed is to be asked for again.
    case retryButtonTapped
    /// The hashtags that are missing are to be asked for again.
    case retryHashtagsButtonTapped
    /// A page has come.
    case pageLoaded(request: PagedList<Query, Row, String>.Request, page: RecipePage)
    /// A request for a page has failed.
    case pageFailed(request: PagedList<Query, Row, String>.Request, error: APIError)
    /// The hashtags of some recipes have come.
    case hashtagsLoaded(recipeIDs: [Recipe.ID], hashtags: IdentifiedArrayOf<RecipeHashtags>)
    /// A request for the hashtags of some recipes has failed.
    case hashtagsFailed(recipeIDs: [Recipe.ID], error: APIError)
    /// What happens in the recipe that is open.
    case detail(PresentationAction<RecipeDetail.Action>)
  }

  private enum CancelID { case page, hashtags }

  /// How many recipes' hashtags are asked for at once.
  private static let hashtagsLimit = 50

  @Dependency(\.recipeClient) private var recipeClient
  @Dependency(\.hashtagClient) private var hashtagClient

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to load.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return state.recipes.latestQuery == nil ? load(state.recipes.load(.all)) : .none

      case .refreshPulled:
        return load(state.recipes.load(.all))

      case .rowAppeared(let id):
        return load(state.recipes.rowAppeared(id: id))

      case .retryButtonTapped:
        return load(state.recipes.retry())

      case .rowTapped(let id):
        guard let row = state.recipes.rows[id: id] else { return .none }
        state.detail = RecipeDetail.State(summary: row.recipe, hashtags: row.hashtags)
        return .none

      case .retryHashtagsButtonTapped:
        return state.hashtagsError == nil ? .none : loadMissingHashtags(&state)

      case .pageLoaded(let request, let page):
        let count = state.recipes.rows.count
        let isTaken = state.recipes.receive(page.recipes.map { Row(recipe: $0) }, next: page.nextCursor, for: request)
        guard isTaken else { return .none }
        guard request.cursor != nil else { return loadMissingHashtags(&state) }
        // A server that sends us round in circles would be asked for ever.
        if page.nextCursor == request.cursor || state.recipes.rows.count == count { state.recipes.nextCursor = nil }
        return state.hashtagsRequest == nil ? loadMissingHashtags(&state) : .none

      case .pageFailed(let request, let error):
        state.recipes.fail(error, for: request)
        return .none

      case .hashtagsLoaded(let recipeIDs, let hashtags):
        guard recipeIDs == state.hashtagsRequest else { return .none }
        state.hashtagsRequest = nil
        for id in recipeIDs where state.recipes.rows[id: id]?.hashtags == nil {
          state.recipes.rows[id: id]?.hashtags = hashtags[id: id]?.hashtags ?? []
        }
        return loadMissingHashtags(&state)

      case .hashtagsFailed(let recipeIDs, let error):
        guard recipeIDs == state.hashtagsRequest else { return .none }
        state.hashtagsRequest = nil
        state.hashtagsError = error
        return .none

      case .detail:
        guard
          let detail = state.detail, detail.hashtags.isComplete,
          let row = state.recipes.rows[id: detail.id], row.hashtags != detail.hashtags.value
        else { return .none }
        // As the rows that have hashtags don't change with a response, one that was sent before can't undo this.
        state.recipes.rows[id: detail.id]?.hashtags = detail.hashtags.value
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) { RecipeDetail() }
  }

  private func load(_ request: PagedList<Query, Row, String>.Request?) -> Effect<Action> {
    guard let request else { return .none }
    return .request(
      request.cursor.map { "Load recipes from \($0) on" } ?? "Load recipes",
      loaded: { .pageLoaded(request: request, page: $0) },
      failed: { .pageFailed(request: request, error: $0) }
    ) { [recipeClient] in
      try await recipeClient.recipes(cursor: request.cursor)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// Asks for the hashtags of rows that have none, instead of what is under way.
  private func loadMissingHashtags(_ state: inout State) -> Effect<Action> {
    let recipeIDs = Array(
      state.recipes.rows.lazy.filter { $0.hashtags == nil }.map(\.id).prefix(Self.hashtagsLimit)
    )
    let isUnderWay = state.hashtagsRequest != nil
    state.hashtagsError = nil
    state.hashtagsRequest = recipeIDs.isEmpty ? nil : recipeIDs
    if recipeIDs.isEmpty { return isUnderWay ? .cancel(id: CancelID.hashtags) : .none }
    return .request(
      "Load hashtags of \(recipeIDs.count) recipes",
      loaded: { .hashtagsLoaded(recipeIDs: recipeIDs, hashtags: $0) },
      failed: { .hashtagsFailed(recipeIDs: recipeIDs, error: $0) }
    ) { [hashtagClient] in
      try await hashtagClient.hashtags(recipeIDs: recipeIDs)
    }
    .cancellable(id: CancelID.hashtags, cancelInFlight: true)
  }
}
