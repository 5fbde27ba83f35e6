/// An error of a web service, with the header fields of its response, which tell the number of requests that are left.
public struct FailedResponse: Error, Codable, Equatable, Sendable {
  /// The reason of the failure.
  public var error: APIError
  /// The header fields of the response; empty if there was none.
  public var headers: HTTPHeaders

  /// Makes an error.
  public init(error: APIError, headers: HTTPHeaders = [:]) {
    self.error = error
    self.headers = headers
  }
}

extension FailedResponse: ErrorValue {
  /// Converts any error that a client throws. Other errors than this type have no header fields.
  public init(_ error: any Error) {
    self = error as? FailedResponse ?? FailedResponse(error: APIError(error))
  }
}
