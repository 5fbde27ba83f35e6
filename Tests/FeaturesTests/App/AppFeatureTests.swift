import Features
import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

struct AppFeatureTests {
  private let swift = RecentSearch(.repositories, "swift")
  private let ios = RecentSearch(.articles, "ios")

  private func store(
    _ state: AppFeature.State = AppFeature.State(),
    dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AppFeature> {
    TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      $0.preferencesClient.saveTab = { _ in }
      $0.preferencesClient.addSearch = { _ in }
      dependencies(&$0)
    }
  }

  // MARK: - What is remembered

  @Test func theLastTabIsShownAgain() async {
    let preferences = Preferences(tab: .catalog, recentSearches: [swift, ios])
    let store = store {
      $0.preferencesClient.load = { preferences }
      $0.catalogClient[\.users] = { [] }
      $0.catalogClient[\.songs] = { [] }
    }
    await store.send(.launched)
    await store.receive(.preferencesLoaded(preferences)) {
      $0.tab = .catalog
      $0.recentSearches = [swift, ios]
    }
    await store.receive(.catalog(.appeared))
    store.exhaustivity = .off
    await store.skipReceivedActions()
    #expect(store.state.catalog.users == .success([]))
  }

  @Test func theFirstTabNeedNotBeShownAgain() async {
    let store = store { $0.preferencesClient.load = { Preferences(tab: .repositories) } }
    await store.send(.launched)
    await store.receive(\.preferencesLoaded)
  }

  @Test func nothingMayBeRemembered() async {
    let store = store { $0.preferencesClient.load = { Preferences() } }
    await store.send(.launched)
    await store.receive(\.preferencesLoaded)
  }

  @Test func whereTheUserHasGoneMeanwhileCounts() async {
    let clock = TestClock()
    let preferences = Preferences(tab: .catalog, recentSearches: [swift, ios])
    var state = AppFeature.State()
    state.recipes.recipes.query = .all
    let store = store(state) {
      $0.preferencesClient.load = {
        try await clock.sleep(for: .seconds(1))
        return preferences
      }
      $0.qiitaClient.articles = { _, _ in ArticlePage(items: [], totalCount: 0) }
    }
    await store.send(.launched)
    await store.send(.tabSelected(.recipes)) {
      $0.tab = .recipes
      $0.hasNavigated = true
    }
    await store.receive(.recipes(.appeared))
    await store.send(.articles(.tagChanged("ios"))) { $0.articles.tag = "ios" }
    await store.send(.articles(.tagSubmitted)) { $0.articles.list.request = .init(query: "ios") }
    await store.receive(\.articles.pageLoaded) {
      $0.articles.list.request = nil
      $0.articles.list.query = "ios"
      $0.articles.list.totalCount = 0
      $0.recentSearches = [ios]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.preferencesLoaded(preferences)) { $0.recentSearches = [ios, swift] }
  }

  @Test func whatCannotBeReadIsSaid() async {
    let error = DatabaseError.corrupt(path: "/a", reason: "it is no database")
    let store = store { $0.preferencesClient.load = { throw error } }
    await store.send(.launched)
    await store.receive(.preferencesFailed(error)) { $0.preferencesError = error }
    await store.send(.preferencesErrorDismissed) { $0.preferencesError = nil }
  }

  @Test func theTabIsRememberedWhenItChanges() async {
    let tabs = Mutex<[AppTab]>([])
    let store = store {
      $0.preferencesClient.saveTab = { tab in tabs.withLock { $0.append(tab) } }
      $0.catalogClient[\.users] = { [] }
      $0.catalogClient[\.songs] = { [] }
    }
    await store.send(.tabSelected(.repositories)) { $0.hasNavigated = true }
    store.exhaustivity = .off
    await store.send(.tabSelected(.catalog)) { $0.tab = .catalog }
    await store.send(.tabSelected(.catalog))
    await store.skipReceivedActions()
    #expect(tabs.withLock { $0 } == [.catalog])
  }

  @Test func aTabThatCannotBeRememberedIsShownAllTheSame() async {
    var state = AppFeature.State()
    state.tab = .catalog
    let store = store(state) {
      $0.preferencesClient.saveTab = { _ in throw DatabaseError.readOnly(path: "/a") }
    }
    await store.send(.tabSelected(.repositories)) {
      $0.tab = .repositories
      $0.hasNavigated = true
    }
    await store.receive(.preferencesFailed(.readOnly(path: "/a"))) { $0.preferencesError = .readOnly(path: "/a") }
  }

