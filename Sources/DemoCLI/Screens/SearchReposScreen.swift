import Features
import Store
import StoreInspection

/// The search and its results, or the open repository.
func searchReposScreen(
  _ state: ObservedState<SearchRepos.State>,
  _ context: ScreenContext
) -> Screen<SearchRepos.Action> {
  if let detail = state.detail {
    var screen = repositoryDetailScreen(detail, context).map { SearchRepos.Action.detail(.presented($0)) }
    screen.command(.escape, "戻る", .detail(.dismiss))
    return screen
  }
  let results = state.results
  var screen = Screen<SearchRepos.Action>("リポジトリ", width: context.width)
  screen.field(
    "検索: ",
    text: state.query,
    trailing: state.rateLimit.map { "残り \($0.remaining) リクエスト" } ?? "",
    key: "/",
    submit: .searchSubmitted
  ) {
    .queryChanged($0)
  }
  screen.command("f", "スター付き", .favoritesButtonTapped)
  screen.command("r", "更新", .refreshPulled)
  if let query = results.query {
    let title =
      switch query {
      case .search(let query): "「\(query)」の検索結果"
      case .favorites: "スター付き"
      }
    screen.row(title, trailing: results.totalCount.map { "全 \($0) 件" } ?? "", .dim)
  }
  screen.line()
  if let failure = state.starFailure {
    let what = failure.star.isStarred ? "にスターを付けられませんでした。" : "のスターを外せませんでした。"
    screen.paragraph("\(failure.star.owner)/\(failure.star.name) \(what)\(failure.error.message)", .failure)
    screen.line()
  }
  let shown = context.rows(of: results.rows.count)
  screen.list(
    "repositories",
    count: results.rows.count,
    shown: shown,
    rowID: { results.rows[$0].id },
    onAppear: { .rowAppeared(id: results.rows[$0].id) },
    action: { .rowTapped(id: results.rows[$0].id) }
  ) { offset, screen in
    let repository = results.rows[offset]
    screen.row(repository.fullName, trailing: "★ \(repository.stargazersCount)", .bold)
    if let description = repository.description { screen.line("  \(description)") }
  }
  if results.isEmpty { screen.line("リポジトリはありません", .dim) }
  if results.isLoading { screen.progress("読み込み中…") }
  if let failure = results.failure {
    screen.paragraph(failure.error.message, .failure)
    screen.button("[再試行]", .dim, .retryButtonTapped)
  }
  if results.nextCursor != nil, !results.isLoading, results.failure == nil { screen.line("↓ 続きがあります", .dim) }
  return screen
}
