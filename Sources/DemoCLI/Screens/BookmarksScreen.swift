import Features
import Store
import StoreInspection

/// The bookmarks.
func bookmarksScreen(_ state: ObservedState<Bookmarks.State>, _ context: ScreenContext) -> Screen<Bookmarks.Action> {
  let texts = context.texts
  let bookmarks = state.bookmarks
  var screen = Screen<Bookmarks.Action>(texts.bookmarks, width: context.width)
  screen.command("r", texts.reload, .load)
  if let problem = state.problem { screen.message(texts.message(of: problem), dismiss: .problemDismissed) }
  if let error = state.openError { screen.message(texts.message(of: error), dismiss: .openErrorDismissed) }
  if let failure = state.failure {
    screen.paragraph(texts.message(of: failure), .failure)
    screen.button("[\(texts.retry)]", .selected, .load)
  }
  if let removed = state.lastRemoved {
    screen.line(
      [.text(texts.removed(removed.title))],
      trailing: [.button("[\(texts.undo)]", key: "u", .undoButtonTapped)],
      .dim
    )
  }
  screen.list(
    "bookmarks",
    count: bookmarks.count,
    shown: screen.shownRows(of: bookmarks.count, context, limit: 20),
    rowID: { bookmarks[$0].id },
    action: { .rowTapped(id: bookmarks[$0].id) }
  ) { offset, screen in
    let bookmark = bookmarks[offset]
    let kind =
      switch bookmark.id.kind {
      case .article: texts.article(by: bookmark.author)
      case .recipe: texts.recipe(by: bookmark.author)
      }
    screen.line(bookmark.title, trailing: kind, .bold)
    screen.line("  " + texts.kept(bookmark.keptAt, now: context.now), .dim)
    screen.command("d", texts.removeBookmark, .removeButtonTapped(id: bookmark.id))
  }
  if state.isLoading { screen.progress(texts.loading) }
  if state.isEmpty { screen.paragraph(texts.noBookmarks, .dim) }
  screen.line()
  screen.button("[\(texts.starredRepositories)]", key: "s", .starredRepositoriesButtonTapped)
  return screen
}

/// The buttons that switch working offline and remove the kept responses.
func offlineScreen(_ state: Offline.State, _ context: ScreenContext) -> Screen<Offline.Action> {
  let texts = context.texts
  var screen = Screen<Offline.Action>(width: context.width)
  let title = state.isOffline ? texts.workOnline : texts.workOffline
  screen.button("[\(title)]", key: "o", id: "offline", .offlineSwitchTapped)
  screen.button(
    "[\(texts.removeAnswers)]",
    state.isClearing ? .dim : .plain,
    key: "x",
    id: "clear",
    asking: texts.mayRemoveAnswers,
    state.isClearing ? nil : .clearButtonTapped
  )
  return screen
}