  @Test func searchesAreRememberedTheLatestFirst() async {
    let saved = Mutex<[RecentSearch]>([])
    var state = AppFeature.State()
    state.searchRepos.query = "swift"
    state.recentSearches = [ios, swift]
    let store = store(state) {
      $0.githubClient.searchRepos = { _, page in RepositoryPage(items: [], nextPage: page + 1) }
      $0.githubClient.searchFavorites = { _ in RepositoryPage(items: []) }
      $0.preferencesClient.addSearch = { search in saved.withLock { $0.append(search) } }
    }
    store.exhaustivity = .off
    await store.send(.searchRepos(.searchSubmitted))
    await store.receive(\.searchRepos.pageLoaded) { $0.recentSearches = [swift, ios] }
    // Neither the same search again nor favorites are new.
    await store.send(.searchRepos(.refreshPulled))
    await store.receive(\.searchRepos.pageLoaded)
    await store.send(.searchRepos(.favoritesButtonTapped))
    await store.receive(\.searchRepos.pageLoaded)
    await store.finish()
    #expect(store.state.recentSearches == [swift, ios])
    #expect(saved.withLock { $0 } == [swift])
  }

  @Test func searchesThatFailAreNotRemembered() async {
    var state = AppFeature.State()
    state.searchRepos.query = "swift"
    let store = store(state) { $0.githubClient.searchRepos = { _, _ in throw APIError.notHTTP } }
    store.exhaustivity = .off
    await store.send(.searchRepos(.searchSubmitted))
    await store.receive(\.searchRepos.pageFailed)
    #expect(store.state.recentSearches == [])
  }

  @Test func noMoreThanTwentySearches() async {
    var state = AppFeature.State()
    state.recentSearches = (1...20).map { RecentSearch(.articles, "\($0)") }
    state.articles.tag = "ios"
    let store = store(state) { $0.qiitaClient.articles = { _, _ in ArticlePage(items: [], totalCount: 0) } }
    store.exhaustivity = .off
    await store.send(.articles(.tagSubmitted))
    await store.receive(\.articles.pageLoaded)
    #expect(store.state.recentSearches == [ios] + (1...19).map { RecentSearch(.articles, "\($0)") })
  }

  @Test func searchesAreForgotten() async {
    var state = AppFeature.State()
    state.recentSearches = [swift]
    let store = store(state) {
      $0.preferencesClient.clearSearches = { throw DatabaseError.diskFull(path: "/a") }
    }
    await store.send(.clearRecentSearchesButtonTapped) { $0.recentSearches = [] }
    await store.receive(.preferencesFailed(.diskFull(path: "/a"))) { $0.preferencesError = .diskFull(path: "/a") }
  }

