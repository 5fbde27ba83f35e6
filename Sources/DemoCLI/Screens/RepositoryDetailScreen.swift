import StoreInspection
import Features
import Foundation
import Store

/// One repository.
func repositoryDetailScreen(_ state: RepositoryDetail.State, width: Int = 80) -> Screen {
  var screen = Screen("\(state.owner)/\(state.name)", width: width)
  if let repository = state.repository {
    if let description = repository.description { screen.paragraph(description) }
    screen.row(repository.language ?? "", trailing: "★ \(repository.stargazersCount)")
    if let url = repository.htmlURL { screen.line(url.absoluteString, .dim) }
  }
  if state.isLoading { screen.line("読み込み中…", .dim) }
  if let failure = state.failure { screen.paragraph(failure.message, .failure) }
  screen.line()
  switch state.isStarred {
  case true?: screen.line("[★ スター付き]", .bold)
  case false?: screen.line("[☆ スターを付ける]", .bold)
  case nil where state.isLoadingStar: screen.line("[…]", .dim)
  case nil: screen.line("[☆ スターを付ける]", .dim)
  }
  if let failure = state.starFailure { screen.paragraph(failure.message, .failure) }
  if state.repository?.htmlURL != nil { screen.line("[ブラウザで開く]") }
  if let failure = state.openFailure { screen.paragraph(failure.message, .failure) }
  if state.failure != nil || state.starFailure != nil && state.isStarred == nil { screen.line("[再試行]", .dim) }
  return screen
}
