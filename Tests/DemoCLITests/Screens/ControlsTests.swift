import Dependencies
import Foundation
import Store
import Testing

@testable import DemoCLI
@testable import Features
@testable import StoreInspection

/// The screens have a control for each action that a person can send.
struct ControlsTests {
  private let context = ScreenContext(now: SampleScreens.now)
  private var samples: SampleScreens { SampleScreens(context: context) }

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
    _ screens: [Screen<Action>],
    _ expected: [Action],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let shown = screens.flatMap { actions($0) }
    for action in expected {
      #expect(shown.contains(action), "\(action) is on no screen", sourceLocation: sourceLocation)
    }
  }

  @Test func app() {
    let searches = [RecentSearch(.repositories, "-"), RecentSearch(.articles, "-")]
    expect(samples.app, AppTab.allCases.map { AppFeature.Action.tabSelected($0) })
    expect(samples.app, searches.map { .recentSearchTapped($0) })
    expect([samples.app[0]], [.launched, .linkErrorDismissed, .preferencesErrorDismissed])
    expect([samples.app[0]], [.removeRecentSearchButtonTapped(searches[0]), .clearRecentSearchesButtonTapped])
    expect([samples.app[0]], [.searchRepos(.queryChanged("x"))])
    #expect(samples.app[0].text.contains("Recent searches: [-] [Remove] [Clear history]\n\nRepositories"))
  }

  @Test func repositories() {
    let detail: [RepositoryDetail.Action] = [.appeared, .starButtonTapped, .retryButtonTapped]
    expect(samples.repositories, [.queryChanged("x"), .searchSubmitted, .favoritesButtonTapped, .refreshPulled])
    expect(samples.repositories, [.rowAppeared(id: 1), .rowTapped(id: 1), .retryButtonTapped, .detail(.dismiss)])
    expect(samples.repositories, detail.map { .detail(.presented($0)) })
  }

  @Test func recipes() {
    let detail: [RecipeDetail.Action] = [
      .appeared, .addHashtagsButtonTapped, .retryRecipeButtonTapped, .retryHashtagsButtonTapped,
    ]
    expect(samples.recipes, [.refreshPulled, .retryButtonTapped, .retryHashtagsButtonTapped, .detail(.dismiss)])
    expect(samples.recipes, detail.map { .detail(.presented($0)) })
    expect(samples.sheets, [.textChanged("x"), .sendButtonTapped, .cancelButtonTapped])
    expect(samples.sheets, [.alert(.presented(.okButtonTapped)), .alert(.dismiss)])
    let empty = AddHashtags.State(recipeID: 1)
    #expect(!actions(addHashtagsScreen(empty, context)).contains(.sendButtonTapped), "There is nothing to send.")
    var state = RecipeList.State(detail: RecipeDetail.State(id: 1))
    state.detail?.addHashtags = empty
    #expect(!actions(recipeListScreen(ObservedState(state), context)).contains(.detail(.dismiss)))
  }

  @Test func articlesAndCatalog() {
    expect(samples.articles, [.tagChanged("x"), .tagSubmitted, .refreshPulled, .retryButtonTapped])
    expect(samples.articles, [.openErrorDismissed])
    expect(samples.catalog, [.reloadPulled, .retryButtonTapped])
  }

  @Test func toDos() {
    expect(samples.toDos, ToDoFilter.allCases.map { .filterSelected($0) })
    expect(samples.toDos, ToDoOrder.allCases.map { .orderSelected($0) })
    let id = UUID(1)
    expect(samples.toDos, [.queryChanged("x"), .createButtonTapped, .refreshPulled, .editButtonTapped])
    expect(samples.toDos, [.problemDismissed, .retryButtonTapped, .undoButtonTapped, .rowTapped(id: id)])
    expect(samples.toDos, [.toggleButtonTapped(id: id), .deleteButtonTapped(id: id), .destination(.dismiss)])
    let detail: [ToDoDetail.Action] = [.task, .editButtonTapped]
    expect(samples.toDos, detail.map { .destination(.presented(.detail($0))) })
    var state = ToDoList.State()
    state.rows.update(removing: [], adding: [ToDo(id: id, title: "a", createdAt: .distantPast)])
    state.isEditing = true
    let editing = actions(toDoListScreen(ObservedState(state), context))
    #expect(editing.contains(.editButtonTapped) && editing.contains(.deleteButtonTapped(id: id)))
    #expect(!editing.contains(.toggleButtonTapped(id: id)) && !editing.contains(.rowTapped(id: id)))
  }

  @Test func theFormOfAToDo() {
    let endOfToday = context.calendar.startOfDay(for: context.now).addingTimeInterval(86_340)
    let dates = [3_600, -3_600, 86_400, -86_400].map { context.now.addingTimeInterval($0) } + [endOfToday]
    expect(samples.forms, dates.map { .dueDatePicked($0) })
    expect(samples.forms, [.task, .titleChanged("x"), .memoChanged("x"), .dueDateRemoved])
    expect(samples.forms, [.saveButtonTapped, .closeButtonTapped, .discardButtonTapped])
    var form = ToDoForm.State()
    #expect(!actions(toDoFormScreen(form, context)).contains(.discardButtonTapped), "There is nothing to discard.")
    form.dueAt = context.now
    #expect(!actions(toDoFormScreen(form, context)).contains(.dueDatePicked(endOfToday)))
    form.dueAt = context.now.addingTimeInterval(-60)
    expect([toDoFormScreen(form, context)], [.dueDatePicked(endOfToday)])
  }

  @Test func whatWentWrongIsOnTheScreen() {
    let texts = Texts.english
    func expectFailures<Action>(on screens: [Screen<Action>], _ messages: String...) {
      let failures = screens.flatMap(\.lines).filter { $0.style == .failure }.map(\.text)
      for message in messages { #expect(failures.contains { $0.contains(message) }, "\(message) among \(failures)") }
    }
    let wide = SampleScreens(context: ScreenContext(width: 2_000, now: SampleScreens.now))
    let (server, cancelled) = (texts.message(of: APIError.notHTTP), texts.message(of: APIError.cancelled))
    expectFailures(on: wide.repositories, server, cancelled)
    expectFailures(on: wide.articles, server, cancelled)
    expectFailures(on: wide.recipes, server, cancelled)
    expectFailures(on: wide.sheets, server)
    expectFailures(on: wide.catalog, server)
    let busy = texts.message(of: DatabaseError.busy(path: "-"))
    let readOnly = texts.message(of: DatabaseError.readOnly(path: "-"))
    expectFailures(on: wide.toDos, busy, readOnly)
    expectFailures(on: wide.forms, busy)
    expectFailures(on: wide.app, readOnly, texts.message(of: DeepLinkError(link: "-", problem: .extraPart)))
  }
}
