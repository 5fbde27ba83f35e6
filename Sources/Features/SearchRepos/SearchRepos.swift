import Foundation
public import Store

/// Search for repositories on GitHub, page by page, those that you have starred, and one of them in detail.
///
/// A search starts when the query has not changed for 300 ms, or at once when it is submitted. What is loaded when, and
/// what becomes of failures, is the business of ``PagedList``.
@Reducer
public struct SearchRepos {
  /// Which repositories to list.
  public enum List: Codable, Equatable, Sendable {
    /// Those that match a query in GitHub's search syntax.
    case search(query: String)
    /// Those that the owner of the token has starred.
    case favorites
  }

  /// Rows page by page, with pages by their number.
  public typealias Results = PagedList<List, Repository, Int>

  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// The text in the search field.
    public var query: String
    /// The rows of all pages so far.
    public var results = Results()
    /// The header fields of the last response.
    public var headers: HTTPHeaders = [:]
    /// How many requests were left at the last response.
    public var rateLimit: RateLimit?
    /// A star that could not be saved after its detail had gone.
    public var starFailure: StarFailure?
    /// The repository that was chosen.
    @Presents public var detail: RepositoryDetail.State?

    /// Makes a state with nothing to show.
    public init(query: String = "") { self.query = query }

    fileprivate var trimmedQuery: String { query.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// A star that was under way when its detail went.
  public struct Star: Codable, Equatable, Sendable {
    /// Whose repository it is.
    public var owner: String
    /// The repository's name, without the owner's.
    public var name: String
    /// The repository, if its row counts a change that is not saved yet.
    public var id: Repository.ID?
    /// Whether it is to be starred.
    public var isStarred: Bool

    /// Makes a star.
    public init(owner: String, name: String, id: Repository.ID?, isStarred: Bool) {
      self.owner = owner
      self.name = name
      self.id = id
      self.isStarred = isStarred
    }
  }

  /// A star that could not be saved.
  public struct StarFailure: Codable, Equatable, Sendable {
    /// Which.
    public var star: Star
    /// Why.
    public var error: APIError

    /// Makes a failure.
    public init(star: Star, error: APIError) {
      self.star = star
      self.error = error
    }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The text in the search field has changed.
    case queryChanged(String)
    /// The query has not changed for a while.
    case queryRested
    /// The query is to be searched for at once.
    case searchSubmitted
    /// The favorites are to be listed.
    case favoritesButtonTapped
    /// The list is to be loaded again from its first page.
    case refreshPulled
    /// A row has come into view; one of the last five makes the next page load.
    case rowAppeared(id: Repository.ID)
    /// A row has been chosen.
    case rowTapped(id: Repository.ID)
    /// A repository is to be opened that need not be in the list.
    case repositoryOpened(owner: String, name: String)
    /// The request that has failed is to be sent again.
    case retryButtonTapped
    /// A response has come.
    case pageLoaded(request: Results.Request, page: RepositoryPage)
    /// A request has failed.
    case pageFailed(request: Results.Request, error: APIError)
    /// A star that was under way when its detail went has been saved.
    case starSaved(Star)
    /// A star that was under way when its detail went could not be saved.
    case starFailed(StarFailure)
    /// Something has happened in the detail.
    case detail(PresentationAction<RepositoryDetail.Action>)
  }

  private enum CancelID { case rest, request }

  @Dependency(\.githubClient) private var githubClient

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to load.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        let previous = state.trimmedQuery
        state.query = query
        if state.trimmedQuery == previous { return .none }
        if state.trimmedQuery.isEmpty { return clear(&state) }
        state.results.cancel()
        return .merge(
          .cancel(id: CancelID.request),
          .send(.queryRested).debounce(id: CancelID.rest, for: .milliseconds(300))
        )

      case .queryRested, .searchSubmitted:
        let query = state.trimmedQuery
        return query.isEmpty ? clear(&state) : load(state.results.load(.search(query: query)))

      case .favoritesButtonTapped:
        return load(state.results.load(.favorites))

      case .refreshPulled:
        return load(state.results.refresh())

      case .rowAppeared(let id):
        return load(state.results.rowAppeared(id: id))

      case .rowTapped(let id):
        guard let repository = state.results.rows[id: id] else { return .none }
        return show(RepositoryDetail.State(repository), &state)

      case .repositoryOpened(let owner, let name):
        return show(RepositoryDetail.State(owner: owner, name: name), &state)

      case .retryButtonTapped:
        return load(state.results.retry())

      case .pageLoaded(let request, let page):
        let isTaken = state.results.receive(
          page.items,
          totalCount: page.totalCount,
          next: page.nextPage,
          for: request
        )
        guard isTaken else { return .none }
        state.headers = page.headers
        state.rateLimit = page.rateLimit
        return .none

      case .pageFailed(let request, let error):
        state.results.fail(error, for: request)
        return .none

      case .starSaved(let star):
        return reload(star, state)

      case .starFailed(let failure):
        state.starFailure = failure
        if let id = failure.star.id { state.results.rows[id: id]?.stargazersCount -= failure.star.isStarred ? 1 : -1 }
        return reload(failure.star, state)

      case .detail(.dismiss):
        return finishStar(of: state.detail)

      case .detail(.presented):
        // The row shows what the detail has found out or changed.
        guard let repository = state.detail?.repository, state.results.rows[id: repository.id] != nil else {
          return .none
        }
        state.results.rows[id: repository.id] = repository
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) { RepositoryDetail() }
  }

  private func clear(_ state: inout State) -> Effect<Action> {
    state.results = Results()
    state.headers = [:]
    state.rateLimit = nil
    state.starFailure = nil
    return .merge(.cancel(id: CancelID.rest), .cancel(id: CancelID.request))
  }

  /// Asks for a page instead of what is waiting or under way.
  private func load(_ request: Results.Request?) -> Effect<Action> {
    guard let request else { return .none }
    let number = request.cursor ?? 1
    let load: Effect<Action> = .request("Load page \(number)") {
      .pageLoaded(request: request, page: $0)
    } failed: {
      .pageFailed(request: request, error: $0)
    } _: { [githubClient] in
      switch request.query {
      case .search(let query): try await githubClient.searchRepos(query: query, page: number)
      case .favorites: try await githubClient.searchFavorites(page: number)
      }
    }
    return .merge(.cancel(id: CancelID.rest), load.cancellable(id: CancelID.request, cancelInFlight: true))
  }

  private func show(_ detail: RepositoryDetail.State, _ state: inout State) -> Effect<Action> {
    let saving = finishStar(of: state.detail)
    state.starFailure = nil
    state.detail = detail
    return saving
  }

  /// Tells the server of a star that it has not confirmed when its detail goes, which ends the detail's own request.
  private func finishStar(of detail: RepositoryDetail.State?) -> Effect<Action> {
    guard let detail, detail.savingStar != nil, let isStarred = detail.isStarred else { return .none }
    let star = Star(
      owner: detail.owner,
      name: detail.name,
      id: detail.savedStar == isStarred ? nil : detail.repository?.id,
      isStarred: isStarred
    )
    return .request(isStarred ? "Star" : "Unstar") {
      .starSaved(star)
    } failed: {
      .starFailed(StarFailure(star: star, error: $0))
    } _: { [githubClient] in
      try await githubClient.setStarred(isStarred: isStarred, owner: star.owner, name: star.name)
    }
  }

  /// Has a detail that was opened before its star was saved look at it again.
  private func reload(_ star: Star, _ state: State) -> Effect<Action> {
    guard let detail = state.detail, detail.owner == star.owner, detail.name == star.name else { return .none }
    return .send(.detail(.presented(.appeared)))
  }
}
