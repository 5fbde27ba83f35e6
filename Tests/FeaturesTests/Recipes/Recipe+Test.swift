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
