import Foundation
import Store
import StoreInspection
import Testing

@testable import DemoCLI
@testable import Features
@testable import StoreScript

extension Texts { static let japanese = Texts(locale: Locale(identifier: "ja_JP")) }

extension ScreenContext {
  static func japanese(
    width: Int = 80,
    visible: Range<Int>? = nil,
    calendar: Calendar = Calendar(identifier: .gregorian),
    now: Date = .distantPast
  ) -> Self {
    ScreenContext(width: width, visible: visible, calendar: calendar, now: now, locale: Texts.japanese.locale)
  }
}

func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}

/// Every screen with all of its parts. Values contain no letters, so each word on a screen is one of the program's.
struct SampleScreens {
  let context: ScreenContext
  static let now = Date(timeIntervalSince1970: 1_767_225_600)

  var app: [Screen<AppFeature.Action>] {
    AppTab.allCases.map { tab in
      let state = changed(AppFeature.State()) {
        ($0.tab, $0.linkError) = (tab, DeepLinkError(link: "-", problem: .extraPart))
        $0.preferencesError = .readOnly(path: "-")
        $0.recentSearches = [RecentSearch(.repositories, "-"), RecentSearch(.articles, "-")]
        ($0.offline.isOffline, $0.offline.problem) = (true, .busy(path: "-"))
      }
      return appScreen(ObservedState(state), context)
    }
  }

  var repositories: [Screen<SearchRepos.Action>] {
    let repository = Repository(
      id: 1,
      name: "-",
      owner: .init(login: "-", avatarURL: URL(filePath: "/")),
      description: "-",
      language: "-",
      stargazersCount: 1_234,
      htmlURL: URL(string: "1://1.1")
    )
    func star(_ isStarred: Bool) -> SearchRepos.StarFailure {
      .init(star: .init(owner: "-", name: "-", id: 1, isStarred: isStarred), error: .cancelled)
    }
    let loaded = changed(SearchRepos.State(query: "-")) {
      ($0.results.query, $0.results.rows) = (.search(query: "-"), [repository])
      ($0.results.totalCount, $0.results.nextCursor, $0.results.omittedCount) = (2, 2, 1)
      ($0.isShowingOptions, $0.isShowingHeaders, $0.isIncomplete) = (true, true, true)
      ($0.rateLimit, $0.headers, $0.starFailure) = (RateLimit(remaining: 9), ["-": "1"], star(true))
    }
    let sorted = RepositorySort.Key.allCases.flatMap { key in
      RepositorySort.Order.allCases.map { order in
        changed(loaded) {
          $0.sort = RepositorySort(key, order)
          $0.results.query = .search(query: "-", sort: $0.sort)
        }
      }
    }
    let failed = changed(SearchRepos.State()) {
      $0.results.query = .favorites
      $0.results.failure = .init(request: .init(query: .favorites), error: .notHTTP)
      $0.starFailure = star(false)
    }
    let loading = changed(SearchRepos.State()) { _ = $0.results.load(.favorites) }
    let empty = changed(SearchRepos.State()) { $0.results.receive([], next: nil, for: $0.results.load(.favorites)) }
    let open = changed(RepositoryDetail.State(repository)) {
      ($0.failure, $0.starFailure, $0.openFailure) = (.cancelled, .notHTTP, .failed(program: "-", status: 1))
    }
    let starred = changed(open) { $0.isStarred = true }
    let waiting = changed(RepositoryDetail.State(owner: "-", name: "-")) {
      ($0.isLoading, $0.isLoadingStar) = (true, true)
    }
    let details = [open, starred, waiting].map { detail in changed(loaded) { $0.detail = detail } }
    return ([loaded, failed, loading, empty] + sorted + details).map { searchReposScreen(ObservedState($0), context) }
  }

