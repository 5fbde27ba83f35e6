public import Foundation
public import Store

/// The actions of a value that is loaded from an endpoint: see ``Get``.
@CasePathable
public enum GetAction<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// Loads the value unless it is loaded or loading. After a failure this repeats the request.
  case load
  /// Loads the value again. A running request is cancelled.
  case reload
  /// The request with this number succeeded, or goes on behind a kept value, which is right as of a time. Elements of a
  /// list that can't be read were left out.
  case loaded(Value, omitted: Int = 0, asOf: Date? = nil, request: Int)
  /// The request with this number, which failed for want of a network, is repeated.
  case connectionRestored(request: Int)
  /// The request with this number failed.
  case failed(APIError, request: Int)
}
