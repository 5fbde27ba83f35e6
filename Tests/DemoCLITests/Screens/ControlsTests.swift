import Dependencies
import Foundation
import Store
import Testing

@testable import DemoCLI
@testable import Features
@testable import StoreInspection

/// The screens have a control for each action that a person can send.
struct ControlsTests {
  private let context = ScreenContext(now: Date(timeIntervalSince1970: 1_767_225_600))

  /// All actions that a screen can send. Text fields send “x”.
  private func actions<Action>(_ screen: Screen<Action>) -> [Action] {
    let controls = screen.lines.flatMap(\.controls).flatMap { control -> [Action] in
      switch control.content {
      case .button(let action): [action]
      case .field(let field): [field.edit("x")] + [field.submit].compactMap(\.self)
      case .place: []
      }
    }
    let rows = screen.lines.compactMap { $0.row?.onAppear }
    return controls + rows + screen.commands.map(\.action) + screen.appearances.map(\.action)
      + [screen.modalClose].compactMap(\.self)
  }

  private func expect<Action: Equatable>(
    _ screen: Screen<Action>,
    _ expected: [Action],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let actions = actions(screen)
    for action in expected {
      #expect(
        actions.contains(action),
        "\(action) is not on the screen:\n\(screen.text)",
        sourceLocation: sourceLocation
      )
    }
  }

  @Test func app() {
    var state = AppFeature.State()
    state.linkError = DeepLinkError(link: "app://x", problem: .unknownPlace)
    state.preferencesError = .diskFull(path: "/a")
    state.recentSearches = [RecentSearch(.repositories, "swift"), RecentSearch(.articles, "linux")]
    let screen = appScreen(ObservedState(state), context)
    expect(screen, AppTab.allCases.map { .tabSelected($0) })
    expect(
      screen,
      [
        .launched, .linkErrorDismissed, .preferencesErrorDismissed, .recentSearchTapped(state.recentSearches[0]),
        .removeRecentSearchButtonTapped(state.recentSearches[0]), .clearRecentSearchesButtonTapped,
        .searchRepos(.queryChanged("x")),
      ]
    )
    #expect(screen.text.contains("Recent searches: [swift] [Remove] [Clear history]\n\nRepositories"))
    state.tab = .articles
    expect(appScreen(ObservedState(state), context), [.recentSearchTapped(state.recentSearches[1])])
  }

  @Test func repositories() {
    var state = SearchRepos.State(query: "swift")
    let repository = Repository(
      id: 1,
      name: "swift",
      owner: .init(login: "apple", avatarURL: URL(filePath: "/a")),
      description: nil,
      language: nil,
      stargazersCount: 1,
      htmlURL: URL(string: "https://github.com/apple/swift")
    )
    state.results.query = .favorites
    state.results.rows = [repository]
    let request = SearchRepos.Results.Request(query: .favorites, cursor: 2)
    state.results.failure = .init(request: request, error: .noConnection(reason: "no"))
    expect(
      searchReposScreen(ObservedState(state), context),
      [
        .queryChanged("x"), .searchSubmitted, .favoritesButtonTapped, .refreshPulled, .rowAppeared(id: 1),
        .rowTapped(id: 1), .retryButtonTapped,
      ]
    )
    var detail = RepositoryDetail.State(repository)
    detail.failure = .noConnection(reason: "no")
    state.detail = detail
    let actions: [RepositoryDetail.Action] = [
      .appeared, .starButtonTapped, .openInBrowserButtonTapped, .retryButtonTapped,
    ]
    expect(
      searchReposScreen(ObservedState(state), context),
      actions.map { .detail(.presented($0)) } + [.detail(.dismiss)]
    )
  }

  @Test func recipes() throws {
    var state = RecipeList.State()
    state.hashtagsError = .noConnection(reason: "no")
    state.recipes.failure = .init(request: .init(query: .all), error: .noConnection(reason: "no"))
    expect(
      recipeListScreen(ObservedState(state), context),
      [.refreshPulled, .retryButtonTapped, .retryHashtagsButtonTapped]
    )
    var detail = RecipeDetail.State(id: 1)
    detail.recipe.fail(.noConnection(reason: "no"))
    detail.hashtags.fail(.noConnection(reason: "no"))
    expect(
      recipeDetailScreen(detail, context),
      [.appeared, .addHashtagsButtonTapped, .retryRecipeButtonTapped, .retryHashtagsButtonTapped]
    )
    state.detail = detail
    expect(recipeListScreen(ObservedState(state), context), [.detail(.dismiss)])

    var sheet = AddHashtags.State(recipeID: 1)
    #expect(!actions(addHashtagsScreen(sheet, context)).contains(.sendButtonTapped), "There is nothing to send.")
    sheet.text = "#a"
    expect(addHashtagsScreen(sheet, context), [.textChanged("x"), .sendButtonTapped, .cancelButtonTapped])
    sheet.alert = .hashtagsAdded(.english)
    expect(addHashtagsScreen(sheet, context), [.alert(.presented(.okButtonTapped)), .alert(.dismiss)])
    state.detail?.addHashtags = sheet
    #expect(!actions(recipeListScreen(ObservedState(state), context)).contains(.detail(.dismiss)))
  }

  @Test func articlesAndCatalog() {
    var articles = Articles.State()
    articles.openError = .unavailable(reason: "no")
    articles.list.failure = .init(request: .init(query: "swift"), error: .noConnection(reason: "no"))
    expect(
      articlesScreen(ObservedState(articles), context),
      [.tagChanged("x"), .tagSubmitted, .refreshPulled, .retryButtonTapped, .openErrorDismissed]
    )
    var catalog = Catalog.State()
    catalog.users = .failure(.noConnection(reason: "no"))
    expect(catalogScreen(ObservedState(catalog), context), [.reloadPulled, .retryButtonTapped])
  }

  @Test func toDos() {
    let toDo = ToDo(id: UUID(1), title: "a", createdAt: .distantPast, dueAt: context.now)
    var state = ToDoList.State()
    state.rows.update(removing: [], adding: [toDo])
    state.problem = .diskFull(path: "/a")
    state.failure = .diskFull(path: "/a")
    state.lastDeleted = [toDo]
    expect(
      toDoListScreen(ObservedState(state), context),
      ToDoFilter.allCases.map { .filterSelected($0) } + ToDoOrder.allCases.map { .orderSelected($0) } + [
        .queryChanged("x"),
        .createButtonTapped, .refreshPulled, .editButtonTapped, .problemDismissed, .retryButtonTapped,
        .undoButtonTapped,
        .rowTapped(id: toDo.id), .toggleButtonTapped(id: toDo.id), .deleteButtonTapped(id: toDo.id),
      ]
    )
    state.isEditing = true
    let editing = actions(toDoListScreen(ObservedState(state), context))
    #expect(editing.contains(.editButtonTapped) && editing.contains(.deleteButtonTapped(id: toDo.id)))
    #expect(!editing.contains(.toggleButtonTapped(id: toDo.id)) && !editing.contains(.rowTapped(id: toDo.id)))
    state.isEditing = false
    state.destination = .detail(ToDoDetail.State(id: toDo.id, toDo: toDo))
    expect(
      toDoListScreen(ObservedState(state), context),
      [
        .destination(.dismiss), .destination(.presented(.detail(.task))),
        .destination(.presented(.detail(.editButtonTapped))),
      ]
    )
    var form = ToDoForm.State()
    #expect(!actions(toDoFormScreen(form, context)).contains(.discardButtonTapped), "There is nothing to discard.")
    form.title = "a"
    let endOfToday = context.calendar.startOfDay(for: context.now).addingTimeInterval(86_340)
    expect(
      toDoFormScreen(form, context),
      [
        .task, .titleChanged("x"), .memoChanged("x"), .dueDatePicked(endOfToday), .saveButtonTapped, .closeButtonTapped,
        .discardButtonTapped,
      ]
    )
    form.dueAt = context.now
    let steps = [3_600, -3_600, 86_400, -86_400].map {
      ToDoForm.Action.dueDatePicked(context.now.addingTimeInterval($0))
    }
    expect(toDoFormScreen(form, context), steps + [.dueDateRemoved])
    #expect(!actions(toDoFormScreen(form, context)).contains(.dueDatePicked(endOfToday)))
    var late = ToDoForm.State(toDo)
    late.dueAt = context.now.addingTimeInterval(-60)
    expect(toDoFormScreen(late, context), [.dueDatePicked(endOfToday)])
  }
}
