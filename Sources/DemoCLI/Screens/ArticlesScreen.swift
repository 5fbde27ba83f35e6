import Features
import Store
import StoreInspection

/// The articles with a tag.
func articlesScreen(_ state: ObservedState<Articles.State>, _ context: ScreenContext) -> Screen<Articles.Action> {
  var screen = Screen<Articles.Action>("記事", width: context.width)
  let list = state.list
  screen.field(
    "タグ: ",
    text: state.tag,
    trailing: state.rateLimit.map { "残り \($0.remaining) リクエスト" } ?? "",
    key: "/",
    submit: .tagSubmitted
  ) {
    .tagChanged($0)
  }
  screen.command("r", "更新", .refreshPulled)
  if let query = list.query {
    let total = list.totalCount.map { " / 全 \($0) 件" } ?? ""
    screen.line("「\(query)」の記事 \(list.rows.count) 件\(total)", .dim)
  }
  if let error = state.openError { screen.message(error.message, dismiss: .openErrorDismissed) }
  screen.line()

  if let request = list.request, request.cursor == nil { screen.progress("読み込み中…") }
  if list.isEmpty { screen.line("記事はありません") }
  screen.list(
    "articles",
    count: list.rows.count,
    shown: context.rows(of: list.rows.count),
    rowID: { list.rows[$0].id },
    onAppear: { .rowAppeared(id: list.rows[$0].id) },
    action: { .rowTapped(id: list.rows[$0].id) }
  ) { offset, screen in
    let article = list.rows[offset]
    screen.row(article.title, trailing: "♥ \(article.likesCount)", .bold)
    let views = article.pageViewsCount.map { "  閲覧 \($0)" } ?? ""
    let tags = article.tags.map(\.name).joined(separator: ", ")
    screen.row(
      "  \(article.createdOn)  @\(article.user.id)  \(tags)",
      trailing: "コメント \(article.commentsCount)\(views)",
      .dim
    )
  }
  if list.request?.cursor != nil { screen.progress("続きを読み込み中…") }
  if let failure = list.failure {
    screen.paragraph(failure.error.message, .failure)
    screen.button("[再試行]", .selected, .retryButtonTapped)
  }
  return screen
}
