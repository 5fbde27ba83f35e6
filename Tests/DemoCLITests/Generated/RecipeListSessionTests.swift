import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

@testable import Features

/// A session of DemoCLI on mock values, made a test by `DemoCLI generate-test --feature recipes`.
/// It calls memberwise initializers of `Hashtag`, `HashtagDraft` and `RecipeSummary.Ingredient`. Where a type has
/// another one, the command line's `swiftSpellings` have to say so.
struct RecipeListSessionTests {
  @Test func session() async {
    let draftCalls = Atomic(0)
    let store = TestStore(initialState: RecipeList.State()) {
      RecipeList()
    } withDependencies: {
      $0.locale = Locale(identifier: "en_US_POSIX")
      $0.recipeClient.recipes = { order, cursor in
        switch (order, cursor) {
        case (.all, nil): return firstRecipePage
        case (.all, "11"): return secondRecipePage
        case (.newest, nil): return thirdRecipePage
        default:
          Issue.record("no such call was recorded: \((order, cursor))")
          throw CancellationError()
        }
      }
      $0.recipeClient.recipe = { id in
        #expect(id == 4)
        return recipe
      }
      $0.hashtagClient.hashtags = { recipeIDs in
        switch recipeIDs {
        case [1, 2, 3, 4]: return firstRecipeHashtags
        case [11, 12, 13, 14]: return secondRecipeHashtags
        case [4]: return [firstRecipeHashtags[3]]
        case [3000, 1933, 866, 1732]: return fourthRecipeHashtags
        default:
          Issue.record("no such call was recorded: \(String(describing: recipeIDs))")
          throw CancellationError()
        }
      }
      $0.hashtagClient.addHashtags = { recipeID, value in
        #expect(recipeID == 4 && value == "#朝食 #和食")
        return thirdRecipeHashtags
      }
      $0.hashtagDraftClient.draft = { _ in
        switch draftCalls.wrappingAdd(1, ordering: .relaxed).oldValue {
        case 0: return ""
        default: return "　＃朝食　＃和食\n"
        }
      }
      $0.hashtagDraftClient.saveDraft = { _, _ in }
    }

    await store.send(.appeared) { $0.recipes.request = .init(query: .all, cursor: nil) }
    await store.receive(\.pageLoaded) {
      $0.recipes.query = .all
      $0.recipes.rows = [
        RecipeList.Row(recipe: firstRecipePage.recipes[0]),
        RecipeList.Row(recipe: firstRecipePage.recipes[1]),
        RecipeList.Row(recipe: firstRecipePage.recipes[2]),
        RecipeList.Row(recipe: firstRecipePage.recipes[3]),
      ]
      $0.recipes.nextCursor = "11"
      $0.recipes.request = nil
      $0.hashtagsRequest = [1, 2, 3, 4]
    }
    await store.receive(.hashtagsLoaded(recipeIDs: [1, 2, 3, 4], hashtags: firstRecipeHashtags)) {
      $0.recipes.rows[id: 1]?.hashtags = firstRecipeHashtags[0].hashtags
      $0.recipes.rows[id: 2]?.hashtags = firstRecipeHashtags[1].hashtags
      $0.recipes.rows[id: 3]?.hashtags = firstRecipeHashtags[2].hashtags
      $0.recipes.rows[id: 4]?.hashtags = []
      $0.hashtagsRequest = nil
    }
    await store.send(.rowAppeared(id: 4)) { $0.recipes.request = .init(query: .all, cursor: "11") }
    await store.receive(\.pageLoaded) {
      $0.recipes.rows.append(contentsOf: [
        RecipeList.Row(recipe: secondRecipePage.recipes[0]),
        RecipeList.Row(recipe: secondRecipePage.recipes[1]),
        RecipeList.Row(recipe: secondRecipePage.recipes[2]),
        RecipeList.Row(recipe: secondRecipePage.recipes[3]),
      ])
      $0.recipes.nextCursor = "21"
      $0.recipes.request = nil
      $0.hashtagsRequest = [11, 12, 13, 14]
    }
    await store.receive(\.hashtagsLoaded) {
      $0.recipes.rows[id: 11]?.hashtags = secondRecipeHashtags[0].hashtags
      $0.recipes.rows[id: 12]?.hashtags = []
      $0.recipes.rows[id: 13]?.hashtags = secondRecipeHashtags[2].hashtags
      $0.recipes.rows[id: 14]?.hashtags = secondRecipeHashtags[3].hashtags
      $0.hashtagsRequest = nil
    }
    await store.send(.rowTapped(id: 4)) {
      $0.detail = RecipeDetail.State(id: 4)
      $0.detail?.summary = firstRecipePage.recipes[3]
      $0.detail?.hashtags = .init([])
    }
    await store.send(.detail(.presented(.appeared))) {
      $0.detail?.recipe.isLoading = true
      $0.detail?.hashtags.isLoading = true
    }
    await store.receive(.detail(.presented(.recipeLoaded(recipe)))) {
      $0.detail?.recipe.value = recipe
      $0.detail?.recipe.isLoading = false
    }
    await store.receive(.detail(.presented(.hashtagsLoaded([], omitted: 0, asOf: nil)))) {
      $0.detail?.hashtags.isLoading = false
    }
    await store.send(.detail(.presented(.addHashtagsButtonTapped))) {
      $0.detail?.addHashtags = AddHashtags.State(recipeID: 4)
      $0.detail?.addHashtags?.isRestoring = true
      $0.drafts.jobs = [.read(continuedBy: HashtagDraft(id: 4, content: ""))]
    }
    await store.receive(.draftRead(recipeID: 4, text: "")) {
      $0.detail?.addHashtags?.isRestoring = false
      $0.detail?.addHashtags?.hasRestored = true
      $0.drafts.jobs = []
    }
    await store.send(.detail(.presented(.addHashtags(.presented(.sendButtonTapped)))))
    await store.send(.detail(.presented(.addHashtags(.presented(.textChanged("　＃朝食　＃和食\n")))))) {
      $0.detail?.addHashtags?.text = "　＃朝食　＃和食\n"
      $0.drafts.jobs = [.write(HashtagDraft(id: 4, content: "　＃朝食　＃和食\n"))]
    }
    await store.receive(.draftWritten) { $0.drafts.jobs = [] }
    await store.send(.detail(.presented(.addHashtags(.dismiss)))) { $0.detail?.addHashtags = nil }
    await store.send(.detail(.presented(.addHashtagsButtonTapped))) {
      $0.detail?.addHashtags = AddHashtags.State(recipeID: 4)
      $0.detail?.addHashtags?.isRestoring = true
      $0.drafts.jobs = [.read(continuedBy: HashtagDraft(id: 4, content: ""))]
    }
    await store.receive(.draftRead(recipeID: 4, text: "　＃朝食　＃和食\n")) {
      $0.detail?.addHashtags?.text = "　＃朝食　＃和食\n"
      $0.detail?.addHashtags?.isRestoring = false
      $0.detail?.addHashtags?.hasRestored = true
      $0.drafts.jobs = []
    }
    await store.send(.detail(.presented(.addHashtags(.presented(.sendButtonTapped))))) {
      $0.detail?.addHashtags?.isSending = true
    }
    await store.receive(\.detail.presented.addHashtags.presented.hashtagsAdded) {
      $0.recipes.rows[id: 4]?.hashtags = [thirdRecipeHashtags.hashtags[1], thirdRecipeHashtags.hashtags[0]]
      $0.detail?.hashtags.value = [thirdRecipeHashtags.hashtags[1], thirdRecipeHashtags.hashtags[0]]
      $0.detail?.addHashtags?.isSending = false
      $0.detail?.addHashtags?.alert = AlertState {
        TextState("Hashtags added")
      } actions: {
        ButtonState(action: .okButtonTapped) { TextState("OK") }
      }
      $0.drafts.jobs = [.write(HashtagDraft(id: 4, content: ""))]
    }
    await store.receive(.draftWritten) { $0.drafts.jobs = [] }
    await store.send(.detail(.presented(.addHashtags(.presented(.alert(.presented(.okButtonTapped))))))) {
      $0.detail?.addHashtags?.alert = nil
    }
    await store.receive(.detail(.presented(.addHashtags(.dismiss)))) { $0.detail?.addHashtags = nil }
    await store.send(.detail(.dismiss)) { $0.detail = nil }
    await store.send(.orderSelected(.newest)) { $0.recipes.request = .init(query: .newest, cursor: nil) }
    await store.receive(\.pageLoaded) {
      $0.recipes.query = .newest
      $0.recipes.rows = [
        RecipeList.Row(recipe: thirdRecipePage.recipes[0]),
        RecipeList.Row(recipe: thirdRecipePage.recipes[1]),
        RecipeList.Row(recipe: thirdRecipePage.recipes[2]),
        RecipeList.Row(recipe: thirdRecipePage.recipes[3]),
      ]
      $0.recipes.nextCursor = "11"
      $0.recipes.request = nil
      $0.hashtagsRequest = [3000, 1933, 866, 1732]
    }
    await store.receive(\.hashtagsLoaded) {
      $0.recipes.rows[id: 3000]?.hashtags = []
      $0.recipes.rows[id: 1933]?.hashtags = fourthRecipeHashtags[1].hashtags
      $0.recipes.rows[id: 866]?.hashtags = fourthRecipeHashtags[2].hashtags
      $0.recipes.rows[id: 1732]?.hashtags = []
      $0.hashtagsRequest = nil
    }
    await store.send(.refreshPulled) { $0.recipes.request = .init(query: .newest, cursor: nil) }
    await store.receive(\.pageLoaded) {
      $0.recipes.rows[id: 3000]?.isStale = true
      $0.recipes.rows[id: 1933]?.isStale = true
      $0.recipes.rows[id: 866]?.isStale = true
      $0.recipes.rows[id: 1732]?.isStale = true
      $0.recipes.request = nil
      $0.hashtagsRequest = [3000, 1933, 866, 1732]
    }
    await store.receive(\.hashtagsLoaded) {
      $0.recipes.rows[id: 3000]?.isStale = false
      $0.recipes.rows[id: 1933]?.isStale = false
      $0.recipes.rows[id: 866]?.isStale = false
      $0.recipes.rows[id: 1732]?.isStale = false
      $0.hashtagsRequest = nil
    }
  }
}

