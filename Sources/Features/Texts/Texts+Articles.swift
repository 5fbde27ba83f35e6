extension Texts {
  package var tag: String { text(en: "Tag", ja: "タグ") }
  package var noArticles: String { text(en: "No articles", ja: "記事はありません") }

  package func articles(about tag: String, count: Int, total: Int?) -> String {
    let all = total.map { " / \(self.total($0))" } ?? ""
    return text(
      en: "“\(tag)”: \(plural(count, "article", "articles"))\(all)",
      ja: "「\(tag)」の記事 \(number(count)) 件\(all)"
    )
  }

  package func likes(_ count: Int) -> String { text(en: plural(count, "like", "likes"), ja: "いいね \(number(count))") }
  package func comments(_ count: Int) -> String {
    text(en: plural(count, "comment", "comments"), ja: "コメント \(number(count))")
  }
  package func views(_ count: Int) -> String { text(en: plural(count, "view", "views"), ja: "閲覧 \(number(count))") }

  package func couldNotLoadArticles(about tag: String) -> String {
    text(en: "Articles about “\(tag.oneLine)” could not be loaded.", ja: "「\(tag.oneLine)」の記事を読み込めませんでした。")
  }
  package func couldNotLoadArticle(_ id: Article.ID) -> String {
    text(en: "The article \(id.oneLine) could not be loaded.", ja: "記事 \(id.oneLine) を読み込めませんでした。")
  }
  package var openingArticle: String { text(en: "Opening the article…", ja: "記事を開いています…") }

  /// The day in Japan, in either language.
  package func createdOn(_ article: Article) -> String {
    let japan = Texts(locale: locale, calendar: ArticleDate.japaneseCalendar)
    return text(en: article.createdAt.map(japan.day) ?? "unknown date", ja: article.createdOn)
  }
}
