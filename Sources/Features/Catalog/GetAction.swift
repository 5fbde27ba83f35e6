public import Foundation
public import Store

/// The actions of a value that is loaded from an endpoint: see ``Get``.
@CasePathable
public enum GetAction<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// Loads the value unless it is loaded. A request that is running, was cancelled or has failed is made again.
  case load
  /// Loads the value again. A running request is cancelled.
  case reload
  /// The request with this number returned a value. With `asOf`, the value comes from a kept response of that time, and
  /// the request goes on. `omitted` is the number of elements of a list that were left out because they can't be read.
  case loaded(Value, omitted: Int = 0, asOf: Date? = nil, request: Int)
  /// The request with this number, which failed without a connection, is being repeated.
  case connectionRestored(request: Int)
  /// The request with this number was cancelled, because the task of its action was cancelled, for example when a view
  /// disappeared.
  case cancelled(request: Int)
  /// The request with this number failed.
  case failed(APIError, request: Int)
}
