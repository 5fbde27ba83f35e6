public import DependenciesMacros
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends HTTP requests. The one place where features touch the network, and so the one to replace in order to test a
/// client without it:
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
  /// - Throws: `CancellationError` when the task is cancelled, otherwise an ``APIError``:
  ///   ``APIError/noConnection(reason:)``, ``APIError/timeout(seconds:)``, ``APIError/notHTTP``,
  ///   ``APIError/responseTooLarge(limit:)``, ``APIError/untrustedServer(reason:)``.
  public var send: @Sendable (HTTPRequest) async throws -> HTTPResponse

  /// What the system has for HTTP, with nothing kept between requests but connections: no cache, no cookies, no stored
  /// credentials. On Linux that is libcurl, elsewhere Foundation's `URLSession`.
  ///
  /// Cancelling the task that sends closes the request's connection at once. Up to 20 redirects are followed, but not from
  /// HTTPS to HTTP, and credentials are not taken along to another server. Answers are decompressed. Proxies are those of
  /// the system; on Linux these are named by the environment (`HTTPS_PROXY` and the like), and so can be the authorities
  /// whose certificates are accepted (`SSL_CERT_FILE`, `SSL_CERT_DIR`).
  ///
  /// - Parameters:
  ///   - maximumResponseSize: How many bytes of a body are accepted, decompressed; 16 MiB by default. No more than that is
  ///     ever read.
  ///   - environment: The environment variables to go by; on Linux only.
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
        guard let session else { throw APIError.unexpected(reason: "libcurl could not be started") }
        return try await session.response(to: request)
      }
    }
  #endif

  /// Foundation's `URLSession`. On Linux it is not used, but tested: there some servers end the process, by a
  /// `Content-Length` of 2^63 - 1 or a field behind the last chunk (seen in 6.3.1).
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
  /// No network: what runs on mock values has mock clients, and is not to reach out by accident.
  public static let mockValue = Self { _ in throw APIError.noConnection(reason: "mock values have no network") }
  /// Reports an issue when it is used.
  public static let testValue = Self()
}

extension DependencyValues {
  /// What sends HTTP requests.
  public var httpTransport: HTTPTransport {
    get { self[HTTPTransport.self] }
    set { self[HTTPTransport.self] = newValue }
  }
}
