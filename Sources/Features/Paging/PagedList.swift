public import Store

/// The rows of a list that a server hands out page by page: those on show, the request that is under way, and the one
/// that has failed.
///
/// It decides what to ask for and what to make of what comes; a reducer only sends its requests and tells it of the
/// results. One request is under way at a time, whatever asks for another one replaces it, and only what answers the
/// one under way is taken. Rows are replaced by rows only, so a failure loses nothing.
///
/// ```swift
/// case .rowAppeared(let id):
///   guard let request = state.list.rowAppeared(id: id) else { return .none }
///   return load(request)
/// case .pageLoaded(let request, let page):
///   state.list.receive(page.users, totalCount: page.count, next: page.next, for: request)
///   return .none
/// ```
///
/// A `Query` says which rows the list is of, a `Cursor` names a page after the first one.
public struct PagedList<Query, Row, Cursor>
where Query: Codable & Equatable & Sendable, Row: Identifiable, Cursor: Codable & Equatable & Sendable {
  /// A page of a list, as it is asked for.
  public struct Request: Codable, Equatable, Sendable {
    /// Which rows.
    public var query: Query
    /// The page; `nil` for the first one.
    public var cursor: Cursor?

    /// Makes a request.
    public init(query: Query, cursor: Cursor? = nil) {
      self.query = query
      self.cursor = cursor
    }
  }

  /// A request that has failed.
  public struct Failure: Codable, Equatable, Sendable {
    /// What was asked for, and is asked for again by ``PagedList/retry()``.
    public var request: Request
    /// Why there is no result.
    public var error: APIError

    /// Makes a failure.
    public init(request: Request, error: APIError) {
      self.request = request
      self.error = error
    }
  }

  /// What ``rows`` are of; `nil` before the first response.
  public var query: Query?
  /// The rows of all pages so far.
  public var rows: IdentifiedArrayOf<Row> = []
  /// How many rows there are on all pages; `nil` when the server does not say.
  public var totalCount: Int?
  /// The page to load next; `nil` after the last one.
  public var nextCursor: Cursor?
  /// The request that is under way.
  public var request: Request?
  /// The last request, if it has failed.
  public var failure: Failure?

  /// Makes a list with nothing to show.
  public init() {}

  /// Whether a request is under way.
  public var isLoading: Bool { request != nil }

  /// Whether there are no rows because the server has none, as opposed to not having been asked.
  public var isEmpty: Bool { query != nil && rows.isEmpty }

  /// What was last asked for, whether it has come, is on its way, or has failed.
  public var latestQuery: Query? { request?.query ?? failure?.request.query ?? query }

  /// Asks for the first page of a list. The rows on show stay until it has come.
  public mutating func load(_ query: Query) -> Request { start(Request(query: query)) }

  /// Asks for the first page of what was asked for last; `nil` when nothing was.
  public mutating func refresh() -> Request? { latestQuery.map { load($0) } }

  /// Asks for the next page when one of the last five rows has come into view; `nil` when there is nothing to ask for,
  /// or a request is under way.
  ///
  /// A next page that has failed is asked for by ``retry()`` only: it would fail again with each row.
  public mutating func rowAppeared(id: Row.ID) -> Request? {
    guard !isLoading, let query, let nextCursor, let index = rows.index(id: id), index >= rows.count - 5 else {
      return nil
    }
    let request = Request(query: query, cursor: nextCursor)
    return failure?.request == request ? nil : start(request)
  }

  /// Asks again for what has failed; `nil` when nothing has.
  public mutating func retry() -> Request? { failure.map { start($0.request) } }

  private mutating func start(_ request: Request) -> Request {
    self.request = request
    failure = nil
    return request
  }

  /// Takes a page, unless something else has been asked for since, and returns whether it did.
  ///
  /// Rows of the first page replace those on show. Of a further page only rows that are not on show are appended: those
  /// that have moved to it since the page before was loaded are there already.
  ///
  /// - Complexity: O(*n*) in the number of rows of the page.
  @discardableResult
  public mutating func receive(_ page: some Sequence<Row>, totalCount: Int? = nil, next: Cursor?, for request: Request)
    -> Bool
  {
    guard request == self.request else { return false }
    self.request = nil
    if request.cursor == nil { rows = [] }
    for row in page { rows.append(row) }
    query = request.query
    self.totalCount = totalCount
    nextCursor = next
    return true
  }

  /// Notes that a request has failed, unless something else has been asked for since, and returns whether it did.
  @discardableResult
  public mutating func fail(_ error: APIError, for request: Request) -> Bool {
    guard request == self.request else { return false }
    self.request = nil
    failure = Failure(request: request, error: error)
    return true
  }

  /// Forgets the request that is under way. What answers it will not be taken.
  public mutating func cancel() { request = nil }
}

extension PagedList: Equatable where Row: Equatable {}
extension PagedList: Sendable where Row: Sendable, Row.ID: Sendable {}
extension PagedList: Encodable where Row: Encodable {}
