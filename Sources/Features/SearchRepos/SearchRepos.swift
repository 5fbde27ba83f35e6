import Foundation
public import Store

/// The search for repositories on GitHub, the favorites, and the detail of a repository. Lists load page by page.
///
/// A search starts when the query has not changed for 300 ms, or at once when it is submitted or when a sort is
/// selected. The language is a qualifier in the query. ``PagedList`` decides which page to load and how to handle
/// failures.
@Reducer
public struct SearchRepos {
  /// The lists of repositories.
  public enum List: Codable, Equatable, Sendable {
    /// The repositories that match a query in GitHub's search syntax. Without a sort, the best matches come first.
    case search(query: String, sort: RepositorySort? = nil)
    /// The repositories that the token's owner has starred.
    case favorites
  }

  /// A list of repositories: pages have numbers.
  public typealias Results = PagedList<List, Repository, Int>

  /// The query, the results, and the repository that may be open.
  public struct State: Equatable, Sendable, Encodable {
    /// The text in the search field.
    public var query: String
    /// The rows of all pages that have been loaded.
    public var results = Results()
    /// How search results are sorted, or `nil` for the best matches first.
    public var sort: RepositorySort?
    /// Whether the language and the sort are shown.
    public var isShowingOptions = false
    /// Whether GitHub gave up before it had found all search results.
    public var isIncomplete = false
    /// The header fields of the last response.
    public var headers: HTTPHeaders = [:]
    /// Whether the header fields are shown.
    public var isShowingHeaders = false
    /// The number of requests that are left, from the last response that contained it.
    public var rateLimit: RateLimit?
    /// A star that could not be saved after its detail was closed.
    public var starFailure: StarFailure?
    /// The stars of closed details whose requests are running.
    var savingStars: [SavingStar] = []
    /// The open repository.
    @Presents public var detail: RepositoryDetail.State?

    /// Makes a state without results.
    public init(query: String = "") { self.query = query }

    /// The value of the qualifier `language:` in the query, or `nil` if there is none.
    public var language: String? { query.languageQualifier }

