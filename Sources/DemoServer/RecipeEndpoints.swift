internal import Features
package import StoreWeb

/// The list of recipes and single recipes, with those of the mock client.
package struct RecipeEndpoints: Endpoints {
  package let name = "recipes"
  package let variables = ["RECIPES_API_URL"]

  package init() {}

  package func respond(to request: WebRequest) -> WebResponse? {
    guard let call = Call(request, of: self) else { return .message("The address can't be read", status: 400) }
    guard call.path.first == "recipes" else { return nil }
    switch call.path.count {
    case 1: return call.answer(["GET": { page(call) }])
    case 2: return call.answer(["GET": { recipe(call.path[1]) }])
    default: return nil
    }
  }

  private func page(_ call: Call) -> WebResponse {
    guard let limit = call.number("limit", default: 10), (1...100).contains(limit) else {
      return .message("limit must be a number from 1 to 100", status: 400)
    }
    guard let order = RecipeOrder(rawValue: call["order"] ?? "all") else {
      return .message("order must be newest or oldest", status: 400)
    }
    guard let page = RecipePage.sample(limit: limit, order: order, cursor: call["cursor"]) else {
      return .refusing(.unknownCursor)
    }
    return .encoding(page)
  }

  private func recipe(_ text: String) -> WebResponse {
    guard let id = Recipe.ID(text) else { return .message("There is no recipe \(text)", status: 404) }
    guard let recipe = Recipe.sample(id: id) else { return .refusing(.noRecipe(id: id)) }
    return .encoding(["recipe": recipe])
  }
}

extension WebResponse {
  /// The response that a client converts to this error.
  static func refusing(_ error: APIError) -> Self {
    guard case .status(let code, let message?, _) = error else { return .message(error.message, status: 500) }
    return .message(message, status: code)
  }
}
