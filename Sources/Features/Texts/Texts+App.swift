// The texts of several screens, of the tabs, and of recent searches.

extension Texts {
  package var back: String { text(en: "Back", ja: "戻る") }
  package var reload: String { text(en: "Reload", ja: "更新") }
  package var loading: String { text(en: "Loading…", ja: "読み込み中…") }
  package var loadingMore: String { text(en: "Loading more…", ja: "続きを読み込み中…") }
  package var moreBelow: String { text(en: "There is more", ja: "続きがあります") }
  package var nothingNew: String {
    text(en: "The last pages had nothing new.", ja: "直近のページに新しいものはありませんでした。")
  }
  package var more: String { text(en: "More", ja: "続きを読み込む") }
  package var retry: String { text(en: "Retry", ja: "再試行") }
  package var cancel: String { text(en: "Cancel", ja: "キャンセル") }
  package var ok: String { text(en: "OK", ja: "OK") }
  package var search: String { text(en: "Search", ja: "検索") }

  package func title(of tab: AppTab) -> String {
    switch tab {
    case .repositories: text(en: "Repositories", ja: "リポジトリ")
    case .articles: text(en: "Articles", ja: "記事")
    case .recipes: text(en: "Recipes", ja: "レシピ")
    case .toDos: text(en: "To-dos", ja: "ToDo")
    case .catalog: text(en: "Catalog", ja: "カタログ")
    case .bookmarks: bookmarks
    }
  }

  package var recentSearches: String { text(en: "Recent searches:", ja: "最近の検索:") }
  package var clearHistory: String { text(en: "Clear history", ja: "履歴を消去") }

  package var remove: String { text(en: "Remove", ja: "削除") }

  /// The number of rows that were left out of a list.
  package func omitted(_ count: Int) -> String {
    text(
      en: "Left out because it can't be read: \(number(count))",
      ja: "読み取れないため、表示していないもの: \(number(count)) 件"
    )
  }

  /// The number of requests that a web service still allows.
  package func requestsLeft(_ count: Int) -> String {
    text(en: "\(plural(count, "request", "requests")) left", ja: "残り \(number(count)) リクエスト")
  }
}
