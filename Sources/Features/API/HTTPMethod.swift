/// The method of an HTTP request.
public enum HTTPMethod: String, Codable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"

  /// Whether doing it twice has the same effect as doing it once, so that it may be tried again after a failure that
  /// leaves open whether the server has seen it.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete: true
    case .post, .patch: false
    }
  }
}
