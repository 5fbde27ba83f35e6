public import Store

/// What can happen to a value that is loaded from an endpoint: see ``Get``.
@CasePathable
public enum GetAction<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// The value is to be there: it is loaded unless it has come or is on its way. So this repeats what has failed.
  case load
  /// The value is to be loaded again, whatever there is. A request that is under way is not waited for.
  case reload
  /// The request of this number was answered.
  case loaded(Value, request: Int)
  /// The request of this number has failed.
  case failed(APIError, request: Int)
}
