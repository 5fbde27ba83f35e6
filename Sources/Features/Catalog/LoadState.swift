/// The state of a value that is loaded.
public enum LoadState<Value> {
  /// The value is being loaded, or will be. The previous value is shown if there is one, otherwise the placeholder.
  case loading(placeholder: Value, previous: Value? = nil)
  /// The value was loaded.
  case success(Value)
  /// Loading failed. The previous value stays available if there was one.
  case failure(APIError, previous: Value? = nil)

  /// The value that was loaded last, or `nil` if none was.
  public var value: Value? {
    switch self {
    case .loading(_, let previous), .failure(_, let previous): previous
    case .success(let value): value
    }
  }

  /// The reason why loading failed, or `nil` if it did not fail.
  public var error: APIError? {
    if case .failure(let error, _) = self { error } else { nil }
  }
}

extension LoadState: Equatable where Value: Equatable {}
extension LoadState: Sendable where Value: Sendable {}
extension LoadState: Encodable where Value: Encodable {}
extension LoadState: Decodable where Value: Decodable {}
