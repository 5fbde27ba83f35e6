import Foundation
import StoreTesting
import Testing

@testable import Features

/// The place of the link that was opened last is on show, and no link stops what is being sent. Only searches that
/// somebody meant are remembered.
@Suite struct ExploredLinks {
  /// What became of what was sent.
  private struct Model: Hashable {
    var sent = 0
    var answered = 0
    var cancelled = 0
  }

  /// Answers or fails at any time, unless it is cancelled.
  private static func send(_ what: String, _ model: ModeledValue<Model>) async throws {
    model.withValue { $0.sent += 1 }
    do {
      try await choose(what, .success(()), .failure(APIError.notHTTP))
    } catch is CancellationError {
      model.withValue { $0.cancelled += 1 }
      throw CancellationError()
    } catch {
      model.withValue { $0.answered += 1 }
      throw error
    }
    model.withValue { $0.answered += 1 }
  }

  @Test func noLinkStopsHashtagsThatAreBeingSent() async {
    let model = ModeledValue(Model())
    let initial = with(AppFeature.State()) {
      $0.tab = .recipes
      $0.recipes.recipes.query = .all
      $0.recipes.detail = RecipeDetail.State(id: 7)
      $0.recipes.detail?.addHashtags = AddHashtags.State(recipeID: 7, text: "#a")
    }
    await exploreStates(of: initial, within: .stories(of: 5)) {
      AppFeature()
    } withDependencies: {
      Self.prepare(&$0)
      $0.hashtagClient.addHashtags = { id, _ in
        try await Self.send("add", model)
        return RecipeHashtags(recipeID: id, hashtags: [.test(2)])
      }
    } actions: { state in
      for link in ["recipes/8", "recipes", "recipes/7/hashtags", "bookmarks"] {
        AppFeature.Action.linkOpened("app://\(link)")
      }
      if state.recipes.detail?.addHashtags != nil {
        AppFeature.Action.recipes(.detail(.presented(.addHashtags(.presented(.sendButtonTapped)))))
      }
    } always: { _ in
      #expect(model.value.cancelled == 0)
    } whenSettled: { state in
      #expect(model.value.answered == model.value.sent && state.linkAfterSaving == nil)
      #expect(state.recipes.detail?.addHashtags?.isSending != true)
    }
  }

  /// Whenever a link is opened, what was to be saved is, and the link's place appears when the form has closed.
  @Test(arguments: [nil, ToDo.example(1)])
  func noLinkStopsAToDoThatIsBeingSaved(_ original: ToDo?) async {
    let model = ModeledValue(Model())
    let form = with(ToDoForm.State(original)) { $0.title = "typed" }
    let initial = with(AppFeature.State()) {
      $0.tab = .toDos
      $0.toDos.destination = original.map { .editing($0, form) } ?? .create(form)
    }
    await exploreStates(of: initial, within: .stories(of: 5)) {
      AppFeature()
    } withDependencies: {
      Self.prepare(&$0)
      $0.date = .constant(.newYear)
      $0.uuid = .constant(UUID(1))
      $0.toDoClient.changes = { _ in throw DatabaseError.busy(path: "/a") }
      $0.toDoClient.toDo = { _, _ in throw DatabaseError.busy(path: "/a") }
      $0.toDoClient.draft = { _ in ToDoEdit() }
      $0.toDoClient.saveDraft = { _, _ in }
      $0.toDoClient.create = { _ in
        try await Self.send("save", model)
        return 2
      }
      $0.toDoClient.edit = { _, _ in
        try await Self.send("save", model)
        return 2
      }
    } actions: { state in
      for link in ["todos", "todos/new", "todos/\(UUID(2))"] { AppFeature.Action.linkOpened("app://\(link)") }
      if state.toDos.destination?.is(\.create) == true {
        AppFeature.Action.toDos(.destination(.presented(.create(.saveButtonTapped))))
      } else if state.toDos.form != nil {
        AppFeature.Action.toDos(.destination(.presented(.detail(.destination(.presented(.edit(.saveButtonTapped)))))))
      }
    } always: { _ in
      #expect(model.value.cancelled == 0)
    } whenSettled: { state in
      #expect(model.value.answered == model.value.sent && state.linkAfterSaving == nil)
      #expect(state.toDos.form?.isSaving != true)
    }
  }

