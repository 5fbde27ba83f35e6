import Features
import Foundation
import StoreInspection

@testable import DemoCLI

// The screens of states that stay as they are, as the tests of texts need them.

func appScreen(_ state: AppFeature.State, calendar: Calendar, width: Int) -> Screen<AppFeature.Action> {
  appScreen(ObservedState(state), ScreenContext(width: width, calendar: calendar))
}

func searchReposScreen(_ state: SearchRepos.State, width: Int) -> Screen<SearchRepos.Action> {
  searchReposScreen(ObservedState(state), ScreenContext(width: width))
}

func repositoryDetailScreen(_ state: RepositoryDetail.State, width: Int) -> Screen<RepositoryDetail.Action> {
  repositoryDetailScreen(state, ScreenContext(width: width))
}

func articlesScreen(_ state: Articles.State, width: Int = 80) -> Screen<Articles.Action> {
  articlesScreen(ObservedState(state), ScreenContext(width: width))
}

func recipeListScreen(_ state: RecipeList.State, width: Int = 80) -> Screen<RecipeList.Action> {
  recipeListScreen(ObservedState(state), ScreenContext(width: width))
}

func recipeDetailScreen(_ state: RecipeDetail.State, width: Int = 80) -> Screen<RecipeDetail.Action> {
  recipeDetailScreen(state, ScreenContext(width: width))
}

func addHashtagsScreen(_ state: AddHashtags.State, title: String? = nil, width: Int = 80) -> Screen<AddHashtags.Action>
{
  addHashtagsScreen(state, title: title, ScreenContext(width: width))
}

func catalogScreen(_ state: Catalog.State, width: Int = 80) -> Screen<Catalog.Action> {
  catalogScreen(ObservedState(state), ScreenContext(width: width))
}

func toDoListScreen(
  _ state: ToDoList.State,
  visible: Range<Int>? = nil,
  calendar: Calendar,
  width: Int
) -> Screen<ToDoList.Action> {
  toDoListScreen(ObservedState(state), ScreenContext(width: width, visible: visible, calendar: calendar))
}

func toDoDetailScreen(_ state: ToDoDetail.State, calendar: Calendar, width: Int = 80) -> Screen<ToDoDetail.Action> {
  toDoDetailScreen(state, ScreenContext(width: width, calendar: calendar))
}

func createToDoScreen(_ state: CreateToDo.State, calendar: Calendar, width: Int) -> Screen<CreateToDo.Action> {
  createToDoScreen(state, ScreenContext(width: width, calendar: calendar))
}

func editToDoScreen(_ state: EditToDo.State, calendar: Calendar, width: Int) -> Screen<EditToDo.Action> {
  editToDoScreen(state, ScreenContext(width: width, calendar: calendar))
}
