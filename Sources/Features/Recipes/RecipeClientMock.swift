extension RecipeClient {
  /// Thousands of made-up recipes, the same every time.
  public static let mockValue = Self(
    recipes: { cursor in
      guard let page = RecipePage.sample(cursor: cursor) else { throw APIError.unknownCursor }
      return page
    },
    recipe: { id in
      guard let recipe = Recipe.sample(id: id) else { throw APIError.noRecipe(id: id) }
      return recipe
    }
  )
}

extension APIError {
  /// A page was asked for that no page before has named.
  package static var unknownCursor: APIError {
    .status(code: 400, message: "cursor is not one that a page has named", retryAt: nil)
  }
}
