import Features
import Store
import Testing

@testable import DemoCLI
@testable import StoreInspection

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

  /// Its parts, which are the same whatever is around them.
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
    let rest = Self.ingredients.replacing("#和食 #定番", with: message)
    #expect(screen(failed).text == Self.title + author + rest)
  }

  @Test func loading() {
    var state = RecipeDetail.State(id: 42)
    (state.recipe.isLoading, state.hashtags.isLoading) = (true, true)
    #expect(
      screen(state).text == """
        レシピ 42
        ────────────────────────────────────────────

        ハッシュタグ                        [# 追加]
        読み込み中…

        材料
        読み込み中…
        """
    )
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
    let error = "\n追加できませんでした。リクエストはキャンセル\nされました。"
    #expect(text() == typed + error + "\n\nハッシュタグを追加しました\n  1. OK")
  }
}
