import Features
import Foundation
import Store
import StoreInspection

/// A repository.
func repositoryDetailScreen(
  _ state: RepositoryDetail.State,
  _ context: ScreenContext
) -> Screen<RepositoryDetail.Action> {
  let texts = context.texts
  var screen = Screen<RepositoryDetail.Action>("\(state.owner)/\(state.name)", width: context.width)
  screen.onAppear("repository \(state.owner)/\(state.name)", .appeared)
  screen.asOf(state.asOf, context)
  if let repository = state.repository {
    if let description = repository.description { screen.paragraph(description) }
    screen.line(repository.language ?? "", trailing: "★ \(texts.stars(repository.stargazersCount))")
    if let url = repository.htmlURL { screen.line(url.absoluteString, .dim) }
  }
  if state.isLoading { screen.progress(texts.loading) }
  if let failure = state.failure { screen.paragraph(texts.message(of: failure), .failure) }
  screen.line()
  let (star, style): (String, ScreenStyle) =
    switch state.isStarred {
    case true?: ("[★ \(texts.starred)]", .bold)
    case false?: ("[☆ \(texts.star)]", .bold)
    case nil where state.isLoadingStar: ("[\(texts.loading)]", .dim)
    case nil: ("[☆ \(texts.unknownStar)]", .dim)
    }
  screen.button(star, style, key: "s", id: "star", .starButtonTapped)
  if let failure = state.starFailure { screen.message(texts.message(of: failure), dismiss: .starFailureDismissed) }
  if state.repository?.htmlURL != nil {
    screen.button("[\(texts.openInBrowser)]", key: "o", .openInBrowserButtonTapped)
  }
  if let failure = state.openFailure { screen.paragraph(texts.message(of: failure), .failure) }
  if state.failure != nil || state.starFailure != nil && state.isStarred == nil {
    screen.button("[\(texts.retry)]", .dim, .retryButtonTapped)
  }
  return screen
}
