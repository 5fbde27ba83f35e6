public import Store

/// All features behind tabs, links into them, and the preferences that are kept between runs.
///
/// When a tab is selected, its feature receives an action that loads its first page or starts to follow the database.
/// When the tab is left, the feature stops following the database. A link selects a tab and opens a place in it.
@Reducer
public struct AppFeature {
  /// The features, the selected tab, and the preferences.
  public struct State: Equatable, Sendable, Encodable {
    /// The selected tab.
    public var tab = AppTab.repositories
    /// Whether the user has selected a tab or opened a link. If not, and if the first tab has not been used, the tab of
    /// the last run is selected when the preferences are loaded.
    public var hasNavigated = false
    /// The state of the repository search.
    public var searchRepos = SearchRepos.State()
    /// The state of the articles.
    public var articles = Articles.State()
    /// The state of the recipes.
    public var recipes = RecipeList.State()
    /// The state of the to-dos.
    public var toDos = ToDoList.State()
    /// The state of the catalog.
    public var catalog = Catalog.State()
    /// The state of the bookmarks.
    public var bookmarks = Bookmarks.State()
    /// The state of working offline and of the kept responses.
    public var offline = Offline.State()
    /// The recent searches, latest first.
    public var recentSearches: [RecentSearch] = []
    /// The searches that were removed, so that preferences that are loaded later do not bring them back.
    var removedSearches: [RecentSearch] = []
    /// Whether the recent searches were cleared, so that preferences that are loaded later do not bring them back.
    var hasClearedSearches = false
    /// The reason why the last link could not be opened.
    public var linkError: DeepLinkError?
    /// The link that is opened as soon as a to-do has been saved, or hashtags have been sent, whose form it would
    /// replace.
    var linkAfterSaving: DeepLink?
    /// The reason why preferences could not be saved or loaded.
    public var preferencesError: DatabaseError?

    /// Makes the state of a newly launched app.
    public init() {}
  }

  /// What the user does, what the preferences report, and the actions of the features.
  public enum Action: Codable, Equatable, Sendable {
    /// The app was launched.
    case launched
    /// The user selected a tab.
    case tabSelected(AppTab)
    /// A link was opened.
    case linkOpened(String)
    /// The user dismissed the message about a link.
    case linkErrorDismissed
    /// The user tapped a recent search.
    case recentSearchTapped(RecentSearch)
    /// The user tapped the button that removes one of the recent searches.
    case removeRecentSearchButtonTapped(RecentSearch)
    /// The user tapped the button that clears the recent searches.
    case clearRecentSearchesButtonTapped
    /// The preferences were loaded.
    case preferencesLoaded(Preferences)
    /// Preferences could not be saved or loaded.
    case preferencesFailed(DatabaseError)
    /// The user dismissed the message about preferences.
    case preferencesErrorDismissed
    /// An action of the repository search.
    case searchRepos(SearchRepos.Action)
    /// An action of the articles.
    case articles(Articles.Action)
    /// An action of the recipes.
    case recipes(RecipeList.Action)
    /// An action of the to-dos.
    case toDos(ToDoList.Action)
    /// An action of the catalog.
    case catalog(Catalog.Action)
    /// An action of the bookmarks.
    case bookmarks(Bookmarks.Action)
    /// An action of working offline and of the kept responses.
    case offline(Offline.Action)
  }

  private enum CancelID { case tab }

  @Dependency(\.date) private var date
  @Dependency(\.preferencesClient) private var preferencesClient

  /// Makes the reducer.
  public init() {}

