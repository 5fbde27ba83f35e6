import Features
import Store
import StoreInspection

/// A recipe, or the sheet that adds hashtags to it.
func recipeDetailScreen(_ state: RecipeDetail.State, _ context: ScreenContext) -> Screen<RecipeDetail.Action> {
  if let addHashtags = state.addHashtags {
    return addHashtagsScreen(addHashtags, title: state.title, context).map { .addHashtags(.presented($0)) }
  }
  let recipe = state.recipe.value
  var screen = Screen<RecipeDetail.Action>(state.title ?? "レシピ \(state.id)", width: context.width)
  screen.onAppear("recipe \(state.id)", .appeared)
  if let user = recipe?.user ?? state.summary?.user { screen.line("by \(user.name)", .dim) }
  if let description = recipe?.description ?? state.summary?.description, !description.isEmpty {
    screen.paragraph(description)
  }
  screen.line()

  screen.line([.text("ハッシュタグ")], trailing: [.button("[#]", key: "#", .addHashtagsButtonTapped)], .bold)
  if let hashtags = state.hashtags.value {
    screen.paragraph(hashtags.isEmpty ? "ハッシュタグはありません" : hashtags.tagged)
  }
  screen.progress(of: state.hashtags, "ハッシュタグを読み込めませんでした。", retry: .retryHashtagsButtonTapped)
  screen.line()

  screen.line("材料", .bold)
  if let recipe {
    for ingredient in recipe.ingredients { screen.row(ingredient.name, trailing: ingredient.quantity ?? "") }
    screen.line()
    screen.line("作り方", .bold)
    for (index, step) in recipe.steps.enumerated() { screen.paragraph("\(index + 1). \(step.memo)") }
  } else {
    for ingredient in state.summary?.ingredients ?? [] { screen.line(ingredient.name) }
  }
  screen.progress(of: state.recipe, "レシピを読み込めませんでした。", retry: .retryRecipeButtonTapped)
  return screen
}

extension Screen<RecipeDetail.Action> {
  /// Adds the progress of loading a part, or the error of the last request.
  fileprivate mutating func progress<Value>(
    of part: RecipeDetail.Part<Value>,
    _ problem: String,
    retry: RecipeDetail.Action
  ) {
    if part.isLoading { progress("読み込み中…") }
    if let error = part.error {
      paragraph(problem + error.message, .failure)
      button("[再試行]", .dim, id: problem, retry)
    }
  }
}
