extension RecipeClient {
  /// Thousands of sample recipes, the same in every run.
  public static let mockValue = Self(
    recipes: { order, cursor in
      try await mockAnswer("/recipes?order=\(order.rawValue)&cursor=\(cursor?.percentEncoded ?? "")") {
        guard let page = RecipePage.sample(order: order, cursor: cursor) else { throw APIError.unknownCursor }
        return page
      }
    },
    recipe: { id in
      try await mockAnswer("/recipes/\(id)") {
        guard let recipe = Recipe.sample(id: id) else { throw APIError.noRecipe(id: id) }
        return recipe
      }
    }
  )
}

extension APIError {
  /// The error for a cursor that no page contained.
  package static var unknownCursor: APIError {
    .status(code: 400, message: "cursor is not one that a page has named", retryAt: nil)
  }
}
