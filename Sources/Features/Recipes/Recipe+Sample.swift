import Foundation

/// Sample recipes, the same in every run, for the mock client and the demo server.
extension Recipe {
  /// The number of sample recipes. Their identifiers are 1 to this number.
  package static let sampleCount: ID = 3_000

  /// The sample recipe with an identifier, or `nil` if there is none.
  package static func sample(id: ID) -> Recipe? {
    guard (1...sampleCount).contains(id) else { return nil }
    let index = Int(id - 1)
    let dish = dishes[index % dishes.count]
    let style = styles[index / dishes.count % styles.count]
    let author = authors[index % authors.count]
    let number = index / (dishes.count * styles.count)
    let ingredients = dish.ingredients + (index % 3 == 0 ? ["塩"] : [])
    return Recipe(
      id: id,
      title: "\(style)\(dish.name)\(number == 0 ? "" : "・その\(number + 1)")",
      description: "\(dish.ingredients[0])がおいしい\(dish.name)です。",
      imageURL: index % 5 == 4 ? nil : "https://images.example/recipes/\(id).jpg",
      publishedAt: publishedAt(id),
      user: User(name: author, imageURL: index % 4 == 3 ? nil : "https://images.example/users/\(author).jpg"),
      ingredients: ingredients.enumerated().map { offset, name in
        Ingredient(
          id: id * 100 + ID(offset),
          name: name,
          quantity: name == "塩" ? nil : "\((index + offset) % 4 + 1)00g"
        )
      },
      steps: dish.steps.enumerated().map { offset, memo in
        Step(
          id: id * 100 + ID(offset),
          memo: memo,
          imageURL: offset == 0 ? nil : "https://images.example/\(id)/\(offset).jpg"
        )
      }
    )
  }

  /// About eight recipes a day, in an order unrelated to their ids. Every 40th has no date.
  private static func publishedAt(_ id: ID) -> Date? {
    id % 40 == 39 ? nil : Date(timeIntervalSince1970: 1_767_225_600 - Double(id * 1_597 % sampleCount) * 10_800)
  }

  /// The identifiers of the sample recipes in the order of their publication. Those without a date come last in both
  /// directions.
  fileprivate static let ids: [RecipeOrder: [ID]] = {
    let all = Array(1...sampleCount)
    let dated = all.filter { publishedAt($0) != nil }
    let undated = all.filter { publishedAt($0) == nil }
    let oldest = dated.sorted { (publishedAt($0) ?? .distantPast, $0) < (publishedAt($1) ?? .distantPast, $1) }
    return [.all: all, .oldest: oldest + undated, .newest: oldest.reversed() + undated]
  }()

  private static let styles = ["", "簡単！", "時短", "我が家の", "基本の", "お弁当に♪", "ヘルシー", "おもてなし", "5分で", "本格"]

  private static let authors = ["ada", "grace", "はなこ", "たろう", "barbara", "さくら", "hedy"]

  private static let dishes: [(name: String, ingredients: [String], steps: [String])] = [
    ("肉じゃが", ["じゃがいも", "牛肉", "玉ねぎ"], ["材料を切る。", "炒める。", "だしを加えて20分煮る。"]),
    ("カレーライス", ["豚肉", "にんじん", "カレールウ"], ["材料を炒める。", "水を加えて煮込む。", "ルウを溶かす。"]),
    ("親子丼", ["鶏もも肉", "卵", "玉ねぎ"], ["鶏肉を煮る。", "卵でとじる。"]),
    ("味噌汁", ["豆腐", "わかめ", "味噌"], ["だしを温める。", "具を入れる。", "味噌を溶く。"]),
    ("唐揚げ", ["鶏もも肉", "しょうが", "片栗粉"], ["下味をつける。", "粉をまぶす。", "揚げる。"]),
    ("ホワイトソースのパスタ", ["パスタ", "牛乳", "ベーコン"], ["パスタをゆでる。", "ソースを作って和える。"]),
    ("ポテトサラダ", ["じゃがいも", "きゅうり", "マヨネーズ"], ["じゃがいもをつぶす。", "和える。"]),
    ("餃子", ["豚ひき肉", "キャベツ", "餃子の皮"], ["たねを作る。", "包む。", "焼く。"]),
    ("ほうれん草のおひたし", ["ほうれん草", "しょうゆ"], ["ゆでる。", "しょうゆをかける。"]),
    ("パンケーキ", ["薄力粉", "卵", "牛乳"], ["混ぜる。", "弱火で焼く。"]),
    ("麻婆豆腐", ["豆腐", "豚ひき肉", "豆板醤"], ["ひき肉を炒める。", "豆腐を加えて煮る。"]),
  ]
}

extension RecipePage {
  /// A page of sample recipes from the one that the cursor names, or `nil` if the cursor is invalid.
  package static func sample(limit: Int = 10, order: RecipeOrder = .all, cursor: String? = nil) -> RecipePage? {
    let ids = Recipe.ids[order] ?? []
    guard let first = cursor.map({ Int($0) }) ?? 1, (1...ids.count).contains(first) else { return nil }
    let end = min(first + max(limit, 0), ids.count + 1)
    return RecipePage(
      recipes: ids[first - 1..<end - 1].compactMap { Recipe.sample(id: $0).map { RecipeSummary($0) } },
      nextCursor: end > ids.count ? nil : "\(end)"
    )
  }
}
