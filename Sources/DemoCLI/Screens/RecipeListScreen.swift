import Features
import Store
import StoreInspection

/// The list of recipes, or the open recipe.
func recipeListScreen(
  _ state: ObservedState<RecipeList.State>,
  bookmarks: IdentifiedArrayOf<Bookmark> = [],
  _ context: ScreenContext
) -> Screen<RecipeList.Action> {
  let texts = context.texts
  if let detail = state.detail {
    let isBookmarked = bookmarks[id: Bookmark.ID(detail.id)] != nil
    var screen = recipeDetailScreen(detail, isBookmarked: isBookmarked, context).map {
      RecipeList.Action.detail(.presented($0))
    }
    if detail.addHashtags == nil { screen.command(.escape, texts.back, .detail(.dismiss)) }
    screen.draftsError(state.draftsError, texts)
    return screen
  }
  let recipes = state.recipes
  var screen = Screen<RecipeList.Action>(texts.recipes, width: context.width)
  screen.command("r", texts.reload, .refreshPulled)
  let order = recipes.latestQuery ?? .all
  screen.command("s", "\(texts.sort) \(texts.title(of: order.next))", .orderSelected(order.next))
  if order != .all { screen.line("\(texts.sort) \(texts.title(of: order))", .dim) }
  screen.asOf(recipes.asOf, context)
  if let date = recipes.rows.lazy.compactMap(\.asOf).min() {
    screen.line(texts.hashtagsAsOf(date, now: context.now), .dim)
  }
  screen.omitted(recipes.omittedCount, texts)
  screen.draftsError(state.draftsError, texts)
  if let error = state.hashtagsError {
    screen.paragraph(texts.sentences(texts.couldNotLoadHashtags, texts.message(of: error)), .failure)
    screen.button("[\(texts.retry)]", .dim, id: "hashtags", .retryHashtagsButtonTapped)
    screen.line()
  }
  screen.request(of: recipes, isNextPage: false, problem: texts.couldNotLoadRecipes, retry: .retryButtonTapped, texts)
  let isLoadingHashtags = state.hashtagsRequest != nil
  screen.list(
    "recipes",
    count: recipes.rows.count,
    shown: screen.shownRows(of: recipes.rows.count, context),
    rowID: { recipes.rows[$0].id },
    onAppear: { .rowAppeared(id: recipes.rows[$0].id) },
    action: { .rowTapped(id: recipes.rows[$0].id) }
  ) { offset, screen in
    let row = recipes.rows[offset]
    let isBookmarked = bookmarks[id: Bookmark.ID(row.id)] != nil
    screen.command("b", isBookmarked ? texts.removeBookmark : texts.bookmark, .bookmarkButtonTapped(id: row.id))
    screen.line(row.recipe.title, trailing: texts.author(row.recipe.user.name), .bold)
    if let picture = row.recipe.imageURL { screen.line("  \(picture)", .dim) }
    screen.line("  " + texts.list(row.recipe.ingredients.map(\.name)))
    if isBookmarked { screen.line("  " + texts.bookmarked, .dim) }
    switch row.hashtags {
    case let hashtags? where !hashtags.isEmpty: screen.line("  " + hashtags.tagged, .dim)
    case nil where isLoadingHashtags: screen.progress("  " + texts.loadingHashtags)
    default: break
    }
    if row.omittedCount > 0 { screen.line("  " + texts.omitted(row.omittedCount), .failure) }
  }
  if recipes.isEmpty { screen.line(texts.noRecipes, .dim) }
  screen.request(of: recipes, isNextPage: true, problem: texts.couldNotLoadRecipes, retry: .retryButtonTapped, texts)
  screen.more(of: recipes, onAppear: { .rowAppeared(id: $0) }, action: .moreButtonTapped, texts)
  return screen
}

extension Screen<RecipeList.Action> {
  /// Adds the reason why the typed hashtags could not be kept.
  fileprivate mutating func draftsError(_ error: DatabaseError?, _ texts: Texts) {
    guard let error else { return }
    paragraph(texts.sentences(texts.couldNotKeepHashtags, texts.message(of: error)), .failure)
    button("[\(texts.ok)]", .dim, id: "drafts", .draftErrorDismissed)
  }
}

extension [Hashtag] {
  /// The hashtags on one line.
  var tagged: String { map { "#\($0.name)" }.joined(separator: " ") }
}

extension RecipeOrder {
  /// The order that a key selects next.
  fileprivate var next: Self {
    switch self {
    case .all: .newest
    case .newest: .oldest
    case .oldest: .all
    }
  }
}
