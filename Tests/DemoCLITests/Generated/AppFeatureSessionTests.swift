import Foundation
import Store
import StoreInspection
import StoreTesting
import Testing

@testable import Features

/// A session of DemoCLI on mock values, made a test by `DemoCLI generate-test`.
struct AppFeatureSessionTests {
  @Test func session() async throws {
    let session = try RecordedSession("AppFeatureSessionTests.jsonl", of: AppFeature(), from: AppFeature.State())
    let store = TestStore(initialState: session.initialState) {
      session.reducer
    } withDependencies: {
      session.prepare(
        &$0,
        #endpoint(\.githubClient.searchRepos),
        #endpoint(\.qiitaClient.articles),
        #endpoint(\.recipeClient.recipes),
        #endpoint(\.recipeClient.recipe),
        #endpoint(\.hashtagClient.hashtags),
        #endpoint(\.toDoClient.changes),
        #endpoint(\.toDoClient.draft),
        #endpoint(\.toDoClient.saveDraft),
        #endpoint(\.hashtagDraftClient.draft),
        #endpoint(\.bookmarkClient.bookmarks),
        #endpoint(\.preferencesClient.load),
        #endpoint(\.preferencesClient.saveTab),
        #endpoint(\.preferencesClient.addSearch)
      )
    }

    await store.send(.launched)
    await store.receive(.searchRepos(.appeared))
    await store.receive(.bookmarks(.load)) { $0.bookmarks.isLoading = true }
    await store.receive(\.preferencesLoaded)
    await store.receive(.bookmarks(.loaded([]))) {
      $0.bookmarks.isRead = true
      $0.bookmarks.isLoading = false
    }
    await store.send(.linkOpened("app://recipes/42")) {
      $0.tab = .recipes
      $0.hasNavigated = true
      $0.recipes.detail = session[6].recipes.detail
    }
    await store.receive(.recipes(.appeared)) { $0.recipes.recipes.request = session[7].recipes.recipes.request }
    await store.receive(.recipes(.detail(.presented(.appeared)))) {
      $0.recipes.detail?.recipe.isLoading = true
      $0.recipes.detail?.hashtags.isLoading = true
    }
    await store.receive(\.recipes.detail.presented.recipeLoaded) { $0.recipes.detail = session[9].recipes.detail }
    await store.receive(\.recipes.detail.presented.hashtagsLoaded) {
      $0.recipes.detail = session[10].recipes.detail
    }
    await store.receive(\.recipes.pageLoaded) {
      $0.recipes.recipes.query = .some(.all)
      $0.recipes.recipes.rows = session[11].recipes.recipes.rows
      $0.recipes.recipes.nextCursor = "11"
      $0.recipes.recipes.request = nil
      $0.recipes.hashtagsRequest = [1, 2, 3, 4]
    }
    await store.receive(\.recipes.hashtagsLoaded) {
      $0.recipes.recipes.rows = session[12].recipes.recipes.rows
      $0.recipes.hashtagsRequest = nil
    }
    await store.send(.linkOpened("app://recipes/42/hashtags")) { $0.recipes.detail = session[13].recipes.detail }
    await store.receive(.recipes(.appeared))
    await store.receive(.recipes(.detail(.presented(.appeared)))) {
      $0.recipes.detail?.recipe.isLoading = true
      $0.recipes.detail?.hashtags.isLoading = true
      $0.recipes.detail?.addHashtags?.isRestoring = true
      $0.recipes.drafts.jobs = session[15].recipes.drafts.jobs
    }
    await store.receive(modify: "Draft of hashtags read") {
      $0.recipes.detail?.addHashtags?.isRestoring = false
      $0.recipes.detail?.addHashtags?.hasRestored = true
      $0.recipes.drafts.jobs = []
    }
    await store.receive(\.recipes.detail.presented.recipeLoaded) { $0.recipes.detail = session[17].recipes.detail }
    await store.receive(\.recipes.detail.presented.hashtagsLoaded) {
      $0.recipes.detail = session[18].recipes.detail
    }
    await store.receive(\.recipes.detail.presented.recipeLoaded) {
      $0.recipes.detail?.recipe.asOf = nil
      $0.recipes.detail?.recipe.isLoading = false
    }
    await store.receive(\.recipes.detail.presented.hashtagsLoaded) {
      $0.recipes.detail?.hashtags.asOf = nil
      $0.recipes.detail?.hashtags.isLoading = false
    }
    await store.send(.linkOpened("app://todos/new")) {
      $0.tab = .toDos
      $0.toDos.destination = session[21].toDos.destination
    }
    await store.receive(.toDos(.task)) { $0.toDos.rows.minute = Date(timeIntervalSince1970: 1_767_225_600) }
    await store.receive(.toDos(.destination(.presented(.create(.task))))) {
      $0.toDos.drafts.jobs = session[23].toDos.drafts.jobs
      $0.toDos.$destination[case: \.create]?.isRestoring = true
    }
    await store.receive(\.toDos.changed) {
      $0.toDos.rows.all = session[24].toDos.rows.all
      $0.toDos.rows.nextOverdueAt = Date(timeIntervalSince1970: 1_767_312_060)
      $0.toDos.position = .some(.revision(4))
    }
    await store.receive(modify: "Draft of a to-do read") {
      $0.toDos.drafts.jobs = []
      $0.toDos.$destination[case: \.create]?.isRestoring = false
    }
    await store.send(.toDos(.destination(.presented(.create(.titleChanged("切符を買う")))))) {
      $0.toDos.drafts.jobs = session[26].toDos.drafts.jobs
      $0.toDos.$destination[case: \.create]?.title = "切符を買う"
    }
    await store.receive(modify: "Draft of a to-do written") { $0.toDos.drafts.jobs = [] }
    await store.send(.linkOpened("app://recipes")) {
      $0.tab = .recipes
      $0.recipes.detail = nil
    }
    await store.receive(.toDos(.disappeared))
    await store.receive(.recipes(.appeared))
    await store.send(.linkOpened("app://todos/new")) {
      $0.tab = .toDos
      $0.toDos.$destination[case: \.create]?.title = ""
    }
    await store.receive(.toDos(.task))
    await store.receive(.toDos(.destination(.presented(.create(.task))))) {
      $0.toDos.drafts.jobs = session[33].toDos.drafts.jobs
      $0.toDos.$destination[case: \.create]?.isRestoring = true
    }
    await store.receive(modify: "Draft of a to-do read") {
      $0.toDos.drafts.jobs = []
      $0.toDos.$destination[case: \.create]?.title = "切符を買う"
      $0.toDos.$destination[case: \.create]?.isRestoring = false
    }
    await store.send(.toDos(.destination(.presented(.create(.discardButtonTapped))))) {
      $0.toDos.drafts.jobs = session[35].toDos.drafts.jobs
      $0.toDos.$destination[case: \.create]?.title = ""
    }
    await store.receive(.toDos(.destination(.dismiss))) { $0.toDos.destination = nil }
    await store.receive(modify: "Draft of a to-do written") { $0.toDos.drafts.jobs = [] }
    await store.send(.linkOpened("app://articles/swift")) { $0.tab = .articles }
    await store.receive(.toDos(.disappeared))
    await store.receive(.articles(.tagChanged("swift")))
    await store.receive(.articles(.tagSubmitted)) {
      $0.articles.list.request = session[41].articles.list.request
      $0.recentSearches = session[41].recentSearches
    }
    await store.receive(\.articles.pageLoaded) {
      $0.articles.list.query = "swift"
      $0.articles.list.rows = session[42].articles.list.rows
      $0.articles.list.totalCount = 4218
      $0.articles.list.nextCursor = 2
      $0.articles.list.request = nil
      $0.articles.rateLimit = session[42].articles.rateLimit
    }
    await store.send(.linkOpened("app://repos?q=parser")) { $0.tab = .repositories }
    await store.receive(.searchRepos(.queryChanged("parser"))) { $0.searchRepos.query = "parser" }
    await store.receive(.searchRepos(.searchSubmitted)) {
      $0.searchRepos.results.request = session[45].searchRepos.results.request
      $0.recentSearches = session[45].recentSearches
    }
    await store.receive(\.searchRepos.pageLoaded) { $0.searchRepos = session[46].searchRepos }
    await store.send(.linkOpened("app://recipes/soup")) { $0.linkError = session[47].linkError }
    await store.send(.linkErrorDismissed) { $0.linkError = nil }
    session.finish()
  }
}
