/// The response to a request that the server answers with a status only, such as 204. A body is ignored.
public struct EmptyResponse: Decodable, Equatable, Sendable {
  /// Makes a response.
  public init() {}
}

extension APIRequest where Response == EmptyResponse {
  /// Ignores the body.
  public func decode(_ response: HTTPResponse) throws -> EmptyResponse { EmptyResponse() }
}
