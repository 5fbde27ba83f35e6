import Features
import Foundation
import Store
import StoreInspection

/// A repository.
func repositoryDetailScreen(
  _ state: RepositoryDetail.State,
  _ context: ScreenContext
) -> Screen<RepositoryDetail.Action> {
  var screen = Screen<RepositoryDetail.Action>("\(state.owner)/\(state.name)", width: context.width)
  screen.onAppear("repository \(state.owner)/\(state.name)", .appeared)
  if let repository = state.repository {
    if let description = repository.description { screen.paragraph(description) }
    screen.row(repository.language ?? "", trailing: "★ \(repository.stargazersCount)")
    if let url = repository.htmlURL { screen.line(url.absoluteString, .dim) }
  }
  if state.isLoading { screen.progress("読み込み中…") }
  if let failure = state.failure { screen.paragraph(failure.message, .failure) }
  screen.line()
  let (star, style): (String, ScreenStyle) =
    switch state.isStarred {
    case true?: ("[★ スター付き]", .bold)
    case false?: ("[☆ スターを付ける]", .bold)
    case nil where state.isLoadingStar: ("[…]", .dim)
    case nil: ("[☆ スターを付ける]", .dim)
    }
  screen.button(star, style, key: "s", id: "star", .starButtonTapped)
  if let failure = state.starFailure { screen.paragraph(failure.message, .failure) }
  if state.repository?.htmlURL != nil { screen.button("[ブラウザで開く]", key: "o", .openInBrowserButtonTapped) }
  if let failure = state.openFailure { screen.paragraph(failure.message, .failure) }
  if state.failure != nil || state.starFailure != nil && state.isStarred == nil {
    screen.button("[再試行]", .dim, .retryButtonTapped)
  }
  return screen
}
