public import DependenciesMacros
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends HTTP requests. Features use the network only through this dependency, so a test of a client replaces it:
///
/// ```swift
/// $0.httpTransport.send = { request in
///   HTTPResponse(body: Data(#"{"total_count": 0, "items": []}"#.utf8))
/// }
/// ```
@DependencyClient
public struct HTTPTransport: Sendable {
  /// Sends a request and returns the whole response, whatever its status.
  ///
  /// - Throws: `CancellationError` if the task is cancelled, otherwise an ``APIError``:
  ///   ``APIError/noConnection(reason:)``, ``APIError/timeout(seconds:)``, ``APIError/notHTTP``,
  ///   ``APIError/responseTooLarge(limit:)``, ``APIError/untrustedServer(reason:)``.
  public var send: @Sendable (HTTPRequest) async throws -> HTTPResponse

  /// The system's HTTP implementation: libcurl on Linux, Foundation's `URLSession` elsewhere. Only connections are kept
  /// between requests: no cache, no cookies, no credentials.
  ///
  /// Cancelling the sending task closes the request's connection at once. Up to 20 redirects are followed, but not from
  /// HTTPS to HTTP, and credentials are not sent to another server. Responses are decompressed. Proxies are the
  /// system's. On Linux the environment names them (`HTTPS_PROXY` and the like), and also the trusted authorities
  /// (`SSL_CERT_FILE`, `SSL_CERT_DIR`).
  ///
  /// - Parameters:
  ///   - maximumResponseSize: The maximum number of bytes of a decompressed body, 16 MiB by default. No more than that
  ///     is read.
  ///   - environment: The environment variables to use, on Linux only.
  public static func live(
    maximumResponseSize: Int = 16 * 1024 * 1024,
    environment: ProcessEnvironment = .live
  ) -> Self {
    #if canImport(CCurl)
      curl(CurlSession(limits: .init(body: maximumResponseSize), authorities: .init(environment)))
    #else
      urlSession(maximumResponseSize: maximumResponseSize)
    #endif
  }

  #if canImport(CCurl)
    private static func curl(_ session: CurlSession?) -> Self {
      HTTPTransport { request in
        guard let session else { throw APIError.unexpected(.noCurl) }
        return try await session.response(to: request)
      }
    }
  #endif

  /// Foundation's `URLSession`. On Linux only tests use it: with Foundation of Swift 6.3.1, a server can end the
  /// process by a `Content-Length` of 2^63 - 1, or by a field after the last chunk.
  package static func urlSession(maximumResponseSize: Int) -> Self {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    let session = URLSession(
      configuration: configuration,
      delegate: URLSessionExchangeForwarder(),
      delegateQueue: nil
    )
    return HTTPTransport { request in
      try await URLSessionExchange(request, maximumResponseSize: maximumResponseSize).response(on: session)
    }
  }
}

extension HTTPTransport: DependencyKey {
  /// See ``live(maximumResponseSize:environment:)``.
  public static let liveValue = live()
  /// Throws. Mock values come with mock clients and must not use the network by accident.
  public static let mockValue = Self { _ in throw APIError.noConnection(.mockNetwork) }
  /// Reports an issue when it is used.
  public static let testValue = Self()
}

extension DependencyValues {
  /// The transport that sends HTTP requests.
  public var httpTransport: HTTPTransport {
    get { self[HTTPTransport.self] }
    set { self[HTTPTransport.self] = newValue }
  }
}
