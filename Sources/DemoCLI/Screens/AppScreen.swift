import Features
import Foundation
import StoreInspection

/// The tabs and the screen of the selected tab.
func appScreen(_ state: ObservedState<AppFeature.State>, _ context: ScreenContext) -> Screen<AppFeature.Action> {
  var screen = Screen<AppFeature.Action>(width: context.width)
  screen.onAppear("app", .launched)
  let texts = context.texts
  let selected = state.tab
  let tabs = AppTab.allCases.enumerated().map { index, tab -> Screen<AppFeature.Action>.Part in
    let key = ScreenKey.character(Character("\(index + 1)"))
    return .choice(texts.title(of: tab), isSelected: tab == selected, key: key, id: tab, .tabSelected(tab))
  }
  screen.flow(tabs, .bold)
  if let error = state.linkError { screen.message(texts.message(of: error), dismiss: .linkErrorDismissed) }
  if let error = state.preferencesError {
    screen.message(texts.message(of: error), dismiss: .preferencesErrorDismissed)
  }
  if let problem = state.offline.problem {
    screen.message(texts.answersNotKept(because: problem), dismiss: .offline(.problemDismissed))
  }
  if state.offline.isOffline { screen.line(texts.offline, .dim) }
  screen.line()
  screen.pin()
  switch selected {
  case .repositories:
    let repositories = state.part(\.searchRepos)
    if repositories.detail == nil { screen.recentSearches(state.recentSearches, .repositories, texts) }
    screen.append(searchReposScreen(repositories, context), action: { .searchRepos($0) })
  case .articles:
    screen.recentSearches(state.recentSearches, .articles, texts)
    let articles = articlesScreen(state.part(\.articles), bookmarks: state.bookmarks.bookmarks, context)
    screen.append(articles, action: { .articles($0) })
  case .recipes:
    let recipes = recipeListScreen(state.part(\.recipes), bookmarks: state.bookmarks.bookmarks, context)
    screen.append(recipes, action: { .recipes($0) })
  case .toDos: screen.append(toDoListScreen(state.part(\.toDos), context), action: { .toDos($0) })
  case .catalog: screen.append(catalogScreen(state.part(\.catalog), context), action: { .catalog($0) })
  case .bookmarks:
    screen.append(bookmarksScreen(state.part(\.bookmarks), context), action: { .bookmarks($0) })
    screen.append(offlineScreen(state.offline, context), action: { .offline($0) })
  }
  return screen
}

extension Screen<AppFeature.Action> {
  /// Adds a button for each recent search.
  fileprivate mutating func recentSearches(
    _ searches: [RecentSearch],
    _ subject: RecentSearch.Subject,
    _ texts: Texts
  ) {
    // More buttons would leave no room for the results.
    let searches = searches.filter { $0.subject == subject }.prefix(5)
    guard !searches.isEmpty else { return }
    flow(
      [.text(texts.recentSearches)]
        + searches.flatMap { search -> [Part] in
          [
            .button("[\(search.query)]", id: search, .recentSearchTapped(search)),
            .button(
              "[\(texts.remove)]",
              id: ["remove", search.subject.rawValue, search.query],
              .removeRecentSearchButtonTapped(search)
            ),
          ]
        }
        + [.button("[\(texts.clearHistory)]", .clearRecentSearchesButtonTapped)],
      .dim
    )
    line()
  }
}

extension Screen {
  /// Adds a message that a press dismisses.
  mutating func message(_ text: String, dismiss: Action) {
    row(id: text, action: dismiss) { $0.paragraph(text, .failure) }
  }

  /// Adds the progress or the failure of a list's request. The request for the first page is shown above the rows,
  /// which its response replaces, and the request for the next page below them.
  ///
  /// - Parameter problem: A sentence before the reason of a failure.
  mutating func request<Query, Row, Cursor>(
    of list: PagedList<Query, Row, Cursor>,
    isNextPage: Bool,
    problem: String? = nil,
    retry: Action,
    _ texts: Texts
  ) {
    if let request = list.request, isNextPage == (request.cursor != nil) {
      progress(isNextPage ? texts.loadingMore : texts.loading)
    }
    guard let failure = list.failure, isNextPage == (failure.request.cursor != nil) else { return }
    let reason = texts.message(of: failure.error)
    paragraph(problem.map { texts.sentences($0, reason) } ?? reason, .failure)
    button("[\(texts.retry)]", .selected, retry)
  }

  /// Adds a line that says that there are more rows, and that loads them when it appears. The last rows don't always
  /// load them: they may have appeared before the next page was known. If too many pages had no new rows, adds a button
  /// that loads the next page.
  mutating func more<Query, Row, Cursor>(
    of list: PagedList<Query, Row, Cursor>,
    onAppear: (Row.ID) -> Action,
    action: Action,
    _ texts: Texts
  ) {
    if list.waitsForUser {
      paragraph(texts.nothingNew, .dim)
      button("[\(texts.more)]", .selected, action)
      return
    }
    guard let cursor = list.nextCursor, !list.isLoading, list.failure == nil, let last = list.rows.last else { return }
    row(id: ["more", "\(cursor)"], onAppear: onAppear(last.id)) { $0.line("↓ \(texts.moreBelow)", .dim) }
  }

  /// If rows of a list were left out because they can't be read, adds a line with their number.
  mutating func omitted(_ count: Int, _ texts: Texts) {
    if count > 0 { paragraph(texts.omitted(count), .failure) }
  }

  /// If the rows come from a kept response, adds its time.
  mutating func asOf(_ date: Date?, _ context: ScreenContext) {
    guard let date else { return }
    line(context.texts.asOf(date, now: context.now), .dim)
  }
}

extension Screen.Part {
  /// A button for one of several choices, with a mark if it is the selected one.
  static func choice(
    _ title: String,
    isSelected: Bool,
    key: ScreenKey? = nil,
    id: AnyHashable,
    _ action: Action
  ) -> Self {
    .button(isSelected ? "[\(title)]" : " \(title) ", key: key, id: id, action)
  }
}

extension ScreenContext {
  /// The texts of the screen.
  var texts: Texts { Texts(locale: locale, calendar: calendar) }
}
