import Foundation
public import Store

/// The articles with a tag on Qiita, page by page, each of which opens in the browser.
///
/// One request is under way at a time: submitting another tag or refreshing cancels it. The rows on show are replaced
/// only by the rows of a response, so a failure loses nothing.
@Reducer
public struct Articles {
  /// The articles on show: of a tag, in numbered pages.
  public typealias List = PagedList<String, Article, Int>

  /// What is on show, and what is on its way.
  public struct State: Equatable, Sendable, Encodable {
    /// The text in the tag field.
    public var tag: String
    /// The articles.
    public var list = List()
    /// How many requests were left at the last response.
    public var rateLimit: RateLimit?
    /// Why the article that was tapped last could not be opened.
    public var openError: OpenURLError?

    /// Makes a state with nothing to show yet.
    public init(tag: String = "swift") { self.tag = tag }
  }

  /// What can happen.
  public enum Action: Codable, Equatable, Sendable {
    /// The list has come into view; the first time it is loaded.
    case appeared
    /// The text in the tag field has changed.
    case tagChanged(String)
    /// The articles with the tag in the field are to be listed.
    case tagSubmitted
    /// The list is to be loaded again from its first page.
    case refreshPulled
    /// A row has come into view; one of the last five makes the next page load.
    case rowAppeared(id: Article.ID)
    /// The request that has failed is to be sent again.
    case retryButtonTapped
    /// An article is to be opened in the browser.
    case rowTapped(id: Article.ID)
    /// The message about an article that could not be opened has been read.
    case openErrorDismissed
    /// A response has come.
    case pageLoaded(request: List.Request, page: ArticlePage)
    /// A request has failed.
    case pageFailed(request: List.Request, error: APIError)
    /// An article could not be opened.
    case openFailed(OpenURLError)
  }

  private enum CancelID { case request, open }

  @Dependency(\.qiitaClient) private var qiitaClient
  @Dependency(\.openURL) private var openURL

  /// Makes the reducer.
  public init() {}

  /// Changes the state and says what to load or to open.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return state.list.latestQuery == nil ? submit(&state) : .none

    case .tagChanged(let tag):
      state.tag = tag
      return .none

    case .tagSubmitted:
      return submit(&state)

    case .refreshPulled:
      return load(state.list.refresh())

    case .rowAppeared(let id):
      return load(state.list.rowAppeared(id: id))

    case .retryButtonTapped:
      return load(state.list.retry())

    case .rowTapped(let id):
      guard let article = state.list.rows[id: id] else { return .none }
      state.openError = nil
      return .run(name: "Open \(article.id)") { [openURL] send in
        do throws(OpenURLError) { try await openURL(article.url) } catch { await send(.openFailed(error)) }
      }
      .cancellable(id: CancelID.open, cancelInFlight: true)

    case .openErrorDismissed:
      state.openError = nil
      return .none

    case .openFailed(let error):
      state.openError = error
      return .none

    case .pageLoaded(let request, let page):
      let isTaken = state.list.receive(page.items, totalCount: page.totalCount, next: page.nextPage, for: request)
      if isTaken { state.rateLimit = page.rateLimit }
      return .none

    case .pageFailed(let request, let error):
      state.list.fail(error, for: request)
      return .none
    }
  }

  private func submit(_ state: inout State) -> Effect<Action> {
    let tag = state.tag.trimmingCharacters(in: .whitespacesAndNewlines)
    return tag.isEmpty ? .none : load(state.list.load(tag))
  }

  private func load(_ request: List.Request?) -> Effect<Action> {
    guard let request else { return .none }
    let page = request.cursor ?? 1
    return .request(
      "Load page \(page) of \(request.query)",
      loaded: { .pageLoaded(request: request, page: $0) },
      failed: { .pageFailed(request: request, error: $0) }
    ) { [qiitaClient] in
      try await qiitaClient.articles(tag: request.query, page: page)
    }
    .cancellable(id: CancelID.request, cancelInFlight: true)
  }
}
