/// What there is to show of a value that is loaded.
public enum LoadState<Value> {
  /// It is to come. Until it does there is a placeholder, or the value of before if it is loaded again.
  case loading(placeholder: Value, previous: Value? = nil)
  /// It has come.
  case success(Value)
  /// It has not come, for this reason. The value of before is still there, if there was one.
  case failure(APIError, previous: Value? = nil)

  /// The value that came last; `nil` when none has come yet.
  public var value: Value? {
    switch self {
    case .loading(_, let previous), .failure(_, let previous): previous
    case .success(let value): value
    }
  }

  /// Why the value has not come; `nil` unless it has failed.
  public var error: APIError? {
    if case .failure(let error, _) = self { error } else { nil }
  }
}

extension LoadState: Equatable where Value: Equatable {}
extension LoadState: Sendable where Value: Sendable {}
extension LoadState: Encodable where Value: Encodable {}
extension LoadState: Decodable where Value: Decodable {}
