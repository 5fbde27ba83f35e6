import Features
import Foundation
import Store
import Testing

@testable import DemoCLI
@testable import StoreInspection

struct RecipeListScreenTests {
  private func text(_ change: (inout RecipeList.State) -> Void) -> String {
    var state = RecipeList.State()
    change(&state)
    return recipeListScreen(state, width: 44).text
  }

  /// The first three of the made-up recipes, two of them with hashtags.
  private static func loaded(_ state: inout RecipeList.State) {
    let page = RecipePage.sample(limit: 3) ?? RecipePage(recipes: [])
    let request = state.recipes.load(.all)
    state.recipes.receive(page.recipes.map { RecipeList.Row(recipe: $0) }, next: page.nextCursor, for: request)
    state.recipes.rows[id: 1]?.hashtags = [Hashtag(id: 1, name: "和食"), Hashtag(id: 2, name: "定番")]
    state.recipes.rows[id: 2]?.hashtags = []
  }

  /// Their rows, which are the same whatever is around them.
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

  @Test func loading() {
    #expect(
      text { _ = $0.recipes.load(.all) } == """
        レシピ一覧
        ────────────────────────────────────────────
        読み込み中…
        """
    )
  }

  @Test func anOrder() {
    #expect(
      text { state in
        let request = state.recipes.load(.newest)
        state.recipes.receive([], omitted: 2, next: nil, for: request)
      } == """
        レシピ一覧
        ────────────────────────────────────────────
        並び順: 新しい順
        読み取れないため、表示していないもの: 2 件
        レシピはありません
        """
    )
  }

  @Test func nothing() {
    #expect(
      text { state in
        let request = state.recipes.load(.all)
        state.recipes.receive([], next: nil, for: request)
      } == """
        レシピ一覧
        ────────────────────────────────────────────
        レシピはありません
        """
    )
  }

  @Test func recipesAndMoreOfThem() {
    #expect(
      text(Self.loaded) == """
        レシピ一覧
        ────────────────────────────────────────────
        \(Self.rows)
        ↓ 続きがあります
        """
    )
  }

  @Test func hashtagsOnTheirWay() {
    #expect(
      text {
        Self.loaded(&$0)
        $0.hashtagsRequest = [3]
        $0.recipes.nextCursor = nil
      } == """
        レシピ一覧
        ────────────────────────────────────────────
        \(Self.rows)
          ハッシュタグを読み込み中…
        """
    )
  }

  @Test func hashtagsThatFailed() {
    #expect(
      text {
        Self.loaded(&$0)
        $0.hashtagsError = .notHTTP
      } == """
        レシピ一覧
        ────────────────────────────────────────────
        ハッシュタグを読み込めませんでした。応答した
        のは Web サーバーではありません。アドレスを
        確認してください。
        [再試行]

        \(Self.rows)
        ↓ 続きがあります
        """
    )
  }

  @Test func aPageThatFailed() {
    #expect(
      text { state in
        Self.loaded(&state)
        if let request = state.recipes.rowAppeared(id: 3) { state.recipes.fail(.timeout(seconds: 30), for: request) }
      } == """
        レシピ一覧
        ────────────────────────────────────────────
        \(Self.rows)
        レシピを読み込めませんでした。サーバーから
        30 秒以内に応答がありませんでした。しばらく
        してから、もう一度お試しください。
        [再試行]
        """
    )
  }

  /// The recipes are those of the server, and the hashtags are not.
  @Test func theTimeOfKeptHashtags() {
    var state = RecipeList.State()
    Self.loaded(&state)
    state.recipes.rows[id: 1]?.asOf = Date(timeIntervalSince1970: 1_700_000_000)
    let lines = recipeListScreen(state, width: 80).lines.map(\.text)
    #expect(lines[2].hasPrefix("ハッシュタグは 2023/11/14 22:13（"))
    #expect(lines[2].hasSuffix("）時点の内容"))
  }

  @Test func theRecipeThatIsOpen() {
    let detail = RecipeDetail.State(id: 42)
    #expect(recipeListScreen(RecipeList.State(detail: detail)).text == recipeDetailScreen(detail).text)
  }
}
