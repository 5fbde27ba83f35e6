import Foundation
import Store
import StoreInspection

@testable import DemoCLI
@testable import Features

extension Texts {
  static let japanese = Texts(locale: Locale(identifier: "ja_JP"))
}

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

/// Every screen with all of its parts. Values of servers and people contain no letters, so each word on a screen is one
/// of the program's.
struct SampleScreens {
  let context: ScreenContext
  static let now = Date(timeIntervalSince1970: 1_767_225_600)

  // MARK: App

  var app: [Screen<AppFeature.Action>] {
    AppTab.allCases.map { tab in
      var state = AppFeature.State()
      state.tab = tab
      state.linkError = DeepLinkError(link: "-", problem: .extraPart)
      state.preferencesError = .readOnly(path: "-")
      state.recentSearches = [RecentSearch(.repositories, "-"), RecentSearch(.articles, "-")]
      state.offline.isOffline = true
      state.offline.problem = .busy(path: "-")
      return appScreen(ObservedState(state), context)
    }
  }

  // MARK: Repositories

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
    let details = [open, starred, waiting].map { detail in
      var state = loaded
      state.detail = detail
      return state
    }
    return ([loaded, failed, loading, empty] + sorted + details).map { searchReposScreen(ObservedState($0), context) }
  }

  // MARK: Articles

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
    return [loaded, more, failed, loading, empty].map { articlesScreen(ObservedState($0), context) }
  }

  // MARK: Recipes

  var recipes: [Screen<RecipeList.Action>] {
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
    let details = [waiting, broken, open].map { detail in
      var state = loaded
      state.detail = detail
      return state
    }
    return ([loaded, failed, loading, empty] + details).map { recipeListScreen(ObservedState($0), context) }
  }

  var sheets: [Screen<AddHashtags.Action>] {
    let typed = AddHashtags.State(recipeID: 1, text: "#1")
    var sheet = typed
    (sheet.error, sheet.alert) = (.notHTTP, .hashtagsAdded(context.texts))
    var sending = AddHashtags.State(recipeID: 1)
    sending.isSending = true
    return [typed, sheet, sending, AddHashtags.State(recipeID: 1)].map { addHashtagsScreen($0, context) }
  }

  // MARK: To-dos

  var toDos: [Screen<ToDoList.Action>] {
    let toDo = ToDo(id: UUID(1), title: "1", memo: "-", createdAt: Self.now, dueAt: Self.now)
    let done = ToDo(id: UUID(2), title: "2", isDone: true, createdAt: Self.now)
    var loaded = ToDoList.State()
    loaded.position = .revision(1)
    loaded.rows.look(at: Self.now.addingTimeInterval(200_000))
    loaded.rows.update(removing: [], adding: [toDo, done])
    (loaded.problem, loaded.failure) = (.diskFull(path: "-"), .readOnly(path: "-"))
    loaded.lastDeleted = [toDo]
    var lists = [loaded, ToDoList.State()]
    for filter in ToDoFilter.allCases {
      var state = ToDoList.State()
      state.position = .revision(1)
      if filter != .all { state.rows.update(removing: [], adding: [filter == .done ? toDo : done]) }
      state.rows.show(filter)
      lists.append(state)
    }
    var searched = loaded
    searched.rows.search(for: "-")
    searched.rows.sort(by: .dueDate)
    lists.append(searched)

    var missing = ToDoDetail.State(id: UUID(1))
    missing.reading = ToDoReading(toDo: nil, revision: 1)
    var failed = ToDoDetail.State(id: UUID(1))
    failed.failure = .busy(path: "-")
    lists += [
      ToDoDetail.State(id: UUID(1), toDo: toDo), ToDoDetail.State(id: UUID(2), toDo: done), missing, failed,
      ToDoDetail.State(id: UUID(1)),
    ].map { detail in
      var state = loaded
      state.destination = .detail(detail)
      return state
    }
    var scrolled = context
    scrolled.visible = 1..<1
    return lists.map { toDoListScreen(ObservedState($0), context) } + [toDoListScreen(ObservedState(loaded), scrolled)]
  }

  var forms: [Screen<ToDoForm.Action>] {
    var form = ToDoForm.State()
    (form.title, form.dueAt, form.failure) = ("1", Self.now, .busy(path: "-"))
    var saving = form
    saving.isSaving = true
    var edit = ToDoForm.State(ToDo(id: UUID(1), title: "1", memo: "-", createdAt: Self.now, dueAt: Self.now))
    edit.title = "2"
    var late = ToDoForm.State()
    (late.isDueDatePast, late.isRestoring) = (true, true)
    var unread = late
    unread.failure = .busy(path: "-")
    return [form, saving, ToDoForm.State(), edit, late, unread].map { toDoFormScreen($0, context) }
  }

  // MARK: Catalog

  var catalog: [Screen<Catalog.Action>] {
    var loaded = Catalog.State()
    loaded.users = .success((1...12).map { User(id: $0, firstName: "-", lastName: "-") })
    loaded.songs = .success([])
    var failed = Catalog.State()
    (failed.users, failed.songs) = (.failure(.notHTTP), .loading(placeholder: [], previous: nil))
    var ofOneArtist = loaded
    ofOneArtist.artist = "-"
    return [loaded, failed, ofOneArtist].map { catalogScreen(ObservedState($0), context) }
  }
}