  var articles: [Screen<Articles.Action>] {
    let article = Article(
      id: "-",
      title: "-",
      url: URL(filePath: "/"),
      user: .init(id: "-"),
      likesCount: 1_234,
      commentsCount: 2,
      createdAt: nil,
      tags: [],
      pageViewsCount: 3
    )
    let loaded = changed(Articles.State()) {
      ($0.tag, $0.list.query, $0.list.rows) = ("-", "-", [article])
      ($0.list.totalCount, $0.list.nextCursor, $0.list.omittedCount) = (2, 2, 1)
      ($0.rateLimit, $0.openError) = (RateLimit(remaining: 1), .unavailable(.noOpener))
      ($0.openingID, $0.articleError) = ("-", .cancelled)
    }
    let more = changed(loaded) {
      $0.articleError = nil
      _ = $0.list.rowAppeared(id: "-")
    }
    let failed = changed(loaded) { $0.list.failure = .init(request: .init(query: "-"), error: .notHTTP) }
    let loading = changed(Articles.State()) {
      $0.tag = "-"
      _ = $0.list.load("-")
    }
    let empty = changed(Articles.State()) {
      $0.tag = "-"
      $0.list.receive([], next: nil, for: $0.list.load("-"))
    }
    return [loaded, more, failed, loading, empty].map { articlesScreen(ObservedState($0), context) }
  }

  var recipes: [Screen<RecipeList.Action>] {
    let recipe = Recipe(
      id: 1,
      title: "-",
      description: "-",
      user: .init(name: "-"),
      ingredients: [.init(id: 1, name: "-", quantity: "-"), .init(id: 2, name: "-"), .init(id: 3, name: "-")],
      steps: [.init(id: 1, memo: "-")]
    )
    let loaded = changed(RecipeList.State()) {
      $0.recipes.rows = [RecipeList.Row(recipe: RecipeSummary(recipe), hashtags: nil)]
      ($0.recipes.nextCursor, $0.hashtagsError) = ("-", .cancelled)
    }
    let failed = changed(RecipeList.State()) {
      $0.recipes.failure = .init(request: .init(query: .all), error: .notHTTP)
    }
    let loading = changed(RecipeList.State()) { _ = $0.recipes.load(.all) }
    let empty = changed(RecipeList.State()) { $0.recipes.receive([], next: nil, for: $0.recipes.load(.all)) }
    let detail = RecipeDetail.State(id: 1)
    let waiting = changed(detail) { ($0.recipe.isLoading, $0.hashtags.isLoading) = (true, true) }
    let broken = changed(detail) { ($0.recipe.error, $0.hashtags.error) = (.notHTTP, .cancelled) }
    let open = changed(detail) { ($0.recipe, $0.hashtags) = (.init(recipe), .init([])) }
    let details = [waiting, broken, open].map { detail in changed(loaded) { $0.detail = detail } }
    return ([loaded, failed, loading, empty] + details).map { recipeListScreen(ObservedState($0), context) }
  }

  var sheets: [Screen<AddHashtags.Action>] {
    let (nothing, typed) = (AddHashtags.State(recipeID: 1), AddHashtags.State(recipeID: 1, text: "#1"))
    let sheet = changed(typed) { ($0.error, $0.alert) = (.notHTTP, .hashtagsAdded(context.texts)) }
    let sending = changed(nothing) { $0.isSending = true }
    return [typed, sheet, sending, nothing].map { addHashtagsScreen($0, context) }
  }

