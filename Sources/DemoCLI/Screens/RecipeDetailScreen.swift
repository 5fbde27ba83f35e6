import Features
import Store
import StoreInspection

/// A recipe, or the sheet that adds hashtags to it.
func recipeDetailScreen(
  _ state: RecipeDetail.State,
  isBookmarked: Bool = false,
  _ context: ScreenContext
) -> Screen<RecipeDetail.Action> {
  if let addHashtags = state.addHashtags {
    return addHashtagsScreen(addHashtags, title: state.title, context).map { .addHashtags(.presented($0)) }
  }
  let texts = context.texts
  let recipe = state.recipe.value
  var screen = Screen<RecipeDetail.Action>(state.title ?? texts.recipe(state.id), width: context.width)
  screen.onAppear("recipe \(state.id)", .appeared)
  screen.asOf(state.asOf, context)
  if let picture = recipe?.imageURL ?? state.summary?.imageURL { screen.line(picture, .dim) }
  if let user = recipe?.user ?? state.summary?.user {
    let published = (recipe?.publishedAt ?? state.summary?.publishedAt).map(texts.day)
    screen.line(texts.author(user.name), trailing: published ?? "", .dim)
    if let picture = user.imageURL { screen.line(picture, .dim) }
  }
  if isBookmarked { screen.line(texts.bookmarked, .dim) }
  if state.title != nil {
    screen.command("b", isBookmarked ? texts.removeBookmark : texts.bookmark, .bookmarkButtonTapped)
  }
  if let description = recipe?.description ?? state.summary?.description, !description.isEmpty {
    screen.paragraph(description)
  }
  screen.line()

  screen.line(
    [.text(texts.hashtags)],
    trailing: [.button("[# \(texts.add)]", key: "#", .addHashtagsButtonTapped)],
    .bold
  )
  if let hashtags = state.hashtags.value {
    screen.paragraph(hashtags.isEmpty ? texts.noHashtags : hashtags.tagged)
  }
  screen.asOf(state.hashtags.asOf, context)
  screen.omitted(state.hashtags.omittedCount, texts)
  screen.progress(of: state.hashtags, texts.couldNotLoadHashtags, retry: .retryHashtagsButtonTapped, texts)
  screen.line()

  screen.line(texts.ingredients, .bold)
  if let recipe {
    for ingredient in recipe.ingredients { screen.line(ingredient.name, trailing: ingredient.quantity ?? "") }
    screen.line()
    screen.line(texts.directions, .bold)
    for (index, step) in recipe.steps.enumerated() {
      screen.paragraph("\(index + 1). \(step.memo)")
      if let picture = step.imageURL { screen.line("  \(picture)", .dim) }
    }
  } else {
    for ingredient in state.summary?.ingredients ?? [] { screen.line(ingredient.name) }
  }
  screen.progress(of: state.recipe, texts.couldNotLoadRecipe, retry: .retryRecipeButtonTapped, texts)
  return screen
}

extension Screen<RecipeDetail.Action> {
  /// Adds the progress of loading a part, or the error of the last request.
  fileprivate mutating func progress<Value>(
    of part: RecipeDetail.Part<Value>,
    _ problem: String,
    retry: RecipeDetail.Action,
    _ texts: Texts
  ) {
    if part.isLoading { progress(texts.loading) }
    if let error = part.error {
      paragraph(texts.sentences(problem, texts.message(of: error)), .failure)
      button("[\(texts.retry)]", .dim, id: problem, retry)
    }
  }
}
