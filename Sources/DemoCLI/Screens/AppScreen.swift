import StoreInspection
import Features
import Foundation

/// The tabs, and what the one that is selected shows.
///
/// - Parameter calendar: Says what day a date is.
func appScreen(_ state: AppFeature.State, calendar: Calendar, width: Int = 80) -> Screen {
  var screen = Screen(width: width)
  screen.line(AppTab.allCases.map { $0 == state.tab ? "[\($0.title)]" : " \($0.title) " }.joined(separator: " "), .bold)
  if let error = state.linkError { screen.paragraph(error.message, .failure) }
  if let error = state.preferencesError { screen.paragraph(error.message, .failure) }
  screen.line()
  switch state.tab {
  case .repositories: screen.append(searchReposScreen(state.searchRepos, width: width))
  case .articles: screen.append(articlesScreen(state.articles, width: width))
  case .recipes: screen.append(recipeListScreen(state.recipes, width: width))
  case .toDos: screen.append(toDoListScreen(state.toDos, calendar: calendar, width: width))
  case .catalog: screen.append(catalogScreen(state.catalog, width: width))
  }
  return screen
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
