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

  /// The lines below the title.
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
    let empty = body { state in
      let request = state.recipes.load(.newest)
      state.recipes.receive([], omitted: 2, next: nil, for: request)
    }
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
