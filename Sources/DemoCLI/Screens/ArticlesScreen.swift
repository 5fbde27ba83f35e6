import StoreInspection
import Features
import Store

/// The articles with a tag.
func articlesScreen(_ state: Articles.State, width: Int = 80) -> Screen {
  var screen = Screen("記事", width: width)
  let list = state.list
  screen.row("タグ: \(state.tag)", trailing: state.rateLimit.map { "残り \($0.remaining) リクエスト" } ?? "")
  if let query = list.query {
    let total = list.totalCount.map { " / 全 \($0) 件" } ?? ""
    screen.line("「\(query)」の記事 \(list.rows.count) 件\(total)", .dim)
  }
  if let error = state.openError { screen.paragraph(error.message, .failure) }
  screen.line()

  if let request = list.request, request.cursor == nil { screen.line("読み込み中…", .dim) }
  if list.isEmpty { screen.line("記事はありません") }
  for article in list.rows {
    screen.row(article.title, trailing: "♥ \(article.likesCount)", .bold)
    let views = article.pageViewsCount.map { "  閲覧 \($0)" } ?? ""
    let tags = article.tags.map(\.name).joined(separator: ", ")
    screen.row(
      "  \(article.createdOn)  @\(article.user.id)  \(tags)",
      trailing: "コメント \(article.commentsCount)\(views)",
      .dim
    )
  }
  if list.request?.cursor != nil { screen.line("続きを読み込み中…", .dim) }
  if let failure = list.failure {
    screen.paragraph(failure.error.message, .failure)
    screen.line("[再試行]", .selected)
  }
  return screen
}