private let firstRecipePage = RecipePage(
  recipes: [
    RecipeSummary(
      id: 1,
      title: "肉じゃが",
      description: "じゃがいもがおいしい肉じゃがです。",
      imageURL: "https://images.example/recipes/1.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_749_978_000),
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
      publishedAt: Date(timeIntervalSince1970: 1_765_130_400),
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
      publishedAt: Date(timeIntervalSince1970: 1_747_882_800),
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
      publishedAt: Date(timeIntervalSince1970: 1_763_035_200),
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

private let firstRecipeHashtags: IdentifiedArray<Int64, RecipeHashtags> = [
  RecipeHashtags(recipeID: 1, hashtags: [Hashtag(id: 1001, name: "リピート決定")]),
  RecipeHashtags(recipeID: 2, hashtags: [Hashtag(id: 2002, name: "夕食"), Hashtag(id: 2001, name: "簡単")]),
  RecipeHashtags(
    recipeID: 3,
    hashtags: [Hashtag(id: 3003, name: "節約"), Hashtag(id: 3002, name: "作り置き"), Hashtag(id: 3001, name: "夕食")]
  ),
  RecipeHashtags(recipeID: 4, hashtags: []),
]

private let secondRecipePage = RecipePage(
  recipes: [
    RecipeSummary(
      id: 11,
      title: "麻婆豆腐",
      description: "豆腐がおいしい麻婆豆腐です。",
      imageURL: "https://images.example/recipes/11.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_739_502_000),
      user: Recipe.User(name: "たろう"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豆腐"),
        RecipeSummary.Ingredient(name: "豚ひき肉"),
        RecipeSummary.Ingredient(name: "豆板醤"),
      ]
    ),
    RecipeSummary(
      id: 12,
      title: "簡単！肉じゃが",
      description: "じゃがいもがおいしい肉じゃがです。",
      imageURL: "https://images.example/recipes/12.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_754_654_400),
      user: Recipe.User(name: "barbara"),
      ingredients: [
        RecipeSummary.Ingredient(name: "じゃがいも"),
        RecipeSummary.Ingredient(name: "牛肉"),
        RecipeSummary.Ingredient(name: "玉ねぎ"),
      ]
    ),
    RecipeSummary(
      id: 13,
      title: "簡単！カレーライス",
      description: "豚肉がおいしいカレーライスです。",
      imageURL: "https://images.example/recipes/13.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_737_406_800),
      user: Recipe.User(name: "さくら"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚肉"),
        RecipeSummary.Ingredient(name: "にんじん"),
        RecipeSummary.Ingredient(name: "カレールウ"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
    RecipeSummary(
      id: 14,
      title: "簡単！親子丼",
      description: "鶏もも肉がおいしい親子丼です。",
      imageURL: "https://images.example/recipes/14.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_752_559_200),
      user: Recipe.User(name: "hedy"),
      ingredients: [
        RecipeSummary.Ingredient(name: "鶏もも肉"),
        RecipeSummary.Ingredient(name: "卵"),
        RecipeSummary.Ingredient(name: "玉ねぎ"),
      ]
    ),
  ],
  nextCursor: "21"
)

private let secondRecipeHashtags: IdentifiedArray<Int64, RecipeHashtags> = [
  RecipeHashtags(
    recipeID: 11,
    hashtags: [Hashtag(id: 11003, name: "子どもも喜ぶ"), Hashtag(id: 11002, name: "節約"), Hashtag(id: 11001, name: "作り置き")]
  ),
  RecipeHashtags(recipeID: 12, hashtags: []),
  RecipeHashtags(recipeID: 13, hashtags: [Hashtag(id: 13001, name: "子どもも喜ぶ")]),
  RecipeHashtags(recipeID: 14, hashtags: [Hashtag(id: 14002, name: "リピート決定"), Hashtag(id: 14001, name: "平日のお昼に")]),
]

private let recipe = Recipe(
  id: 4,
  title: "味噌汁",
  description: "豆腐がおいしい味噌汁です。",
  imageURL: "https://images.example/recipes/4.jpg",
  publishedAt: Date(timeIntervalSince1970: 1_763_035_200),
  user: Recipe.User(name: "たろう"),
  ingredients: [
    Recipe.Ingredient(id: 400, name: "豆腐", quantity: "400g"),
    Recipe.Ingredient(id: 401, name: "わかめ", quantity: "100g"),
    Recipe.Ingredient(id: 402, name: "味噌", quantity: "200g"),
    Recipe.Ingredient(id: 403, name: "塩"),
  ],
  steps: [
    Recipe.Step(id: 400, memo: "だしを温める。"),
    Recipe.Step(id: 401, memo: "具を入れる。", imageURL: "https://images.example/4/1.jpg"),
    Recipe.Step(id: 402, memo: "味噌を溶く。", imageURL: "https://images.example/4/2.jpg"),
  ]
)

private let thirdRecipeHashtags = RecipeHashtags(
  recipeID: 4,
  hashtags: [Hashtag(id: 4001, name: "朝食"), Hashtag(id: 4002, name: "和食")]
)

private let thirdRecipePage = RecipePage(
  recipes: [
    RecipeSummary(
      id: 3000,
      title: "時短餃子・その28",
      description: "豚ひき肉がおいしい餃子です。",
      publishedAt: Date(timeIntervalSince1970: 1_767_225_600),
      user: Recipe.User(name: "たろう"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚ひき肉"),
        RecipeSummary.Ingredient(name: "キャベツ"),
        RecipeSummary.Ingredient(name: "餃子の皮"),
      ]
    ),
    RecipeSummary(
      id: 1933,
      title: "お弁当に♪餃子・その18",
      description: "豚ひき肉がおいしい餃子です。",
      imageURL: "https://images.example/recipes/1933.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_767_214_800),
      user: Recipe.User(name: "ada"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚ひき肉"),
        RecipeSummary.Ingredient(name: "キャベツ"),
        RecipeSummary.Ingredient(name: "餃子の皮"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
    RecipeSummary(
      id: 866,
      title: "5分で餃子・その8",
      description: "豚ひき肉がおいしい餃子です。",
      imageURL: "https://images.example/recipes/866.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_767_204_000),
      user: Recipe.User(name: "barbara"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚ひき肉"),
        RecipeSummary.Ingredient(name: "キャベツ"),
        RecipeSummary.Ingredient(name: "餃子の皮"),
      ]
    ),
    RecipeSummary(
      id: 1732,
      title: "おもてなし唐揚げ・その16",
      description: "鶏もも肉がおいしい唐揚げです。",
      imageURL: "https://images.example/recipes/1732.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_767_182_400),
      user: Recipe.User(name: "はなこ"),
      ingredients: [
        RecipeSummary.Ingredient(name: "鶏もも肉"),
        RecipeSummary.Ingredient(name: "しょうが"),
        RecipeSummary.Ingredient(name: "片栗粉"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
  ],
  nextCursor: "11"
)

private let fourthRecipeHashtags: IdentifiedArray<Int64, RecipeHashtags> = [
  RecipeHashtags(recipeID: 3000, hashtags: []),
  RecipeHashtags(recipeID: 1933, hashtags: [Hashtag(id: 1_933_001, name: "リピート決定")]),
  RecipeHashtags(recipeID: 866, hashtags: [Hashtag(id: 866002, name: "子どもも喜ぶ"), Hashtag(id: 866001, name: "節約")]),
  RecipeHashtags(recipeID: 1732, hashtags: []),
]
