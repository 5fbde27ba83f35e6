import Foundation
import StoreTesting
import Synchronization
import Testing

@testable import Features

struct AppFeatureTests {
  private let swift = RecentSearch(.repositories, "swift")
  private let ios = RecentSearch(.articles, "ios")

  private static func state(_ change: (inout AppFeature.State) -> Void) -> AppFeature.State {
    with(AppFeature.State(), change)
  }

  /// A store whose servers find nothing, and whose database keeps nothing.
  private func store(
    _ state: AppFeature.State = AppFeature.State(),
    exhaustivity: Exhaustivity = .off,
    dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AppFeature> {
    let store = TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.locale = Texts.english.locale
      $0.preferencesClient.saveTab = { _ in }
      $0.preferencesClient.addSearch = { _ in }
      $0.bookmarkClient.bookmarks = { [] }
      $0.githubClient.searchRepos = { _, _, _ in RepositoryPage(items: []) }
      $0.githubClient.searchFavorites = { _ in RepositoryPage(items: []) }
      $0.githubClient.repository = { _, _ in throw APIError.notHTTP }
      $0.githubClient.isStarred = { _, _ in throw APIError.notHTTP }
      $0.qiitaClient.articles = { _, _ in ArticlePage(items: []) }
      $0.recipeClient.recipes = { _, _ in throw APIError.notHTTP }
      $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
      $0.hashtagClient.hashtags = { _ in throw APIError.notHTTP }
      $0.hashtagDraftClient.draft = { _ in "" }
      $0.hashtagDraftClient.saveDraft = { _, _ in }
      dependencies(&$0)
    }
    store.exhaustivity = exhaustivity
    return store
  }

  /// What is shown anyway need not be shown again.
  @Test(arguments: [AppTab.recipes, .repositories, nil])
  func theLastTabIsShownAgain(_ tab: AppTab?) async {
    let preferences = Preferences(tab: tab, recentSearches: [swift, ios])
    let store = store(Self.state { $0.recipes.recipes.query = .all }, exhaustivity: .on) {
      $0.preferencesClient.load = { preferences }
    }
    await store.send(.launched)
    await store.receive(.searchRepos(.appeared))
    await store.receive(.bookmarks(.load)) { $0.bookmarks.isLoading = true }
    await store.receive(.preferencesLoaded(preferences)) {
      if let tab { $0.tab = tab }
      $0.recentSearches = [swift, ios]
    }
    if tab == .recipes { await store.receive(.recipes(.appeared)) }
    await store.receive(.bookmarks(.loaded([]))) {
      $0.bookmarks.isLoading = false
      $0.bookmarks.isRead = true
    }
  }

  /// The tab does not change under somebody who uses the app, and a search of this run is newer than those of the last.
  @Test(arguments: [
    AppFeature.Action.tabSelected(.recipes), .searchRepos(.queryChanged("sw")), .searchRepos(.optionsButtonTapped),
    .searchRepos(.favoritesButtonTapped), .linkOpened("app://articles"),
  ])
  func whatIsDoneBeforeThePreferencesAreThereCounts(_ action: AppFeature.Action) async {
    let clock = TestClock()
    let preferences = Preferences(tab: .toDos, recentSearches: [swift, ios])
    let store = store(Self.state { $0.articles.tag = "ios" }) {
      $0.continuousClock = clock
      $0.preferencesClient.load = { try await clock.afterASecond(preferences) }
    }
    await store.play(.launched, action, .articles(.tagSubmitted))
    let tab = store.state.tab
    await clock.advance(by: .seconds(1))
    await store.receive(.preferencesLoaded(preferences)) {
      $0.tab = tab
      $0.recentSearches = [ios, swift]
    }
    await store.skipReceivedActions(strict: false)
  }

  @Test func whatCannotBeReadOrKeptIsSaid() async {
    let corrupt = DatabaseError.corrupt(path: "/a", reason: "it is no database")
    let store = store {
      $0.preferencesClient.load = { throw corrupt }
      $0.preferencesClient.saveTab = { _ in throw DatabaseError.readOnly(path: "/a") }
    }
    await store.play(.launched)
    #expect(store.state.preferencesError == corrupt)
    await store.play(.preferencesErrorDismissed)
    #expect(store.state.preferencesError == nil)
    await store.play(.tabSelected(.recipes))
    #expect(store.state.preferencesError == .readOnly(path: "/a") && store.state.tab == .recipes)
  }

