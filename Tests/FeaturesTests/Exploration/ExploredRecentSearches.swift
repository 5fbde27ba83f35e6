import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

/// The recent searches of the app.
@Suite struct ExploredRecentSearches {
  @Test func recentSearchesAreThoseOfTheDatabase() async {
    let last = RecentSearch(.articles, "last")
    let database = ModeledValue([last])
    let initial = {
      var state = AppFeature.State()
      state.articles.tag = "a"
      return state
    }()
    await exploreStates(of: initial, within: .stories(of: 5)) {
      AppFeature()
    } withDependencies: {
      // The database runs one call after another. Only `load` takes an unknown time.
      $0.preferencesClient.load = {
        let searches = database.value
        try await choose("load", .success(()), .failure(DatabaseError.diskFull(path: "/a")))
        return Preferences(recentSearches: searches)
      }
      $0.preferencesClient.addSearch = { search in
        database.withValue { $0 = [search] + $0.filter { $0 != search } }
      }
      $0.preferencesClient.clearSearches = {
        database.withValue { $0 = [] }
      }
      $0.preferencesClient.removeSearch = { search in
        database.withValue { $0 = $0.filter { $0 != search } }
      }
      $0.bookmarkClient.bookmarks = { [] }
      // What a search finds, and when, does not matter here.
      $0.githubClient.searchRepos = { _, _, _ in RepositoryPage(items: []) }
      $0.qiitaClient.articles = { _, _ in ArticlePage(items: []) }
    } actions: { state in
      if state.searchRepos.query.isEmpty {
        AppFeature.Action.launched
        AppFeature.Action.searchRepos(.queryChanged("swift"))
      } else {
        AppFeature.Action.searchRepos(.searchSubmitted)
      }
      AppFeature.Action.articles(.tagSubmitted)
      if let search = state.recentSearches.last {
        AppFeature.Action.removeRecentSearchButtonTapped(search)
        AppFeature.Action.clearRecentSearchesButtonTapped
      }
    } whenSettled: { state in
      // Until the preferences are loaded, the search of the last run is unknown.
      #expect(state.recentSearches == database.value.filter { $0 != last || state.recentSearches.contains(last) })
      if state.preferencesError == nil, database.value == [] { #expect(state.recentSearches == []) }
    }
  }
}
