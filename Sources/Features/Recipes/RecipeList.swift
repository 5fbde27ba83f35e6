public import Foundation
public import Store

/// The list of recipes with their hashtags, loaded page by page, and the recipe that is opened from it.
///
/// Recipes and hashtags come from two web services. A page of recipes is shown at once; then its hashtags are loaded
/// and joined to the recipes by id. If that fails, the recipes stay, and ``Action/retryHashtagsButtonTapped`` loads
/// only the missing hashtags. Hashtags that are shown stay until they are loaded again.
@Reducer
public struct RecipeList {
  /// The list shows all recipes, in one of these orders.
  public typealias Query = RecipeOrder

  /// A row of the list.
  public struct Row: Codable, Equatable, Identifiable, Sendable {
    /// The recipe.
    public var recipe: RecipeSummary
    /// The hashtags, newest first; `nil` until they are loaded.
    public var hashtags: [Hashtag]?
    /// The number of hashtags that were left out because they can't be read.
    public var omittedCount: Int
    /// The time of the kept response that the hashtags come from, until the server's response replaces them; otherwise
    /// `nil`.
    public var asOf: Date?
    /// Whether the hashtags may have changed since they were loaded.
    public var isStale: Bool

    /// The identifier of the recipe.
    public var id: Recipe.ID { recipe.id }

    /// Makes a row.
    public init(
      recipe: RecipeSummary,
      hashtags: [Hashtag]? = nil,
      omittedCount: Int = 0,
      asOf: Date? = nil,
      isStale: Bool = false
    ) {
      self.recipe = recipe
      self.hashtags = hashtags
      self.omittedCount = omittedCount
      self.asOf = asOf
      self.isStale = isStale
    }

    fileprivate var needsHashtags: Bool { hashtags == nil || isStale }

    fileprivate mutating func show(_ hashtags: [Hashtag]?, omitted: Int) {
      self.hashtags = hashtags
      omittedCount = omitted
      asOf = nil
      isStale = false
    }
  }

  /// The rows, the request for their hashtags, and the recipe that may be open.
  public struct State: Equatable, Sendable, Encodable {
    /// The rows and the request for the next page.
    public var recipes = PagedList<Query, Row, String>()
    /// The recipes whose hashtags are being loaded; `nil` if there is no request.
    public var hashtagsRequest: [Recipe.ID]?
    /// The reason why the last request for hashtags failed.
    public var hashtagsError: APIError?
    /// The open recipe.
    @Presents public var detail: RecipeDetail.State?
    /// The jobs that read and write what was typed for hashtags and was not sent. It is shown when the recipe's sheet is
    /// opened again.
    public internal(set) var drafts = DraftJobs<HashtagDraft>()
    /// The reason why what was typed for hashtags could not be kept or read.
    public var draftsError: DatabaseError?
    /// The recipes that ``draftsError`` is about.
    var failedDrafts: [Recipe.ID] = []

    /// Makes an empty list, optionally with an open recipe.
    public init(detail: RecipeDetail.State? = nil) { self.detail = detail }

    /// Returns the detail of a recipe, with the values that its row shows.
    func detail(of id: Recipe.ID) -> RecipeDetail.State {
      guard let row = recipes.rows[id: id] else { return RecipeDetail.State(id: id) }
      var detail = RecipeDetail.State(
        summary: row.recipe,
        asOf: recipes.asOf,
        hashtags: row.hashtags,
        hashtagsAsOf: row.asOf
      )
      detail.hashtags.omittedCount = row.omittedCount
      return detail
    }
  }

