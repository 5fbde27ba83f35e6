/// The method of an HTTP request.
public enum HTTPMethod: String, Codable, Sendable {
  /// Reads a resource.
  case get = "GET"
  /// Reads the header fields of a resource, without its body.
  case head = "HEAD"
  /// Sends data that the server processes, for example to create a resource.
  case post = "POST"
  /// Creates or replaces a resource.
  case put = "PUT"
  /// Changes a part of a resource.
  case patch = "PATCH"
  /// Deletes a resource.
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
