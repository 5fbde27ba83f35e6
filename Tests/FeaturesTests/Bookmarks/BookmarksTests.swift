import Foundation
import StoreTesting
import TestSupport
import Testing

@testable import Features

struct BookmarksTests {
  private let folder = TemporaryFolder()

  static func bookmark(_ id: Int, at time: Double? = nil) -> Bookmark {
    let keptAt = Date(timeIntervalSinceReferenceDate: time ?? Double(id))
    return Bookmark(id: Bookmark.ID(Int64(id)), title: "recipe \(id)", author: "ada", keptAt: keptAt)
  }

  private let error = DatabaseError.diskFull(path: "/a")

  private func store(
    _ saved: [Bookmark]? = nil,
    dependencies: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Bookmarks> {
    var state = Bookmarks.State()
    if let saved {
      state.saved = saved
      state.isRead = true
      state.bookmarks = IdentifiedArray(uniqueElements: saved)
    }
    return TestStore(initialState: state) {
      Bookmarks()
    } withDependencies: {
      $0.bookmarkClient.add = { _ in }
      $0.bookmarkClient.remove = { _ in }
      dependencies(&$0)
    }
  }

  @Test func aToggleIsShownAtOnceAndWritten() async {
    let (old, new) = (Self.bookmark(1), Self.bookmark(2))
    let store = store([old])
    await store.send(.toggled(new)) { $0.shows([new, old], [.add(new)]) }
    await store.receive(.saved) { $0.wrote([old, new]) }
    // The saved bookmark is removed, although the action's bookmark differs from it.
    await store.send(.toggled(Self.bookmark(2, at: 9))) { $0.shows([old], [.remove(new)], lastRemoved: new) }
    await store.receive(.saved) { $0.wrote([old]) }
    await store.send(.undoButtonTapped) { $0.shows([new, old], [.restore(new)]) }
    await store.receive(.saved) { $0.wrote([old, new]) }
    await store.send(.undoButtonTapped)
    await store.send(.removeButtonTapped(id: Bookmark.ID(9)))
  }

  /// A bookmark that could not be added was not removed, so it can't be restored. One that had been removed before
  /// still can.
  @Test func whatCannotBeWrittenIsTakenBack() async {
    let (error, old, anew, other) = (error, Self.bookmark(1), Self.bookmark(1, at: 9), Self.bookmark(2))
    let store = store([old]) {
      $0.bookmarkClient.add = { _ in throw error }
      $0.bookmarkClient.remove = { _ in throw error }
    }.nonExhaustive
    await store.send(.toggled(other)) { $0.shows([other, old], [.add(other)]) }
    await store.receive(.saveFailed(error)) { $0.shows([old], problem: error) }
    await store.send(.removeButtonTapped(id: old.id)) { $0.shows([], [.remove(old)], lastRemoved: old) }
    await store.receive(.saveFailed(error)) { $0.shows([old], problem: error) }
    await store.send(.problemDismissed) { $0.problem = nil }
    store.dependencies.bookmarkClient.remove = { _ in }
    await store.send(.removeButtonTapped(id: old.id))
    await store.receive(.saved)
    for (action, bookmark) in [(Bookmarks.Action.undoButtonTapped, old), (.toggled(anew), anew)] {
      await store.send(action) { $0.shows([bookmark], [.restore(bookmark)]) }
      await store.receive(.saveFailed(error)) { $0.shows([], lastRemoved: bookmark, problem: error) }
    }
  }

  /// Otherwise later changes would wait for it.
  @Test func aChangeWhoseTaskIsCancelledIsWritten() async {
    let clock = TestClock()
    let store = store([]) {
      $0.bookmarkClient.add = { _ in try await clock.sleep(for: .seconds(1)) }
      $0.bookmarkClient.bookmarks = { try await clock.afterASecond([Self.bookmark(1)]) }
    }.nonExhaustive
    let writing = await store.send(.toggled(Self.bookmark(1)))
    await writing.cancel()
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.changes.isEmpty && store.state.saved == [Self.bookmark(1)])
    let reading = await store.send(.load)
    await reading.cancel()
    await store.skipReceivedActions()
    #expect(!store.state.isLoading && store.state.failure == .failed(code: 0, .cancelled))
  }

  @Test func articlesOpenInTheBrowser() async throws {
    let url = try #require(URL(string: "https://qiita.example/ada/items/1"))
    let bookmark = Bookmark(Article(id: "1", title: "a", url: url, user: .init(id: "ada")), keptAt: .distantPast)
    let failure = OpenURLError.unavailable(reason: "there is no browser")
    let store = store([bookmark, Self.bookmark(1)]) {
      $0.openURL = OpenURL { opened throws(OpenURLError) in
        #expect(opened == url)
        throw failure
      }
    }
    let error = failure.ofPage(at: "https://qiita.example/ada/items/1")
    await store.send(.rowTapped(id: Self.bookmark(1).id))
    await store.send(.rowTapped(id: bookmark.id))
    await store.receive(.openFailed(error)) { $0.openError = error }
    await store.send(.openErrorDismissed) { $0.openError = nil }
  }

  @Test func whatIsKeptIsThereInTheNextRun() async throws {
    let url = try #require(URL(string: "https://qiita.example/記事?a=1"))
    let article = Bookmark(id: .init(.article, "a"), title: "it's \"a\"", author: "", url: url, keptAt: .distantPast)
    func client<Result>(_ operation: (BookmarkClient) async throws -> Result) async throws -> Result {
      try await withDependencies {
        $0.database = Database(path: folder.path())
      } operation: {
        try await operation(.liveValue)
      }
    }
    try await client { client in
      for bookmark in [article, Self.bookmark(1), Self.bookmark(3), Self.bookmark(2)] {
        try await client.add(bookmark: bookmark)
      }
    }
    try await client { client in
      let bookmarks = try await client.bookmarks()
      #expect(bookmarks == [Self.bookmark(3), Self.bookmark(2), Self.bookmark(1), article])
      try await client.remove(id: Self.bookmark(2).id)
      try await client.remove(id: Self.bookmark(2).id)
      try await client.add(bookmark: Self.bookmark(1, at: 9))
    }
    try await Database(path: folder.path()).write { connection in
      try connection.run("INSERT INTO bookmarks VALUES ('song', '1', 'of a newer version', '', NULL, 0)")
    }
    let bookmarks = try await client { try await $0.bookmarks() }
    #expect(bookmarks == [Self.bookmark(1, at: 9), Self.bookmark(3), article])
  }
}

extension Bookmarks.State {
  /// What is on show, with these changes still to be written.
  fileprivate mutating func shows(
    _ bookmarks: IdentifiedArrayOf<Bookmark>,
    _ changes: [Bookmarks.Change] = [],
    lastRemoved: Bookmark? = nil,
    problem: DatabaseError? = nil
  ) { (self.bookmarks, self.changes, self.lastRemoved, self.problem) = (bookmarks, changes, lastRemoved, problem) }

  /// The only change was written.
  fileprivate mutating func wrote(_ saved: [Bookmark]) { (self.saved, changes) = (saved, []) }
}
