public import Store

/// Search for repositories on GitHub, page by page, and those that you have starred.
///
/// A search starts when the query has not changed for 300 ms, or at once when it is submitted. One request is under way
/// at a time: whatever asks for another list cancels it, and its response, should it come, is ignored. The rows on show
/// are replaced only by the rows of a response, so a failure loses nothing; it is kept in ``State/failure`` until the
/// next request.
@Reducer
public struct SearchRepos {
  /// Which repositories to list.
  public enum List: Codable, Equatable, Sendable {
    /// Those that match a query in GitHub's search syntax.
    case search(query: String)
    /// Those that the owner of the token has starred.
    case favorites
  }

  /// A page of a list, as it is asked for.
  public struct Request: Codable, Equatable, Sendable {
    /// The list.
    public var list: List
    /// The number of the page, from 1 on.
    public var page: Int

    /// Makes a request.
    public init(list: List, page: Int = 1) {
      self.list = list
      self.page = page
    }
  }

  /// A request that has failed.
  public struct Failure: Codable, Equatable, Sendable {
    /// What was asked for, and is asked for again by ``Action/retryButtonTapped``.
    public var request: Request
    /// Why there is no result.
    public var error: APIError

    /// Makes a failure.
    public init(request: Request, error: APIError) {
      self.request = request
      self.error = error
    }
  }

  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// The text in the search field.
    public var query: String
    /// The list that ``repositories`` are of; `nil` before the first response.
    public var list: List?
    /// The rows of all pages so far.
    public var repositories: IdentifiedArrayOf<Repository> = []
    /// How many repositories there are on all pages; `nil` when the server does not say.
    public var totalCount: Int?
    /// The page to load next; `nil` after the last one.
    public var nextPage: Int?
    /// The header fields of the last response.
    public var headers: HTTPHeaders = [:]
    /// How many requests were left at the last response.
    public var rateLimit: RateLimit?
    /// The request that is under way.
    public var request: Request?
    /// The last request, if it has failed.
    public var failure: Failure?

    /// Makes a state with nothing to show.
    public init(query: String = "") { self.query = query }

    /// Whether a request is under way.
    public var isLoading: Bool { request != nil }

    /// What was last asked for, whether it has come, is on its way, or has failed.
    var latestList: List? { request?.list ?? failure?.request.list ?? list }
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
    /// The request that has failed is to be sent again.
    case retryButtonTapped
    /// A response has come.
    case pageLoaded(request: Request, page: RepositoryPage)
    /// A request has failed.
    case pageFailed(request: Request, error: APIError)
  }

  private enum CancelID { case rest, request }

  @Dependency(\.githubClient) private var githubClient

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to load.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      let isSame = query.trimmed == state.query.trimmed
      state.query = query
      if isSame { return .none }
      if query.trimmed.isEmpty { return clear(&state) }
      state.request = nil
      return .merge(
        .cancel(id: CancelID.request),
        .send(.queryRested).debounce(id: CancelID.rest, for: .milliseconds(300))
      )

    case .queryRested, .searchSubmitted:
      let query = state.query.trimmed
      return query.isEmpty ? clear(&state) : load(Request(list: .search(query: query)), &state)

    case .favoritesButtonTapped:
      return load(Request(list: .favorites), &state)

    case .refreshPulled:
      guard let list = state.latestList else { return .none }
      return load(Request(list: list), &state)

    case .rowAppeared(let id):
      guard
        !state.isLoading, let list = state.list, let page = state.nextPage,
        let index = state.repositories.index(id: id), index >= state.repositories.count - 5
      else { return .none }
      let request = Request(list: list, page: page)
      // It would fail again with each row that comes into view: it is for the user to say when.
      guard state.failure?.request != request else { return .none }
      return load(request, &state)

    case .retryButtonTapped:
      guard let request = state.failure?.request else { return .none }
      return load(request, &state)

    case .pageLoaded(let request, let page):
      guard request == state.request else { return .none }
      state.request = nil
      if request.page == 1 { state.repositories = [] }
      // A row that has moved to this page since the last one was loaded is there already, and is not appended.
      for repository in page.items { state.repositories.append(repository) }
      state.list = request.list
      state.totalCount = page.totalCount
      state.nextPage = page.nextPage
      state.headers = page.headers
      state.rateLimit = page.rateLimit
      return .none

    case .pageFailed(let request, let error):
      guard request == state.request else { return .none }
      state.request = nil
      state.failure = Failure(request: request, error: error)
      return .none
    }
  }

  private func clear(_ state: inout State) -> Effect<Action> {
    state = State(query: state.query)
    return .merge(.cancel(id: CancelID.rest), .cancel(id: CancelID.request))
  }

  /// Asks for a page instead of what is waiting or under way.
  private func load(_ request: Request, _ state: inout State) -> Effect<Action> {
    state.request = request
    state.failure = nil
    let load: Effect<Action> = .run(name: "Load page \(request.page)") { [githubClient] send in
      do {
        let page =
          switch request.list {
          case .search(let query): try await githubClient.searchRepos(query: query, page: request.page)
          case .favorites: try await githubClient.searchFavorites(page: request.page)
          }
        await send(.pageLoaded(request: request, page: page))
      } catch {
        // Cancelled, nobody waits for the error; whatever else a client throws ends the request.
        try Task.checkCancellation()
        await send(.pageFailed(request: request, error: APIError(error)))
      }
    }
    return .merge(.cancel(id: CancelID.rest), load.cancellable(id: CancelID.request, cancelInFlight: true))
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
