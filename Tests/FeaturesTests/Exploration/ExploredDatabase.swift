import Foundation
import StoreTesting
import Testing

@testable import Features

/// What is on show is what the database has, once the writes have ended.
@Suite struct ExploredDatabase {
  @Test func writesLeaveTheListAsTheDatabaseIs() async {
    let toDos: [ToDo] = [.example(2), .example(1)]
    let database = ModeledValue(Set(toDos))
    let initial = with(ToDoList.State()) { $0.rows.replace(with: toDos) }
    await exploreStates(of: initial, within: .stories(of: 5)) {
      ToDoList()
    } withDependencies: {
      $0.date = .constant(.newYear)
      let error = DatabaseError.diskFull(path: "/a")
      $0.toDoClient.setDone = { id, isDone in
        try await choose("set \(id) done: \(isDone)", .success(()), .failure(error))
        guard let toDo = database.value.first(where: { $0.id == id }) else {
          throw DatabaseError.missingRow(description: "")
        }
        database.withValue { $0 = $0.subtracting([toDo]).union([with(toDo) { $0.isDone = isDone }]) }
        return 1
      }
      $0.toDoClient.delete = { ids in
        try await choose("delete \(ids)", .success(()), .failure(error))
        let deleted = database.value.filter { ids.contains($0.id) }
        database.withValue { $0.subtract(deleted) }
        return ToDoDeletion(toDos: deleted.sorted { $0.comesBefore($1) }, revision: 1)
      }
      $0.toDoClient.insert = { toDos in
        try await choose("insert \(toDos.map(\.title))", .success(()), .failure(error))
        let missing = toDos.filter { toDo in !database.value.contains { $0.id == toDo.id } }
        database.withValue { $0.formUnion(missing) }
        return 1
      }
    } actions: { state in
      if let first = state.rows.all.first {
        ToDoList.Action.toggleButtonTapped(id: first.id)
        ToDoList.Action.deleteButtonTapped(id: first.id)
      }
      if !state.lastDeleted.isEmpty { ToDoList.Action.undoButtonTapped }
    } whenSettled: { state in
      #expect(Set(state.rows.all) == database.value)
      #expect(Set(state.lastDeleted.map(\.id)).isDisjoint(with: database.value.map(\.id)))
    }
  }

  /// The list also follows changes that another program makes to the database.
  @Test func whatIsReadIsWhatTheDatabaseHas() async {
    let database = ModeledValue([0])
    await exploreStates(of: ToDoList.State(), within: .stories(of: 5)) {
      ToDoList()
    } withDependencies: {
      $0.date = .constant(.newYear)
      $0.toDoClient.changes = { position in
        _ = await choose("changes after \(position?.revision ?? -1)", ())
        let revisions = database.value
        let toDo = ToDo(id: UUID(1), title: "\(revisions.count)", createdAt: .newYear)
        return ToDoChanges(isStart: position == nil, updated: [toDo], position: .revision(revisions.count))
      }
      $0.toDoClient.setDone = { _, isDone in
        try await choose("set done: \(isDone)", .success(()), .failure(DatabaseError.diskFull(path: "/a")))
        return database.withValue {
          $0.append(0)
          return $0.count
        }
      }
    } actions: { state in
      ToDoList.Action.task
      if let first = state.rows.all.first { ToDoList.Action.toggleButtonTapped(id: first.id) }
    } always: { state in
      // Once all changes have been read and no write is pending, the list shows the database's value.
      guard state.writes.pending.isEmpty, state.position?.revision == database.value.count else { return }
      #expect(state.rows.titles == ["\(database.value.count)"])
    }
  }

  @Test func bookmarksAreThoseOfTheDatabase() async {
    let old = BookmarksTests.bookmark(1)
    let database = ModeledValue([old])
    let error = DatabaseError.diskFull(path: "/a")
    await exploreStates(of: Bookmarks.State(), within: .stories(of: 5)) {
      Bookmarks()
    } withDependencies: {
      $0.bookmarkClient.bookmarks = {
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
      if let removed = state.lastRemoved { #expect(state.bookmarks[id: removed.id] == nil) }
      // Until they have been read, nobody knows whether there are others.
      #expect(state.isRead || !state.isEmpty)
    } whenSettled: { state in
      #expect(!state.isLoading && state.changes.isEmpty)
      // Until the bookmarks have been read, only those added in this run are known.
      let known = database.value.filter { state.isRead || $0 != old }
      #expect(Set(state.bookmarks) == Set(known))
    }
  }

  @Test func recentSearchesAreThoseOfTheDatabase() async {
    let last = RecentSearch(.articles, "last")
    let database = ModeledValue([last])
    let initial = with(AppFeature.State()) { $0.articles.tag = "a" }
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
      $0.preferencesClient.clearSearches = { database.withValue { $0 = [] } }
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