  @Test func thePlaceOfTheLastLinkIsOnShow() async {
    let last = ModeledValue("")
    await exploreStates(of: AppFeature.State(), within: .stories(of: 4)) {
      AppFeature()
      Reduce<AppFeature.State, AppFeature.Action> { _, action in
        if case .linkOpened(let link) = action { last.withValue { $0 = link } }
        return .none
      }
    } withDependencies: {
      Self.prepare(&$0)
      $0.githubClient.repository = { _, _ in throw APIError.notHTTP }
      $0.githubClient.isStarred = { _, _ in throw APIError.notHTTP }
    } actions: { _ in
      for link in ["recipes/8", "recipes/7/hashtags", "repos/apple/swift", "recipes", "nowhere"] {
        AppFeature.Action.linkOpened("app://\(link)")
      }
    } always: { state in
      switch last.value {
      case "app://recipes/8":
        #expect(state.tab == .recipes && state.recipes.detail?.id == 8 && state.recipes.detail?.addHashtags == nil)
      case "app://recipes/7/hashtags":
        #expect(state.tab == .recipes && state.recipes.detail?.addHashtags?.recipeID == 7)
      case "app://recipes":
        #expect(state.tab == .recipes && state.recipes.detail == nil)
      default:
        break
      }
      #expect((state.linkError != nil) == (last.value == "app://nowhere"))
    } whenSettled: { state in
      if last.value == "app://repos/apple/swift" {
        #expect(state.tab == .repositories && state.searchRepos.detail?.name == "swift")
      }
      #expect(state.recipes.detail?.recipe.isLoading != true)
    }
  }

  /// Searches that start when typing pauses are not remembered.
  @Test func onlyWhatWasSubmittedOrOpenedIsRemembered() async {
    await exploreStates(of: AppFeature.State(), within: .stories(of: 5)) {
      AppFeature()
    } withDependencies: {
      $0.preferencesClient.addSearch = { _ in }
      $0.githubClient.searchRepos = { query, _, _ in RepositoryPage(items: [.test(query.count)]) }
      $0.qiitaClient.articles = { _, _ in ArticlePage(items: []) }
    } actions: { state in
      AppFeature.Action.searchRepos(.queryChanged("a"))
      AppFeature.Action.searchRepos(.queryChanged("ab"))
      AppFeature.Action.searchRepos(.queryChanged("abc"))
      AppFeature.Action.articles(.appeared)
      if state.searchRepos.query == "ab" { AppFeature.Action.searchRepos(.searchSubmitted) }
      // The rows may be of an earlier search.
      if state.searchRepos.results.rows[id: 3] != nil { AppFeature.Action.searchRepos(.rowTapped(id: 3)) }
    } always: { state in
      #expect(state.recentSearches.allSatisfy { ["ab", "abc"].contains($0.query) })
      #expect(state.searchRepos.detail == nil || state.recentSearches.contains { $0.query == "abc" })
    }
  }

  private static func prepare(_ dependencies: inout DependencyValues) {
    dependencies.locale = Texts.english.locale
    dependencies.preferencesClient.saveTab = { _ in }
    dependencies.bookmarkClient.bookmarks = { [] }
    dependencies.hashtagDraftClient.draft = { _ in "" }
    dependencies.hashtagDraftClient.saveDraft = { _, _ in }
    dependencies.recipeClient.recipes = { _, _ in RecipePage(recipes: []) }
    dependencies.recipeClient.recipe = { id in try await choose("recipe \(id)", .success(Recipe.test(id))) }
    dependencies.hashtagClient.hashtags = { ids in
      IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: [.test(1)]) })
    }
  }
}
