public import Store

/// All features behind tabs, links into them, and what is remembered from one run to the next.
///
/// A feature is told that it has appeared when its tab is shown, and loads what it shows at first. A link shows its tab
/// and what it names there.
@Reducer
public struct AppFeature {
  /// The features, which of them is on show, and what was remembered.
  public struct State: Equatable, Sendable, Encodable {
    /// The tab on show.
    public var tab = AppTab.repositories
    /// Whether the user has gone somewhere. Before, the tab of the last run is shown as soon as it is known.
    public var hasNavigated = false
    /// Repository search.
    public var searchRepos = SearchRepos.State()
    /// Articles by tag.
    public var articles = Articles.State()
    /// Recipes.
    public var recipes = RecipeList.State()
    /// To-dos.
    public var toDos = ToDoList.State()
    /// The catalog.
    public var catalog = Catalog.State()
    /// The last searches, the latest first.
    public var recentSearches: [RecentSearch] = []
    /// Why the last link could not be opened.
    public var linkError: DeepLinkError?
    /// Why something could not be remembered, or was not found again.
    public var preferencesError: DatabaseError?

    /// Makes the state of an app that was just started.
    public init() {}
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The app has been started.
    case launched
    /// A tab is to be shown.
    case tabSelected(AppTab)
    /// A link is to be opened.
    case linkOpened(String)
    /// The message about a link that can't be opened has been read.
    case linkErrorDismissed
    /// A search is to be made again.
    case recentSearchTapped(RecentSearch)
    /// The searches are to be forgotten.
    case clearRecentSearchesButtonTapped
    /// What was remembered has been read.
    case preferencesLoaded(Preferences)
    /// Something could not be remembered, or what was remembered could not be read.
    case preferencesFailed(DatabaseError)
    /// The message about that has been read.
    case preferencesErrorDismissed
    /// Something has happened in repository search.
    case searchRepos(SearchRepos.Action)
    /// Something has happened in the articles.
    case articles(Articles.Action)
    /// Something has happened in the recipes.
    case recipes(RecipeList.Action)
    /// Something has happened in the to-dos.
    case toDos(ToDoList.Action)
    /// Something has happened in the catalog.
    case catalog(Catalog.Action)
  }

  private enum CancelID { case tab }

  @Dependency(\.preferencesClient) private var preferencesClient

  /// Makes the reducer.
  public init() {}

  /// The features, then what holds them together.
  public var body: some ReducerOf<Self> {
    Scope(\.searchRepos, action: \.searchRepos) { SearchRepos() }
    Scope(\.articles, action: \.articles) { Articles() }
    Scope(\.recipes, action: \.recipes) { RecipeList() }
    Scope(\.toDos, action: \.toDos) { ToDoList() }
    Scope(\.catalog, action: \.catalog) { Catalog() }
    Reduce { state, action in
      switch action {
      case .launched:
        return .merge(
          appear(state.tab),
          .request("Load preferences", loaded: Action.preferencesLoaded, failed: Action.preferencesFailed) {
            [preferencesClient] in
            try await preferencesClient.load()
          }
        )

      case .preferencesLoaded(let preferences):
        // A search that was made meanwhile is newer than those of the last run.
        let newer = state.recentSearches
        state.recentSearches = preferences.recentSearches
        for search in newer.reversed() { state.recentSearches.remember(search) }
        guard !state.hasNavigated, let tab = preferences.tab, tab != state.tab else { return .none }
        state.tab = tab
        return appear(tab)

      case .preferencesFailed(let error):
        state.preferencesError = error
        return .none

      case .preferencesErrorDismissed:
        state.preferencesError = nil
        return .none

      case .tabSelected(let tab):
        return .merge(select(tab, &state), appear(tab))

      case .linkOpened(let link):
        do throws(DeepLinkError) {
          return open(try DeepLink(link), &state)
        } catch {
          state.linkError = error
          return .none
        }

      case .linkErrorDismissed:
        state.linkError = nil
        return .none

      case .recentSearchTapped(let search):
        return open(search.link, &state)

      case .clearRecentSearchesButtonTapped:
        state.recentSearches = []
        return remember("Forget searches") { try await $0.clearSearches() }

      case .searchRepos(.pageLoaded(let request, _)):
        guard request.cursor == nil, case .search(let query) = request.query,
          state.searchRepos.results.query == request.query
        else { return .none }
        return remember(RecentSearch(.repositories, query), &state)

      case .articles(.pageLoaded(let request, _)):
        guard request.cursor == nil, state.articles.list.query == request.query else { return .none }
        return remember(RecentSearch(.articles, request.query), &state)

      case .searchRepos, .articles, .recipes, .toDos, .catalog:
        return .none
      }
    }
  }

