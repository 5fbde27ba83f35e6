/// The method of an HTTP request.
public enum HTTPMethod: String, Codable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"

  /// Whether repeating the request has the same effect as sending it once. Such a request can be retried although the
  /// server may have received it.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete: true
    case .post, .patch: false
    }
  }
}