  /// What the user does with the list, and the responses of the web services and the database.
  public enum Action: Codable, Equatable, Sendable {
    /// The list appeared. The first time, it is loaded.
    case appeared
    /// The user pulled to refresh.
    case refreshPulled
    /// The user selected an order.
    case orderSelected(RecipeOrder)
    /// A row appeared. One of the last five rows loads the next page.
    case rowAppeared(id: Recipe.ID)
    /// The user tapped the button that goes on after pages without new recipes.
    case moreButtonTapped
    /// The user tapped the row of a recipe.
    case rowTapped(id: Recipe.ID)
    /// The user tapped the bookmark button of a recipe. ``AppFeature`` adds or removes the bookmark.
    case bookmarkButtonTapped(id: Recipe.ID)
    /// The user tapped the button that repeats the request for a page.
    case retryButtonTapped
    /// The user tapped the button that loads the missing hashtags.
    case retryHashtagsButtonTapped
    /// A page was loaded.
    case pageLoaded(request: PagedList<Query, Row, String>.Request, page: RecipePage)
    /// The request for a page was cancelled with the task of its action.
    case pageCancelled(request: PagedList<Query, Row, String>.Request)
    /// Loading a page failed.
    case pageFailed(request: PagedList<Query, Row, String>.Request, error: APIError)
    /// The hashtags of recipes were loaded.
    case hashtagsLoaded(recipeIDs: [Recipe.ID], hashtags: IdentifiedArrayOf<RecipeHashtags>)
    /// Loading the hashtags of recipes failed.
    case hashtagsFailed(recipeIDs: [Recipe.ID], error: APIError)
    /// What was typed for hashtags could not be read or written.
    case draftFailed(DatabaseError)
    /// Reading or writing what was typed was cancelled with the task of the action that began it. It begins again.
    case draftsCancelled
    /// The user dismissed the message about ``State/draftsError``.
    case draftErrorDismissed
    /// An action of the open recipe.
    case detail(PresentationAction<RecipeDetail.Action>)
  }

  enum CancelID { case page, hashtags, draft }

  /// The maximum number of recipes in a request for hashtags.
  private static let hashtagsLimit = 50

  @Dependency(\.recipeClient) private var recipeClient
  @Dependency(\.hashtagClient) private var hashtagClient
  @Dependency(\.hashtagDraftClient) var hashtagDraftClient

  /// Makes the reducer.
  public init() {}

  /// The logic of the list, with that of the open recipe, and then the jobs of drafts.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        if state.recipes.latestQuery == nil { return load(state.recipes.load(.all), state) }
        let request = state.recipes.requestAgain()
        return .merge(
          load(request, state),
          state.hashtagsError == .cancelled ? loadMissingHashtags(&state) : loadHashtags(state)
        )

      case .refreshPulled:
        return load(state.recipes.load(state.recipes.latestQuery ?? .all), state)

      case .orderSelected(let order):
        return order == state.recipes.latestQuery ? .none : load(state.recipes.load(order), state)

      case .rowAppeared(let id):
        return load(state.recipes.rowAppeared(id: id), state)

      case .moreButtonTapped:
        return load(state.recipes.requestMore(), state)

      case .retryButtonTapped:
        return load(state.recipes.retry(), state)

      case .rowTapped(let id):
        if state.recipes.rows[id: id] != nil { state.detail = state.detail(of: id) }
        return .none

      case .bookmarkButtonTapped:
        return .none

      case .retryHashtagsButtonTapped:
        return state.hashtagsError == nil ? .none : loadMissingHashtags(&state)

      case .pageLoaded(let request, let page):
        let rows = page.recipes.map { recipe in
          let row = state.recipes.rows[id: recipe.id]
          return Row(
            recipe: recipe,
            hashtags: row?.hashtags,
            omittedCount: row?.omittedCount ?? 0,
            asOf: row?.asOf,
            isStale: row?.hashtags != nil
          )
        }
        let isTaken = state.recipes.receive(
          rows,
          omitted: page.omittedCount,
          next: page.nextCursor,
          asOf: page.asOf,
          for: request
        )
        guard isTaken else { return .none }
        if let row = state.detail.flatMap({ state.recipes.rows[id: $0.id] }) {
          let asOf = state.recipes.asOf
          state.detail?.summary = row.recipe
          state.detail?.summaryAsOf = asOf
        }
        let next = load(state.recipes.requestAfterEmptyPage(), state)
        let isFirst = request.cursor == nil
        return isFirst || state.hashtagsRequest == nil ? .merge(next, loadMissingHashtags(&state)) : next

      case .pageCancelled(let request):
        state.recipes.endCancelled(request)
        return .none

      case .pageFailed(let request, let error):
        state.recipes.fail(error, for: request)
        return .none

