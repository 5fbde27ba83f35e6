import Features
import Store
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct RecipeDetailScreenTests {
  private func text(_ state: RecipeDetail.State, _ change: (inout RecipeDetail.State) -> Void = { _ in }) -> String {
    var state = state
    change(&state)
    return recipeDetailScreen(state, width: 44).text
  }

  private static var known: RecipeDetail.State {
    guard let recipe = Recipe.sample(id: 1) else { return RecipeDetail.State(id: 1) }
    return RecipeDetail.State(summary: RecipeSummary(recipe), hashtags: [Hashtag(id: 1, name: "和食")])
  }

  private static var loaded: RecipeDetail.State {
    var state = RecipeDetail.State(id: 1)
    state.recipe = .init(Recipe.sample(id: 1))
    state.hashtags = .init([Hashtag(id: 1, name: "和食"), Hashtag(id: 2, name: "定番")])
    return state
  }

  @Test func loadingWhatIsNotKnown() {
    #expect(
      text(RecipeDetail.State(id: 42)) {
        $0.recipe.isLoading = true
        $0.hashtags.isLoading = true
      } == """
        レシピ 42
        ────────────────────────────────────────────

        ハッシュタグ                        [# 追加]
        読み込み中…

        材料
        読み込み中…
        """
    )
  }

  @Test func loadingWhatAListKnows() {
    #expect(
      text(Self.known) {
        $0.recipe.isLoading = true
        $0.hashtags.isLoading = true
      } == """
        肉じゃが
        ────────────────────────────────────────────
        https://images.example/recipes/1.jpg
        ada さん                          2025/06/15
        じゃがいもがおいしい肉じゃがです。

        ハッシュタグ                        [# 追加]
        #和食
        読み込み中…

        材料
        じゃがいも
        牛肉
        玉ねぎ
        塩
        読み込み中…
        """
    )
  }

  @Test func aRecipe() {
    #expect(
      text(Self.loaded) == """
        肉じゃが
        ────────────────────────────────────────────
        https://images.example/recipes/1.jpg
        ada さん                          2025/06/15
        https://images.example/users/ada.jpg
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
    )
  }

  @Test func hashtagsThatFailed() {
    #expect(
      text(Self.loaded) {
        $0.hashtags = .init()
        $0.hashtags.error = .notHTTP
      } == """
        肉じゃが
        ────────────────────────────────────────────
        https://images.example/recipes/1.jpg
        ada さん                          2025/06/15
        https://images.example/users/ada.jpg
        じゃがいもがおいしい肉じゃがです。

        ハッシュタグ                        [# 追加]
        ハッシュタグを読み込めませんでした。応答した
        のは Web サーバーではありません。アドレスを
        確認してください。
        [再試行]

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
    )
  }

  @Test func aRecipeThatFailed() {
    #expect(
      text(Self.known) {
        $0.recipe.error = .status(code: 404, message: "There is no recipe 1", retryAt: nil)
        $0.hashtags = .init([])
      } == """
        肉じゃが
        ────────────────────────────────────────────
        https://images.example/recipes/1.jpg
        ada さん                          2025/06/15
        じゃがいもがおいしい肉じゃがです。

        ハッシュタグ                        [# 追加]
        ハッシュタグはありません

        材料
        じゃがいも
        牛肉
        玉ねぎ
        塩
        レシピを読み込めませんでした。サーバーに見つ
        かりません（404: There is no recipe 1）。つ
        づりを確認してください。名前が変わったか、削
        除されたか、権限のあるトークンが必要な可能性
        があります。
        [再試行]
        """
    )
  }

  @Test func theSheetThatIsOpen() {
    var state = Self.loaded
    state.addHashtags = AddHashtags.State(recipeID: 1)
    #expect(
      recipeDetailScreen(state).text
        == addHashtagsScreen(AddHashtags.State(recipeID: 1), title: Recipe.sample(id: 1)?.title).text
    )
  }
}