  // MARK: Navigation

  private func select(_ tab: AppTab, _ state: inout State) -> Effect<Action> {
    state.hasNavigated = true
    state.linkError = nil
    guard state.tab != tab else { return .none }
    state.tab = tab
    return remember("Remember tab") { try await $0.saveTab(tab) }
      .cancellable(id: CancelID.tab, cancelInFlight: true)
  }

  /// Tells a tab's feature that it is on show.
  private func appear(_ tab: AppTab) -> Effect<Action> {
    switch tab {
    case .repositories: .none
    case .articles: .send(.articles(.appeared))
    case .recipes: .send(.recipes(.appeared))
    case .toDos: .send(.toDos(.task))
    case .catalog: .send(.catalog(.appeared))
    }
  }

  /// Shows a place. The list that it was opened from is there behind it, to come back to.
  private func open(_ link: DeepLink, _ state: inout State) -> Effect<Action> {
    let selection = select(link.tab, &state)
    switch link {
    case .repositories(let query):
      return .concatenate(
        selection,
        state.searchRepos.detail == nil ? .none : .send(.searchRepos(.detail(.dismiss))),
        query.map { .concatenate(.send(.searchRepos(.queryChanged($0))), .send(.searchRepos(.searchSubmitted))) }
          ?? .none
      )
    case .repository(let owner, let name):
      return .concatenate(
        selection,
        .send(.searchRepos(.repositoryOpened(owner: owner, name: name))),
        .send(.searchRepos(.detail(.presented(.appeared))))
      )
    case .articles(nil), .catalog:
      return .merge(selection, appear(link.tab))
    case .articles(let tag?):
      return .concatenate(selection, .send(.articles(.tagChanged(tag))), .send(.articles(.tagSubmitted)))
    case .recipes:
      state.recipes.detail = nil
      return .merge(selection, appear(.recipes))
    case .recipe(let id), .addHashtags(let id):
      state.recipes.detail = RecipeDetail.State(id: id)
      if case .addHashtags = link { state.recipes.detail?.addHashtags = AddHashtags.State(recipeID: id) }
      return .merge(selection, appear(.recipes), .send(.recipes(.detail(.presented(.appeared)))))
    case .toDos:
      state.toDos.destination = nil
      return .merge(selection, appear(.toDos))
    case .newToDo:
      state.toDos.destination = .create(CreateToDo.State())
      return .merge(selection, appear(.toDos))
    case .toDo(let id):
      state.toDos.destination = .detail(ToDoDetail.State(id: id, toDo: state.toDos.rows.all[id: id]))
      return .merge(selection, appear(.toDos), .send(.toDos(.destination(.presented(.detail(.task))))))
    }
  }

  // MARK: Preferences

  private func remember(_ search: RecentSearch, _ state: inout State) -> Effect<Action> {
    guard state.recentSearches.first != search else { return .none }
    state.recentSearches.remember(search)
    return remember("Remember search") { try await $0.addSearch(search) }
  }

  private func remember(
    _ name: String,
    operation: @escaping @Sendable (PreferencesClient) async throws -> Void
  ) -> Effect<Action> {
    .run(name: name) { [preferencesClient] _ in
      try await operation(preferencesClient)
    } catch: { error, send in
      await send(.preferencesFailed(DatabaseError(error)))
    }
  }
}

extension DeepLink {
  /// The tab that the place is in.
  fileprivate var tab: AppTab {
    switch self {
    case .repositories, .repository: .repositories
    case .articles: .articles
    case .recipes, .recipe, .addHashtags: .recipes
    case .toDos, .newToDo, .toDo: .toDos
    case .catalog: .catalog
    }
  }
}
