import Foundation
import Store
import Testing

@testable import DemoCLI
@testable import Features
@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

/// Every screen with all of its parts, in both languages. Values of servers and people contain no letters, so each word
/// on a screen is one of the program's.
struct LanguageTests {
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)

  @Test func noEnglishIsLeftInJapanese() {
    for (name, texts) in screens(.japanese(width: 2_000)) {
      for text in texts {
        let words = text.matches(of: #/[A-Za-z]{2,}/#).map { String($0.output) }
        #expect(words.allSatisfy(Self.names.contains), "\(name): \(text)")
      }
    }
  }

  @Test func noJapaneseIsLeftInEnglish() {
    for (name, texts) in screens(ScreenContext(width: 2_000)) {
      for text in texts {
        #expect(!text.unicodeScalars.contains { 0x3000...0x9FFF ~= $0.value }, "\(name): \(text)")
      }
    }
  }

  @Test func marksHaveWords() {
    for context in [ScreenContext(width: 2_000), .japanese(width: 2_000)] {
      for (name, texts) in screens(context) {
        for text in texts where text.contains(/[♥★☆☑☐↑↓]/) {
          #expect(text.contains(/[♥★☆☑☐↑↓][^\p{L}]*\p{L}/), "\(name): \(text)")
        }
      }
    }
  }

  /// Names that are the same in both languages.
  private static let names: Set<String> = ["GitHub", "OK", "ToDo", "Web", "swift"]

  /// The texts of a screen: its lines, and the labels and questions of its keys and controls.
  private func texts<Action>(_ screen: Screen<Action>) -> [String] {
    screen.lines.map(\.text) + screen.commands.flatMap { [$0.title, $0.question ?? ""] }
      + screen.lines.flatMap(\.controls).flatMap { [$0.label, $0.question ?? ""] }
  }

  private func screens(_ context: ScreenContext) -> [(name: String, texts: [String])] {
    app(context) + repositories(context) + articles(context) + recipes(context) + toDos(context) + catalog(context)
  }

  private func app(_ context: ScreenContext) -> [(String, [String])] {
    AppTab.allCases.map { tab in
      var state = AppFeature.State()
      state.tab = tab
      state.linkError = DeepLinkError(link: "-", problem: .extraPart)
      state.preferencesError = .readOnly(path: "-")
      state.recentSearches = [RecentSearch(.repositories, "-"), RecentSearch(.articles, "-")]
      state.offline.isOffline = true
      state.offline.problem = .busy(path: "-")
      return ("\(tab)", texts(appScreen(ObservedState(state), context)))
    }
  }

  private func repositories(_ context: ScreenContext) -> [(String, [String])] {
    let repository = Repository(
      id: 1,
      name: "-",
      owner: .init(login: "-", avatarURL: URL(filePath: "/")),
      description: "-",
      language: "-",
      stargazersCount: 1_234,
      htmlURL: URL(string: "1://1.1")
    )
    var loaded = SearchRepos.State(query: "-")
    loaded.results.query = .search(query: "-")
    loaded.results.rows = [repository]
    loaded.results.totalCount = 2
    loaded.results.nextCursor = 2
    loaded.rateLimit = RateLimit(remaining: 9)
    (loaded.isShowingOptions, loaded.isShowingHeaders, loaded.isIncomplete) = (true, true, true)
    loaded.headers = ["-": "1"]
    loaded.results.omittedCount = 1
    loaded.starFailure = .init(star: .init(owner: "-", name: "-", id: 1, isStarred: true), error: .cancelled)
    let sorted = RepositorySort.Key.allCases.flatMap { key in
      RepositorySort.Order.allCases.map { order in
        var state = loaded
        state.sort = RepositorySort(key, order)
        state.results.query = .search(query: "-", sort: state.sort)
        return state
      }
    }
    var failed = SearchRepos.State()
    failed.results.query = .favorites
    failed.results.failure = .init(request: .init(query: .favorites), error: .notHTTP)
    failed.starFailure = .init(star: .init(owner: "-", name: "-", id: 1, isStarred: false), error: .cancelled)
    var loading = SearchRepos.State()
    _ = loading.results.load(.favorites)
    var empty = loading
    if let request = empty.results.request { empty.results.receive([], next: nil, for: request) }

    var open = RepositoryDetail.State(repository)
    (open.failure, open.starFailure, open.openFailure) = (.cancelled, .notHTTP, .failed(program: "-", status: 1))
    var starred = open
    starred.isStarred = true
    var waiting = RepositoryDetail.State(owner: "-", name: "-")
    (waiting.isLoading, waiting.isLoadingStar) = (true, true)
    return ([loaded, failed, loading, empty] + sorted).map {
      ("repositories", texts(searchReposScreen(ObservedState($0), context)))
    }
      + [open, starred, waiting].map { detail in
        var state = loaded
        state.detail = detail
        return ("repository", texts(searchReposScreen(ObservedState(state), context)))
      }
  }

  private func articles(_ context: ScreenContext) -> [(String, [String])] {
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
    var loaded = Articles.State()
    loaded.tag = "-"
    loaded.list.query = "-"
    loaded.list.rows = [article]
    loaded.list.totalCount = 2
    loaded.list.nextCursor = 2
    loaded.rateLimit = RateLimit(remaining: 1)
    loaded.openError = .unavailable(.noOpener)
    (loaded.openingID, loaded.articleError, loaded.list.omittedCount) = ("-", .cancelled, 1)
    var more = loaded
    more.articleError = nil
    _ = more.list.rowAppeared(id: "-")
    var failed = loaded
    failed.list.failure = .init(request: .init(query: "-"), error: .notHTTP)
    var loading = Articles.State()
    loading.tag = "-"
    _ = loading.list.load("-")
    var empty = loading
    if let request = empty.list.request { empty.list.receive([], next: nil, for: request) }
    return [loaded, more, failed, loading, empty].map {
      // The names of the program that opens addresses are the same in both languages.
      (
        "articles",
        texts(articlesScreen(ObservedState($0), context)).map { $0.replacing(/xdg-(open|utils)|PATH/, with: "") }
      )
    }
  }

  private func recipes(_ context: ScreenContext) -> [(String, [String])] {
    let recipe = Recipe(
      id: 1,
      title: "-",
      description: "-",
      user: .init(name: "-"),
      ingredients: [.init(id: 1, name: "-", quantity: "-"), .init(id: 2, name: "-"), .init(id: 3, name: "-")],
      steps: [.init(id: 1, memo: "-")]
    )
    var loaded = RecipeList.State()
    loaded.recipes.rows = [RecipeList.Row(recipe: RecipeSummary(recipe), hashtags: nil)]
    loaded.recipes.nextCursor = "-"
    loaded.hashtagsError = .cancelled
    var failed = RecipeList.State()
    failed.recipes.failure = .init(request: .init(query: .all), error: .notHTTP)
    var loading = RecipeList.State()
    _ = loading.recipes.load(.all)
    var empty = loading
    if let request = empty.recipes.request { empty.recipes.receive([], next: nil, for: request) }

    var waiting = RecipeDetail.State(id: 1)
    (waiting.recipe.isLoading, waiting.hashtags.isLoading) = (true, true)
    var broken = RecipeDetail.State(id: 1)
    (broken.recipe.error, broken.hashtags.error) = (.notHTTP, .cancelled)
    var open = RecipeDetail.State(id: 1)
    (open.recipe, open.hashtags) = (.init(recipe), .init([]))
    var sheet = AddHashtags.State(recipeID: 1, text: "#1")
    (sheet.error, sheet.alert) = (.notHTTP, .hashtagsAdded(context.texts))
    var sending = AddHashtags.State(recipeID: 1)
    sending.isSending = true
    let details = [waiting, broken, open].map { detail in
      var state = loaded
      state.detail = detail
      return ("recipe", texts(recipeListScreen(ObservedState(state), context)))
    }
    return [loaded, failed, loading, empty].map { ("recipes", texts(recipeListScreen(ObservedState($0), context))) }
      + details
      + [sheet, sending, AddHashtags.State(recipeID: 1)].map { ("sheet", texts(addHashtagsScreen($0, context))) }
  }

  private func toDos(_ context: ScreenContext) -> [(String, [String])] {
    let toDo = ToDo(id: UUID(1), title: "1", memo: "-", createdAt: Self.now, dueAt: Self.now)
    let done = ToDo(id: UUID(2), title: "2", isDone: true, createdAt: Self.now)
    var loaded = ToDoList.State()
    loaded.position = .revision(1)
    loaded.rows.look(at: Self.now.addingTimeInterval(200_000))
    loaded.rows.update(removing: [], adding: [toDo, done])
    (loaded.problem, loaded.failure) = (.diskFull(path: "-"), .readOnly(path: "-"))
    loaded.lastDeleted = [toDo]
    var lists = [("to-dos", loaded), ("to-dos", ToDoList.State())]
    for filter in ToDoFilter.allCases {
      var state = ToDoList.State()
      state.position = .revision(1)
      if filter != .all { state.rows.update(removing: [], adding: [filter == .done ? toDo : done]) }
      if filter == .done { state.rows.update(removing: [], adding: [toDo]) }
      state.rows.show(filter)
      lists.append(("to-dos, \(filter)", state))
    }
    var scrolled = context
    scrolled.visible = 1..<1

    var missing = ToDoDetail.State(id: UUID(1))
    missing.reading = ToDoReading(toDo: nil, revision: 1)
    var failed = ToDoDetail.State(id: UUID(1))
    failed.failure = .busy(path: "-")
    let details = [
      ToDoDetail.State(id: UUID(1), toDo: toDo), ToDoDetail.State(id: UUID(2), toDo: done), missing, failed,
      ToDoDetail.State(id: UUID(1)),
    ]
    var form = ToDoForm.State()
    form.title = "1"
    form.dueAt = Self.now
    form.failure = .busy(path: "-")
    var saving = form
    saving.isSaving = true
    var edit = ToDoForm.State(toDo)
    edit.title = "2"
    var late = ToDoForm.State()
    late.isDueDatePast = true
    late.isRestoring = true
    var unread = late
    unread.failure = .busy(path: "-")
    let forms = [form, saving, ToDoForm.State(), edit, late, unread]
    var searched = loaded
    searched.rows.search(for: "-")
    searched.position = .revision(1)
    searched.rows.sort(by: .dueDate)
    var shown = lists.map { ($0.0, texts(toDoListScreen(ObservedState($0.1), context))) }
    shown.append(("to-dos, scrolled", texts(toDoListScreen(ObservedState(loaded), scrolled))))
    for detail in details {
      var state = loaded
      state.destination = .detail(detail)
      shown.append(("to-do", texts(toDoListScreen(ObservedState(state), context))))
    }
    shown += forms.map { ("form", texts(toDoFormScreen($0, context))) }
    shown.append(("to-dos, searched", texts(toDoListScreen(ObservedState(searched), context))))
    return shown
  }

  private func catalog(_ context: ScreenContext) -> [(String, [String])] {
    var loaded = Catalog.State()
    loaded.users = .success((1...12).map { User(id: $0, firstName: "-", lastName: "-") })
    loaded.songs = .success([])
    var failed = Catalog.State()
    (failed.users, failed.songs) = (.failure(.notHTTP), .loading(placeholder: [], previous: nil))
    var ofOneArtist = loaded
    ofOneArtist.artist = "-"
    return [loaded, failed, ofOneArtist].map { ("catalog", texts(catalogScreen(ObservedState($0), context))) }
  }
}