  var toDos: [Screen<ToDoList.Action>] {
    let toDo = ToDo(id: UUID(1), title: "1", memo: "-", createdAt: Self.now, dueAt: Self.now)
    let done = ToDo(id: UUID(2), title: "2", isDone: true, createdAt: Self.now)
    let loaded = changed(ToDoList.State()) {
      $0.position = .revision(1)
      $0.rows.look(at: Self.now.addingTimeInterval(200_000))
      $0.rows.update(removing: [], adding: [toDo, done])
      ($0.problem, $0.failure, $0.lastDeleted) = (.diskFull(path: "-"), .readOnly(path: "-"), [toDo])
    }
    let filtered = ToDoFilter.allCases.map { filter in
      changed(ToDoList.State()) {
        $0.position = .revision(1)
        if filter != .all { $0.rows.update(removing: [], adding: [filter == .done ? toDo : done]) }
        $0.rows.show(filter)
      }
    }
    let searched = changed(loaded) {
      $0.rows.search(for: "-")
      $0.rows.sort(by: .dueDate)
    }
    let unread = ToDoDetail.State(id: UUID(1))
    let missing = changed(unread) { $0.reading = ToDoReading(toDo: nil, revision: 1) }
    let failed = changed(unread) { $0.failure = .busy(path: "-") }
    let known = [ToDoDetail.State(id: UUID(1), toDo: toDo), ToDoDetail.State(id: UUID(2), toDo: done)]
    let details = (known + [missing, failed, unread]).map { detail in
      changed(loaded) { $0.destination = .detail(detail) }
    }
    let lists = [loaded, ToDoList.State()] + filtered + [searched] + details
    let scrolled = changed(context) { $0.visible = 1..<1 }
    return lists.map { toDoListScreen(ObservedState($0), context) } + [toDoListScreen(ObservedState(loaded), scrolled)]
  }

  var forms: [Screen<ToDoForm.Action>] {
    let form = changed(ToDoForm.State()) { ($0.title, $0.dueAt, $0.failure) = ("1", Self.now, .busy(path: "-")) }
    let saving = changed(form) { $0.isSaving = true }
    let toDo = ToDo(id: UUID(1), title: "1", memo: "-", createdAt: Self.now, dueAt: Self.now)
    let edit = changed(ToDoForm.State(toDo)) { $0.title = "2" }
    let late = changed(ToDoForm.State()) { ($0.isDueDatePast, $0.isRestoring) = (true, true) }
    let unread = changed(late) { $0.failure = .busy(path: "-") }
    return [form, saving, ToDoForm.State(), edit, late, unread].map { toDoFormScreen($0, context) }
  }

  var catalog: [Screen<Catalog.Action>] {
    let loaded = changed(Catalog.State()) {
      $0.users = .success((1...12).map { User(id: $0, firstName: "-", lastName: "-") })
      $0.songs = .success([])
    }
    let failed = changed(Catalog.State()) {
      ($0.users, $0.songs) = (.failure(.notHTTP), .loading(placeholder: [], previous: nil))
    }
    let ofOneArtist = changed(loaded) { $0.artist = "-" }
    return [loaded, failed, ofOneArtist].map { catalogScreen(ObservedState($0), context) }
  }
}

struct LanguageTests {
  @Test func noEnglishIsLeftInJapanese() {
    for text in texts(.japanese(width: 2_000)) {
      let words = text.matches(of: #/[A-Za-z]{2,}/#).map { String($0.output) }
      #expect(words.allSatisfy(Self.names.contains), "\(text)")
    }
  }

  @Test func noJapaneseIsLeftInEnglish() {
    for text in texts(ScreenContext(width: 2_000)) {
      #expect(!text.unicodeScalars.contains { 0x3000...0x9FFF ~= $0.value }, "\(text)")
    }
  }

  @Test func marksHaveWords() {
    for text in texts(ScreenContext(width: 2_000)) + texts(.japanese(width: 2_000)) where text.contains(/[♥★☆☑☐↑↓]/) {
      #expect(text.contains(/[♥★☆☑☐↑↓][^\p{L}]*\p{L}/), "\(text)")
    }
  }

  /// Names that are the same in both languages; the last ones open addresses.
  private static let names: Set<String> = ["GitHub", "OK", "ToDo", "Web", "swift", "xdg", "open", "utils", "PATH"]

  private func texts(_ context: ScreenContext) -> [String] {
    func texts<Action>(_ screens: [Screen<Action>]) -> [String] {
      screens.flatMap { screen in
        screen.lines.map(\.text) + screen.commands.flatMap { [$0.title, $0.question ?? ""] }
          + screen.lines.flatMap(\.controls).flatMap { [$0.label, $0.question ?? ""] }
      }
    }
    let all = SampleScreens(context: context)
    return texts(all.app) + texts(all.repositories) + texts(all.articles) + texts(all.recipes) + texts(all.sheets)
      + texts(all.toDos) + texts(all.forms) + texts(all.catalog)
  }
}
