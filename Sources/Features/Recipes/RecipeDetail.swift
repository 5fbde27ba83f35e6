public import Foundation
public import Store

/// A recipe with its hashtags. The user can add hashtags.
///
/// Kept values are shown at once, with their time, while the recipe and the hashtags load and while there is no
/// network.
///
/// The recipe and its hashtags come from two web services, so they load independently, and one can fail without the
/// other. Until they are loaded, the values from the list are shown. When hashtags are added, the response shows them.
/// The hashtags are loaded again only if some in the response can't be read.
@Reducer
public struct RecipeDetail {
  /// A part of the state that loads independently. The value stays while it is loaded again.
  public struct Part<Value: Encodable & Equatable & Sendable>: Encodable, Equatable, Sendable {
    /// The value that was loaded last.
    public var value: Value?
    /// The time of the kept response that the value comes from, until the server's response replaces it; otherwise
    /// `nil`.
    public var asOf: Date?
    /// The number of elements of the value that were left out because they can't be read.
    public var omittedCount = 0
    /// Whether a request is running.
    public var isLoading = false
    /// The reason why the last request failed.
    public var error: APIError?

    /// Makes a part with a known value.
    public init(_ value: Value? = nil) { self.value = value }

    /// Whether the server has sent the value, and the last request has succeeded.
    public var isComplete: Bool { value != nil && asOf == nil && !isLoading && error == nil }

    /// Whether a kept value is shown until the value has been loaded.
    var usesKeptValue: Bool { KeptAnswers.mayReplace(value, asOf: asOf) }

    /// Shows a value that the server has sent, or a kept one while a request is running.
    mutating func receive(_ value: Value, omitted: Int = 0, asOf: Date?) {
      if let asOf {
        // The request goes on.
        guard isLoading, KeptAnswers.mayReplace(self.value, asOf: self.asOf, with: asOf) else { return }
      } else {
        isLoading = false
      }
      self.value = value
      self.asOf = asOf
      omittedCount = omitted
      error = nil
    }

    mutating func start() {
      isLoading = true
      error = nil
    }

    mutating func fail(_ error: APIError) {
      isLoading = false
      self.error = error
    }
  }

  /// The recipe, its hashtags, and the sheet that may be open.
  public struct State: Equatable, Identifiable, Sendable, Encodable {
    /// The identifier of the recipe. Its requests end if another recipe takes its place.
    public let id: Recipe.ID
    /// The recipe's row in the list, or `nil` if it was not opened from a list.
    public var summary: RecipeSummary?
    /// The time of the summary if it was kept, for example in a bookmark; otherwise `nil`.
    public var summaryAsOf: Date?
    /// The recipe.
    public var recipe = Part<Recipe>()
    /// The hashtags, newest first.
    public var hashtags = Part<[Hashtag]>()
    /// The sheet that adds hashtags.
    @Presents public var addHashtags: AddHashtags.State?

    /// Makes the state of a recipe with an identifier only.
    public init(id: Recipe.ID) { self.id = id }

    /// Makes the state of a recipe in a list.
    ///
    /// - Parameters:
    ///   - summary: The recipe's row.
    ///   - asOf: The time of the kept response that the row comes from, if it comes from one.
    ///   - hashtags: The hashtags in the row.
    ///   - hashtagsAsOf: The time of the kept response that the hashtags come from, if they come from one.
    public init(
      summary: RecipeSummary,
      asOf: Date? = nil,
      hashtags: [Hashtag]? = nil,
      hashtagsAsOf: Date? = nil
    ) {
      id = summary.id
      self.summary = summary
      summaryAsOf = asOf
      self.hashtags = Part(hashtags)
      self.hashtags.asOf = hashtagsAsOf
    }

    /// The time of the shown recipe or summary if it was kept; otherwise `nil`.
    public var asOf: Date? { recipe.value == nil ? summaryAsOf : recipe.asOf }

    /// The title of the recipe, once it is known.
    public var title: String? { recipe.value?.title ?? summary?.title }
  }

