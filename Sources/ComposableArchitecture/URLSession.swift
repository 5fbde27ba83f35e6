extension DependencyValues {
  /// The session for requests to web services.
  ///
  /// ```swift
  /// @Dependency(\.urlSession) var urlSession
  ///
  /// let (data, _) = try await urlSession.data(from: url)
  /// ```
  ///
  /// A test overrides it with a session whose configuration has a `URLProtocol` of the test. Without an override,
  /// reading it reports an issue, and all requests fail.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}

private enum URLSessionKey: DependencyKey {
  static var liveValue: URLSession { .shared }
  static var mockValue: URLSession { liveValue }
  static var testValue: URLSession {
    reportIssue(
      #"""
      Unimplemented: @Dependency(\.urlSession)

      A test must not talk to web services by accident. Override it with a session whose configuration has a URLProtocol \#
      of the test in 'protocolClasses', or override the client that uses it.
      """#,
      at: .ofReader
    )
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [UnavailableURLProtocol.self]
    return URLSession(configuration: configuration)
  }
}

/// Fails all requests.
private final class UnavailableURLProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() { client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet)) }
  override func stopLoading() {}
}
