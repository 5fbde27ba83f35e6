import Features

// Recipes of which only the id matters.

extension Recipe {
  static func test(_ id: ID) -> Recipe {
    Recipe(
      id: id,
      title: "レシピ\(id)",
      user: User(name: "ada"),
      ingredients: [Ingredient(id: 1, name: "卵", quantity: "2個")],
      steps: [Step(id: 1, memo: "焼く。")]
    )
  }
}

extension RecipeSummary {
  static func test(_ id: ID) -> RecipeSummary { RecipeSummary(.test(id)) }
}

extension Hashtag {
  static func test(_ id: ID) -> Hashtag { Hashtag(id: id, name: "タグ\(id)") }
}

// What tests expect of a recipe, without the functions that are tested.

extension RecipeDetail.State {
  /// Both requests run.
  mutating func beginLoading() {
    recipe.isLoading = true
    hashtags.isLoading = true
  }
}

extension RecipeDetail.Part {
  mutating func loadAgain() {
    isLoading = true
    error = nil
  }

  mutating func loaded(_ value: Value) {
    isLoading = false
    self.value = value
  }

  mutating func failed(_ error: APIError) {
    isLoading = false
    self.error = error
  }
}

extension AddHashtags.State {
  mutating func succeeded() {
    isSending = false
    alert = .hashtagsAdded(.english)
  }

  mutating func failed(_ error: APIError) {
    isSending = false
    self.error = error
  }
}
