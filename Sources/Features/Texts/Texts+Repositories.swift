extension Texts {
  package var noRepositories: String { text(en: "No repositories", ja: "リポジトリはありません") }
  package func results(of query: String) -> String { text(en: "Results for “\(query)”", ja: "「\(query)」の検索結果") }
  package func total(_ count: Int) -> String { text(en: "\(number(count)) in all", ja: "全 \(number(count)) 件") }

  package var star: String { text(en: "Star", ja: "スターを付ける") }
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

  package var openInBrowser: String { text(en: "Open in browser", ja: "ブラウザーで開く") }
}
