import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

@testable import Features

struct AppFeatureTests {
  private let swift = RecentSearch(.repositories, "swift")
  private let ios = RecentSearch(.articles, "ios")

  private static let article = Article(id: "a", title: "A", url: URL(filePath: "/a"), user: Article.User(id: "ada"))

  private static func state(_ change: (inout AppFeature.State) -> Void) -> AppFeature.State {
    var state = AppFeature.State()
    change(&state)
    return state
  }

  private func store(
    _ state: AppFeature.State = AppFeature.State(),
    dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AppFeature> {
    TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      $0.preferencesClient.saveTab = { _ in }
      $0.preferencesClient.addSearch = { _ in }
      $0.bookmarkClient.bookmarks = { [] }
      dependencies(&$0)
    }
  }

  private func launch(_ store: TestStoreOf<AppFeature>) async {
    await store.send(.launched)
    await store.receive(.searchRepos(.appeared))
    await store.receive(.bookmarks(.load)) { $0.bookmarks.isLoading = true }
  }

  private func receiveNoBookmarks(_ store: TestStoreOf<AppFeature>) async {
    await store.receive(.bookmarks(.loaded([]))) {
      $0.bookmarks.isLoading = false
      $0.bookmarks.isRead = true
    }
  }

  // MARK: - What is remembered

  @Test func theLastTabIsShownAgain() async {
    let preferences = Preferences(tab: .recipes, recentSearches: [swift, ios])
    let store = store(Self.state { $0.recipes.recipes.query = .all }) { $0.preferencesClient.load = { preferences } }
    await launch(store)
    await store.receive(.preferencesLoaded(preferences)) {
      $0.tab = .recipes
      $0.recentSearches = [swift, ios]
    }
    await store.receive(.recipes(.appeared))
    await receiveNoBookmarks(store)
  }

  @Test(arguments: [Preferences(tab: .repositories), Preferences()])
  func whatIsShownAnywayNeedNotBeShownAgain(_ preferences: Preferences) async {
    let store = store { $0.preferencesClient.load = { preferences } }
    await launch(store)
    await store.receive(\.preferencesLoaded)
    await receiveNoBookmarks(store)
  }

  @Test func whereTheUserHasGoneMeanwhileCounts() async {
    let clock = TestClock()
    let preferences = Preferences(tab: .catalog, recentSearches: [swift, ios])
    let store = store(Self.state { $0.recipes.recipes.query = .all }) {
      $0.preferencesClient.load = { try await clock.afterASecond(preferences) }
      $0.qiitaClient.articles = { _, _ in ArticlePage(items: []) }
    }
    await launch(store)
    await receiveNoBookmarks(store)
    await store.send(.tabSelected(.recipes)) {
      $0.tab = .recipes
      $0.hasNavigated = true
    }
    await store.receive(.recipes(.appeared))
    await store.send(.articles(.tagChanged("ios"))) { $0.articles.tag = "ios" }
    await store.send(.articles(.tagSubmitted)) {
      $0.articles.list.request = .init(query: "ios")
      $0.recentSearches = [ios]
    }
    await store.receive(\.articles.pageLoaded) { $0.articles.list.loaded("ios", []) }
    await clock.advance(by: .seconds(1))
    await store.receive(.preferencesLoaded(preferences)) { $0.recentSearches = [ios, swift] }
  }

  @Test(arguments: [SearchRepos.Action.queryChanged("sw"), .optionsButtonTapped, .favoritesButtonTapped])
  func theTabDoesNotChangeUnderSomebodyWhoUsesIt(_ action: SearchRepos.Action) async {
    let clock = TestClock()
    let preferences = Preferences(tab: .toDos, recentSearches: [ios])
    let store = store {
      $0.continuousClock = clock
      $0.preferencesClient.load = { try await clock.afterASecond(preferences) }
      $0.githubClient.searchRepos = { _, _, _ in RepositoryPage(items: []) }
      $0.githubClient.searchFavorites = { _ in RepositoryPage(items: []) }
    }
    store.exhaustivity = .off
    await store.send(.launched)
    await store.send(.searchRepos(action))
    await clock.advance(by: .seconds(1))
    await store.receive(.preferencesLoaded(preferences)) {
      $0.tab = .repositories
      $0.recentSearches = [ios]
    }
    await store.skipReceivedActions(strict: false)
  }

  @Test func whatCannotBeReadIsSaid() async {
    let error = DatabaseError.corrupt(path: "/a", reason: "it is no database")
    let store = store { $0.preferencesClient.load = { throw error } }
    await launch(store)
    await store.receive(.preferencesFailed(error)) { $0.preferencesError = error }
    await receiveNoBookmarks(store)
    await store.send(.preferencesErrorDismissed) { $0.preferencesError = nil }
  }

  @Test func theTabIsRememberedWhenItChanges() async {
    let tabs = Mutex<[AppTab]>([])
    let store = store(Self.state { $0.recipes.recipes.query = .all }) {
      $0.preferencesClient.saveTab = { tab in tabs.withLock { $0.append(tab) } }
    }
    await store.send(.tabSelected(.repositories)) { $0.hasNavigated = true }
    await store.receive(.searchRepos(.appeared))
    await store.send(.tabSelected(.recipes)) { $0.tab = .recipes }
    await store.receive(.recipes(.appeared))
    await store.send(.tabSelected(.recipes))
    await store.receive(.recipes(.appeared))
    #expect(tabs.withLock { $0 } == [.recipes])
  }

