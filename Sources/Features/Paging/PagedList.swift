public import Foundation
public import Store

/// The rows of a list that a server returns page by page, with the running and the failed request.
///
/// The list decides which page to request and how to use a response. A reducer sends the requests and passes on the
/// results. Only one request runs at a time: a new one replaces it, and only its response is used. Rows are replaced
/// only by other rows, so a failure loses nothing.
///
/// ```swift
/// case .rowAppeared(let id):
///   guard let request = state.list.rowAppeared(id: id) else { return .none }
///   return load(request)
/// case .pageLoaded(let request, let page):
///   state.list.receive(page.users, totalCount: page.count, next: page.next, for: request)
///   return load(state.list.requestAfterEmptyPage())
/// ```
///
/// A page may bring no new rows, for example because rows were added to the server's list after the previous page was
/// loaded. Then no new row appears that would load the next page, so the list requests it by itself. After
/// ``emptyPageLimit`` such pages in a row, it waits until the user wants more.
///
/// `Query` determines the rows of the list, and `Cursor` identifies a page after the first one.
public struct PagedList<Query, Row, Cursor>
where Query: Codable & Equatable & Sendable, Row: Identifiable, Cursor: Codable & Equatable & Sendable {
  /// A request for a page.
  public struct Request: Codable, Equatable, Sendable {
    /// The query of the list.
    public var query: Query
    /// The cursor of the page; `nil` for the first page.
    public var cursor: Cursor?

    /// Makes a request.
    public init(query: Query, cursor: Cursor? = nil) {
      self.query = query
      self.cursor = cursor
    }
  }

  /// A failed request.
  public struct Failure: Codable, Equatable, Sendable {
    /// The request, which ``PagedList/retry()`` repeats.
    public var request: Request
    /// The reason of the failure.
    public var error: APIError

    /// Makes a failure.
    public init(request: Request, error: APIError) {
      self.request = request
      self.error = error
    }
  }

  /// The query of the ``rows``; `nil` before the first response.
  public var query: Query?
  /// The rows of all pages that have been loaded.
  public var rows: IdentifiedArrayOf<Row> = []
  /// The number of rows on all pages, or `nil` if the server does not send it.
  public var totalCount: Int?
  /// The number of rows that were left out because they can't be read.
  public var omittedCount = 0
  /// The cursor of the next page; `nil` after the last one.
  public var nextCursor: Cursor?
  /// The cursors of the latest pages if they brought no new rows, to notice when they form a circle. The first page has
  /// no cursor, so the array is empty if only the first page was loaded. `nil` if the last page brought new rows, or if
  /// there is no next page.
  public var emptyPages: [Cursor]?
  /// The time of the kept response that the rows come from, until the server's response replaces them; `nil` for rows
  /// that the server has sent.
  public var asOf: Date?
  /// The running request.
  public var request: Request?
  /// The last request if it failed.
  public var failure: Failure?
  /// The last request if it was cancelled together with the task of its action, for example when a view disappeared.
  /// ``requestAgain()`` makes it again.
  public var cancelledRequest: Request?

  /// Makes an empty list.
  public init() {}

  /// The number of pages without new rows in a row after which the list waits for the user.
  public static var emptyPageLimit: Int { 5 }

  /// Whether a request is running.
  public var isLoading: Bool { request != nil }

  /// Whether the list waits for ``requestMore()``, because the last pages brought no new rows.
  public var waitsForUser: Bool { emptyPages != nil && nextCursor != nil && !isLoading && failure == nil }

  /// Whether the server has no rows for the query. It is `false` before the first response.
  public var isEmpty: Bool { query != nil && rows.isEmpty }

  /// The query of the last request, whether it is running, failed, was cancelled or succeeded.
  public var latestQuery: Query? {
    request?.query ?? failure?.request.query ?? cancelledRequest?.query ?? query
  }

  /// Requests the first page of a list. The current rows stay until the response arrives.
  public mutating func load(_ query: Query) -> Request { start(Request(query: query)) }

  /// Requests the first page of the latest query; `nil` if there is none.
  public mutating func refresh() -> Request? { latestQuery.map { load($0) } }

  /// Requests the next page if the row is one of the last five. Returns `nil` if there is no next page or a request is
  /// running.
  ///
  /// A failed request for the next page is repeated only by ``retry()``. Otherwise each row would repeat it. If a
  /// request for another query has failed, no further rows of the current query are requested.
  public mutating func rowAppeared(id: Row.ID) -> Request? {
    guard !isLoading, emptyPages == nil, latestQuery == query, let index = rows.index(id: id),
      index >= rows.count - 5, let request = nextRequest, failure?.request != request
    else { return nil }
    return start(request)
  }

  /// Requests the next page if the last one brought no new rows, unless these were too many in a row. Call it after
  /// ``receive(_:omitted:totalCount:next:asOf:for:)``.
  public mutating func requestAfterEmptyPage() -> Request? {
    guard waitsForUser, let emptyPages, emptyPages.isEmpty || emptyPages.count % Self.emptyPageLimit > 0 else {
      return nil
    }
    return nextRequest.map { start($0) }
  }

  /// Requests the next page if the list waits for the user.
  public mutating func requestMore() -> Request? { waitsForUser ? nextRequest.map { start($0) } : nil }

  private var nextRequest: Request? {
    guard let query, let nextCursor else { return nil }
    return Request(query: query, cursor: nextCursor)
  }

  /// Repeats the failed request; `nil` if there is none.
  public mutating func retry() -> Request? { failure.map { start($0.request) } }

  /// Repeats the running request, or the one that was cancelled with its task; `nil` if there is none.
  public mutating func requestAgain() -> Request? { (request ?? cancelledRequest).map { start($0) } }

  private mutating func start(_ request: Request) -> Request {
    self.request = request
    failure = nil
    cancelledRequest = nil
    return request
  }

  /// Whether to show kept rows until the response to a request arrives. They are shown for the first page of a query
  /// whose rows the server has not sent yet.
  public func usesKeptRows(for request: Request) -> Bool {
    request == self.request && request.cursor == nil
      && KeptAnswers.mayReplace(request.query == query ? rows : nil, asOf: asOf)
  }

  /// Marks the request that failed last as running, because its effect repeats it. Other requests are ignored.
  public mutating func resume(_ request: Request) {
    if failure?.request == request { _ = start(request) }
  }

  /// Adds a page, unless another request has been made since. Returns whether it was added.
  ///
  /// The first page replaces the rows. Only new rows of a later page are appended: a row that moved to it since the
  /// previous page was loaded is already in the list.
  ///
  /// A kept first page is shown only if the server has not sent the rows of its query yet, and the request goes on. The
  /// kept page has no next page, because the server's next page may begin elsewhere.
  ///
  /// If the next page is this page, or one of the pages before it without new rows, the server's cursors form a circle.
  /// Then the list ends, because the requests would never end.
  ///
  /// - Parameter asOf: The time of the kept response that the page comes from; `nil` if the server has just sent it.
  /// - Complexity: O(*n*) in the number of rows of the page.
  @discardableResult
  public mutating func receive(
    _ page: some Sequence<Row>,
    omitted: Int = 0,
    totalCount: Int? = nil,
    next: Cursor?,
    asOf: Date? = nil,
    for request: Request
  ) -> Bool {
    guard asOf == nil ? request == self.request : usesKeptRows(for: request) else { return false }
    if asOf == nil { self.request = nil }
    if request.cursor == nil {
      rows = []
      omittedCount = 0
      self.asOf = asOf
    }
    omittedCount += omitted
    let count = rows.count
    for row in page { rows.append(row) }
    query = request.query
    self.totalCount = totalCount
    let earlierEmptyPages = request.cursor == nil ? [] : emptyPages ?? []
    emptyPages = rows.count > count ? nil : earlierEmptyPages + (request.cursor.map { [$0] } ?? [])
    let isCircle = next.map { $0 == request.cursor || emptyPages?.contains($0) == true } ?? false
    nextCursor = asOf == nil && !isCircle ? next : nil
    if nextCursor == nil { emptyPages = nil }
    return true
  }

  /// Stores a failure, unless another request has been made since. Returns whether it was stored.
  @discardableResult
  public mutating func fail(_ error: APIError, for request: Request) -> Bool {
    guard request == self.request else { return false }
    self.request = nil
    failure = Failure(request: request, error: error)
    return true
  }

  /// Notes that a request was cancelled with the task of its action, unless another request has been made since. Rows
  /// that appear load the next page again.
  public mutating func endCancelled(_ request: Request) {
    guard request == self.request else { return }
    self.request = nil
    cancelledRequest = request
  }

  /// Discards the running request. Its response will be ignored.
  public mutating func cancel() {
    request = nil
    cancelledRequest = nil
  }
}

extension PagedList: Equatable where Row: Equatable {}
extension PagedList: Sendable where Row: Sendable, Row.ID: Sendable {}
extension PagedList: Encodable where Row: Encodable {}
