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
        case [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]: return firstRecipeHashtags
        case [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]: return secondRecipeHashtags
        case [4]: return [firstRecipeHashtags[3]]
        case [3000, 1933, 866, 1732, 665, 2598, 1531, 464, 2397, 1330]: return fourthRecipeHashtags
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
        RecipeList.Row(recipe: firstRecipePage.recipes[4]),
        RecipeList.Row(recipe: firstRecipePage.recipes[5]),
        RecipeList.Row(recipe: firstRecipePage.recipes[6]),
        RecipeList.Row(recipe: firstRecipePage.recipes[7]),
        RecipeList.Row(recipe: firstRecipePage.recipes[8]),
        RecipeList.Row(recipe: firstRecipePage.recipes[9]),
      ]
      $0.recipes.nextCursor = "11"
      $0.recipes.request = nil
      $0.hashtagsRequest = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    }
    await store.receive(\.hashtagsLoaded) {
      $0.recipes.rows[id: 1]?.hashtags = firstRecipeHashtags[0].hashtags
      $0.recipes.rows[id: 2]?.hashtags = firstRecipeHashtags[1].hashtags
      $0.recipes.rows[id: 3]?.hashtags = firstRecipeHashtags[2].hashtags
      $0.recipes.rows[id: 4]?.hashtags = []
      $0.recipes.rows[id: 5]?.hashtags = firstRecipeHashtags[4].hashtags
      $0.recipes.rows[id: 6]?.hashtags = firstRecipeHashtags[5].hashtags
      $0.recipes.rows[id: 7]?.hashtags = firstRecipeHashtags[6].hashtags
      $0.recipes.rows[id: 8]?.hashtags = []
      $0.recipes.rows[id: 9]?.hashtags = firstRecipeHashtags[8].hashtags
      $0.recipes.rows[id: 10]?.hashtags = firstRecipeHashtags[9].hashtags
      $0.hashtagsRequest = nil
    }
    await store.send(.rowAppeared(id: 10)) { $0.recipes.request = .init(query: .all, cursor: "11") }
    await store.receive(\.pageLoaded) {
      $0.recipes.rows.append(contentsOf: [
        RecipeList.Row(recipe: secondRecipePage.recipes[0]),
        RecipeList.Row(recipe: secondRecipePage.recipes[1]),
        RecipeList.Row(recipe: secondRecipePage.recipes[2]),
        RecipeList.Row(recipe: secondRecipePage.recipes[3]),
        RecipeList.Row(recipe: secondRecipePage.recipes[4]),
        RecipeList.Row(recipe: secondRecipePage.recipes[5]),
        RecipeList.Row(recipe: secondRecipePage.recipes[6]),
        RecipeList.Row(recipe: secondRecipePage.recipes[7]),
        RecipeList.Row(recipe: secondRecipePage.recipes[8]),
        RecipeList.Row(recipe: secondRecipePage.recipes[9]),
      ])
      $0.recipes.nextCursor = "21"
      $0.recipes.request = nil
      $0.hashtagsRequest = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
    }
    await store.receive(\.hashtagsLoaded) {
      $0.recipes.rows[id: 11]?.hashtags = secondRecipeHashtags[0].hashtags
      $0.recipes.rows[id: 12]?.hashtags = []
      $0.recipes.rows[id: 13]?.hashtags = secondRecipeHashtags[2].hashtags
      $0.recipes.rows[id: 14]?.hashtags = secondRecipeHashtags[3].hashtags
      $0.recipes.rows[id: 15]?.hashtags = secondRecipeHashtags[4].hashtags
      $0.recipes.rows[id: 16]?.hashtags = []
      $0.recipes.rows[id: 17]?.hashtags = secondRecipeHashtags[6].hashtags
      $0.recipes.rows[id: 18]?.hashtags = secondRecipeHashtags[7].hashtags
      $0.recipes.rows[id: 19]?.hashtags = secondRecipeHashtags[8].hashtags
      $0.recipes.rows[id: 20]?.hashtags = []
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
        RecipeList.Row(recipe: thirdRecipePage.recipes[4]),
        RecipeList.Row(recipe: thirdRecipePage.recipes[5]),
        RecipeList.Row(recipe: thirdRecipePage.recipes[6]),
        RecipeList.Row(recipe: thirdRecipePage.recipes[7]),
        RecipeList.Row(recipe: thirdRecipePage.recipes[8]),
        RecipeList.Row(recipe: thirdRecipePage.recipes[9]),
      ]
      $0.recipes.nextCursor = "11"
      $0.recipes.request = nil
      $0.hashtagsRequest = [3000, 1933, 866, 1732, 665, 2598, 1531, 464, 2397, 1330]
    }
    await store.receive(\.hashtagsLoaded) {
      $0.recipes.rows[id: 3000]?.hashtags = []
      $0.recipes.rows[id: 1933]?.hashtags = fourthRecipeHashtags[1].hashtags
      $0.recipes.rows[id: 866]?.hashtags = fourthRecipeHashtags[2].hashtags
      $0.recipes.rows[id: 1732]?.hashtags = []
      $0.recipes.rows[id: 665]?.hashtags = fourthRecipeHashtags[4].hashtags
      $0.recipes.rows[id: 2598]?.hashtags = fourthRecipeHashtags[5].hashtags
      $0.recipes.rows[id: 1531]?.hashtags = fourthRecipeHashtags[6].hashtags
      $0.recipes.rows[id: 464]?.hashtags = []
      $0.recipes.rows[id: 2397]?.hashtags = fourthRecipeHashtags[8].hashtags
      $0.recipes.rows[id: 1330]?.hashtags = fourthRecipeHashtags[9].hashtags
      $0.hashtagsRequest = nil
    }
    await store.send(.refreshPulled) { $0.recipes.request = .init(query: .newest, cursor: nil) }
    await store.receive(\.pageLoaded) {
      $0.recipes.rows[id: 3000]?.isStale = true
      $0.recipes.rows[id: 1933]?.isStale = true
      $0.recipes.rows[id: 866]?.isStale = true
      $0.recipes.rows[id: 1732]?.isStale = true
      $0.recipes.rows[id: 665]?.isStale = true
      $0.recipes.rows[id: 2598]?.isStale = true
      $0.recipes.rows[id: 1531]?.isStale = true
      $0.recipes.rows[id: 464]?.isStale = true
      $0.recipes.rows[id: 2397]?.isStale = true
      $0.recipes.rows[id: 1330]?.isStale = true
      $0.recipes.request = nil
      $0.hashtagsRequest = [3000, 1933, 866, 1732, 665, 2598, 1531, 464, 2397, 1330]
    }
    await store.receive(\.hashtagsLoaded) {
      $0.recipes.rows[id: 3000]?.isStale = false
      $0.recipes.rows[id: 1933]?.isStale = false
      $0.recipes.rows[id: 866]?.isStale = false
      $0.recipes.rows[id: 1732]?.isStale = false
      $0.recipes.rows[id: 665]?.isStale = false
      $0.recipes.rows[id: 2598]?.isStale = false
      $0.recipes.rows[id: 1531]?.isStale = false
      $0.recipes.rows[id: 464]?.isStale = false
      $0.recipes.rows[id: 2397]?.isStale = false
      $0.recipes.rows[id: 1330]?.isStale = false
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
    RecipeSummary(
      id: 5,
      title: "唐揚げ",
      description: "鶏もも肉がおいしい唐揚げです。",
      publishedAt: Date(timeIntervalSince1970: 1_745_787_600),
      user: Recipe.User(name: "barbara"),
      ingredients: [
        RecipeSummary.Ingredient(name: "鶏もも肉"),
        RecipeSummary.Ingredient(name: "しょうが"),
        RecipeSummary.Ingredient(name: "片栗粉"),
      ]
    ),
    RecipeSummary(
      id: 6,
      title: "ホワイトソースのパスタ",
      description: "パスタがおいしいホワイトソースのパスタです。",
      imageURL: "https://images.example/recipes/6.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_760_940_000),
      user: Recipe.User(name: "さくら"),
      ingredients: [
        RecipeSummary.Ingredient(name: "パスタ"),
        RecipeSummary.Ingredient(name: "牛乳"),
        RecipeSummary.Ingredient(name: "ベーコン"),
      ]
    ),
    RecipeSummary(
      id: 7,
      title: "ポテトサラダ",
      description: "じゃがいもがおいしいポテトサラダです。",
      imageURL: "https://images.example/recipes/7.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_743_692_400),
      user: Recipe.User(name: "hedy"),
      ingredients: [
        RecipeSummary.Ingredient(name: "じゃがいも"),
        RecipeSummary.Ingredient(name: "きゅうり"),
        RecipeSummary.Ingredient(name: "マヨネーズ"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
    RecipeSummary(
      id: 8,
      title: "餃子",
      description: "豚ひき肉がおいしい餃子です。",
      imageURL: "https://images.example/recipes/8.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_758_844_800),
      user: Recipe.User(name: "ada"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚ひき肉"),
        RecipeSummary.Ingredient(name: "キャベツ"),
        RecipeSummary.Ingredient(name: "餃子の皮"),
      ]
    ),
    RecipeSummary(
      id: 9,
      title: "ほうれん草のおひたし",
      description: "ほうれん草がおいしいほうれん草のおひたしです。",
      imageURL: "https://images.example/recipes/9.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_741_597_200),
      user: Recipe.User(name: "grace"),
      ingredients: [RecipeSummary.Ingredient(name: "ほうれん草"), RecipeSummary.Ingredient(name: "しょうゆ")]
    ),
    RecipeSummary(
      id: 10,
      title: "パンケーキ",
      description: "薄力粉がおいしいパンケーキです。",
      publishedAt: Date(timeIntervalSince1970: 1_756_749_600),
      user: Recipe.User(name: "はなこ"),
      ingredients: [
        RecipeSummary.Ingredient(name: "薄力粉"),
        RecipeSummary.Ingredient(name: "卵"),
        RecipeSummary.Ingredient(name: "牛乳"),
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
  RecipeHashtags(recipeID: 5, hashtags: [Hashtag(id: 5001, name: "節約")]),
  RecipeHashtags(recipeID: 6, hashtags: [Hashtag(id: 6002, name: "平日のお昼に"), Hashtag(id: 6001, name: "子どもも喜ぶ")]),
  RecipeHashtags(
    recipeID: 7,
    hashtags: [Hashtag(id: 7003, name: "簡単"), Hashtag(id: 7002, name: "リピート決定"), Hashtag(id: 7001, name: "平日のお昼に")]
  ),
  RecipeHashtags(recipeID: 8, hashtags: []),
  RecipeHashtags(recipeID: 9, hashtags: [Hashtag(id: 9001, name: "簡単")]),
  RecipeHashtags(recipeID: 10, hashtags: [Hashtag(id: 10002, name: "作り置き"), Hashtag(id: 10001, name: "夕食")]),
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
    RecipeSummary(
      id: 15,
      title: "簡単！味噌汁",
      description: "豆腐がおいしい味噌汁です。",
      publishedAt: Date(timeIntervalSince1970: 1_735_311_600),
      user: Recipe.User(name: "ada"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豆腐"),
        RecipeSummary.Ingredient(name: "わかめ"),
        RecipeSummary.Ingredient(name: "味噌"),
      ]
    ),
    RecipeSummary(
      id: 16,
      title: "簡単！唐揚げ",
      description: "鶏もも肉がおいしい唐揚げです。",
      imageURL: "https://images.example/recipes/16.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_750_464_000),
      user: Recipe.User(name: "grace"),
      ingredients: [
        RecipeSummary.Ingredient(name: "鶏もも肉"),
        RecipeSummary.Ingredient(name: "しょうが"),
        RecipeSummary.Ingredient(name: "片栗粉"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
    RecipeSummary(
      id: 17,
      title: "簡単！ホワイトソースのパスタ",
      description: "パスタがおいしいホワイトソースのパスタです。",
      imageURL: "https://images.example/recipes/17.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_765_616_400),
      user: Recipe.User(name: "はなこ"),
      ingredients: [
        RecipeSummary.Ingredient(name: "パスタ"),
        RecipeSummary.Ingredient(name: "牛乳"),
        RecipeSummary.Ingredient(name: "ベーコン"),
      ]
    ),
    RecipeSummary(
      id: 18,
      title: "簡単！ポテトサラダ",
      description: "じゃがいもがおいしいポテトサラダです。",
      imageURL: "https://images.example/recipes/18.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_748_368_800),
      user: Recipe.User(name: "たろう"),
      ingredients: [
        RecipeSummary.Ingredient(name: "じゃがいも"),
        RecipeSummary.Ingredient(name: "きゅうり"),
        RecipeSummary.Ingredient(name: "マヨネーズ"),
      ]
    ),
    RecipeSummary(
      id: 19,
      title: "簡単！餃子",
      description: "豚ひき肉がおいしい餃子です。",
      imageURL: "https://images.example/recipes/19.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_763_521_200),
      user: Recipe.User(name: "barbara"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚ひき肉"),
        RecipeSummary.Ingredient(name: "キャベツ"),
        RecipeSummary.Ingredient(name: "餃子の皮"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
    RecipeSummary(
      id: 20,
      title: "簡単！ほうれん草のおひたし",
      description: "ほうれん草がおいしいほうれん草のおひたしです。",
      publishedAt: Date(timeIntervalSince1970: 1_746_273_600),
      user: Recipe.User(name: "さくら"),
      ingredients: [RecipeSummary.Ingredient(name: "ほうれん草"), RecipeSummary.Ingredient(name: "しょうゆ")]
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
  RecipeHashtags(
    recipeID: 15,
    hashtags: [Hashtag(id: 15003, name: "夕食"), Hashtag(id: 15002, name: "簡単"), Hashtag(id: 15001, name: "リピート決定")]
  ),
  RecipeHashtags(recipeID: 16, hashtags: []),
  RecipeHashtags(recipeID: 17, hashtags: [Hashtag(id: 17001, name: "夕食")]),
  RecipeHashtags(recipeID: 18, hashtags: [Hashtag(id: 18002, name: "節約"), Hashtag(id: 18001, name: "作り置き")]),
  RecipeHashtags(
    recipeID: 19,
    hashtags: [Hashtag(id: 19003, name: "平日のお昼に"), Hashtag(id: 19002, name: "子どもも喜ぶ"), Hashtag(id: 19001, name: "節約")]
  ),
  RecipeHashtags(recipeID: 20, hashtags: []),
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
    RecipeSummary(
      id: 665,
      title: "唐揚げ・その7",
      description: "鶏もも肉がおいしい唐揚げです。",
      publishedAt: Date(timeIntervalSince1970: 1_767_171_600),
      user: Recipe.User(name: "hedy"),
      ingredients: [
        RecipeSummary.Ingredient(name: "鶏もも肉"),
        RecipeSummary.Ingredient(name: "しょうが"),
        RecipeSummary.Ingredient(name: "片栗粉"),
      ]
    ),
    RecipeSummary(
      id: 2598,
      title: "ヘルシーカレーライス・その24",
      description: "豚肉がおいしいカレーライスです。",
      imageURL: "https://images.example/recipes/2598.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_767_160_800),
      user: Recipe.User(name: "ada"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚肉"),
        RecipeSummary.Ingredient(name: "にんじん"),
        RecipeSummary.Ingredient(name: "カレールウ"),
      ]
    ),
    RecipeSummary(
      id: 1531,
      title: "本格カレーライス・その14",
      description: "豚肉がおいしいカレーライスです。",
      imageURL: "https://images.example/recipes/1531.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_767_150_000),
      user: Recipe.User(name: "barbara"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚肉"),
        RecipeSummary.Ingredient(name: "にんじん"),
        RecipeSummary.Ingredient(name: "カレールウ"),
        RecipeSummary.Ingredient(name: "塩"),
      ]
    ),
    RecipeSummary(
      id: 464,
      title: "時短カレーライス・その5",
      description: "豚肉がおいしいカレーライスです。",
      imageURL: "https://images.example/recipes/464.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_767_139_200),
      user: Recipe.User(name: "grace"),
      ingredients: [
        RecipeSummary.Ingredient(name: "豚肉"),
        RecipeSummary.Ingredient(name: "にんじん"),
        RecipeSummary.Ingredient(name: "カレールウ"),
      ]
    ),
    RecipeSummary(
      id: 2397,
      title: "おもてなしパンケーキ・その22",
      description: "薄力粉がおいしいパンケーキです。",
      imageURL: "https://images.example/recipes/2397.jpg",
      publishedAt: Date(timeIntervalSince1970: 1_767_128_400),
      user: Recipe.User(name: "はなこ"),
      ingredients: [
        RecipeSummary.Ingredient(name: "薄力粉"),
        RecipeSummary.Ingredient(name: "卵"),
        RecipeSummary.Ingredient(name: "牛乳"),
      ]
    ),
    RecipeSummary(
      id: 1330,
      title: "パンケーキ・その13",
      description: "薄力粉がおいしいパンケーキです。",
      publishedAt: Date(timeIntervalSince1970: 1_767_117_600),
      user: Recipe.User(name: "hedy"),
      ingredients: [
        RecipeSummary.Ingredient(name: "薄力粉"),
        RecipeSummary.Ingredient(name: "卵"),
        RecipeSummary.Ingredient(name: "牛乳"),
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
  RecipeHashtags(recipeID: 665, hashtags: [Hashtag(id: 665001, name: "平日のお昼に")]),
  RecipeHashtags(
    recipeID: 2598,
    hashtags: [Hashtag(id: 2_598_002, name: "簡単"), Hashtag(id: 2_598_001, name: "リピート決定")]
  ),
  RecipeHashtags(
    recipeID: 1531,
    hashtags: [
      Hashtag(id: 1_531_003, name: "平日のお昼に"),
      Hashtag(id: 1_531_002, name: "子どもも喜ぶ"),
      Hashtag(id: 1_531_001, name: "節約"),
    ]
  ),
  RecipeHashtags(recipeID: 464, hashtags: []),
  RecipeHashtags(recipeID: 2397, hashtags: [Hashtag(id: 2_397_001, name: "夕食")]),
  RecipeHashtags(
    recipeID: 1330,
    hashtags: [Hashtag(id: 1_330_002, name: "リピート決定"), Hashtag(id: 1_330_001, name: "平日のお昼に")]
  ),
]
