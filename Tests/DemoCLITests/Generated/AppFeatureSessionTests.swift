import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

@testable import Features

/// A session of DemoCLI on mock values, made a test by `DemoCLI generate-test`.
/// It calls memberwise initializers of `Article.Tag`, `DeepLinkError`, `Hashtag`, `HashtagDraft`,
/// `RecipeSummary.Ingredient`, `Repository.Owner` and `ToDoDraft`. Where a type has another one, the command line's
/// `swiftSpellings` have to say so.
struct AppFeatureSessionTests {
  @Test func session() async {
    let clock = TestClock()
    // Answers that took their time come when this clock is moved on.
    let server = TestClock()
    let recipeCalls = Atomic(0)
    let hashtagsCalls = Atomic(0)
    let toDoClientDraftCalls = Atomic(0)
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date("2026-01-01T00:00:00Z")
      $0.githubClient.searchRepos = { query, sort, page in
        #expect(query == "parser" && sort == nil && page == 1)
        return repositoryPage
      }
      $0.qiitaClient.articles = { tag, page in
        #expect(tag == "swift" && page == 1)
        return articlePage
      }
      $0.recipeClient.recipes = { order, cursor in
        #expect(order == .all && cursor == nil)
        return recipePage
      }
      $0.recipeClient.recipe = { _ in
        switch recipeCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: return firstRecipe
        case 1: return secondRecipe
        default: return firstRecipe
        }
      }
      $0.hashtagClient.hashtags = { _ in
        switch hashtagsCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: return firstRecipeHashtags
        case 1: return secondRecipeHashtags
        case 2: return thirdRecipeHashtags
        default: return firstRecipeHashtags
        }
      }
      $0.toDoClient.changes = { after in
        switch after {
        case nil: return toDoChanges
        case .revision(4):
          try await server.sleep(for: .seconds(86_400))
          throw CancellationError()
        default:
          Issue.record("no such call was recorded: \(String(describing: after))")
          throw CancellationError()
        }
      }
      $0.toDoClient.draft = { _ in
        switch toDoClientDraftCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: return ToDoEdit()
        default: return ToDoEdit(title: "切符を買う")
        }
      }
      $0.toDoClient.saveDraft = { _, _ in }
      $0.hashtagDraftClient.draft = { recipeID in
        #expect(recipeID == 42)
        return ""
      }
      $0.bookmarkClient.bookmarks = { [] }
      $0.preferencesClient.load = { Preferences() }
      $0.preferencesClient.saveTab = { _ in }
      $0.preferencesClient.addSearch = { _ in }
    }

    await store.send(.launched)
    await store.receive(.searchRepos(.appeared))
    await store.receive(.bookmarks(.load)) { $0.bookmarks.isLoading = true }
    await store.receive(.preferencesLoaded(Preferences()))
    await store.receive(.bookmarks(.loaded([]))) {
      $0.bookmarks.isRead = true
      $0.bookmarks.isLoading = false
    }
    await store.send(.linkOpened("app://recipes/42")) {
      $0.tab = .recipes
      $0.hasNavigated = true
      $0.recipes.detail = RecipeDetail.State(id: 42)
    }
    await store.receive(.recipes(.appeared)) { $0.recipes.recipes.request = .init(query: .all, cursor: nil) }
    await store.receive(.recipes(.detail(.presented(.appeared)))) {
      $0.recipes.detail?.recipe.isLoading = true
      $0.recipes.detail?.hashtags.isLoading = true
    }
    await store.receive(\.recipes.pageLoaded) {
      $0.recipes.recipes.query = .all
      $0.recipes.recipes.rows = [
        RecipeList.Row(recipe: recipePage.recipes[0]),
        RecipeList.Row(recipe: recipePage.recipes[1]),
        RecipeList.Row(recipe: recipePage.recipes[2]),
        RecipeList.Row(recipe: recipePage.recipes[3]),
      ]
      $0.recipes.recipes.nextCursor = "11"
      $0.recipes.recipes.request = nil
      $0.recipes.hashtagsRequest = [1, 2, 3, 4]
    }
    await store.receive(.recipes(.detail(.presented(.recipeLoaded(firstRecipe))))) {
      $0.recipes.detail?.recipe.value = firstRecipe
      $0.recipes.detail?.recipe.isLoading = false
    }
    await store.receive(\.recipes.detail.presented.hashtagsLoaded) {
      $0.recipes.detail?.hashtags.value = firstRecipeHashtags[0].hashtags
      $0.recipes.detail?.hashtags.isLoading = false
    }
    await store.receive(\.recipes.hashtagsLoaded) {
      $0.recipes.recipes.rows[id: 1]?.hashtags = secondRecipeHashtags[0].hashtags
      $0.recipes.recipes.rows[id: 2]?.hashtags = secondRecipeHashtags[1].hashtags
      $0.recipes.recipes.rows[id: 3]?.hashtags = secondRecipeHashtags[2].hashtags
      $0.recipes.recipes.rows[id: 4]?.hashtags = []
      $0.recipes.hashtagsRequest = nil
    }
    await store.send(.linkOpened("app://recipes/42/hashtags")) {
      $0.recipes.detail?.recipe.value = nil
      $0.recipes.detail?.hashtags.value = nil
      $0.recipes.detail?.addHashtags = AddHashtags.State(recipeID: 42)
    }
    await store.receive(.recipes(.appeared))
    await store.receive(.recipes(.detail(.presented(.appeared)))) {
      $0.recipes.detail?.recipe.isLoading = true
      $0.recipes.detail?.hashtags.isLoading = true
      $0.recipes.detail?.addHashtags?.isRestoring = true
      $0.recipes.drafts.jobs = [.read(continuedBy: HashtagDraft(id: 42, content: ""))]
    }
    await store.receive(.recipes(.draftRead(recipeID: 42, text: ""))) {
      $0.recipes.detail?.addHashtags?.isRestoring = false
      $0.recipes.detail?.addHashtags?.hasRestored = true
      $0.recipes.drafts.jobs = []
    }
    await store.receive(.recipes(.detail(.presented(.recipeLoaded(secondRecipe))))) {
      $0.recipes.detail?.recipe.value = firstRecipe
      $0.recipes.detail?.recipe.asOf = Date("2026-01-01T00:00:00Z")
    }
    await store.receive(\.recipes.detail.presented.hashtagsLoaded) {
      $0.recipes.detail?.hashtags.value = firstRecipeHashtags[0].hashtags
      $0.recipes.detail?.hashtags.asOf = Date("2026-01-01T00:00:00Z")
    }
    await store.receive(.recipes(.detail(.presented(.recipeLoaded(firstRecipe))))) {
      $0.recipes.detail?.recipe.asOf = nil
      $0.recipes.detail?.recipe.isLoading = false
    }
    await store.receive(\.recipes.detail.presented.hashtagsLoaded) {
      $0.recipes.detail?.hashtags.asOf = nil
      $0.recipes.detail?.hashtags.isLoading = false
    }
    await store.send(.linkOpened("app://todos/new")) {
      $0.tab = .toDos
      $0.toDos.destination = .create(ToDoForm.State())
    }
    await store.receive(.toDos(.task)) { $0.toDos.rows.minute = Date("2026-01-01T00:00:00Z") }
    await store.receive(.toDos(.destination(.presented(.create(.task))))) {
      $0.toDos.drafts.jobs = [.read(continuedBy: ToDoDraft(original: nil, content: ToDoEdit()))]
      $0.toDos.$destination[case: \.create]?.isRestoring = true
    }
    await store.receive(.toDos(.changed(toDoChanges))) {
      $0.toDos.rows.all = IdentifiedArray(uniqueElements: toDoChanges.updated)
      $0.toDos.rows.nextOverdueAt = Date("2026-01-02T00:01:00Z")
      $0.toDos.position = .revision(4)
    }
    await store.receive(.toDos(.draftRead(ToDoEdit()))) {
      $0.toDos.drafts.jobs = []
      $0.toDos.$destination[case: \.create]?.isRestoring = false
    }
    await store.send(.toDos(.destination(.presented(.create(.titleChanged("切符を買う")))))) {
      $0.toDos.drafts.jobs = [.write(ToDoDraft(original: nil, content: ToDoEdit(title: "切符を買う")))]
      $0.toDos.$destination[case: \.create]?.title = "切符を買う"
    }
    await store.receive(.toDos(.draftWritten)) { $0.toDos.drafts.jobs = [] }
    await store.send(.linkOpened("app://recipes")) {
      $0.tab = .recipes
      $0.recipes.detail = nil
    }
    await store.receive(.toDos(.disappeared))
    await store.receive(.recipes(.appeared))
    await store.send(.linkOpened("app://todos/new")) {
      $0.tab = .toDos
      $0.toDos.$destination[case: \.create]?.title = ""
    }
    await store.receive(.toDos(.task))
    await store.receive(.toDos(.destination(.presented(.create(.task))))) {
      $0.toDos.drafts.jobs = [.read(continuedBy: ToDoDraft(original: nil, content: ToDoEdit()))]
      $0.toDos.$destination[case: \.create]?.isRestoring = true
    }
    await store.receive(.toDos(.draftRead(ToDoEdit(title: "切符を買う")))) {
      $0.toDos.drafts.jobs = []
      $0.toDos.$destination[case: \.create]?.title = "切符を買う"
      $0.toDos.$destination[case: \.create]?.isRestoring = false
    }
    await store.send(.toDos(.destination(.presented(.create(.discardButtonTapped))))) {
      $0.toDos.drafts.jobs = [.write(ToDoDraft(original: nil, content: ToDoEdit()))]
      $0.toDos.$destination[case: \.create]?.title = ""
    }
    await store.receive(.toDos(.destination(.dismiss))) { $0.toDos.destination = nil }
    await store.receive(.toDos(.draftWritten)) { $0.toDos.drafts.jobs = [] }
    await store.send(.linkOpened("app://articles/swift")) { $0.tab = .articles }
    await store.receive(.toDos(.disappeared))
    await store.receive(.articles(.tagChanged("swift")))
    await store.receive(.articles(.tagSubmitted)) {
      $0.articles.list.request = Articles.List.Request(query: "swift")
      $0.recentSearches = [RecentSearch(.articles, "swift")]
    }
    await store.receive(\.articles.pageLoaded) {
      $0.articles.list.query = "swift"
      $0.articles.list.rows = IdentifiedArray(uniqueElements: articlePage.items)
      $0.articles.list.totalCount = 4218
      $0.articles.list.nextCursor = 2
      $0.articles.list.request = nil
      $0.articles.rateLimit = articlePage.rateLimit
    }
    await store.send(.linkOpened("app://repos?q=parser")) { $0.tab = .repositories }
    await store.receive(.searchRepos(.queryChanged("parser"))) { $0.searchRepos.query = "parser" }
    await store.receive(.searchRepos(.searchSubmitted)) {
      $0.searchRepos.results.request = SearchRepos.Results.Request(query: .search(query: "parser", sort: nil))
      $0.recentSearches = [RecentSearch(.repositories, "parser"), RecentSearch(.articles, "swift")]
    }
    await store.receive(\.searchRepos.pageLoaded) {
      $0.searchRepos.results.query = .search(query: "parser", sort: nil)
      $0.searchRepos.results.rows = IdentifiedArray(uniqueElements: repositoryPage.items)
      $0.searchRepos.results.totalCount = 256
      $0.searchRepos.results.nextCursor = 2
      $0.searchRepos.results.request = nil
      $0.searchRepos.headers = repositoryPage.headers
      $0.searchRepos.rateLimit = repositoryPage.rateLimit
    }
    await store.send(.linkOpened("app://recipes/soup")) {
      $0.linkError = DeepLinkError(link: "app://recipes/soup", problem: .noRecipeID(text: "soup"))
    }
    await store.send(.linkErrorDismissed) { $0.linkError = nil }
  }
}