  /// The features, then the actions that involve several of them.
  public var body: some ReducerOf<Self> {
    Scope(\.searchRepos, action: \.searchRepos) { SearchRepos() }
    Scope(\.articles, action: \.articles) { Articles() }
    Scope(\.recipes, action: \.recipes) { RecipeList() }
    Scope(\.toDos, action: \.toDos) { ToDoList() }
    Scope(\.catalog, action: \.catalog) { Catalog() }
    Scope(\.bookmarks, action: \.bookmarks) { Bookmarks() }
    Scope(\.offline, action: \.offline) { Offline() }
    Reduce { state, action in
      switch action {
      case .launched:
        return .merge(
          appear(state.tab),
          runRequest("Load preferences", loaded: Action.preferencesLoaded, failed: Action.preferencesFailed) {
            [preferencesClient] in
            try await preferencesClient.load()
          },
          .send(.bookmarks(.load))
        )

      case .preferencesLoaded(let preferences):
        // A search made since the launch is newer than those of the last run.
        let newer = state.recentSearches
        state.recentSearches =
          state.hasClearedSearches ? [] : preferences.recentSearches.filter { !state.removedSearches.contains($0) }
        for search in newer.reversed() { state.recentSearches.remember(search) }
        // A user who has begun to use the current tab stays there.
        guard !state.hasNavigated, state.searchRepos == SearchRepos.State(), let tab = preferences.tab, tab != state.tab
        else { return .none }
        return .merge(leave(for: tab, &state), appear(tab))

      case .preferencesFailed(let error):
        state.preferencesError = error
        return .none

      case .preferencesErrorDismissed:
        state.preferencesError = nil
        return .none

      case .tabSelected(let tab):
        state.linkAfterSaving = nil
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

      case .removeRecentSearchButtonTapped(let search):
        return forget(search, &state)

      case .clearRecentSearchesButtonTapped:
        state.recentSearches = []
        state.hasClearedSearches = true
        return remember("Forget searches") { try await $0.clearSearches() }

      // A search that runs while the user types is remembered only if one of its results is opened.
      case .searchRepos(.searchSubmitted):
        guard case .search(let query, _)? = state.searchRepos.results.request?.query else { return .none }
        return remember(RecentSearch(.repositories, query), &state)

      case .searchRepos(.rowTapped(let id)):
        let results = state.searchRepos.results
        guard case .search(let query, _)? = results.query, results.rows[id: id] != nil else { return .none }
        return remember(RecentSearch(.repositories, query), &state)

      case .articles(.tagSubmitted):
        let tag = state.articles.trimmedTag
        return tag.isEmpty ? .none : remember(RecentSearch(.articles, tag), &state)

      case .articles(.pageFailed(let request, .status(code: 404, message: _, retryAt: _), _)):
        // The server does not know the tag, so the search is forgotten.
        let search = RecentSearch(.articles, request.query)
        guard state.articles.list.failure?.request == request, state.recentSearches.contains(search) else {
          return .none
        }
        return forget(search, &state)

      case .articles(.bookmarkButtonTapped(let id)):
        return state.articles.list.rows[id: id].map { toggle(Bookmark($0, keptAt: date.now)) } ?? .none

      case .recipes(.bookmarkButtonTapped(let id)):
        return state.recipes.recipes.rows[id: id].map { toggle(Bookmark($0.recipe, keptAt: date.now)) } ?? .none

      case .recipes(.detail(.presented(.bookmarkButtonTapped))):
        let detail = state.recipes.detail
        guard let recipe = detail?.recipe.value.map(RecipeSummary.init) ?? detail?.summary else { return .none }
        return toggle(Bookmark(recipe, keptAt: date.now))

      case .bookmarks(.rowTapped(let id)):
        guard id.kind == .recipe, let recipe = Recipe.ID(id.key) else { return .none }
        return open(.recipe(id: recipe), &state)

      case .bookmarks(.starredRepositoriesButtonTapped):
        return open(.favorites, &state)

      case .toDos(let action):
        guard let link = state.linkAfterSaving, link.tab == .toDos else { return .none }
        // The link is not opened any more, because it would replace the form, which shows why saving failed.
        if case .savingFailed? = action.form { state.linkAfterSaving = nil }
        return state.linkAfterSaving != nil && state.toDos.form == nil ? open(link, &state) : .none

      case .recipes(let action):
        guard let link = state.linkAfterSaving, link.tab == .recipes else { return .none }
        // The link is not opened any more, because it would replace the sheet, which shows why sending failed.
        if action.is(\.detail.presented.addHashtags.presented.sendingFailed) { state.linkAfterSaving = nil }
        return state.linkAfterSaving != nil && !state.recipes.isSendingHashtags ? open(link, &state) : .none

      case .searchRepos, .articles, .catalog, .bookmarks, .offline:
        return .none
      }
    }
  }

  private func toggle(_ bookmark: Bookmark) -> Effect<Action> { .send(.bookmarks(.toggled(bookmark))) }

  // MARK: Navigation

  private func select(_ tab: AppTab, _ state: inout State) -> Effect<Action> {
    state.hasNavigated = true
    state.linkError = nil
    guard state.tab != tab else { return .none }
    return .merge(
      leave(for: tab, &state),
      remember("Remember tab") { try await $0.saveTab(tab) }.cancellable(id: CancelID.tab, cancelInFlight: true)
    )
  }

  /// Shows another tab. The feature of the previous tab stops following the database.
  private func leave(for tab: AppTab, _ state: inout State) -> Effect<Action> {
    let previous = state.tab
    state.tab = tab
    return previous == .toDos ? .send(.toDos(.disappeared)) : .none
  }

  /// Tells the feature of a tab that the tab was selected.
  private func appear(_ tab: AppTab) -> Effect<Action> {
    switch tab {
    case .repositories: .send(.searchRepos(.appeared))
    case .articles: .send(.articles(.appeared))
    case .recipes: .send(.recipes(.appeared))
    case .toDos: .send(.toDos(.task))
    case .catalog: .send(.catalog(.appeared))
    case .bookmarks: .send(.bookmarks(.load))
    }
  }

