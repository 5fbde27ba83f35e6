extension Texts {
  package var noRepositories: String { text(en: "No repositories", ja: "リポジトリはありません") }
  package func results(of query: String) -> String { text(en: "Results for “\(query)”", ja: "「\(query)」の検索結果") }
  package func couldNotSearch(for query: String) -> String {
    text(en: "The search for “\(query.oneLine)” failed.", ja: "「\(query.oneLine)」を検索できませんでした。")
  }
  package func total(_ count: Int) -> String { text(en: "\(number(count)) in all", ja: "全 \(number(count)) 件") }

  package var star: String { text(en: "Star", ja: "スターを付ける") }
  /// The title of the button that asks for the star, if it is not known whether there is one.
  package var unknownStar: String { text(en: "Star not known", ja: "スターは不明") }
  package var starred: String { text(en: "Starred", ja: "スター付き") }
  package func stars(_ count: Int) -> String {
    text(en: plural(count, "star", "stars"), ja: "スター \(number(count))")
  }
  package func couldNotStar(_ repository: String) -> String {
    text(en: "\(repository) could not be starred.", ja: "\(repository) にスターを付けられませんでした。")
  }
  package func couldNotUnstar(_ repository: String) -> String {
    text(en: "The star of \(repository) could not be removed.", ja: "\(repository) のスターを外せませんでした。")
  }

  package var programmingLanguage: String { text(en: "Language", ja: "言語") }
  package var anyLanguage: String { text(en: "any", ja: "すべて") }
  package var sort: String { text(en: "Sort:", ja: "並び順:") }
  package var bestMatch: String { text(en: "Best match", ja: "関連度順") }
  package func title(of sort: RepositorySort) -> String {
    switch (sort.key, sort.order) {
    case (.stars, .descending): text(en: "Most stars", ja: "スターの多い順")
    case (.stars, .ascending): text(en: "Fewest stars", ja: "スターの少ない順")
    case (.forks, .descending): text(en: "Most forks", ja: "フォークの多い順")
    case (.forks, .ascending): text(en: "Fewest forks", ja: "フォークの少ない順")
    case (.updated, .descending): text(en: "Newest change", ja: "更新の新しい順")
    case (.updated, .ascending): text(en: "Oldest change", ja: "更新の古い順")
    case (.helpWantedIssues, .descending): text(en: "Most help wanted", ja: "協力募集の多い順")
    case (.helpWantedIssues, .ascending): text(en: "Least help wanted", ja: "協力募集の少ない順")
    }
  }
  package var showOptions: String { text(en: "Language and sort", ja: "言語と並び順") }
  package var hideOptions: String { text(en: "Hide the options", ja: "条件を隠す") }
  package var showHeaders: String { text(en: "Show the headers", ja: "ヘッダーを表示") }
  package var hideHeaders: String { text(en: "Hide the headers", ja: "ヘッダーを隠す") }
  package var incompleteResults: String {
    text(
      en: "GitHub gave up before it had found everything. Search for less to see all of it.",
      ja: "GitHub の検索が途中で打ち切られました。条件を絞ると、すべて表示できます。"
    )
  }

  package var openInBrowser: String { text(en: "Open in browser", ja: "ブラウザーで開く") }
}