  @Test func aTabThatCannotBeRememberedIsShownAllTheSame() async {
    let store = store(Self.state { $0.tab = .catalog }) {
      $0.preferencesClient.saveTab = { _ in throw DatabaseError.readOnly(path: "/a") }
    }
    await store.send(.tabSelected(.repositories)) {
      $0.tab = .repositories
      $0.hasNavigated = true
    }
    await store.receive(.searchRepos(.appeared))
    await store.receive(.preferencesFailed(.readOnly(path: "/a"))) { $0.preferencesError = .readOnly(path: "/a") }
  }

  @Test func searchesAreRememberedTheLatestFirst() async {
    let saved = Mutex<[RecentSearch]>([])
    var state = Self.state { $0.searchRepos.query = "swift" }
    state.recentSearches = [ios, swift]
    let store = store(state) {
      $0.githubClient.searchRepos = { _, _, _ in RepositoryPage(items: []) }
      $0.githubClient.searchFavorites = { _ in RepositoryPage(items: []) }
      $0.preferencesClient.addSearch = { search in saved.withLock { $0.append(search) } }
    }
    await store.send(.searchRepos(.searchSubmitted)) {
      $0.searchRepos.results.request = .init(query: .search(query: "swift"))
      $0.recentSearches = [swift, ios]
    }
    await store.receive(\.searchRepos.pageLoaded) { $0.searchRepos.results.loaded(.search(query: "swift"), []) }
    // Neither the repeated search nor the favorites are added to the recent searches.
    await store.send(.searchRepos(.refreshPulled)) {
      $0.searchRepos.results.request = .init(query: .search(query: "swift"))
    }
    await store.receive(\.searchRepos.pageLoaded) { $0.searchRepos.results.request = nil }
    await store.send(.searchRepos(.favoritesButtonTapped)) { $0.searchRepos.results.request = .init(query: .favorites) }
    await store.receive(\.searchRepos.pageLoaded) { $0.searchRepos.results.loaded(.favorites, []) }
    #expect(saved.withLock { $0 } == [swift])
  }

  @Test func aFurtherPageIsNoNewSearch() async {
    var state = Self.state { $0.articles.tag = "ios" }
    let first = state.articles.list.load("ios")
    state.articles.list.receive([Self.article], next: 2, for: first)
    let store = store(state) { $0.qiitaClient.articles = { _, _ in ArticlePage(items: []) } }
    await store.send(.articles(.rowAppeared(id: "a"))) { $0.articles.list.request = .init(query: "ios", cursor: 2) }
    await store.receive(\.articles.pageLoaded) {
      $0.articles.list.request = nil
      $0.articles.list.nextCursor = nil
    }
  }

  @Test func whatIsTypedIsRememberedOnceAResultIsOpened() async {
    let clock = TestClock()
    let repository = Repository(id: 7, name: "swift", owner: .init(login: "apple", avatarURL: URL(filePath: "/a")))
    let store = store {
      $0.githubClient.searchRepos = { _, _, _ in RepositoryPage(items: [repository]) }
      $0.continuousClock = clock
    }
    await store.send(.searchRepos(.queryChanged("swift"))) { $0.searchRepos.query = "swift" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.searchRepos(.queryRested)) {
      $0.searchRepos.results.request = .init(query: .search(query: "swift"))
    }
    await store.receive(\.searchRepos.pageLoaded) {
      $0.searchRepos.results.loaded(.search(query: "swift"), [repository])
    }
    await store.send(.searchRepos(.rowTapped(id: 8)))
    await store.send(.searchRepos(.rowTapped(id: 7))) {
      $0.searchRepos.detail = RepositoryDetail.State(repository)
      $0.recentSearches = [swift]
    }
  }

  @Test func theListOfArticlesThatIsThereAtFirstIsNoSearch() async {
    let store = store { $0.qiitaClient.articles = { _, _ in ArticlePage(items: []) } }
    await store.send(.tabSelected(.articles)) {
      $0.tab = .articles
      $0.hasNavigated = true
    }
    await store.receive(.articles(.appeared)) { $0.articles.list.request = .init(query: "swift") }
    await store.receive(\.articles.pageLoaded) { $0.articles.list.loaded("swift", []) }
  }

  /// The list that is being loaded was not asked for by the one who submits nothing.
  @Test func anEmptyTagIsNoSearch() async {
    var state = AppFeature.State()
    _ = state.articles.list.load("swift")
    state.articles.tag = "　 "
    let store = store(state) {
      $0.preferencesClient.addSearch = { _ in Issue.record("Nothing is remembered.") }
    }
    await store.send(.articles(.tagSubmitted))
    #expect(store.state.recentSearches.isEmpty)
  }

  @Test func aSearchThatFailsIsRememberedAsWell() async {
    let store = store(Self.state { $0.searchRepos.query = "swift" }) {
      $0.githubClient.searchRepos = { _, _, _ in throw APIError.notHTTP }
    }
    let request = SearchRepos.Results.Request(query: .search(query: "swift"))
    await store.send(.searchRepos(.searchSubmitted)) {
      $0.searchRepos.results.request = request
      $0.recentSearches = [swift]
    }
    await store.receive(\.searchRepos.pageFailed) { $0.searchRepos.results.failed(request, .notHTTP) }
  }

