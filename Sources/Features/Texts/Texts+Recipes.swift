import Foundation

extension Texts {
  package var recipes: String { text(en: "Recipes", ja: "レシピ一覧") }
  package var noRecipes: String { text(en: "No recipes", ja: "レシピはありません") }
  package func recipe(_ id: Recipe.ID) -> String { text(en: "Recipe \(id)", ja: "レシピ \(id)") }
  package func author(_ name: String) -> String { text(en: "by \(name)", ja: "\(name) さん") }
  package func title(of order: RecipeOrder) -> String {
    switch order {
    case .all: text(en: "Standard", ja: "標準")
    case .newest: text(en: "Newest", ja: "新しい順")
    case .oldest: text(en: "Oldest", ja: "古い順")
    }
  }
  package var ingredients: String { text(en: "Ingredients", ja: "材料") }
  package var directions: String { text(en: "Directions", ja: "作り方") }

  package var hashtags: String { text(en: "Hashtags", ja: "ハッシュタグ") }
  package var noHashtags: String { text(en: "No hashtags", ja: "ハッシュタグはありません") }
  package var loadingHashtags: String { text(en: "Loading hashtags…", ja: "ハッシュタグを読み込み中…") }

  /// The time of the oldest kept hashtags in a list.
  package func hashtagsAsOf(_ date: Date, now: Date) -> String {
    text(
      en: "Hashtags as of \(minute(date)) (\(relative(date, to: now)))",
      ja: "ハッシュタグは \(minute(date))（\(relative(date, to: now))）時点の内容"
    )
  }

  package var couldNotLoadRecipes: String {
    text(en: "The recipes could not be loaded.", ja: "レシピを読み込めませんでした。")
  }
  package var couldNotLoadRecipe: String {
    text(en: "The recipe could not be loaded.", ja: "レシピを読み込めませんでした。")
  }
  package var couldNotLoadHashtags: String {
    text(en: "The hashtags could not be loaded.", ja: "ハッシュタグを読み込めませんでした。")
  }

  // MARK: Adding hashtags

  package var addHashtags: String { text(en: "Add hashtags", ja: "ハッシュタグを追加") }
  package var addHashtagsButton: String { text(en: "Add hashtags", ja: "ハッシュタグを追加する") }
  package var add: String { text(en: "Add", ja: "追加") }
  package var hashtagsPlaceholder: String {
    text(en: "#tag1 #tag2 (separated by spaces)", ja: "#タグ1　#タグ2（スペース区切り）")
  }
  package var discardHashtags: String {
    text(en: "Discard the hashtags you have typed?", ja: "入力したハッシュタグを破棄しますか？")
  }
  package var couldNotKeepHashtags: String {
    text(en: "The hashtags you have typed are not kept.", ja: "入力したハッシュタグは保存されていません。")
  }
  package var sending: String { text(en: "Sending…", ja: "送信中…") }
  package var couldNotAdd: String { text(en: "The hashtags could not be added.", ja: "追加できませんでした。") }
  package var hashtagsAdded: String { text(en: "Hashtags added", ja: "ハッシュタグを追加しました") }
}
