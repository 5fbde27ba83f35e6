public import Store

extension SearchRepos.Action: CasePathable {
  /// The case paths of the action.
  public struct AllCasePaths: Sendable {
    /// The text in the search field has changed.
    public var queryChanged: AnyCasePath<SearchRepos.Action, String> {
      AnyCasePath(embed: { .queryChanged($0) }) {
        guard case .queryChanged(let value) = $0 else { return nil }
        return value
      }
    }
    /// The query has not changed for a while.
    public var queryRested: AnyCasePath<SearchRepos.Action, Void> {
      AnyCasePath(embed: { .queryRested }) {
        guard case .queryRested = $0 else { return nil }
        return ()
      }
    }
    /// The query is to be searched for at once.
    public var searchSubmitted: AnyCasePath<SearchRepos.Action, Void> {
      AnyCasePath(embed: { .searchSubmitted }) {
        guard case .searchSubmitted = $0 else { return nil }
        return ()
      }
    }
    /// The favorites are to be listed.
    public var favoritesButtonTapped: AnyCasePath<SearchRepos.Action, Void> {
      AnyCasePath(embed: { .favoritesButtonTapped }) {
        guard case .favoritesButtonTapped = $0 else { return nil }
        return ()
      }
    }
    /// The list is to be loaded again from its first page.
    public var refreshPulled: AnyCasePath<SearchRepos.Action, Void> {
      AnyCasePath(embed: { .refreshPulled }) {
        guard case .refreshPulled = $0 else { return nil }
        return ()
      }
    }
    /// A row has come into view.
    public var rowAppeared: AnyCasePath<SearchRepos.Action, Repository.ID> {
      AnyCasePath(embed: { .rowAppeared(id: $0) }) {
        guard case .rowAppeared(let id) = $0 else { return nil }
        return id
      }
    }
    /// The request that has failed is to be sent again.
    public var retryButtonTapped: AnyCasePath<SearchRepos.Action, Void> {
      AnyCasePath(embed: { .retryButtonTapped }) {
        guard case .retryButtonTapped = $0 else { return nil }
        return ()
      }
    }
    /// A response has come.
    public var pageLoaded: AnyCasePath<SearchRepos.Action, (request: SearchRepos.Request, page: RepositoryPage)> {
      AnyCasePath(embed: { .pageLoaded(request: $0.request, page: $0.page) }) {
        guard case .pageLoaded(let request, let page) = $0 else { return nil }
        return (request, page)
      }
    }
    /// A request has failed.
    public var pageFailed: AnyCasePath<SearchRepos.Action, (request: SearchRepos.Request, error: APIError)> {
      AnyCasePath(embed: { .pageFailed(request: $0.request, error: $0.error) }) {
        guard case .pageFailed(let request, let error) = $0 else { return nil }
        return (request, error)
      }
    }
  }

  /// The case paths of the action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
