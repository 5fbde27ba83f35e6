import StoreInspection
import Features
import Store

/// The search and what it has found, or the repository that is open.
func searchReposScreen(_ state: SearchRepos.State, width: Int = 80) -> Screen {
  if let detail = state.detail { return repositoryDetailScreen(detail, width: width) }
  let results = state.results
  var screen = Screen("リポジトリ", width: width)
  screen.row("検索: \(state.query)", trailing: state.rateLimit.map { "残り \($0.remaining) リクエスト" } ?? "")
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
  for repository in results.rows {
    screen.row(repository.fullName, trailing: "★ \(repository.stargazersCount)", .bold)
    if let description = repository.description { screen.line("  \(description)") }
  }
  if results.isEmpty { screen.line("リポジトリはありません", .dim) }
  if results.isLoading { screen.line("読み込み中…", .dim) }
  if let failure = results.failure {
    screen.paragraph(failure.error.message, .failure)
    screen.line("[再試行]", .dim)
  }
  if results.nextCursor != nil, !results.isLoading, results.failure == nil { screen.line("↓ 続きがあります", .dim) }
  return screen
}