    fileprivate var trimmedQuery: String { query.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// What the user does with the list, and the responses of the server.
  public enum Action: Codable, Equatable, Sendable {
    /// The search appeared. A request that has not ended is made again, because it may have been cancelled when its
    /// view disappeared.
    case appeared
    /// The user changed the text in the search field.
    case queryChanged(String)
    /// The query has not changed for 300 ms.
    case queryRested
    /// The user submitted the query.
    case searchSubmitted
    /// The user tapped the button that shows or hides the language and the sort.
    case optionsButtonTapped
    /// The user changed the language. An empty one stands for all languages.
    case languageChanged(String)
    /// The user selected a sort, or `nil` for the best matches first.
    case sortSelected(RepositorySort?)
    /// The user tapped the button that shows or hides the header fields of the last response.
    case headersButtonTapped
    /// The user tapped the button that lists the favorites.
    case favoritesButtonTapped
    /// The user pulled to refresh.
    case refreshPulled
    /// A row appeared. One of the last five rows loads the next page.
    case rowAppeared(id: Repository.ID)
    /// The user tapped the button that goes on after pages without new repositories.
    case moreButtonTapped
    /// The user tapped the row of a repository.
    case rowTapped(id: Repository.ID)
    /// A repository was opened that may not be in the list.
    case repositoryOpened(owner: String, name: String)
    /// The user tapped the button that repeats a failed request.
    case retryButtonTapped
    /// A page was loaded.
    case pageLoaded(request: Results.Request, page: RepositoryPage)
    /// The request for a page was cancelled with the task of its action.
    case pageCancelled(request: Results.Request)
    /// Loading a page failed.
    case pageFailed(request: Results.Request, error: APIError, headers: HTTPHeaders = [:])
    /// A star was saved.
    case starSaved(Star)
    /// Saving a star failed.
    case starFailed(StarFailure)
    /// The request for a star failed because there was no network, and is being repeated.
    case starConnectionRestored(Star)
    /// The user dismissed the message about a star that could not be saved.
    case starFailureDismissed
    /// The repository of a row was loaded again.
    case rowLoaded(Repository)
    /// An action of the detail.
    case detail(PresentationAction<RepositoryDetail.Action>)
  }

  enum CancelID: Hashable {
    case rest, request
    case star(owner: String, name: String)
  }

  @Dependency(\.githubClient) var githubClient

  /// Makes the reducer.
  public init() {}

  /// The logic of the list, with that of the open repository.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return load(state.results.requestAgain(), state)

      case .queryChanged(let query):
        return change(&state) { $0 = query }

      case .languageChanged(let language):
        return change(&state) { $0.languageQualifier = language }

      case .queryRested, .searchSubmitted:
        return search(&state)

      case .sortSelected(let sort):
        guard sort != state.sort else { return .none }
        state.sort = sort
        // Favorites are not sorted. If the user has just typed a query, its search starts after the pause in typing.
        guard case .search? = state.results.latestQuery else { return .none }
        return search(&state)

      case .optionsButtonTapped:
        state.isShowingOptions.toggle()
        return .none

      case .headersButtonTapped:
        state.isShowingHeaders.toggle()
        return .none

      case .favoritesButtonTapped:
        return replace(state.results.load(.favorites), state)

      case .refreshPulled:
        return load(state.results.refresh(), state)

      case .rowAppeared(let id):
        return load(state.results.rowAppeared(id: id), state)

      case .moreButtonTapped:
        return load(state.results.requestMore(), state)

      case .rowTapped(let id):
        guard let repository = state.results.rows[id: id] else { return .none }
        return show(RepositoryDetail.State(repository, asOf: state.results.asOf), &state)

      case .repositoryOpened(let owner, let name):
        return show(RepositoryDetail.State(owner: owner, name: name), &state)

      case .retryButtonTapped:
        return load(state.results.retry(), state)

      case .pageLoaded(let request, let page):
        let isTaken = state.results.receive(
          page.items,
          omitted: page.omittedCount,
          totalCount: page.totalCount,
          next: page.nextPage,
          asOf: page.asOf,
          for: request
        )
        guard isTaken else { return .none }
        state.isIncomplete = page.isIncomplete || request.cursor != nil && state.isIncomplete
        noteUncertainRows(&state)
        if state.detail?.savingStar != nil { showDetailInItsRow(&state) }
        guard page.asOf == nil else { return .none }
        state.headers = page.headers
        state.rateLimit = page.rateLimit
        return load(state.results.requestAfterEmptyPage(), state)

      case .pageCancelled(let request):
        state.results.endCancelled(request)
        return .none

      case .pageFailed(let request, let error, let headers):
        guard state.results.fail(error, for: request), headers != [:] else { return .none }
        state.headers = headers
        // A proxy's response does not tell how many requests are left.
        if let rateLimit = RateLimit(headers) { state.rateLimit = rateLimit }
        return .none

      case .starSaved(let star):
        let saving = index(of: star, state)
        let isUncertain = saving.map { state.savingStars[$0].isRowUncertain } ?? false
        let row = isUncertain ? loadRow(of: star, state) : .none
        guard isShown(star, state) else {
          if let saving { state.savingStars.remove(at: saving) }
          return .merge(reloadList(state), row)
        }
        let told: Effect<Action> = .send(.detail(.presented(.starSaved(star.isStarred))))
        // If it is uncertain whether the detail counts the star, the detail is loaded again.
        return .merge(isUncertain ? .concatenate(told, .send(.detail(.presented(.appeared)))) : told, row)

      case .starFailed(let failure):
        let star = failure.star
        let index = index(of: star, state)
        let saving = index.map { state.savingStars[$0] }
        if isShown(star, state) {
          guard saving?.isRowUncertain == true || saving?.hasCancelled == true else {
            return .send(.detail(.presented(.starSaveFailed(star.isStarred, error: failure.error))))
          }
          // The detail with this star is open again, so the list does not repeat the request.
          return .merge(
            .cancel(id: CancelID.star(owner: star.owner, name: star.name)),
            .send(.detail(.presented(.starSaveFailed(star.isStarred, error: failure.error, isUncertain: true)))),
            loadRow(of: star, state)
          )
        }
        if let index { state.savingStars.remove(at: index) }
        state.starFailure = failure
        if let saving, let id = saving.star.id, !saving.isRowUncertain {
          state.results.rows[id: id]?.count(isStarred: !star.isStarred)
        }
        // The request may have reached the server.
        return .merge(reloadList(state), loadRow(of: star, state))

      case .starConnectionRestored(let star):
        if state.starFailure?.star.hasRepository(of: star) == true { state.starFailure = nil }
        // The row of a closed detail has not counted the star since the failure. It is loaded again when the star is
        // saved.
        let isShown = isShown(star, state)
        state.savingStars.append(SavingStar(star: star, isRowUncertain: !isShown))
        return isShown ? .send(.detail(.presented(.starSaveConnectionRestored(star.isStarred)))) : .none

      case .starFailureDismissed:
        guard let star = state.starFailure?.star else { return .none }
        state.starFailure = nil
        return giveUpStar(owner: star.owner, name: star.name, state)

      case .rowLoaded(let repository):
        let isOfDetail = state.detail?.repository?.id == repository.id
        // While the star of the detail is being saved, the detail is newer.
        guard state.results.rows[id: repository.id] != nil, !isOfDetail || state.detail?.savingStar == nil else {
          return .none
        }
        state.results.rows[id: repository.id] = repository
        if isOfDetail {
          state.detail?.repository = repository
          state.detail?.asOf = nil
        }
        noteUncertainRows(&state)
        return .none

      case .detail(.dismiss):
        return finishStar(of: state.detail, &state)

      case .detail(.presented(let action)):
        showDetailInItsRow(&state)
        switch action {
        case .starSaved(let isStarred):
          endSaving(isStarred, &state)
          return .merge(reloadList(state), saveStar(&state, mayGiveUp: false))
        case .starSaveFailed(let isStarred, let error, _):
          endSaving(isStarred, &state)
          return .merge(reloadList(state), saveStar(&state, mayGiveUp: error.isWantOfNetwork))
        default: return saveStar(&state)
        }
      }
    }
    .ifLet(\.$detail, action: \.detail) { RepositoryDetail(savesStar: false) }
  }

  /// Changes the query. The search starts when the query has not changed for 300 ms.
  private func change(_ state: inout State, _ change: (inout String) -> Void) -> Effect<Action> {
    let previous = state.trimmedQuery
    change(&state.query)
    if state.trimmedQuery == previous { return .none }
    if state.trimmedQuery.isEmpty { return clear(&state) }
    state.results.cancel()
    return .merge(
      .cancel(id: CancelID.request),
      .send(.queryRested).debounce(id: CancelID.rest, for: .milliseconds(300))
    )
  }

  private func search(_ state: inout State) -> Effect<Action> {
    let query = state.trimmedQuery
    return query.isEmpty ? clear(&state) : replace(state.results.load(.search(query: query, sort: state.sort)), state)
  }

  private func clear(_ state: inout State) -> Effect<Action> {
    state.results = Results()
    state.isIncomplete = false
    state.headers = [:]
    state.rateLimit = nil
    forgetStarFailure(&state)
    return .merge(.cancel(id: CancelID.rest), .cancel(id: CancelID.request))
  }

  /// Loads another list, and cancels the search that would start after the pause in typing.
  private func replace(_ request: Results.Request, _ state: State) -> Effect<Action> {
    .merge(.cancel(id: CancelID.rest), load(request, state))
  }

  /// Loads a page, and cancels the running request. A search that will start after the pause in typing still starts.
  private func load(_ request: Results.Request?, _ state: State) -> Effect<Action> {
    guard let request else { return .none }
    let number = request.cursor ?? 1
    return runRequest(
      "Load page \(number)",
      loaded: { .pageLoaded(request: request, page: $0) },
      failed: { (failure: FailedResponse) in
        .pageFailed(request: request, error: failure.error, headers: failure.headers)
      },
      usesKeptAnswers: state.results.usesKeptRows(for: request),
      restored: { store in try store.modify("Page is loaded again") { $0.results.resume(request) } },
      cancelled: .pageCancelled(request: request)
    ) { [githubClient] in
      switch request.query {
      case .search(let query, let sort): try await githubClient.searchRepos(query: query, sort: sort, page: number)
      case .favorites: try await githubClient.searchFavorites(page: number)
      }
    }
    .cancellable(id: CancelID.request, cancelInFlight: true)
  }

  private func show(_ detail: RepositoryDetail.State, _ state: inout State) -> Effect<Action> {
    let saving = finishStar(of: state.detail, &state)
    // The detail asks the server for this repository's star, so a star that waits for a network is given up.
    if state.starFailure?.star.isOf(detail) == true { state.starFailure = nil }
    let givingUp = giveUpStar(owner: detail.owner, name: detail.name, state)
    forgetStarFailure(&state)
    state.detail = detail
    // The detail shows the star that is being saved.
    if let star = state.savingStars.first(where: { $0.isOf(detail) })?.star {
      state.detail?.savingStar = star.isStarred
      state.detail?.isStarred = star.isStarred
      state.detail?.savedStar = star.id == nil ? star.isStarred : !star.isStarred
    }
    return .merge(givingUp, saving)
  }

  /// Removes the message about a star that could not be saved, unless the star waits for a network, and is sent then.
  private func forgetStarFailure(_ state: inout State) {
    if state.starFailure?.error.isWantOfNetwork == false { state.starFailure = nil }
  }

  /// Repeats a running request, because its response may count a star as it was before.
  private func reloadList(_ state: State) -> Effect<Action> { load(state.results.request, state) }

  /// Loads the repository of a row, because it is unknown whether the row counts the star. If that fails, the row
  /// stays.
  private func loadRow(of star: Star, _ state: State) -> Effect<Action> {
    guard state.results.rows.contains(where: { $0.owner.login == star.owner && $0.name == star.name }) else {
      return .none
    }
    let githubClient = githubClient
    return .run(name: "Load row") { send in
      guard let repository = try? await githubClient.repository(owner: star.owner, name: star.name) else { return }
      await send(.rowLoaded(repository))
    }
  }
}