  /// A tag that failed for another reason may be found the next time.
  @Test(arguments: [404, 503])
  func aTagThatDoesNotExistIsForgotten(_ status: Int) async {
    let removed = Mutex<[RecentSearch]>([])
    let error = APIError.status(code: status, message: nil, retryAt: nil)
    let store = store(Self.state { $0.articles.tag = "ios" }) {
      $0.qiitaClient.articles = { _, _ in throw error }
      $0.preferencesClient.removeSearch = { search in removed.withLock { $0.append(search) } }
    }
    store.exhaustivity = .off
    await store.send(.articles(.tagSubmitted))
    await store.skipReceivedActions()
    await store.finish()
    #expect(store.state.recentSearches == (status == 404 ? [] : [ios]))
    #expect(removed.withLock { $0 } == (status == 404 ? [ios] : []))
  }

  @Test func noMoreThanTwentySearches() async {
    var state = Self.state { $0.articles.tag = "ios" }
    state.recentSearches = (1...20).map { RecentSearch(.articles, "\($0)") }
    let store = store(state) { $0.qiitaClient.articles = { _, _ in ArticlePage(items: []) } }
    await store.send(.articles(.tagSubmitted)) {
      $0.articles.list.request = .init(query: "ios")
      $0.recentSearches = [ios] + (1...19).map { RecentSearch(.articles, "\($0)") }
    }
    await store.receive(\.articles.pageLoaded) { $0.articles.list.loaded("ios", []) }
  }

  @Test func oneSearchIsForgotten() async {
    let removed = Mutex<[RecentSearch]>([])
    let store = store(Self.state { $0.recentSearches = [swift, ios] }) {
      $0.preferencesClient.removeSearch = { search in removed.withLock { $0.append(search) } }
    }
    await store.send(.removeRecentSearchButtonTapped(swift)) {
      $0.recentSearches = [ios]
      $0.removedSearches = [swift]
    }
    await store.finish()
    #expect(removed.withLock { $0 } == [swift])
    // The searches of the last run are loaded late, and may contain the removed one.
    await store.send(.preferencesLoaded(Preferences(recentSearches: [swift, RecentSearch(.articles, "a")]))) {
      $0.recentSearches = [ios, RecentSearch(.articles, "a")]
    }
  }

  @Test func searchesAreForgotten() async {
    let store = store(Self.state { $0.recentSearches = [swift] }) {
      $0.preferencesClient.clearSearches = { throw DatabaseError.diskFull(path: "/a") }
    }
    await store.send(.clearRecentSearchesButtonTapped) {
      $0.recentSearches = []
      $0.hasClearedSearches = true
    }
    await store.receive(.preferencesFailed(.diskFull(path: "/a"))) { $0.preferencesError = .diskFull(path: "/a") }
  }

  @Test func forgettingSearchesKeepsTheTabOfTheLastRun() async {
    let clock = TestClock()
    let store = store(Self.state { $0.recipes.recipes.query = .all }) {
      $0.preferencesClient.clearSearches = {}
      $0.preferencesClient.load = { [swift, ios] in
        try await clock.sleep(for: .seconds(1))
        return Preferences(tab: .recipes, recentSearches: [swift, ios])
      }
    }
    store.exhaustivity = .off
    await store.send(.launched)
    await store.send(.clearRecentSearchesButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.preferencesLoaded)
    #expect(store.state.tab == .recipes)
    #expect(store.state.recentSearches == [], "They were forgotten.")
    await store.skipReceivedActions(strict: false)
  }

  @Test func aSearchIsMadeAgain() async {
    let clock = TestClock()
    let store = store {
      $0.githubClient.searchRepos = { _, _, _ in RepositoryPage(items: []) }
      $0.qiitaClient.articles = { _, _ in ArticlePage(items: []) }
      $0.continuousClock = clock
    }
    await store.send(.recentSearchTapped(ios)) {
      $0.tab = .articles
      $0.hasNavigated = true
    }
    await store.receive(.articles(.tagChanged("ios"))) { $0.articles.tag = "ios" }
    await store.receive(.articles(.tagSubmitted)) {
      $0.articles.list.request = .init(query: "ios")
      $0.recentSearches = [ios]
    }
    await store.receive(\.articles.pageLoaded) { $0.articles.list.loaded("ios", []) }
    let request = SearchRepos.Results.Request(query: .search(query: "swift"))
    await store.send(.recentSearchTapped(swift)) { $0.tab = .repositories }
    await store.receive(.searchRepos(.queryChanged("swift"))) { $0.searchRepos.query = "swift" }
    await store.receive(.searchRepos(.searchSubmitted)) {
      $0.searchRepos.results.request = request
      $0.recentSearches = [swift, ios]
    }
    await store.receive(\.searchRepos.pageLoaded) { $0.searchRepos.results.loaded(.search(query: "swift"), []) }
  }

  // MARK: - Links

  @Test func aMalformedLinkIsRefused() async {
    let store = store()
    let error = DeepLinkError(link: "https://example.com", problem: .otherScheme)
    await store.send(.linkOpened("https://example.com")) { $0.linkError = error }
    await store.send(.linkErrorDismissed) { $0.linkError = nil }
  }