  /// What the user does with the recipe, and the responses of the web services.
  public enum Action: Codable, Equatable, Sendable {
    /// The recipe appeared. The first time, it is loaded.
    case appeared
    /// The user tapped the button that loads the recipe again.
    case retryRecipeButtonTapped
    /// The user tapped the button that loads the hashtags again.
    case retryHashtagsButtonTapped
    /// The user tapped the bookmark button. ``AppFeature`` adds or removes the bookmark.
    case bookmarkButtonTapped
    /// The user tapped the button that opens the sheet for hashtags.
    case addHashtagsButtonTapped
    /// The recipe was loaded, or a kept one was found.
    case recipeLoaded(Recipe)
    /// Loading the recipe failed.
    case recipeFailed(APIError)
    /// The hashtags were loaded, or kept ones were found.
    case hashtagsLoaded([Hashtag], omitted: Int = 0, asOf: Date? = nil)
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

  /// The logic of the recipe, with that of the sheet.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        if state.recipe == Part() { return .merge(loadRecipe(&state), loadHashtags(&state)) }
        return .merge(
          state.recipe.isLoading || state.recipe.error == .cancelled ? loadRecipe(&state) : .none,
          state.hashtags.isLoading || state.hashtags.error == .cancelled ? loadHashtags(&state) : .none
        )

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
        state.recipe.receive(recipe.asOf(nil), asOf: recipe.asOf)
        return .none

      case .recipeFailed(let error):
        state.recipe.fail(error)
        return .none

      case .hashtagsLoaded(let hashtags, let omittedCount, let asOf):
        state.hashtags.receive(hashtags, omitted: omittedCount, asOf: asOf)
        return .none

      case .hashtagsFailed(let error):
        state.hashtags.fail(error)
        return .none

      case .addHashtags(.presented(.hashtagsAdded(let added, let omittedCount))):
        let isComplete = state.hashtags.isComplete && omittedCount == 0
        // A hashtag with a known id may have a new name.
        var new = IdentifiedArray(added.reversed(), uniquingIDsWith: { _, other in other })
        let present = (state.hashtags.value ?? []).map { new.remove(id: $0.id) ?? $0 }
        state.hashtags.value = Array(new) + present
        // If the hashtags were not complete, some may still be missing, and a running request may return older ones. If
        // some added hashtags can't be read, only the server knows whether the recipe had them before.
        return isComplete ? .none : loadHashtags(&state)

      case .addHashtags(.presented(.sendingFailed(let error))):
        return error.mayHaveReachedServer ? loadHashtags(&state) : .none

      case .addHashtags(.presented(.cancelButtonTapped)):
        // The cancelled request may have reached the web service.
        return state.addHashtags?.isSending == true ? loadHashtags(&state) : .none

      case .addHashtags:
        return .none
      }
    }
    .ifLet(\.$addHashtags, action: \.addHashtags) { AddHashtags() }
  }

  private func loadRecipe(_ state: inout State) -> Effect<Action> {
    state.recipe.start()
    return runRequest(
      "Load recipe \(state.id)",
      loaded: { .recipeLoaded($0) },
      failed: { .recipeFailed($0) },
      usesKeptAnswers: state.recipe.usesKeptValue,
      restored: { store in try store.modify("Recipe is loaded again") { $0.recipe.start() } }
    ) { [recipeClient, id = state.id] in
      try await recipeClient.recipe(id: id)
    }
    .cancellable(id: CancelID.recipe, cancelInFlight: true)
  }

  private func loadHashtags(_ state: inout State) -> Effect<Action> {
    state.hashtags.start()
    return runRequest(
      "Load hashtags",
      loaded: { .hashtagsLoaded($0.hashtags, omitted: $0.omittedCount, asOf: $0.asOf) },
      failed: { .hashtagsFailed($0) },
      usesKeptAnswers: state.hashtags.usesKeptValue,
      restored: { store in try store.modify("Hashtags are loaded again") { $0.hashtags.start() } }
    ) { [hashtagClient, id = state.id] in
      try await hashtagClient.hashtags(recipeIDs: [id])[id: id] ?? RecipeHashtags(recipeID: id, hashtags: [])
    }
    .cancellable(id: CancelID.hashtags, cancelInFlight: true)
  }
}