private let recipePage = RecipePage(
  recipes: [
    RecipeSummary(
      id: 1,
      title: "肉じゃが",
      description: "じゃがいもがおいしい肉じゃがです。",
      imageURL: "https://images.example/recipes/1.jpg",
      publishedAt: Date("2025-06-15T09:00:00Z"),
      user: Recipe.User(name: "ada"),
      ingredients: [
        RecipeSummary.Ingredient(name: "じゃがいも"),
        RecipeSummary.Ingredient(name: "牛肉"),
        RecipeSummary.Ingredient(name: "玉ねぎ"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
    RecipeSummary(
      id: 2,
      title: "カレーライス",
      description: "豚肉がおいしいカレーライスです。",
      imageURL: "https://images.example/recipes/2.jpg",
      publishedAt: Date("2025-12-07T18:00:00Z"),
      user: Recipe.User(name: "grace"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚肉"),
        RecipeSummary.Ingredient(name: "にんじん"),
        RecipeSummary.Ingredient(name: "カレールウ"),
      ]
    ),
    RecipeSummary(
      id: 3,
      title: "親子丼",
      description: "鶏もも肉がおいしい親子丼です。",
      imageURL: "https://images.example/recipes/3.jpg",
      publishedAt: Date("2025-05-22T03:00:00Z"),
      user: Recipe.User(name: "はなこ"),
      ingredients: [
        RecipeSummary.Ingredient(name: "鶏もも肉"),
        RecipeSummary.Ingredient(name: "卵"),
        RecipeSummary.Ingredient(name: "玉ねぎ"),
      ]
    ),
    RecipeSummary(
      id: 4,
      title: "味噌汁",
      description: "豆腐がおいしい味噌汁です。",
      imageURL: "https://images.example/recipes/4.jpg",
      publishedAt: Date("2025-11-13T12:00:00Z"),
      user: Recipe.User(name: "たろう"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豆腐"),
        RecipeSummary.Ingredient(name: "わかめ"),
        RecipeSummary.Ingredient(name: "味噌"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
  ],
  nextCursor: "11"
)

private let firstRecipe = Recipe(
  id: 42,
  title: "我が家のほうれん草のおひたし",
  description: "ほうれん草がおいしいほうれん草のおひたしです。",
  imageURL: "https://images.example/recipes/42.jpg",
  publishedAt: Date("2025-08-19T18:00:00Z"),
  user: Recipe.User(name: "hedy", imageURL: "https://images.example/users/hedy.jpg"),
  ingredients: [
    Recipe.Ingredient(id: 4200, name: "ほうれん草", quantity: "200g"),
    Recipe.Ingredient(id: 4201, name: "しょうゆ", quantity: "300g"),
  ],
  steps: [
    Recipe.Step(id: 4200, memo: "ゆでる。"),
    Recipe.Step(id: 4201, memo: "しょうゆをかける。", imageURL: "https://images.example/42/1.jpg"),
  ]
)

private let firstRecipeHashtags: IdentifiedArray<Int64, RecipeHashtags> = [
  RecipeHashtags(recipeID: 42, hashtags: [Hashtag(id: 42002, name: "リピート決定"), Hashtag(id: 42001, name: "平日のお昼に")])
]

private let secondRecipeHashtags: IdentifiedArray<Int64, RecipeHashtags> = [
  RecipeHashtags(recipeID: 1, hashtags: [Hashtag(id: 1001, name: "リピート決定")]),
  RecipeHashtags(recipeID: 2, hashtags: [Hashtag(id: 2002, name: "夕食"), Hashtag(id: 2001, name: "簡単")]),
  RecipeHashtags(
    recipeID: 3,
    hashtags: [Hashtag(id: 3003, name: "節約"), Hashtag(id: 3002, name: "作り置き"), Hashtag(id: 3001, name: "夕食")]
  ),
  RecipeHashtags(recipeID: 4, hashtags: []),
]

private let secondRecipe = Recipe(
  id: 42,
  title: "我が家のほうれん草のおひたし",
  description: "ほうれん草がおいしいほうれん草のおひたしです。",
  imageURL: "https://images.example/recipes/42.jpg",
  publishedAt: Date("2025-08-19T18:00:00Z"),
  user: Recipe.User(name: "hedy", imageURL: "https://images.example/users/hedy.jpg"),
  ingredients: [
    Recipe.Ingredient(id: 4200, name: "ほうれん草", quantity: "200g"),
    Recipe.Ingredient(id: 4201, name: "しょうゆ", quantity: "300g"),
  ],
  steps: [
    Recipe.Step(id: 4200, memo: "ゆでる。"),
    Recipe.Step(id: 4201, memo: "しょうゆをかける。", imageURL: "https://images.example/42/1.jpg"),
  ],
  asOf: Date("2026-01-01T00:00:00Z")
)

private let thirdRecipeHashtags: IdentifiedArray<Int64, RecipeHashtags> = [
  RecipeHashtags(
    recipeID: 42,
    hashtags: [Hashtag(id: 42002, name: "リピート決定"), Hashtag(id: 42001, name: "平日のお昼に")],
    asOf: Date("2026-01-01T00:00:00Z")
  )
]

private let toDoChanges = ToDoChanges(
  isStart: true,
  updated: [
    ToDo(
      id: UUID(1004),
      title: "年賀状を書く",
      memo: "祖母\n田中さん\n鈴木さん",
      createdAt: Date("2025-12-30T03:00:00Z"),
      dueAt: Date("2026-01-02T00:00:00Z")
    ),
    ToDo(id: UUID(1003), title: "歯医者に電話する", createdAt: Date("2025-12-30T02:00:00Z")),
    ToDo(
      id: UUID(1002),
      title: "部屋を片付ける",
      memo: "本棚から始める",
      createdAt: Date("2025-12-29T02:00:00Z"),
      dueAt: Date("2025-12-30T23:30:00Z")
    ),
    ToDo(
      id: UUID(1001),
      title: "牛乳を買う",
      isDone: true,
      createdAt: Date("2025-12-29T01:00:00Z"),
      dueAt: Date("2025-12-29T12:00:00Z")
    ),
  ],
  position: .revision(4)
)

// swift-format-ignore: NeverForceUnwrap
private let articlePage = ArticlePage(
  items: [
    Article(
      id: "91238df9c4dc9ade71b7",
      title: "swift で依存性注入を作ってみた（その4218）",
      url: URL(string: "https://qiita.example/yui52/items/91238df9c4dc9ade71b7")!,
      user: Article.User(id: "yui52", name: "", profileImageURL: "https://images.example/yui52.png"),
      likesCount: 425,
      commentsCount: 9,
      createdAt: Date("2025-12-31T19:59:23Z"),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "combine")]
    ),
    Article(
      id: "303e3f6cb50a6306796d",
      title: "swift のエラーハンドリングを読み解く（その4217）",
      url: URL(string: "https://qiita.example/ren62/items/303e3f6cb50a6306796d")!,
      user: Article.User(id: "ren62", name: "蓮", profileImageURL: "https://images.example/ren62.png"),
      likesCount: 836,
      commentsCount: 11,
      createdAt: Date("2025-12-31T15:58:46Z"),
      tags: [Article.Tag(name: "swift")]
    ),
    Article(
      id: "aebab98897392c8dac94",
      title: "非同期処理と swift の落とし穴（その4216）",
      url: URL(string: "https://qiita.example/aoi79/items/aebab98897392c8dac94")!,
      user: Article.User(id: "aoi79", name: "葵", profileImageURL: "https://images.example/aoi79.png"),
      likesCount: 776,
      commentsCount: 5,
      createdAt: Date("2025-12-31T11:58:09Z"),
      tags: [Article.Tag(name: "swift"), Article.Tag(name: "日本語")]
    ),
  ],
  totalCount: 4218,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 60, resetsAt: Date("2026-01-01T01:00:00Z"))
)

// swift-format-ignore: NeverForceUnwrap
private let repositoryPage = RepositoryPage(
  items: [
    Repository(
      id: 1_000_518,
      name: "julia-parser",
      owner: Repository.Owner(login: "ada", avatarURL: URL(string: "https://avatars.githubusercontent.com/ada")!),
      description: "Fast and safe Julia",
      language: "Julia",
      stargazersCount: 66520,
      htmlURL: URL(string: "https://github.com/ada/julia-parser")
    ),
    Repository(
      id: 1_005_901,
      name: "go-parser",
      owner: Repository.Owner(
        login: "barbara",
        avatarURL: URL(string: "https://avatars.githubusercontent.com/barbara")!
      ),
      description: "A gentle introduction to Go",
      language: "Go",
      stargazersCount: 65836,
      htmlURL: URL(string: "https://github.com/barbara/go-parser")
    ),
    Repository(
      id: 1_011_284,
      name: "clojure-parser",
      owner: Repository.Owner(login: "shafi", avatarURL: URL(string: "https://avatars.githubusercontent.com/shafi")!),
      description: "A small library for Clojure",
      language: "Clojure",
      stargazersCount: 65157,
      htmlURL: URL(string: "https://github.com/shafi/clojure-parser")
    ),
  ],
  totalCount: 256,
  nextPage: 2,
  rateLimit: RateLimit(limit: 60, remaining: 59, resetsAt: Date("2026-01-01T00:00:00Z")),
  headers: [
    "Content-Type": "application/json; charset=utf-8",
    "Link": """
    <https://api.github.com/search/repositories?page=2>; rel=\"next\", <https://api.github.com/search/repositories?page\
    =9>; rel=\"last\"
    """,
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1767225600",
  ]
)

extension Date {
  fileprivate init(_ text: String) { self = (try? Date(text, strategy: .iso8601)) ?? .distantPast }
}
