import Foundation
public import Store

/// The articles of Qiita with a tag, loaded page by page. A tap opens an article in the browser.
///
/// Only one request runs at a time: submitting another tag or refreshing cancels it. Only a response replaces the rows,
/// so a failure loses nothing.
@Reducer
public struct Articles {
  /// A list of articles: the query is a tag, and pages have numbers.
  public typealias List = PagedList<String, Article, Int>

  /// The tag, the list, and the article of the last link.
  public struct State: Equatable, Sendable, Encodable {
    /// The text in the tag field.
    public var tag: String
    /// The articles.
    public var list = List()
    /// The number of requests that were left after the last response.
    public var rateLimit: RateLimit?
    /// The article of the last link, while it is being loaded or if loading it failed.
    public var openingID: Article.ID?
    /// The reason why the article of the last link could not be loaded.
    public var articleError: APIError?
    /// The reason why the last article could not be opened.
    public var openError: OpenURLError?

    /// Makes a state without articles.
    public init(tag: String = "swift") { self.tag = tag }

    /// The tag to submit. An empty tag is not submitted.
    var trimmedTag: String { tag.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// What the user does with the list, and the responses of the server.
  public enum Action: Codable, Equatable, Sendable {
    /// The list appeared. The first time, it is loaded.
    case appeared
    /// The user changed the text in the tag field.
    case tagChanged(String)
    /// The user submitted the tag.
    case tagSubmitted
    /// The user pulled to refresh.
    case refreshPulled
    /// A row appeared. One of the last five rows loads the next page.
    case rowAppeared(id: Article.ID)
    /// The user tapped the button that goes on after pages without new articles.
    case moreButtonTapped
    /// The user tapped the button that repeats failed requests: for a page, and for the article of a link.
    case retryButtonTapped
    /// The user tapped the row of an article.
    case rowTapped(id: Article.ID)
    /// The user tapped the bookmark button of an article. ``AppFeature`` adds or removes the bookmark.
    case bookmarkButtonTapped(id: Article.ID)
    /// A link to an article was opened. The article may not be in the list.
    case articleOpened(id: Article.ID)
    /// The article of a link was loaded.
    case articleLoaded(Article)
    /// Loading the article of a link failed.
    case articleFailed(APIError)
    /// The user dismissed the message about an article that could not be loaded or opened.
    case openErrorDismissed
    /// A page was loaded.
    case pageLoaded(request: List.Request, page: ArticlePage)
    /// The request for a page was cancelled with the task of its action.
    case pageCancelled(request: List.Request)
    /// Loading a page failed.
    case pageFailed(request: List.Request, error: APIError, rateLimit: RateLimit? = nil)
    /// Opening an article failed.
    case openFailed(OpenURLError)
  }

  private enum CancelID { case request, open }

  @Dependency(\.qiitaClient) private var qiitaClient
  @Dependency(\.openURL) private var openURL

  /// Makes the reducer.
  public init() {}

  /// Changes the list, and starts the requests for pages and for the article of a link.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return state.list.latestQuery == nil ? submit(&state) : load(state.list.requestAgain(), state)

    case .tagChanged(let tag):
      state.tag = tag
      return .none

    case .tagSubmitted:
      return submit(&state)

    case .refreshPulled:
      return load(state.list.refresh(), state)

    case .rowAppeared(let id):
      return load(state.list.rowAppeared(id: id), state)

    case .moreButtonTapped:
      return load(state.list.requestMore(), state)

    case .retryButtonTapped:
      return .merge(load(state.list.retry(), state), retryArticle(&state))

    case .rowTapped(let id):
      guard let article = state.list.rows[id: id] else { return .none }
      return open(article, &state)

    case .articleOpened(let id):
      if let article = state.list.rows[id: id] { return open(article, &state) }
      return loadArticle(id, &state)

    case .articleLoaded(let article):
      return open(article, &state)

    case .articleFailed(let error):
      state.articleError = error
      return .none

    case .bookmarkButtonTapped:
      return .none

    case .openErrorDismissed:
      state.openError = nil
      guard state.articleError != nil else { return .none }
      state.articleError = nil
      state.openingID = nil
      // The article must not open when the network is back.
      return .cancel(id: CancelID.open)

    case .openFailed(let error):
      state.openError = error
      return .none

    case .pageLoaded(let request, let page):
      let isTaken = state.list.receive(
        page.items,
        omitted: page.omittedCount,
        totalCount: page.totalCount,
        next: page.nextPage,
        asOf: page.asOf,
        for: request
      )
      guard isTaken, page.asOf == nil else { return .none }
      state.rateLimit = page.rateLimit
      return load(state.list.requestAfterEmptyPage(), state)

    case .pageCancelled(let request):
      state.list.endCancelled(request)
      return .none

    case .pageFailed(let request, let error, let rateLimit):
      if state.list.fail(error, for: request), let rateLimit { state.rateLimit = rateLimit }
      return .none
    }
  }

  private func loadArticle(_ id: Article.ID, _ state: inout State) -> Effect<Action> {
    state.openingID = id
    state.articleError = nil
    state.openError = nil
    return runRequest(
      "Load article \(id)",
      loaded: Action.articleLoaded,
      failed: Action.articleFailed,
      restored: { store in try store.modify("Article is loaded again") { $0.articleError = nil } }
    ) { [qiitaClient] in
      try await qiitaClient.article(id: id)
    }
    .cancellable(id: CancelID.open, cancelInFlight: true)
  }

  private func retryArticle(_ state: inout State) -> Effect<Action> {
    guard let id = state.openingID, state.articleError != nil else { return .none }
    return loadArticle(id, &state)
  }

  private func open(_ article: Article, _ state: inout State) -> Effect<Action> {
    state.openingID = nil
    state.articleError = nil
    state.openError = nil
    return .open(article.url, with: openURL, name: "Open \(article.id)", failed: Action.openFailed)
      .cancellable(id: CancelID.open, cancelInFlight: true)
  }

  private func submit(_ state: inout State) -> Effect<Action> {
    let tag = state.trimmedTag
    return tag.isEmpty ? .none : load(state.list.load(tag), state)
  }

  private func load(_ request: List.Request?, _ state: State) -> Effect<Action> {
    guard let request else { return .none }
    let page = request.cursor ?? 1
    return runRequest(
      "Load page \(page) of \(request.query)",
      loaded: { .pageLoaded(request: request, page: $0) },
      failed: { (failure: FailedResponse) in
        .pageFailed(request: request, error: failure.error, rateLimit: RateLimit(failure.headers))
      },
      usesKeptAnswers: state.list.usesKeptRows(for: request),
      restored: { store in try store.modify("Page is loaded again") { $0.list.resume(request) } },
      cancelled: .pageCancelled(request: request)
    ) { [qiitaClient] in
      try await qiitaClient.articles(tag: request.query, page: page)
    }
    .cancellable(id: CancelID.request, cancelInFlight: true)
  }
}
