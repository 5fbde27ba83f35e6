import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

/// The list shows the saved bookmarks, and kept articles are shown until newer ones have been loaded.
@Suite struct ExploredBookmarks {
  @Test func bookmarksAreThoseOfTheDatabase() async {
    let old = BookmarksTests.bookmark(1)
    let database = ModeledValue([old])
    let error = DatabaseError.diskFull(path: "/a")
    await exploreStates(of: Bookmarks.State(), within: .stories(of: 5)) {
      Bookmarks()
    } withDependencies: {
      $0.bookmarkClient.bookmarks = {
        // The answer is determined by the request, whenever it arrives.
        let bookmarks = database.value
        try await choose("load", .success(()), .failure(error))
        return bookmarks
      }
      $0.bookmarkClient.add = { bookmark in
        try await choose("add \(bookmark.title)", .success(()), .failure(error))
        database.withValue { $0.apply(.add(bookmark)) }
      }
      $0.bookmarkClient.remove = { id in
        try await choose("remove \(id.key)", .success(()), .failure(error))
        database.withValue { $0.removeAll { $0.id == id } }
      }
    } actions: { state in
      if !state.isLoading { Bookmarks.Action.load }
      Bookmarks.Action.toggled(BookmarksTests.bookmark(2))
      if let first = state.bookmarks.first { Bookmarks.Action.removeButtonTapped(id: first.id) }
      if state.lastRemoved != nil { Bookmarks.Action.undoButtonTapped }
    } always: { state in
      // A removed bookmark that can be restored is not in the list.
      if let removed = state.lastRemoved { #expect(state.bookmarks[id: removed.id] == nil) }
    } whenSettled: { state in
      #expect(!state.isLoading && state.changes.isEmpty)
      // Until the bookmarks have been read, only those added in this run are known.
      let known = database.value.filter { state.isRead || $0 != old }
      #expect(Set(state.bookmarks) == Set(known))
    }
  }

  @Test func whatWasThereIsShownUntilThereIsSomethingNewer() async {
    let answered = ModeledValue(Set<String>())
    await exploreStates(of: Articles.State(tag: "a"), within: .stories(of: 6)) {
      Articles()
    } withDependencies: {
      $0.connectivity.restored = { _ in await choose("network", true, false) }
      $0.qiitaClient.articles = { tag, page in
        let url = URL(filePath: "/")
        let article = Article(id: tag, title: "", url: url, user: Article.User(id: "ada"))
        if KeptAnswers.areWelcome, answered.value.contains(tag) {
          return ArticlePage(items: [article]).asOf(.yesterday)
        }
        try await choose("page \(page) of \(tag)", .success(()), .failure(APIError.noConnection(reason: "")))
        answered.withValue { _ = $0.insert(tag) }
        return ArticlePage(items: [article])
      }
    } actions: { state in
      Articles.Action.tagChanged(state.tag == "a" ? "ab" : "a")
      Articles.Action.tagSubmitted
      Articles.Action.refreshPulled
      if state.list.failure != nil { Articles.Action.retryButtonTapped }
    } always: { state in
      #expect(state.list.rows.allSatisfy { $0.id == state.list.query })
      // Kept rows are either being loaded again, or there is a failure that can be retried.
      #expect(state.list.asOf == nil || state.list.isLoading || state.list.failure != nil)
      #expect(state.list.request == nil || state.list.failure == nil)
    } whenSettled: { state in
      #expect(!state.list.isLoading)
      if let query = state.list.latestQuery, answered.value.contains(query) { #expect(state.list.query == query) }
    }
  }
}
