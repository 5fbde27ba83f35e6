import Features
import Store
import StoreInspection

/// The search and its results, or the open repository.
func searchReposScreen(
  _ state: ObservedState<SearchRepos.State>,
  _ context: ScreenContext
) -> Screen<SearchRepos.Action> {
  let texts = context.texts
  if let detail = state.detail {
    var screen = repositoryDetailScreen(detail, context).map { SearchRepos.Action.detail(.presented($0)) }
    screen.command(.escape, texts.back, .detail(.dismiss))
    return screen
  }
  let results = state.results
  var screen = Screen<SearchRepos.Action>(texts.title(of: .repositories), width: context.width)
  screen.field(
    "\(texts.search): ",
    text: state.query,
    trailing: state.rateLimit.map { texts.requestsLeft($0.remaining) } ?? "",
    key: "/",
    submit: .searchSubmitted
  ) {
    .queryChanged($0)
  }
  if state.isShowingOptions {
    screen.field(
      "\(texts.programmingLanguage): ",
      text: state.language ?? "",
      placeholder: texts.anyLanguage,
      key: "l",
      submit: .searchSubmitted
    ) {
      .languageChanged($0)
    }
    screen.flow(sortButtons(state.sort, texts))
    screen.button(
      "[\(state.isShowingHeaders ? texts.hideHeaders : texts.showHeaders)]",
      key: "h",
      id: "headers",
      .headersButtonTapped
    )
  }
  screen.command("o", state.isShowingOptions ? texts.hideOptions : texts.showOptions, .optionsButtonTapped)
  screen.command("f", texts.starred, .favoritesButtonTapped)
  screen.command("r", texts.reload, .refreshPulled)
  if let query = results.query {
    let title =
      switch query {
      case .search(let query, let sort): texts.results(of: query) + (sort.map { "  \(texts.title(of: $0))" } ?? "")
      case .favorites: texts.starred
      }
    screen.line(title, trailing: results.totalCount.map(texts.total) ?? "", .dim)
  }
  screen.omitted(results.omittedCount, texts)
  if state.isIncomplete { screen.paragraph(texts.incompleteResults) }
  if state.isShowingHeaders {
    for (name, value) in state.headers.shown { screen.paragraph("\(name): \(value)", .dim) }
  }
  screen.asOf(results.asOf, context)
  screen.line()
  if let failure = state.starFailure {
    let repository = "\(failure.star.owner)/\(failure.star.name)"
    let what = failure.star.isStarred ? texts.couldNotStar(repository) : texts.couldNotUnstar(repository)
    screen.message(texts.sentences(what, texts.message(of: failure.error)), dismiss: .starFailureDismissed)
    screen.line()
  }
  // The rows on show may be those of another search.
  let problem: String? =
    if case .search(let query, _)? = results.failure?.request.query {
      texts.couldNotSearch(for: query)
    } else {
      nil
    }
  screen.request(of: results, isNextPage: false, problem: problem, retry: .retryButtonTapped, texts)
  let shown = screen.shownRows(of: results.rows.count, context)
  screen.list(
    "repositories",
    count: results.rows.count,
    shown: shown,
    rowID: { results.rows[$0].id },
    onAppear: { .rowAppeared(id: results.rows[$0].id) },
    action: { .rowTapped(id: results.rows[$0].id) }
  ) { offset, screen in
    let repository = results.rows[offset]
    screen.line(repository.fullName, trailing: "★ \(texts.stars(repository.stargazersCount))", .bold)
    if let description = repository.description { screen.line("  \(description)") }
  }
  if results.isEmpty { screen.line(texts.noRepositories, .dim) }
  screen.request(of: results, isNextPage: true, retry: .retryButtonTapped, texts)
  screen.more(of: results, onAppear: { .rowAppeared(id: $0) }, action: .moreButtonTapped, texts)
  return screen
}

/// A button for each sort. The button of the selected sort reverses its order.
private func sortButtons(_ selected: RepositorySort?, _ texts: Texts) -> [Screen<SearchRepos.Action>.Part] {
  func button(_ sort: RepositorySort?, next: RepositorySort?) -> Screen<SearchRepos.Action>.Part {
    let title = sort.map { texts.title(of: $0) } ?? texts.bestMatch
    return .choice(title, isSelected: sort == selected, id: sort?.key.rawValue ?? "", .sortSelected(next))
  }
  return [.text(texts.sort), button(nil, next: nil)]
    + RepositorySort.Key.allCases.map { key in
      guard let selected, selected.key == key else { return button(RepositorySort(key), next: RepositorySort(key)) }
      return button(selected, next: RepositorySort(key, selected.order == .ascending ? .descending : .ascending))
    }
}