  @Test func theTabIsRememberedWhenItChanges() async {
    let tabs = Mutex<[AppTab]>([])
    let store = store(Self.state { $0.recipes.recipes.query = .all }) {
      $0.preferencesClient.saveTab = { tab in tabs.withLock { $0.append(tab) } }
    }
    await store.play(.tabSelected(.repositories), .tabSelected(.recipes), .tabSelected(.recipes))
    #expect(tabs.withLock { $0 } == [.recipes])
  }

  @Test func searchesAreRememberedTheLatestFirst() async {
    let saved = Mutex<[RecentSearch]>([])
    let new = RecentSearch(.articles, "new")
    let older = (1...18).map { RecentSearch(.articles, "\($0)") }
    let state = Self.state {
      $0.searchRepos.query = "swift"
      $0.articles.tag = "new"
      $0.recentSearches = [ios, swift] + older
    }
    let store = store(state) { $0.preferencesClient.addSearch = { search in saved.withLock { $0.append(search) } } }
    await store.play(.searchRepos(.searchSubmitted))
    #expect(store.state.recentSearches == [swift, ios] + older)
    // Neither the repeated search nor the favorites are added to the recent searches.
    await store.play(.searchRepos(.refreshPulled), .searchRepos(.favoritesButtonTapped))
    #expect(store.state.recentSearches == [swift, ios] + older)
    await store.play(.articles(.tagSubmitted))
    #expect(store.state.recentSearches == [new, swift, ios] + older.dropLast())
    #expect(saved.withLock { $0 } == [swift, new])
  }

