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
  ///   ``APIError/responseTooLarge(limit:)``.
  public var send: @Sendable (HTTPRequest) async throws -> HTTPResponse

  /// Foundation's `URLSession`, with nothing kept between requests: no cache, no cookies, no stored credentials.
  ///
  /// Cancelling the task that sends closes the request's connection at once. Redirects are followed, but not from HTTPS
  /// to HTTP, and credentials are not taken along to another server.
  ///
  /// Two faults of a server can't be survived on Linux, because Foundation itself (seen in 6.3.1) traps on them: a
  /// connection that ends within the header of the response, and a `Content-Length` of 2^63 - 1.
  ///
  /// - Parameter maximumResponseSize: How many bytes of a body are accepted, 16 MiB by default.
  public static func live(maximumResponseSize: Int = 16 * 1024 * 1024) -> Self {
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
  /// Foundation's `URLSession`.
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
