import Features
import Store

// What tests expect of a list, without the functions that are tested.

extension PagedList {
  /// The request runs, and nothing has failed.
  mutating func started(_ request: Request) {
    self.request = request
    failure = nil
  }

  /// These rows are there, and no request runs.
  mutating func loaded(_ query: Query, _ rows: some Sequence<Row>, of total: Int? = nil, next: Cursor? = nil) {
    request = nil
    self.query = query
    self.rows = IdentifiedArray(uniqueElements: rows)
    totalCount = total
    nextCursor = next
  }

  /// The request has failed.
  mutating func failed(_ request: Request, _ error: APIError) {
    self.request = nil
    failure = Failure(request: request, error: error)
  }
}
