import Features
import Foundation
import StoreInspection

@testable import DemoCLI

// Screens of constant states, in Japanese unless the context says otherwise.

extension Texts {
  static let japanese = Texts(locale: Locale(identifier: "ja_JP"))
}

extension ScreenContext {
  static func japanese(
    width: Int,
    visible: Range<Int>? = nil,
    calendar: Calendar = Calendar(identifier: .gregorian),
    now: Date = .distantPast
  ) -> Self {
    ScreenContext(width: width, visible: visible, calendar: calendar, now: now, locale: Texts.japanese.locale)
  }
}

func appScreen(_ state: AppFeature.State, calendar: Calendar, width: Int) -> Screen<AppFeature.Action> {
  appScreen(ObservedState(state), .japanese(width: width, calendar: calendar))
}

func searchReposScreen(_ state: SearchRepos.State, width: Int) -> Screen<SearchRepos.Action> {
  searchReposScreen(ObservedState(state), .japanese(width: width))
}

func repositoryDetailScreen(_ state: RepositoryDetail.State, width: Int) -> Screen<RepositoryDetail.Action> {
  repositoryDetailScreen(state, .japanese(width: width))
}

func articlesScreen(_ state: Articles.State, width: Int = 80) -> Screen<Articles.Action> {
  articlesScreen(ObservedState(state), .japanese(width: width))
}

func recipeListScreen(_ state: RecipeList.State, width: Int = 80) -> Screen<RecipeList.Action> {
  recipeListScreen(ObservedState(state), .japanese(width: width))
}

func recipeDetailScreen(_ state: RecipeDetail.State, width: Int = 80) -> Screen<RecipeDetail.Action> {
  recipeDetailScreen(state, .japanese(width: width))
}

func addHashtagsScreen(_ state: AddHashtags.State, title: String? = nil, width: Int = 80) -> Screen<AddHashtags.Action>
{
  addHashtagsScreen(state, title: title, .japanese(width: width))
}

func catalogScreen(_ state: Catalog.State, width: Int = 80) -> Screen<Catalog.Action> {
  catalogScreen(ObservedState(state), .japanese(width: width))
}

func toDoListScreen(
  _ state: ToDoList.State,
  visible: Range<Int>? = nil,
  calendar: Calendar,
  width: Int
) -> Screen<ToDoList.Action> {
  toDoListScreen(ObservedState(state), .japanese(width: width, visible: visible, calendar: calendar))
}

func toDoDetailScreen(_ state: ToDoDetail.State, calendar: Calendar, width: Int = 80) -> Screen<ToDoDetail.Action> {
  toDoDetailScreen(state, .japanese(width: width, calendar: calendar))
}

func toDoFormScreen(
  _ state: ToDoForm.State,
  calendar: Calendar,
  now: Date = Date(timeIntervalSince1970: 1_767_225_600),
  width: Int
) -> Screen<ToDoForm.Action> {
  toDoFormScreen(state, .japanese(width: width, calendar: calendar, now: now))
}