  @Test func whatIsTypedIsRememberedOnceAResultIsOpened() async {
    let clock = TestClock()
    let store = store {
      $0.githubClient.searchRepos = { _, _, _ in RepositoryPage(items: [.test(7)]) }
      $0.continuousClock = clock
    }
    await store.play(.searchRepos(.queryChanged("swift")))
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.searchRepos.pageLoaded)
    await store.play(.searchRepos(.rowTapped(id: 8)))
    #expect(store.state.recentSearches == [])
    await store.play(.searchRepos(.rowTapped(id: 7)))
    #expect(store.state.recentSearches == [swift] && store.state.searchRepos.detail?.repository == .test(7))
  }

  /// The list that is being loaded was not asked for by the one who submits nothing.
  @Test func anEmptyTagIsNoSearch() async {
    var state = AppFeature.State()
    _ = state.articles.list.load("swift")
    state.articles.tag = "　 "
    let store = store(state, exhaustivity: .on) {
      $0.preferencesClient.addSearch = { _ in Issue.record("Nothing is remembered.") }
    }
    await store.send(.articles(.tagSubmitted))
    #expect(store.state.recentSearches.isEmpty)
  }

  /// A tag that failed for another reason may be found the next time.
  @Test(arguments: [404, 503])
  func aTagThatDoesNotExistIsForgotten(_ status: Int) async {
    let removed = Mutex<[RecentSearch]>([])
    let store = store(Self.state { $0.articles.tag = "ios" }) {
      $0.qiitaClient.articles = { _, _ in throw APIError.status(code: status, message: nil, retryAt: nil) }
      $0.preferencesClient.removeSearch = { search in removed.withLock { $0.append(search) } }
    }
    await store.play(.articles(.tagSubmitted))
    #expect(store.state.recentSearches == (status == 404 ? [] : [ios]))
    #expect(removed.withLock { $0 } == (status == 404 ? [ios] : []))
  }

  @Test func oneSearchIsForgotten() async {
    let removed = Mutex<[RecentSearch]>([])
    let store = store(Self.state { $0.recentSearches = [swift, ios] }, exhaustivity: .on) {
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

  @Test func searchesAreForgottenAndTheTabOfTheLastRunIsNot() async {
    let clock = TestClock()
    let full = DatabaseError.diskFull(path: "/a")
    let last = Preferences(tab: .recipes, recentSearches: [swift, ios])
    let store = store(Self.state { $0.recentSearches = [swift] }) {
      $0.preferencesClient.clearSearches = { throw full }
      $0.preferencesClient.load = { try await clock.afterASecond(last) }
    }
    await store.send(.launched)
    await store.send(.clearRecentSearchesButtonTapped) { $0.recentSearches = [] }
    await store.receive(.preferencesFailed(full)) { $0.preferencesError = full }
    await clock.advance(by: .seconds(1))
    await store.receive(.preferencesLoaded(last)) {
      $0.tab = .recipes
      $0.recentSearches = []
    }
    await store.skipReceivedActions(strict: false)
  }

  /// A database that is locked is waited for up to three seconds. The user may be elsewhere by then.
  @Test(arguments: [
    AppFeature.Action.linkOpened("app://repos?q=swift"), .linkOpened("app://repos/favorites"),
    .linkOpened("app://repos/apple/swift"), .linkOpened("app://articles"), .linkOpened("app://articles/ios"),
    .bookmarks(.starredRepositoriesButtonTapped), .recentSearchTapped(RecentSearch(.repositories, "swift")),
    .recentSearchTapped(RecentSearch(.articles, "ios")),
  ])
  func aPlaceIsOpenedBeforeTheTabIsRemembered(_ action: AppFeature.Action) async {
    let store = store(Self.state { $0.tab = .catalog }) {
      $0.preferencesClient.saveTab = { _ in try await TestClock().sleep(for: .seconds(3)) }
    }
    await store.play(action)
    let (repositories, articles) = (store.state.searchRepos, store.state.articles)
    #expect(repositories.results.query != nil || repositories.detail != nil || articles.list.query == articles.tag)
    #expect(articles.list.query == nil || articles.list.query == articles.tag)
  }

  /// Their lists are loaded, too, so that the user can go back to them.
  @Test func placesAreOpenedAboveTheirListsAndLeft() async {
    let store = store {
      Self.prepare(&$0)
      $0.catalogClient[\.users] = { [] }
      $0.catalogClient[\.songs] = { [] }
    }
    await store.play(.linkOpened("app://catalog"))
    #expect(store.state.tab == .catalog && store.state.catalog.songs.value == [])

    await store.play(.linkOpened("app://recipes/42"))
    let recipe = store.state.recipes.detail
    #expect(store.state.tab == .recipes && store.state.recipes.recipes.failure?.error == .notHTTP)
    #expect(recipe?.id == 42 && recipe?.recipe.error == .notHTTP && recipe?.hashtags.error == .notHTTP)
    await store.play(.linkOpened("app://recipes"))
    #expect(store.state.recipes.detail == nil)

    await store.play(.linkOpened("app://repos/apple/swift"))
    let repository = store.state.searchRepos.detail
    #expect(store.state.tab == .repositories && repository?.id == "apple/swift" && repository?.failure == .notHTTP)
    await store.play(.linkOpened("app://repos"))
    #expect(store.state.searchRepos.detail == nil)

    await store.play(.linkOpened("app://todos/new"))
    #expect(store.state.tab == .toDos && store.state.toDos.failure == .busy(path: "/a"))
    #expect(store.state.toDos.destination?.is(\.create) == true)
    await store.play(.linkOpened("app://todos/\(UUID(1))"))
    let toDo = store.state.toDos.destination?[case: \.detail]
    #expect(toDo?.id == UUID(1) && toDo?.failure == .busy(path: "/a"))
    await store.play(.linkOpened("app://todos"))
    #expect(store.state.toDos.destination == nil)
  }

  @Test(arguments: [
    AppFeature.Action.linkOpened("app://repos/favorites"), .bookmarks(.starredRepositoriesButtonTapped),
  ])
  func favoritesAreOpened(_ action: AppFeature.Action) async {
    let detail = RepositoryDetail.State(owner: "apple", name: "swift")
    let store = store(Self.state { ($0.tab, $0.searchRepos.detail) = (.bookmarks, detail) })
    await store.play(action)
    #expect(store.state.tab == .repositories && store.state.searchRepos.detail == nil)
    #expect(store.state.searchRepos.results.query == .favorites)
  }

  @Test func theFormOfAToDoIsOpened() async {
    let store = store {
      Self.prepare(&$0)
      $0.toDoClient.toDo = { _, known in
        guard known == nil else { throw DatabaseError.busy(path: "/a") }
        return ToDoReading(toDo: .example(1), revision: 1)
      }
      $0.toDoClient.draft = { _ in ToDoEdit(memo: "b") }
    }
    await store.play(.linkOpened("app://todos/\(UUID(1))/edit"))
    #expect(store.state.toDos.form?.original == .example(1) && store.state.toDos.form?.memo == "b")
  }

  private static func prepare(_ values: inout DependencyValues) {
    values.date = .constant(.newYear)
    values.toDoClient.changes = { _ in throw DatabaseError.busy(path: "/a") }
    values.toDoClient.toDo = { _, _ in throw DatabaseError.busy(path: "/a") }
    values.toDoClient.draft = { _ in ToDoEdit() }
    values.toDoClient.saveDraft = { _, _ in }
  }

  /// Saves what was typed into a form, which takes a second, and opens a link meanwhile. Returns the state afterwards.
  private func save(_ result: Result<Int, DatabaseError>, opening link: String) async -> ToDoList.State {
    let clock = TestClock()
    let form = with(ToDoForm.State(.example(1))) { $0.title = "typed" }
    let state = Self.state {
      $0.tab = .toDos
      $0.toDos.destination = .editing(.example(1), form)
    }
    let store = store(state) {
      Self.prepare(&$0)
      $0.toDoClient.edit = { _, edit in
        #expect(edit == ToDoEdit(title: "typed"))
        try await clock.sleep(for: .seconds(1))
        return try result.get()
      }
    }
    await store.send(.toDos(.destination(.presented(.detail(.destination(.presented(.edit(.saveButtonTapped))))))))
    await store.play(.linkOpened(link))
    #expect(store.state.toDos.form?.isSaving == true)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.linkAfterSaving == nil)
    return store.state.toDos
  }

  /// Another place would cancel the saving, so it is opened when the form has closed.
  @Test(arguments: ["app://todos", "app://todos/new", "app://todos/\(UUID(2))"])
  func aLinkWaitsUntilWhatIsBeingSavedIs(_ link: String) async {
    let destination = await save(.success(2), opening: link).destination
    switch link {
    case "app://todos": #expect(destination == nil)
    case "app://todos/new": #expect(destination?.is(\.create) == true)
    default: #expect(destination?[case: \.detail]?.id == UUID(2))
    }
  }

  @Test func ifSavingFailsTheFormStaysAndSaysWhy() async {
    let form = await save(.failure(.diskFull(path: "/a")), opening: "app://todos/\(UUID(2))").form
    #expect(form?.title == "typed" && form?.failure == .diskFull(path: "/a"))
  }

  @Test func whatFollowsTheToDosStopsWithTheirTab() async {
    let store = store {
      $0.date = .constant(.newYear)
      $0.toDoClient.changes = { _ in
        try await TestClock().sleep(for: .seconds(1))
        throw CancellationError()
      }
    }
    for leave in [AppFeature.Action.tabSelected(.repositories), .linkOpened("app://repos")] {
      await store.send(.tabSelected(.toDos))
      await store.receive(.toDos(.task))
      await store.send(leave)
      await store.receive(.toDos(.disappeared))
      await store.finish()
    }
  }

  @Test func articlesAndRecipesCanBeKept() async {
    let added = Mutex<[Bookmark]>([])
    let state = Self.state {
      $0.articles.list.rows = [.test("a")]
      $0.recipes.recipes.rows = [.init(recipe: .test(7))]
      $0.bookmarks.isRead = true
    }
    let store = store(state) {
      $0.date = .constant(.newYear)
      $0.bookmarkClient.add = { bookmark in added.withLock { $0.append(bookmark) } }
    }
    await store.play(.articles(.bookmarkButtonTapped(id: "a")), .recipes(.bookmarkButtonTapped(id: 7)))
    let bookmarks = [Bookmark(Article.test("a"), keptAt: .newYear), Bookmark(RecipeSummary.test(7), keptAt: .newYear)]
    #expect(added.withLock { $0 } == bookmarks)
    #expect(Array(store.state.bookmarks.bookmarks) == bookmarks)
    store.exhaustivity = .on
    await store.send(.articles(.bookmarkButtonTapped(id: "b")))
    await store.send(.recipes(.bookmarkButtonTapped(id: 8)))
  }

  @Test func aRecipeThatWasKeptIsOpened() async {
    let bookmark = Bookmark(RecipeSummary.test(7), keptAt: .yesterday)
    let state = Self.state {
      $0.bookmarks.bookmarks = [bookmark]
      $0.tab = .bookmarks
      let request = $0.recipes.recipes.load(.all)
      let row = RecipeList.Row(recipe: .test(8), hashtags: [.test(80)], asOf: .yesterday)
      $0.recipes.recipes.receive([row], next: nil, asOf: .yesterday, for: request)
    }
    let store = store(state)
    await store.play(.bookmarks(.rowTapped(id: bookmark.id)))
    let kept = store.state.recipes.detail
    #expect(store.state.tab == .recipes && kept?.asOf == .yesterday)
    #expect(kept?.summary == RecipeSummary(id: 7, title: bookmark.title, user: .init(name: bookmark.author)))
    // One that is in the list is shown as it is there.
    await store.play(.linkOpened("app://recipes/8"))
    let listed = store.state.recipes.detail
    #expect(listed?.summary == .test(8) && listed?.asOf == .yesterday)
    #expect(listed?.hashtags.value == [.test(80)] && listed?.hashtags.asOf == .yesterday)
  }

  /// Another process may have changed them.
  @Test func bookmarksAreReadWhenTheirTabIsOpened() async {
    let count = Mutex(0)
    let store = store {
      $0.bookmarkClient.bookmarks = {
        count.withLock { $0 += 1 }
        return []
      }
    }
    await store.play(.tabSelected(.bookmarks), .tabSelected(.repositories), .linkOpened("app://bookmarks"))
    #expect(store.state.tab == .bookmarks && count.withLock { $0 } == 2)
  }

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

  private static func sheet(_ action: AddHashtags.Action) -> AppFeature.Action {
    .recipes(.detail(.presented(.addHashtags(.presented(action)))))
  }

  @Test(arguments: ["app://recipes/7", "app://recipes/8", "app://recipes/8/hashtags", "app://recipes"])
  func whatWasTypedForHashtagsSurvivesALink(_ link: String) async {
    let kept = LockIsolated<[Recipe.ID: String]>([:])
    let store = store(Self.addingHashtags()) {
      $0.hashtagDraftClient.draft = { kept.value[$0] ?? "" }
      $0.hashtagDraftClient.saveDraft = { text, id in kept.withValue { $0[id] = text } }
    }
    func text() -> String? { store.state.recipes.detail?.addHashtags?.text }
    await store.play(Self.sheet(.textChanged("#soup")), .linkOpened(link))
    #expect(text() ?? "" == "")
    await store.play(.linkOpened("app://recipes/7"))
    #expect(text() == nil)
    for _ in 1...2 {
      await store.play(.linkOpened("app://recipes/7/hashtags"))
      #expect(text() == "#soup")
    }
    // Only what says so throws it away.
    await store.play(Self.sheet(.cancelButtonTapped))
    #expect(text() == nil)
    await store.play(.recipes(.detail(.presented(.addHashtagsButtonTapped))))
    #expect(text() == "")
  }

  /// A link to another recipe, or to the list, would cancel the request.
  @Test(arguments: ["app://recipes/8", "app://recipes/8/hashtags", "app://recipes"], [true, false])
  func aLinkWaitsUntilHashtagsAreSent(_ link: String, succeeds: Bool) async {
    let clock = TestClock()
    let store = store(Self.addingHashtags("#soup", to: [])) {
      $0.hashtagClient.addHashtags = { id, _ in
        try await clock.sleep(for: .seconds(1))
        if succeeds { return RecipeHashtags(recipeID: id, hashtags: []) }
        throw APIError.noConnection(reason: "no network")
      }
    }
    func sheet() -> AddHashtags.State? { store.state.recipes.detail?.addHashtags }
    await store.play(Self.sheet(.sendButtonTapped), .linkOpened(link))
    #expect(sheet()?.isSending == true && store.state.linkAfterSaving != nil)
    await store.play(.linkOpened("app://recipes/7"))
    #expect(sheet()?.isSending == true && store.state.linkAfterSaving == nil)
    await store.play(.linkOpened(link))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.linkAfterSaving == nil)
    if succeeds {
      #expect(store.state.recipes.detail?.id == (link == "app://recipes" ? nil : 8))
      #expect((sheet() != nil) == link.hasSuffix("hashtags"))
    } else {
      #expect(sheet()?.error == .noConnection(reason: "no network") && sheet()?.text == "#soup")
    }
  }

  /// Hashtags that wait for a network belong to the sheet of their recipe, and to no other one.
  @Test(arguments: [7, 8] as [Recipe.ID])
  func hashtagsThatWaitForANetworkEndWithTheirSheet(_ linked: Recipe.ID) async {
    let clock = TestClock()
    let isDown = LockIsolated(true)
    let sent = LockIsolated<[Recipe.ID: String]>([:])
    let store = store(Self.addingHashtags("#soup")) {
      $0.restoreNetwork(after: .seconds(1), on: clock)
      $0.hashtagClient.addHashtags = { id, value in
        if isDown.value { throw APIError.noConnection(.refused) }
        sent.withValue { $0[id] = value }
        return RecipeHashtags(recipeID: id, hashtags: [])
      }
    }
    await store.play(Self.sheet(.sendButtonTapped), .linkOpened("app://recipes/\(linked)/hashtags"))
    #expect(store.state.recipes.detail?.addHashtags?.text == (linked == 7 ? "#soup" : ""))
    isDown.withValue { $0 = false }
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(sent.value == (linked == 7 ? [7: "#soup"] : [:]))
    #expect((store.state.recipes.detail?.addHashtags?.alert != nil) == (linked == 7))
  }
}
