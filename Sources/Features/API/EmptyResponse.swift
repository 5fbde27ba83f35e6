/// The response to a request that is answered by a status alone, such as 204. Whatever body there is, is not read.
public struct EmptyResponse: Decodable, Equatable, Sendable {
  /// Makes a response.
  public init() {}
}

extension APIRequest where Response == EmptyResponse {
  /// Reads nothing.
  public func decode(_ response: HTTPResponse) throws -> EmptyResponse { EmptyResponse() }
}