  /// Opens a place. Its list is loaded as well, so that the user can go back to it.
  ///
  /// The actions of merged effects are sent in order. None of them waits until the tab has been remembered.
  private func open(_ link: DeepLink, _ state: inout State) -> Effect<Action> {
    let selection = select(link.tab, &state)
    state.linkAfterSaving = nil
    if link.tab == .toDos, state.toDos.form?.isSaving == true {
      // Another place would cancel the saving, with the form. The form closes when it has saved.
      state.linkAfterSaving = link
      return .merge(selection, appear(.toDos))
    }
    if link.tab == .recipes, state.recipes.isSendingHashtags {
      // Another recipe, or the list, would cancel the request.
      if link.recipe != state.recipes.detail?.id { state.linkAfterSaving = link }
      return .merge(selection, appear(.recipes))
    }
    switch link {
    case .repositories(let query):
      return .merge(
        selection,
        state.searchRepos.detail == nil ? .none : .send(.searchRepos(.detail(.dismiss))),
        query.map { .merge(.send(.searchRepos(.queryChanged($0))), .send(.searchRepos(.searchSubmitted))) }
          ?? appear(.repositories)
      )
    case .favorites:
      return .merge(
        selection,
        state.searchRepos.detail == nil ? .none : .send(.searchRepos(.detail(.dismiss))),
        .send(.searchRepos(.favoritesButtonTapped))
      )
    case .repository(let owner, let name):
      return .merge(
        selection,
        appear(.repositories),
        .send(.searchRepos(.repositoryOpened(owner: owner, name: name))),
        .send(.searchRepos(.detail(.presented(.appeared))))
      )
    case .articles(nil), .catalog, .bookmarks:
      return .merge(selection, appear(link.tab))
    case .articles(let tag?):
      return .merge(selection, .send(.articles(.tagChanged(tag))), .send(.articles(.tagSubmitted)))
    case .article(let id):
      return .merge(selection, appear(.articles), .send(.articles(.articleOpened(id: id))))
    case .recipes:
      state.recipes.detail = nil
      return .merge(selection, appear(.recipes))
    case .recipe(let id), .addHashtags(let id):
      var detail = state.recipes.detail(of: id)
      if detail.summary == nil, let bookmark = state.bookmarks.bookmarks[id: Bookmark.ID(id)] {
        detail.summary = RecipeSummary(id: id, title: bookmark.title, user: Recipe.User(name: bookmark.author))
        detail.summaryAsOf = bookmark.keptAt
      }
      if case .addHashtags = link {
        // A sheet that is already open stays, because its request may wait for a network.
        let sheet = state.recipes.detail?.addHashtags
        let isOpen = sheet?.recipeID == id && sheet?.alert == nil
        detail.addHashtags = isOpen ? sheet : AddHashtags.State(recipeID: id)
      }
      state.recipes.detail = detail
      return .merge(selection, appear(.recipes), .send(.recipes(.detail(.presented(.appeared)))))
    case .toDos:
      state.toDos.destination = nil
      return .merge(selection, appear(.toDos))
    case .newToDo:
      state.toDos.destination = .create(ToDoForm.State())
      return .merge(selection, appear(.toDos), .send(.toDos(.destination(.presented(.create(.task))))))
    case .toDo(let id), .editToDo(let id):
      let opensForm = if case .editToDo = link { true } else { false }
      let toDo = state.toDos.rows.all[id: id]
      state.toDos.destination = .detail(ToDoDetail.State(id: id, toDo: toDo, opensForm: opensForm))
      return .merge(selection, appear(.toDos))
    }
  }

  // MARK: Preferences

  private func remember(_ search: RecentSearch, _ state: inout State) -> Effect<Action> {
    guard state.recentSearches.first != search else { return .none }
    state.recentSearches.remember(search)
    return remember("Remember search") { try await $0.addSearch(search) }
  }

  private func forget(_ search: RecentSearch, _ state: inout State) -> Effect<Action> {
    state.recentSearches.removeAll { $0 == search }
    if !state.removedSearches.contains(search) { state.removedSearches.append(search) }
    return remember("Forget search") { try await $0.removeSearch(search) }
  }

  private func remember(
    _ name: String,
    operation: @escaping @Sendable (PreferencesClient) async throws -> Void
  ) -> Effect<Action> {
    let preferencesClient = preferencesClient
    return .run(name: name) { _ in
      try await operation(preferencesClient)
    } catch: { error, send in
      await send(.preferencesFailed(DatabaseError(error)))
    }
  }
}

extension RecipeList.State {
  /// Whether a request with hashtags is under way.
  fileprivate var isSendingHashtags: Bool { detail?.addHashtags?.isSending == true }
}

extension DeepLink {
  /// The recipe that the link opens.
  fileprivate var recipe: Recipe.ID? {
    switch self {
    case .recipe(let id), .addHashtags(let id): id
    default: nil
    }
  }

  /// The tab that contains the place.
  fileprivate var tab: AppTab {
    switch self {
    case .repositories, .favorites, .repository: .repositories
    case .articles, .article: .articles
    case .recipes, .recipe, .addHashtags: .recipes
    case .toDos, .newToDo, .toDo, .editToDo: .toDos
    case .catalog: .catalog
    case .bookmarks: .bookmarks
    }
  }
}