      case .hashtagsLoaded(let recipeIDs, let hashtags):
        guard recipeIDs == state.hashtagsRequest else { return .none }
        guard hashtags.asOf == nil else {
          // Kept hashtags are shown in rows that have none, and the request goes on.
          for id in recipeIDs where state.recipes.rows[id: id]?.hashtags == nil {
            guard let kept = hashtags[id: id] else { continue }
            state.recipes.rows[id: id]?.show(kept.hashtags, omitted: kept.omittedCount)
            state.recipes.rows[id: id]?.asOf = hashtags.asOf
            state.recipes.rows[id: id]?.isStale = true
          }
          return .none
        }
        state.hashtagsRequest = nil
        for id in recipeIDs where state.recipes.rows[id: id]?.needsHashtags == true {
          state.recipes.rows[id: id]?
            .show(hashtags[id: id]?.hashtags ?? [], omitted: hashtags[id: id]?.omittedCount ?? 0)
        }
        return loadMissingHashtags(&state)

      case .hashtagsFailed(let recipeIDs, let error):
        guard recipeIDs == state.hashtagsRequest else { return .none }
        state.hashtagsRequest = nil
        state.hashtagsError = error
        return .none

      case .detail(let action):
        guard let detail = state.detail, let row = state.recipes.rows[id: detail.id] else { return .none }
        guard detail.hashtags.isComplete else {
          // The detail may be closed before it has loaded all hashtags again, and a running request may return older
          // ones.
          guard action.is(\.presented.addHashtags.presented.hashtagsAdded) else { return .none }
          state.recipes.rows[id: detail.id]?.isStale = true
          return loadMissingHashtags(&state)
        }
        // A response only fills rows that need hashtags, so an older response can't undo this.
        let isSame = row.hashtags == detail.hashtags.value && row.omittedCount == detail.hashtags.omittedCount
        if !isSame || row.asOf != nil {
          state.recipes.rows[id: detail.id]?.show(detail.hashtags.value, omitted: detail.hashtags.omittedCount)
        }
        return .none

      case .draftFailed, .draftsCancelled, .draftErrorDismissed:
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) { RecipeDetail() }
    drafts
  }

  private func load(_ request: PagedList<Query, Row, String>.Request?, _ state: State) -> Effect<Action> {
    guard let request else { return .none }
    return runRequest(
      request.cursor.map { "Load recipes from \($0) on" } ?? "Load recipes",
      loaded: { .pageLoaded(request: request, page: $0) },
      failed: { .pageFailed(request: request, error: $0) },
      usesKeptAnswers: state.recipes.usesKeptRows(for: request),
      restored: { store in try store.modify("Page is loaded again") { $0.recipes.resume(request) } },
      cancelled: .pageCancelled(request: request)
    ) { [recipeClient] in
      try await recipeClient.recipes(order: request.query, cursor: request.cursor)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// Loads the hashtags of rows that need them, and cancels a running request for hashtags.
  private func loadMissingHashtags(_ state: inout State) -> Effect<Action> {
    let recipeIDs = Array(
      state.recipes.rows.lazy.filter(\.needsHashtags).map(\.id).prefix(Self.hashtagsLimit)
    )
    let isUnderWay = state.hashtagsRequest != nil
    state.hashtagsError = nil
    state.hashtagsRequest = recipeIDs.isEmpty ? nil : recipeIDs
    if recipeIDs.isEmpty { return isUnderWay ? .cancel(id: CancelID.hashtags) : .none }
    return loadHashtags(state)
  }

  private func loadHashtags(_ state: State) -> Effect<Action> {
    guard let recipeIDs = state.hashtagsRequest else { return .none }
    return runRequest(
      "Load hashtags of \(recipeIDs.count) recipes",
      loaded: { .hashtagsLoaded(recipeIDs: recipeIDs, hashtags: $0) },
      failed: { .hashtagsFailed(recipeIDs: recipeIDs, error: $0) },
      usesKeptAnswers: state.recipes.rows.contains { $0.hashtags == nil },
      restored: { store in
        try store.modify("Hashtags are loaded again") { state in
          guard state.hashtagsError != nil, state.hashtagsRequest == nil else { return }
          state.hashtagsRequest = recipeIDs
          state.hashtagsError = nil
        }
      }
    ) { [hashtagClient] in
      try await hashtagClient.hashtags(recipeIDs: recipeIDs)
    }
    .cancellable(id: CancelID.hashtags, cancelInFlight: true)
  }
}
