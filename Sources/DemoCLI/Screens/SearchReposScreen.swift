import Features
import Store

/// The search and what it has found, or the repository that is open.
func searchReposScreen(_ state: SearchRepos.State, width: Int = 80) -> Screen {
  if let detail = state.detail { return repositoryDetailScreen(detail, width: width) }
  let results = state.results
  var screen = Screen("Repositories", width: width)
  screen.row("Search: \(state.query)", trailing: state.rateLimit.map { "\($0.remaining) requests left" } ?? "")
  if let query = results.query {
    let title =
      switch query {
      case .search(let query): "Found for \(query)"
      case .favorites: "Starred"
      }
    screen.row(title, trailing: results.totalCount.map { "\($0) in all" } ?? "", .dim)
  }
  screen.line()
  if let failure = state.starFailure {
    let what = failure.star.isStarred ? "starred" : "unstarred"
    screen.paragraph("\(failure.star.owner)/\(failure.star.name) was not \(what). \(failure.error.message)", .failure)
    screen.line()
  }
  for repository in results.rows {
    screen.row(repository.fullName, trailing: "★ \(repository.stargazersCount)", .bold)
    if let description = repository.description { screen.line("  \(description)") }
  }
  if results.isEmpty { screen.line("There are no repositories.", .dim) }
  if results.isLoading { screen.line("Loading…", .dim) }
  if let failure = results.failure {
    screen.paragraph(failure.error.message, .failure)
    screen.line("[Try again]", .dim)
  }
  if results.nextCursor != nil, !results.isLoading, results.failure == nil { screen.line("↓ There are more", .dim) }
  return screen
}