  @Test func aSearchIsMadeAgain() async {
    let store = store {
      $0.githubClient.searchRepos = { _, _ in RepositoryPage(items: []) }
      $0.qiitaClient.articles = { _, _ in ArticlePage(items: [], totalCount: 0) }
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    await store.send(.recentSearchTapped(ios)) { $0.tab = .articles }
    await store.receive(\.articles.pageLoaded)
    await store.send(.recentSearchTapped(swift)) { $0.tab = .repositories }
    await store.receive(\.searchRepos.pageLoaded)
    #expect(store.state.articles.list.query == "ios")
    #expect(store.state.searchRepos.results.query == .search(query: "swift"))
    #expect(store.state.recentSearches == [swift, ios])
  }

  // MARK: - Links

  @Test func aMalformedLinkIsRefused() async {
    let store = store()
    let error = DeepLinkError(link: "https://example.com", reason: "it must begin with app://.")
    await store.send(.linkOpened("https://example.com")) { $0.linkError = error }
    await store.send(.linkErrorDismissed) { $0.linkError = nil }
  }

  @Test func aRecipeIsOpenedAboveItsList() async {
    let store = store {
      $0.recipeClient.recipes = { _ in throw APIError.notHTTP }
      $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
      $0.hashtagClient.hashtags = { _ in throw APIError.notHTTP }
    }
    await store.send(.linkOpened("app://recipes/42")) {
      $0.tab = .recipes
      $0.hasNavigated = true
      $0.recipes.detail = RecipeDetail.State(id: 42)
    }
    store.exhaustivity = .off
    await store.receive(\.recipes.pageFailed)
    await store.receive(\.recipes.detail.presented.recipeFailed)
    #expect(store.state.recipes.detail?.recipe.error == .notHTTP)
    await store.send(.linkOpened("app://recipes/7/hashtags"))
    #expect(store.state.recipes.detail?.id == 7)
    #expect(store.state.recipes.detail?.addHashtags == AddHashtags.State(recipeID: 7))
    await store.send(.linkOpened("app://recipes"))
    #expect(store.state.recipes.detail == nil)
    await store.skipReceivedActions()
  }

  @Test func aRepositoryIsOpenedAndLeft() async {
    let store = store {
      $0.githubClient.repository = { _, _ in throw APIError.notHTTP }
      $0.githubClient.isStarred = { _, _ in true }
    }
    await store.send(.linkOpened("app://repos/apple/swift")) { $0.hasNavigated = true }
    await store.receive(.searchRepos(.repositoryOpened(owner: "apple", name: "swift"))) {
      $0.searchRepos.detail = RepositoryDetail.State(owner: "apple", name: "swift")
    }
    store.exhaustivity = .off
    await store.receive(\.searchRepos.detail.presented.starLoaded)
    await store.send(.linkOpened("app://repos"))
    await store.receive(\.searchRepos.detail.dismiss)
    #expect(store.state.searchRepos.detail == nil)
  }

  @Test func toDosAreOpened() async throws {
    let id = try #require(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"))
    let store = store {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.toDoClient.changes = { _ in throw DatabaseError.busy(path: "/a") }
      $0.toDoClient.toDo = { _, _ in throw DatabaseError.busy(path: "/a") }
    }
    store.exhaustivity = .off
    await store.send(.linkOpened("app://todos/new")) {
      $0.tab = .toDos
      $0.toDos.destination = .create(CreateToDo.State())
    }
    await store.send(.linkOpened("app://todos/\(id)")) {
      $0.toDos.destination = .detail(ToDoDetail.State(id: id))
    }
    await store.receive(\.toDos.destination.presented.detail.followingFailed)
    await store.send(.linkOpened("app://todos")) { $0.toDos.destination = nil }
    await store.receive(\.toDos.followingFailed)
  }

  @Test func theCatalogIsOpened() async {
    let store = store {
      $0.catalogClient[\.users] = { throw APIError.notHTTP }
      $0.catalogClient[\.songs] = { throw APIError.notHTTP }
    }
    store.exhaustivity = .off
    await store.send(.linkOpened("app://catalog")) { $0.tab = .catalog }
    await store.receive(\.catalog.users.failed)
    await store.receive(\.catalog.songs.failed)
  }

  @Test func articlesAreOpenedWithAndWithoutATag() async {
    let store = store { $0.qiitaClient.articles = { _, _ in ArticlePage(items: [], totalCount: 0) } }
    store.exhaustivity = .off
    await store.send(.linkOpened("app://articles")) { $0.tab = .articles }
    await store.receive(\.articles.pageLoaded)
    #expect(store.state.articles.list.query == "swift")
    await store.send(.linkOpened("app://articles/ios"))
    await store.receive(\.articles.pageLoaded)
    #expect(store.state.articles.list.query == "ios" && store.state.articles.tag == "ios")
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
    await store.skipReceivedActions()
    #expect(store.state.articles.list.rows.count == 15)
    #expect(store.state.recipes.recipes.rows.count == 10)
    #expect(!store.state.toDos.rows.all.isEmpty)
    #expect(store.state.catalog.songs.value?.isEmpty == false)
    await store.skipInFlightEffects()
  }

  @Test func actionsSurviveEncoding() throws {
    let actions: [AppFeature.Action] = [
      .launched, .tabSelected(.toDos), .linkOpened("app://todos"), .linkErrorDismissed, .recentSearchTapped(swift),
      .clearRecentSearchesButtonTapped, .preferencesLoaded(Preferences(tab: .recipes, recentSearches: [ios])),
      .preferencesFailed(.busy(path: "/a")), .preferencesErrorDismissed, .searchRepos(.searchSubmitted),
      .articles(.appeared), .recipes(.detail(.presented(.appeared))), .toDos(.createButtonTapped),
      .catalog(.users(.load)),
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([AppFeature.Action].self, from: data) == actions)
    #expect(!(try JSONEncoder().encode(AppFeature.State()).isEmpty))
  }
}
