import Features
import Store
import StoreInspection

/// The articles with a tag.
func articlesScreen(
  _ state: ObservedState<Articles.State>,
  bookmarks: IdentifiedArrayOf<Bookmark> = [],
  _ context: ScreenContext
) -> Screen<Articles.Action> {
  let texts = context.texts
  var screen = Screen<Articles.Action>(texts.title(of: .articles), width: context.width)
  let list = state.list
  screen.field(
    "\(texts.tag): ",
    text: state.tag,
    trailing: state.rateLimit.map { texts.requestsLeft($0.remaining) } ?? "",
    key: "/",
    submit: .tagSubmitted
  ) {
    .tagChanged($0)
  }
  screen.command("r", texts.reload, .refreshPulled)
  if let query = list.query {
    screen.line(texts.articles(about: query, count: list.rows.count, total: list.totalCount), .dim)
  }
  screen.asOf(list.asOf, context)
  screen.omitted(list.omittedCount, texts)
  if let error = state.articleError {
    let problem = state.openingID.map { texts.sentences(texts.couldNotLoadArticle($0), texts.message(of: error)) }
    screen.message(problem ?? texts.message(of: error), dismiss: .openErrorDismissed)
    // If the list has failed, too, its button below repeats both requests.
    let hasButton = list.failure.map { $0.request.cursor == nil } ?? false
    if state.openingID != nil, !hasButton {
      screen.button("[\(texts.retry)]", .dim, id: "article", .retryButtonTapped)
    }
  } else if state.openingID != nil {
    screen.progress(texts.openingArticle)
  }
  if let error = state.openError { screen.message(texts.message(of: error), dismiss: .openErrorDismissed) }
  screen.line()

  // The rows on show may be those of another tag.
  let problem = list.failure.map { texts.couldNotLoadArticles(about: $0.request.query) }
  screen.request(of: list, isNextPage: false, problem: problem, retry: .retryButtonTapped, texts)
  if list.isEmpty { screen.line(texts.noArticles) }
  screen.list(
    "articles",
    count: list.rows.count,
    shown: screen.shownRows(of: list.rows.count, context),
    rowID: { list.rows[$0].id },
    onAppear: { .rowAppeared(id: list.rows[$0].id) },
    action: { .rowTapped(id: list.rows[$0].id) }
  ) { offset, screen in
    let article = list.rows[offset]
    let isBookmarked = bookmarks[id: Bookmark.ID(article)] != nil
    screen.command("b", isBookmarked ? texts.removeBookmark : texts.bookmark, .bookmarkButtonTapped(id: article.id))
    screen.line(article.title, trailing: "♥ \(texts.likes(article.likesCount))", .bold)
    let views = article.pageViewsCount.map { "  " + texts.views($0) } ?? ""
    let mark = isBookmarked ? "\(texts.bookmarked)  " : ""
    let tags = article.tags.map(\.name).joined(separator: ", ")
    screen.line(
      "  \(mark)\(texts.createdOn(article))  \(article.user.title)  \(tags)",
      trailing: texts.comments(article.commentsCount) + views,
      .dim
    )
    if let picture = article.user.profileImageURL { screen.line("  \(picture)", .dim) }
  }
  screen.request(of: list, isNextPage: true, retry: .retryButtonTapped, texts)
  screen.more(of: list, onAppear: { .rowAppeared(id: $0) }, action: .moreButtonTapped, texts)
  return screen
}

extension Article.User {
  /// The full name of the author, if there is one, and the name in addresses.
  fileprivate var title: String {
    if let name, !name.isEmpty { "\(name) (@\(id))" } else { "@\(id)" }
  }
}