  /// A database that is locked is waited for up to three seconds. The user may be elsewhere by then.
  @Test(arguments: [
    AppFeature.Action.linkOpened("app://repos?q=swift"), .linkOpened("app://repos/favorites"),
    .linkOpened("app://repos/apple/swift"), .linkOpened("app://articles/ios"),
    .bookmarks(.starredRepositoriesButtonTapped), .recentSearchTapped(RecentSearch(.repositories, "swift")),
  ])
  func aPlaceIsOpenedBeforeTheTabIsRemembered(_ action: AppFeature.Action) async {
    let clock = TestClock()
    let store = store(Self.state { $0.tab = .catalog }) {
      $0.continuousClock = clock
      $0.preferencesClient.saveTab = { _ in try await clock.sleep(for: .seconds(3)) }
      $0.githubClient.searchRepos = { _, _, _ in throw APIError.notHTTP }
      $0.githubClient.searchFavorites = { _ in throw APIError.notHTTP }
      $0.githubClient.repository = { _, _ in throw APIError.notHTTP }
      $0.githubClient.isStarred = { _, _ in throw APIError.notHTTP }
      $0.qiitaClient.articles = { _, _ in throw APIError.notHTTP }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(action)
    await store.skipReceivedActions(strict: false)
    let (repositories, articles) = (store.state.searchRepos, store.state.articles)
    #expect(repositories.results.failure != nil || repositories.detail != nil || articles.list.failure != nil)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func aRecipeIsOpenedAboveItsList() async {
    let store = store {
      $0.recipeClient.recipes = { _, _ in throw APIError.notHTTP }
      $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
      $0.hashtagClient.hashtags = { _ in throw APIError.notHTTP }
    }
    await store.send(.linkOpened("app://recipes/42")) {
      $0.tab = .recipes
      $0.hasNavigated = true
      $0.recipes.detail = RecipeDetail.State(id: 42)
    }
    await store.receive(.recipes(.appeared)) { $0.recipes.recipes.request = .init(query: .all) }
    await store.receive(\.recipes.detail.presented.appeared) { $0.recipes.detail?.beginLoading() }
    await store.receive(\.recipes.pageFailed) { $0.recipes.recipes.failed(.init(query: .all), .notHTTP) }
    await store.receive(\.recipes.detail.presented.recipeFailed) { $0.recipes.detail?.recipe.failed(.notHTTP) }
    await store.receive(\.recipes.detail.presented.hashtagsFailed) { $0.recipes.detail?.hashtags.failed(.notHTTP) }
    await store.send(.linkOpened("app://recipes")) { $0.recipes.detail = nil }
    await store.receive(.recipes(.appeared))
  }

  @Test func aFormIsOpenedAboveItsRecipe() async {
    var state = AppFeature.State()
    state.tab = .recipes
    state.recipes.recipes.query = .all
    let clock = TestClock()
    let store = store(state) {
      $0.recipeClient.recipe = { _ in try await clock.afterASecond(throwing: APIError.notHTTP) }
      $0.hashtagClient.hashtags = { _ in try await clock.afterASecond(throwing: APIError.notHTTP) }
      $0.hashtagDraftClient.draft = { _ in "#soup" }
    }
    await store.send(.linkOpened("app://recipes/7/hashtags")) {
      $0.hasNavigated = true
      $0.recipes.detail = RecipeDetail.State(id: 7)
      $0.recipes.detail?.addHashtags = AddHashtags.State(recipeID: 7)
    }
    await store.receive(.recipes(.appeared))
    await store.receive(\.recipes.detail.presented.appeared) {
      $0.recipes.detail?.beginLoading()
      $0.recipes.detail?.addHashtags?.isRestoring = true
      $0.recipes.drafts.read(continuedBy: HashtagDraft(id: 7, content: ""))
    }
    await store.receive(modify: "Draft of hashtags read") {
      $0.recipes.detail?.addHashtags?.restore("#soup")
      $0.recipes.drafts.jobs = []
    }
    // Closing the detail cancels the requests.
    await store.send(.recipes(.detail(.dismiss))) { $0.recipes.detail = nil }
  }

  @Test func aRepositoryIsOpenedAndLeft() async {
    let store = store {
      $0.githubClient.repository = { _, _ in throw APIError.notHTTP }
      $0.githubClient.isStarred = { _, _ in throw APIError.notHTTP }
    }
    await store.send(.linkOpened("app://repos/apple/swift")) { $0.hasNavigated = true }
    await store.receive(.searchRepos(.appeared))
    await store.receive(.searchRepos(.repositoryOpened(owner: "apple", name: "swift"))) {
      $0.searchRepos.detail = RepositoryDetail.State(owner: "apple", name: "swift")
    }
    store.exhaustivity = .off
    await store.receive(\.searchRepos.detail.presented.repositoryFailed)
    await store.receive(\.searchRepos.detail.presented.starLoadFailed)
    store.exhaustivity = .on
    await store.send(.linkOpened("app://repos"))
    await store.receive(\.searchRepos.detail.dismiss) { $0.searchRepos.detail = nil }
    await store.receive(.searchRepos(.appeared))
    await store.send(.linkOpened("app://repos"))
    await store.receive(.searchRepos(.appeared))
  }

  @Test func toDosAreOpened() async throws {
    let id = try #require(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"))
    let busy = DatabaseError.busy(path: "/a")
    let store = store {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.toDoClient.changes = { _ in throw busy }
      $0.toDoClient.toDo = { _, _ in throw busy }
      $0.toDoClient.draft = { _ in ToDoEdit() }
    }
    // The tests of the list cover its actions.
    store.exhaustivity = .off
    await store.send(.linkOpened("app://todos/new")) {
      $0.tab = .toDos
      $0.hasNavigated = true
      $0.toDos.destination = .create(ToDoForm.State())
    }
    await store.receive(.toDos(.task))
    await store.receive(.toDos(.followingFailed(busy)))
    await store.send(.linkOpened("app://todos/\(id)")) {
      $0.toDos.destination = .detail(ToDoDetail.State(id: id))
    }
    await store.receive(\.toDos.destination.presented.detail.followingFailed, busy)
    await store.send(.linkOpened("app://todos")) { $0.toDos.destination = nil }
    await store.receive(.toDos(.task))
    await store.receive(.toDos(.followingFailed(busy)))
  }

  @Test func favoritesAreOpened() async {
    let store = store(Self.state { $0.searchRepos.detail = RepositoryDetail.State(owner: "apple", name: "swift") }) {
      $0.githubClient.searchFavorites = { _ in RepositoryPage(items: []) }
    }
    store.exhaustivity = .off
    await store.send(.linkOpened("app://repos/favorites"))
    await store.receive(\.searchRepos.detail.dismiss) { $0.searchRepos.detail = nil }
    await store.receive(\.searchRepos.pageLoaded)
    #expect(store.state.searchRepos.results.query == .favorites)
  }

  @Test func theFormOfAToDoIsOpened() async throws {
    let toDo = ToDo(id: UUID(1), title: "a", createdAt: Date(timeIntervalSince1970: 0))
    let store = store {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.continuousClock = TestClock()
      $0.toDoClient.changes = { _ in throw DatabaseError.busy(path: "/a") }
      $0.toDoClient.toDo = { _, known in
        guard known == nil else { throw DatabaseError.busy(path: "/a") }
        return ToDoReading(toDo: toDo, revision: 1)
      }
      $0.toDoClient.draft = { _ in ToDoEdit(memo: "b") }
    }
    store.exhaustivity = .off
    await store.send(.linkOpened("app://todos/\(UUID(1))/edit"))
    await store.receive(modify: "Draft of a to-do read")
    let form = store.state.toDos.destination?[case: \.detail]?.destination?[case: \.edit]
    #expect(form?.original == toDo && form?.memo == "b")
    await store.skipReceivedActions(strict: false)
  }

  /// Another place would cancel the saving, so it is opened when the form has closed.
  @Test(arguments: ["app://todos", "app://todos/new", "app://todos/\(UUID(2))"])
  func aLinkWaitsUntilWhatIsBeingSavedIs(_ link: String) async {
    let clock = TestClock()
    let saved = Mutex<[String]>([])
    let store = store(Self.saving) {
      Self.prepare(&$0)
      $0.toDoClient.edit = { _, edit in
        try await clock.sleep(for: .seconds(1))
        saved.withLock { $0.append(edit.title ?? "") }
        return 2
      }
    }
    store.exhaustivity = .off
    await store.send(.toDos(.destination(.presented(.detail(.destination(.presented(.edit(.saveButtonTapped))))))))
    await store.send(.linkOpened(link))
    #expect(store.state.toDos.form?.isSaving == true)
    await clock.advance(by: .seconds(1))
    await store.receive(\.toDos.destination.presented.detail.destination.presented.edit.edited)
    await store.receive(\.toDos.destination.presented.detail.destination.dismiss)
    #expect(saved.withLock { $0 } == ["typed"])
    switch link {
    case "app://todos": #expect(store.state.toDos.destination == nil)
    case "app://todos/new": #expect(store.state.toDos.destination?.is(\.create) == true)
    default: #expect(store.state.toDos.destination?[case: \.detail]?.id == UUID(2))
    }
    #expect(store.state.linkAfterSaving == nil)
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func ifSavingFailsTheFormStaysAndSaysWhy() async {
    let clock = TestClock()
    let full = DatabaseError.diskFull(path: "/a")
    let store = store(Self.saving) {
      Self.prepare(&$0)
      $0.toDoClient.edit = { _, _ in try await clock.afterASecond(throwing: full) }
    }
    store.exhaustivity = .off
    await store.send(.toDos(.destination(.presented(.detail(.destination(.presented(.edit(.saveButtonTapped))))))))
    await store.send(.linkOpened("app://todos/\(UUID(2))"))
    await clock.advance(by: .seconds(1))
    await store.receive(\.toDos.destination.presented.detail.destination.presented.edit.savingFailed)
    #expect(store.state.toDos.form?.title == "typed" && store.state.toDos.form?.failure == full)
    #expect(store.state.linkAfterSaving == nil)
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  /// The form of a to-do, in which something was typed.
  private static var saving: AppFeature.State {
    var form = ToDoForm.State(ToDo(id: UUID(1), title: "a", createdAt: .distantPast))
    form.title = "typed"
    var detail = ToDoDetail.State(id: UUID(1), toDo: form.original)
    detail.destination = .edit(form)
    return state {
      $0.tab = .toDos
      $0.toDos.destination = .detail(detail)
    }
  }

  private static func prepare(_ values: inout DependencyValues) {
    values.date = .constant(Date(timeIntervalSince1970: 0))
    values.continuousClock = TestClock()
    values.toDoClient.changes = { _ in throw DatabaseError.busy(path: "/a") }
    values.toDoClient.toDo = { _, _ in throw DatabaseError.busy(path: "/a") }
    values.toDoClient.draft = { _ in ToDoEdit() }
    values.toDoClient.saveDraft = { _, _ in }
  }

  @Test func whatFollowsTheToDosStopsWithTheirTab() async {
    let store = store {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.toDoClient.changes = { _ in
        try await TestClock().sleep(for: .seconds(1))
        throw CancellationError()
      }
    }
    store.exhaustivity = .off
    for leave in [AppFeature.Action.tabSelected(.repositories), .linkOpened("app://repos")] {
      await store.send(.tabSelected(.toDos))
      await store.receive(.toDos(.task))
      await store.send(leave)
      await store.receive(.toDos(.disappeared))
      await store.finish()
    }
  }

  @Test func theCatalogIsOpened() async {
    let store = store(Self.state { $0.tab = .catalog }) {
      $0.catalogClient[\.users] = { [] }
      $0.catalogClient[\.songs] = { [] }
    }
    await store.send(.linkOpened("app://catalog")) { $0.hasNavigated = true }
    await store.receive(.catalog(.appeared))
    await store.receive(.catalog(.users(.load))) { $0.catalog.$users.requestCount = 1 }
    await store.receive(.catalog(.songs(.load))) { $0.catalog.$songs.requestCount = 1 }
    await store.receive(\.catalog.users.loaded) { $0.catalog.users = .success([]) }
    await store.receive(\.catalog.songs.loaded) { $0.catalog.songs = .success([]) }
  }

  @Test func articlesAreOpenedWithAndWithoutATag() async {
    let store = store { $0.qiitaClient.articles = { _, _ in throw APIError.notHTTP } }
    await store.send(.linkOpened("app://articles")) {
      $0.tab = .articles
      $0.hasNavigated = true
    }
    await store.receive(.articles(.appeared)) { $0.articles.list.request = .init(query: "swift") }
    await store.receive(\.articles.pageFailed) { $0.articles.list.failed(.init(query: "swift"), .notHTTP) }
    await store.send(.linkOpened("app://articles/ios"))
    await store.receive(.articles(.tagChanged("ios"))) { $0.articles.tag = "ios" }
    await store.receive(.articles(.tagSubmitted)) {
      $0.articles.list.started(.init(query: "ios"))
      $0.recentSearches = [ios]
    }
    await store.receive(\.articles.pageFailed) { $0.articles.list.failed(.init(query: "ios"), .notHTTP) }
  }

  // MARK: - Bookmarks

  @Test func articlesAndRecipesCanBeKept() async {
    let added = Mutex<[Bookmark]>([])
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    let recipe = RecipeSummary(id: 7, title: "Soup", user: .init(name: "ada"))
    let state = Self.state {
      $0.articles.list.rows = [Self.article]
      $0.recipes.recipes.rows = [.init(recipe: recipe)]
      $0.bookmarks.isRead = true
    }
    let store = store(state) {
      $0.date = .constant(now)
      $0.bookmarkClient.add = { bookmark in added.withLock { $0.append(bookmark) } }
    }
    let bookmarks = [Bookmark(Self.article, keptAt: now), Bookmark(recipe, keptAt: now)]
    store.exhaustivity = .off
    await store.send(.articles(.bookmarkButtonTapped(id: "a")))
    await store.receive(\.bookmarks.saved)
    await store.send(.recipes(.bookmarkButtonTapped(id: 7)))
    await store.receive(\.bookmarks.saved)
    #expect(added.withLock { $0 } == bookmarks)
    #expect(Array(store.state.bookmarks.bookmarks) == bookmarks)
    // Articles and recipes that are not in the list can't be bookmarked.
    store.exhaustivity = .on
    await store.send(.articles(.bookmarkButtonTapped(id: "b")))
    await store.send(.recipes(.bookmarkButtonTapped(id: 8)))
  }

  @Test func aRecipeThatWasKeptIsOpened() async {
    let bookmark = Bookmark(RecipeSummary(id: 7, title: "Soup", user: .init(name: "ada")), keptAt: .distantPast)
    let state = Self.state {
      $0.bookmarks.bookmarks = [bookmark]
      $0.recipes.recipes.query = .all
      $0.tab = .bookmarks
    }
    let store = store(state) {
      $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
      $0.hashtagClient.hashtags = { _ in throw APIError.notHTTP }
    }
    store.exhaustivity = .off
    await store.send(.bookmarks(.rowTapped(id: bookmark.id))) {
      $0.tab = .recipes
      $0.recipes.detail?.summary = RecipeSummary(id: 7, title: "Soup", user: .init(name: "ada"))
      $0.recipes.detail?.summaryAsOf = .distantPast
    }
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipes.detail?.title == "Soup" && store.state.recipes.detail?.asOf == .distantPast)
  }

  @Test func aRecipeInTheListIsOpenedAsItIsThere() async {
    let yesterday = Date(timeIntervalSinceReferenceDate: 1)
    let state = Self.state {
      let request = $0.recipes.recipes.load(.all)
      let row = RecipeList.Row(recipe: .test(7), hashtags: [.test(70)], asOf: yesterday)
      $0.recipes.recipes.receive([row], next: nil, asOf: yesterday, for: request)
    }
    let store = store(state) {
      $0.recipeClient.recipes = { _, _ in throw APIError.notHTTP }
      $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
      $0.hashtagClient.hashtags = { _ in throw APIError.notHTTP }
    }
    store.exhaustivity = .off
    await store.send(.linkOpened("app://recipes/7"))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipes.detail?.summary == .test(7) && store.state.recipes.detail?.asOf == yesterday)
    #expect(store.state.recipes.detail?.hashtags.value == [.test(70)])
    #expect(store.state.recipes.detail?.hashtags.asOf == yesterday)
  }

  @Test func starredRepositoriesAreThoseOfGitHub() async {
    let store = store(Self.state { $0.tab = .bookmarks }) {
      $0.githubClient.searchFavorites = { _ in throw APIError.notHTTP }
    }
    store.exhaustivity = .off
    await store.send(.bookmarks(.starredRepositoriesButtonTapped)) { $0.tab = .repositories }
    await store.receive(\.searchRepos.favoritesButtonTapped)
    await store.skipReceivedActions(strict: false)
  }

  /// Another process may have changed them.
  @Test func bookmarksAreReadWhenTheirTabIsOpened() async {
    let store = store()
    for _ in 1...2 {
      store.exhaustivity = .off
      await store.send(.tabSelected(.bookmarks))
      store.exhaustivity = .on
      await store.receive(.bookmarks(.load)) { $0.bookmarks.isLoading = true }
      await receiveNoBookmarks(store)
      store.exhaustivity = .off
      await store.send(.tabSelected(.repositories))
    }
  }

  // MARK: - What was typed

  /// The sheet for the hashtags of a recipe.
  private static func addingHashtags(_ text: String = "", to hashtags: [Hashtag]? = nil) -> AppFeature.State {
    state {
      $0.tab = .recipes
      $0.recipes.recipes.query = .all
      $0.recipes.detail = RecipeDetail.State(id: 7)
      $0.recipes.detail?.hashtags = .init(hashtags)
      $0.recipes.detail?.addHashtags = AddHashtags.State(recipeID: 7, text: text)
    }
  }

  @Test(arguments: ["app://recipes/7", "app://recipes/8", "app://recipes/8/hashtags", "app://recipes"])
  func whatWasTypedForHashtagsSurvivesALink(_ link: String) async {
    let kept = LockIsolated<[Recipe.ID: String]>([:])
    let store = store(Self.addingHashtags()) {
      $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
      $0.hashtagClient.hashtags = { _ in throw APIError.notHTTP }
      $0.hashtagDraftClient.draft = { kept.value[$0] ?? "" }
      $0.hashtagDraftClient.saveDraft = { text, id in kept.withValue { $0[id] = text } }
    }
    store.exhaustivity = .off
    await store.send(.recipes(.detail(.presented(.addHashtags(.presented(.textChanged("#soup")))))))
    await store.send(.linkOpened(link))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipes.detail?.addHashtags?.text ?? "" == "")
    await store.send(.linkOpened("app://recipes/7"))
    #expect(store.state.recipes.detail?.addHashtags == nil)
    await store.send(.recipes(.detail(.presented(.addHashtagsButtonTapped))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipes.detail?.addHashtags?.text == "#soup")
    // A link to the same form leaves it as it is.
    await store.send(.linkOpened("app://recipes/7/hashtags"))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipes.detail?.addHashtags?.text == "#soup")
    // Only what says so throws it away.
    await store.send(.recipes(.detail(.presented(.addHashtags(.presented(.cancelButtonTapped))))))
    await store.receive(\.recipes.detail.presented.addHashtags.dismiss)
    await store.send(.recipes(.detail(.presented(.addHashtagsButtonTapped))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipes.detail?.addHashtags?.text == "")
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  /// A link to another recipe, or to the list, would cancel the request.
  @Test(arguments: ["app://recipes/8", "app://recipes/8/hashtags", "app://recipes"], [true, false])
  func aLinkWaitsUntilHashtagsAreSent(_ link: String, succeeds: Bool) async {
    let clock = TestClock()
    let store = store(Self.addingHashtags("#soup", to: [])) {
      $0.onlyHashtagsCanBeSent()
      $0.hashtagClient.addHashtags = { id, _ in
        try await clock.sleep(for: .seconds(1))
        if succeeds { return RecipeHashtags(recipeID: id, hashtags: []) }
        throw APIError.noConnection(reason: "no network")
      }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(.recipes(.detail(.presented(.addHashtags(.presented(.sendButtonTapped))))))
    await store.send(.linkOpened(link))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipes.detail?.addHashtags?.isSending == true)
    #expect(store.state.linkAfterSaving != nil)
    // A link to the recipe itself changes nothing.
    await store.send(.linkOpened("app://recipes/7"))
    #expect(store.state.recipes.detail?.addHashtags?.isSending == true && store.state.linkAfterSaving == nil)
    await store.send(.linkOpened(link))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.linkAfterSaving == nil)
    if succeeds {
      #expect(store.state.recipes.detail?.id == (link == "app://recipes" ? nil : 8))
      #expect((store.state.recipes.detail?.addHashtags != nil) == link.hasSuffix("hashtags"))
    } else {
      #expect(store.state.recipes.detail?.addHashtags?.error == .noConnection(reason: "no network"))
      #expect(store.state.recipes.detail?.addHashtags?.text == "#soup")
    }
    await store.skipInFlightEffects(strict: false)
  }

  /// Hashtags that wait for a network belong to the sheet of their recipe, and to no other one.
  @Test(arguments: [7, 8] as [Recipe.ID])
  func hashtagsThatWaitForANetworkEndWithTheirSheet(_ linked: Recipe.ID) async {
    let clock = TestClock()
    let isDown = LockIsolated(true)
    let sent = LockIsolated<[Recipe.ID: String]>([:])
    let store = store(Self.addingHashtags("#soup")) {
      $0.onlyHashtagsCanBeSent()
      $0.restoreNetwork(after: .seconds(1), on: clock)
      $0.hashtagClient.addHashtags = { id, value in
        if isDown.value { throw APIError.noConnection(.refused) }
        sent.withValue { $0[id] = value }
        return RecipeHashtags(recipeID: id, hashtags: [])
      }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(.recipes(.detail(.presented(.addHashtags(.presented(.sendButtonTapped))))))
    await store.skipReceivedActions(strict: false)
    await store.send(.linkOpened("app://recipes/\(linked)/hashtags"))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipes.detail?.addHashtags?.text == (linked == 7 ? "#soup" : ""))
    isDown.withValue { $0 = false }
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(sent.value == (linked == 7 ? [7: "#soup"] : [:]))
    #expect((store.state.recipes.detail?.addHashtags?.alert != nil) == (linked == 7))
    await store.skipInFlightEffects(strict: false)
  }

  /// A draft is restored after links, other tabs and another run, until it is discarded.
  @Test func aDraftSurvivesLinksTabsAndRuns() async {
    let database = Database(inMemory: .features, prepare: ToDo.insertSamples)
    func run() -> TestStoreOf<AppFeature> {
      let store = store {
        $0.database = database
        $0.toDoClient = .liveValue
        $0.preferencesClient = .liveValue
        $0.date = .constant(Date(timeIntervalSince1970: 1_767_225_600))
        $0.continuousClock = TestClock()
        $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
        $0.recipeClient.recipes = { _, _ in throw APIError.notHTTP }
        $0.hashtagClient.hashtags = { _ in throw APIError.notHTTP }
      }
      store.exhaustivity = .off(showSkippedAssertions: false)
      return store
    }
    func send(_ actions: AppFeature.Action..., to store: TestStoreOf<AppFeature>) async {
      for action in actions {
        await store.send(action)
        await store.skipReceivedActions(strict: false)
      }
    }
    func title(_ store: TestStoreOf<AppFeature>) -> String? { store.state.toDos.destination?[case: \.create]?.title }
    let first = run()
    await send(
      .linkOpened("app://todos/new"),
      .toDos(.destination(.presented(.create(.titleChanged("typed"))))),
      .linkOpened("app://todos/\(UUID(1_002))"),
      .toDos(.destination(.presented(.detail(.editButtonTapped)))),
      .toDos(.destination(.presented(.detail(.destination(.presented(.edit(.memoChanged("also typed")))))))),
      .linkOpened("app://recipes/42"),
      .tabSelected(.toDos),
      .linkOpened("app://todos/new"),
      to: first
    )
    #expect(title(first) == "typed")
    await first.skipInFlightEffects(strict: false)

    let second = run()
    await send(.launched, .tabSelected(.toDos), .toDos(.createButtonTapped), to: second)
    #expect(title(second) == "typed")
    await send(
      .toDos(.destination(.presented(.create(.discardButtonTapped)))),
      .linkOpened("app://todos/\(UUID(1_002))/edit"),
      to: second
    )
    let form = second.state.toDos.destination?[case: \.detail]?.destination?[case: \.edit]
    #expect(form?.memo == "also typed" && form?.title == "部屋を片付ける")
    await send(.linkOpened("app://todos/new"), to: second)
    #expect(title(second) == "")
    await second.skipInFlightEffects(strict: false)
  }

  // MARK: - All of it

  @Test func everyTabWorksOnMockValues() async {
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      $0.context = .mock
      $0.date = .constant(Date(timeIntervalSince1970: 1_767_225_600))
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    await store.send(.launched)
    for tab in AppTab.allCases { await store.send(.tabSelected(tab)) }
    await store.skipReceivedActions(strict: false)
    #expect(store.state.articles.list.rows.count == 15)
    #expect(store.state.recipes.recipes.rows.count == 10)
    #expect(!store.state.toDos.rows.all.isEmpty)
    #expect(store.state.catalog.songs.value?.isEmpty == false)
  }

  @Test func actionsSurviveEncoding() throws {
    let actions: [AppFeature.Action] = [
      .launched, .tabSelected(.toDos), .linkOpened("app://todos"), .linkErrorDismissed, .recentSearchTapped(swift),
      .removeRecentSearchButtonTapped(ios), .clearRecentSearchesButtonTapped,
      .preferencesLoaded(Preferences(tab: .recipes, recentSearches: [ios])),
      .preferencesFailed(.busy(path: "/a")), .preferencesErrorDismissed, .searchRepos(.searchSubmitted),
      .articles(.appeared), .recipes(.detail(.presented(.appeared))), .toDos(.createButtonTapped),
      .catalog(.users(.load)), .bookmarks(.removeButtonTapped(id: Bookmark.ID(7))),
      .offline(.clearFailed(.busy(path: "/a"))),
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([AppFeature.Action].self, from: data) == actions)
    #expect(!(try JSONEncoder().encode(AppFeature.State()).isEmpty))
  }
}

extension DependencyValues {
  /// Recipes and their hashtags can't be loaded, and there are no drafts.
  fileprivate mutating func onlyHashtagsCanBeSent() {
    recipeClient.recipe = { _ in throw APIError.notHTTP }
    hashtagClient.hashtags = { _ in throw APIError.notHTTP }
    hashtagDraftClient.draft = { _ in "" }
    hashtagDraftClient.saveDraft = { _, _ in }
    locale = Texts.english.locale
  }
}
