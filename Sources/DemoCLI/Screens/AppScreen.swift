import Features
import StoreInspection

/// The tabs and the screen of the selected tab.
func appScreen(_ state: ObservedState<AppFeature.State>, _ context: ScreenContext) -> Screen<AppFeature.Action> {
  var screen = Screen<AppFeature.Action>(width: context.width)
  screen.onAppear("app", .launched)
  let selected = state.tab
  var tabs: [Screen<AppFeature.Action>.Part] = []
  for (index, tab) in AppTab.allCases.enumerated() {
    if index > 0 { tabs.append(.text(" ")) }
    let title = tab == selected ? "[\(tab.title)]" : " \(tab.title) "
    tabs.append(.button(title, key: .character(Character("\(index + 1)")), id: tab, .tabSelected(tab)))
  }
  screen.line(tabs, .bold)
  if let error = state.linkError { screen.message(error.message, dismiss: .linkErrorDismissed) }
  if let error = state.preferencesError { screen.message(error.message, dismiss: .preferencesErrorDismissed) }
  screen.line()
  screen.pin()
  switch selected {
  case .repositories:
    let repositories = state.part(\.searchRepos)
    if repositories.detail == nil { screen.recentSearches(state.recentSearches, .repositories) }
    screen.append(searchReposScreen(repositories, context), action: { .searchRepos($0) })
  case .articles:
    screen.recentSearches(state.recentSearches, .articles)
    screen.append(articlesScreen(state.part(\.articles), context), action: { .articles($0) })
  case .recipes: screen.append(recipeListScreen(state.part(\.recipes), context), action: { .recipes($0) })
  case .toDos: screen.append(toDoListScreen(state.part(\.toDos), context), action: { .toDos($0) })
  case .catalog: screen.append(catalogScreen(state.part(\.catalog), context), action: { .catalog($0) })
  }
  return screen
}

extension Screen<AppFeature.Action> {
  /// Adds a button for each recent search.
  fileprivate mutating func recentSearches(_ searches: [RecentSearch], _ subject: RecentSearch.Subject) {
    let searches = searches.filter { $0.subject == subject }
    guard !searches.isEmpty else { return }
    flow(
      [.text("最近の検索:")] + searches.map { .button("[\($0.query)]", id: $0, .recentSearchTapped($0)) }
        + [.button("[履歴を消去]", .clearRecentSearchesButtonTapped)],
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
}

extension AppTab {
  fileprivate var title: String {
    switch self {
    case .repositories: "リポジトリ"
    case .articles: "記事"
    case .recipes: "レシピ"
    case .toDos: "ToDo"
    case .catalog: "カタログ"
    }
  }
}
