public import Store

/// The actions of a value that is loaded from an endpoint: see ``Get``.
@CasePathable
public enum GetAction<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// Loads the value unless it is loaded or loading. After a failure this repeats the request.
  case load
  /// Loads the value again. A running request is cancelled.
  case reload
  /// The request with this number succeeded.
  case loaded(Value, request: Int)
  /// The request with this number, which failed for want of a network, is repeated.
  case connectionRestored(request: Int)
  /// The request with this number failed.
  case failed(APIError, request: Int)
}
