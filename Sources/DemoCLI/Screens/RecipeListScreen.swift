import Features
import Store
import StoreInspection

/// The list of recipes, or the open recipe.
func recipeListScreen(_ state: ObservedState<RecipeList.State>, _ context: ScreenContext) -> Screen<RecipeList.Action> {
  if let detail = state.detail {
    var screen = recipeDetailScreen(detail, context).map { RecipeList.Action.detail(.presented($0)) }
    if detail.addHashtags == nil { screen.command(.escape, "戻る", .detail(.dismiss)) }
    return screen
  }
  let recipes = state.recipes
  var screen = Screen<RecipeList.Action>("レシピ一覧", width: context.width)
  screen.command("r", "更新", .refreshPulled)
  if let error = state.hashtagsError {
    screen.paragraph("ハッシュタグを読み込めませんでした。\(error.message)", .failure)
    screen.button("[再試行]", .dim, id: "hashtags", .retryHashtagsButtonTapped)
    screen.line()
  }
  let isLoadingHashtags = state.hashtagsRequest != nil
  screen.list(
    "recipes",
    count: recipes.rows.count,
    shown: context.rows(of: recipes.rows.count),
    rowID: { recipes.rows[$0].id },
    onAppear: { .rowAppeared(id: recipes.rows[$0].id) },
    action: { .rowTapped(id: recipes.rows[$0].id) }
  ) { offset, screen in
    let row = recipes.rows[offset]
    screen.row(row.recipe.title, trailing: "by \(row.recipe.user.name)", .bold)
    screen.line("  " + row.recipe.ingredients.map(\.name).joined(separator: "、"))
    switch row.hashtags {
    case let hashtags? where !hashtags.isEmpty: screen.line("  " + hashtags.tagged, .dim)
    case nil where isLoadingHashtags: screen.progress("  …")
    default: break
    }
  }
  if recipes.isEmpty { screen.line("レシピはありません", .dim) }
  if recipes.isLoading { screen.progress("読み込み中…") }
  if let failure = recipes.failure {
    screen.paragraph("レシピを読み込めませんでした。\(failure.error.message)", .failure)
    screen.button("[再試行]", .dim, .retryButtonTapped)
  }
  if recipes.nextCursor != nil, !recipes.isLoading, recipes.failure == nil { screen.line("↓ 続きがあります", .dim) }
  return screen
}

extension [Hashtag] {
  /// The hashtags on one line.
  var tagged: String { map { "#\($0.name)" }.joined(separator: " ") }
}
