import StoreInspection
import Features
import Store

/// The list of recipes, or the recipe that is open.
func recipeListScreen(_ state: RecipeList.State, width: Int = 80) -> Screen {
  if let detail = state.detail { return recipeDetailScreen(detail, width: width) }
  let recipes = state.recipes
  var screen = Screen("レシピ一覧", width: width)
  if let error = state.hashtagsError {
    screen.paragraph("ハッシュタグを読み込めませんでした。\(error.message)", .failure)
    screen.line("[再試行]", .dim)
    screen.line()
  }
  for row in recipes.rows {
    screen.row(row.recipe.title, trailing: "by \(row.recipe.user.name)", .bold)
    screen.line("  " + row.recipe.ingredients.map(\.name).joined(separator: "、"))
    switch row.hashtags {
    case let hashtags? where !hashtags.isEmpty: screen.line("  " + hashtags.tagged, .dim)
    case nil where state.hashtagsRequest != nil: screen.line("  …", .dim)
    default: break
    }
  }
  if recipes.isEmpty { screen.line("レシピはありません", .dim) }
  if recipes.isLoading { screen.line("読み込み中…", .dim) }
  if let failure = recipes.failure {
    screen.paragraph("レシピを読み込めませんでした。\(failure.error.message)", .failure)
    screen.line("[再試行]", .dim)
  }
  if recipes.nextCursor != nil, !recipes.isLoading, recipes.failure == nil { screen.line("↓ 続きがあります", .dim) }
  return screen
}

extension [Hashtag] {
  /// The hashtags on one line.
  var tagged: String { map { "#\($0.name)" }.joined(separator: " ") }
}
