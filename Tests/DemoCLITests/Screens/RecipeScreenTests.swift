import Features
import Foundation
import Store
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct RecipeListScreenTests {
  /// The first three of the made-up recipes, two of them with hashtags.
  private static func loaded(_ state: inout RecipeList.State) {
    let page = RecipePage.sample(limit: 3) ?? RecipePage(recipes: [])
    let request = state.recipes.load(.all)
    state.recipes.receive(page.recipes.map { RecipeList.Row(recipe: $0) }, next: page.nextCursor, for: request)
    state.recipes.rows[id: 1]?.hashtags = [Hashtag(id: 1, name: "和食"), Hashtag(id: 2, name: "定番")]
    state.recipes.rows[id: 2]?.hashtags = []
  }

  private static let rows = """
    肉じゃが                            ada さん
      https://images.example/recipes/1.jpg
      じゃがいも、牛肉、玉ねぎ、塩
      #和食 #定番
    カレーライス                      grace さん
      https://images.example/recipes/2.jpg
      豚肉、にんじん、カレールウ
    親子丼                           はなこ さん
      https://images.example/recipes/3.jpg
      鶏もも肉、卵、玉ねぎ
    """

  private func body(_ change: (inout RecipeList.State) -> Void) -> String {
    var state = RecipeList.State()
    change(&state)
    let text = recipeListScreen(ObservedState(state), .japanese(width: 44)).text
    let title = "レシピ一覧\n────────────────────────────────────────────\n"
    #expect(text.hasPrefix(title))
    return String(text.dropFirst(title.count))
  }

  @Test func recipesAndMoreOfThem() {
    #expect(body(Self.loaded) == "\(Self.rows)\n↓ 続きがあります")
    #expect(body { _ = $0.recipes.load(.all) } == "読み込み中…")
    let empty = body { state in state.recipes.receive([], omitted: 2, next: nil, for: state.recipes.load(.newest)) }
    #expect(empty == "並び順: 新しい順\n読み取れないため、表示していないもの: 2 件\nレシピはありません")
    let more = body { state in
      Self.loaded(&state)
      state.hashtagsRequest = [3]
      state.recipes.nextCursor = nil
    }
    #expect(more == "\(Self.rows)\n  ハッシュタグを読み込み中…")
    // The recipes are those of the server, and the hashtags are not.
    let kept = body {
      Self.loaded(&$0)
      $0.recipes.rows[id: 1]?.asOf = Date(timeIntervalSince1970: 1_700_000_000)
    }
    #expect(kept.hasPrefix("ハッシュタグは 2023/11/14 22:13（"))
  }
}

struct RecipeDetailScreenTests {
  private func screen(_ state: RecipeDetail.State, width: Int = 44) -> Screen<RecipeDetail.Action> {
    recipeDetailScreen(state, .japanese(width: width))
  }

  private static var loaded: RecipeDetail.State {
    var state = RecipeDetail.State(id: 1)
    state.recipe = .init(Recipe.sample(id: 1))
    state.hashtags = .init([Hashtag(id: 1, name: "和食"), Hashtag(id: 2, name: "定番")])
    return state
  }

  private static let title = """
    肉じゃが
    ────────────────────────────────────────────
    https://images.example/recipes/1.jpg
    ada さん                          2025/06/15

    """
  private static let ingredients = """

    じゃがいもがおいしい肉じゃがです。

    ハッシュタグ                        [# 追加]
    #和食 #定番

    材料
    じゃがいも                              100g
    牛肉                                    200g
    玉ねぎ                                  300g
    塩

    作り方
    1. 材料を切る。
    2. 炒める。
      https://images.example/1/1.jpg
    3. だしを加えて20分煮る。
      https://images.example/1/2.jpg
    """

  @Test func aRecipe() {
    let author = "https://images.example/users/ada.jpg"
    #expect(screen(Self.loaded).text == Self.title + author + Self.ingredients)
    var failed = Self.loaded
    failed.hashtags = .init()
    failed.hashtags.error = .notHTTP
    let message = """
      ハッシュタグを読み込めませんでした。応答した
      のは Web サーバーではありません。アドレスを
      確認してください。
      [再試行]
      """
    #expect(screen(failed).text == Self.title + author + Self.ingredients.replacing("#和食 #定番", with: message))
    let loading = changed(RecipeDetail.State(id: 42)) { ($0.recipe.isLoading, $0.hashtags.isLoading) = (true, true) }
    let expected = """
      レシピ 42
      ────────────────────────────────────────────

      ハッシュタグ                        [# 追加]
      読み込み中…

      材料
      読み込み中…
      """
    #expect(screen(loading).text == expected)
  }

  @Test func theSheetForHashtags() {
    var sheet = AddHashtags.State(recipeID: 1)
    func text() -> String { addHashtagsScreen(sheet, title: "肉じゃが", .japanese(width: 44)).text }
    #expect(text().contains("\n#タグ1　#タグ2（スペース区切り）\n"))
    sheet.text = "＃夕食　#簡単"
    let typed = """
      ハッシュタグを追加
      ────────────────────────────────────────────
      肉じゃが

      ＃夕食　#簡単

      [ハッシュタグを追加する]
      [キャンセル]
      """
    #expect(text() == typed)
    var state = Self.loaded
    state.addHashtags = sheet
    #expect(screen(state).text == typed, "What is open takes the screen.")
    sheet.isSending = true
    #expect(text() == typed + "\n送信中…")
    (sheet.isSending, sheet.error, sheet.alert) = (false, .cancelled, .hashtagsAdded(.japanese))
    #expect(text() == typed + "\n追加できませんでした。リクエストはキャンセル\nされました。" + "\n\nハッシュタグを追加しました\n  1. OK")
  }
}
