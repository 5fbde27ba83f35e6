import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and its response on a `URLSession`: the delegate of its task.
///
/// It ends exactly once, by whatever comes first: the response, an error, too many bytes, the time-out or cancellation.
/// What the session reports after that is ignored.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, Sendable {
  private enum State {
    /// Before the task is made.
    case idle
    /// The task is under way.
    case running(URLSessionDataTask, CheckedContinuation<HTTPResponse, any Error>, body: Data)
    /// Over; the continuation has been resumed, or is to be resumed with cancellation when it comes.
    case finished
  }

  private let request: HTTPRequest
  private let maximumResponseSize: Int
  private let state = Mutex(State.idle)

  init(_ request: HTTPRequest, maximumResponseSize: Int) {
    self.request = request
    self.maximumResponseSize = maximumResponseSize
  }

  /// Sends the request and waits for the whole response.
  ///
  /// - Throws: `CancellationError` when the calling task is cancelled, else an ``APIError``.
  func response(on session: URLSession) async throws -> HTTPResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { start(on: session, continuation: $0) }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  private func start(on session: URLSession, continuation: CheckedContinuation<HTTPResponse, any Error>) {
    let hasStarted = state.withLock { state in
      guard case .idle = state else { return false }
      // Made here rather than earlier: a task that is never resumed would stay with its session for ever.
      let task = session.dataTask(with: request.urlRequest)
      task.delegate = self
      state = .running(task, continuation, body: Data())
      task.resume()
      return true
    }
    guard hasStarted else { return continuation.resume(throwing: CancellationError()) }
    // The session's own time-out starts again with each byte, so it would not end a response that trickles in.
    DispatchQueue.global().asyncAfter(deadline: .now() + request.timeout.seconds) { [weak self, request] in
      self?.finish(.failure(APIError.timeout(seconds: request.timeout.seconds)))
    }
  }

  private func finish(_ result: Result<HTTPResponse, any Error>) {
    let last = state.withLock { state in
      defer { state = .finished }
      return state
    }
    guard case .running(let task, let continuation, _) = last else { return }
    if case .failure = result { task.cancel() }
    continuation.resume(with: result)
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
    if response.expectedContentLength > Int64(maximumResponseSize) { finish(.failure(tooLarge)) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let size = state.withLock { state in
      guard case .running(let task, let continuation, var body) = state else { return 0 }
      // Takes the body out of the state while it grows, so that it is not copied for each piece.
      state = .idle
      body.append(data)
      state = .running(task, continuation, body: body)
      return body.count
    }
    if size > maximumResponseSize { finish(.failure(tooLarge)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error { return finish(.failure(apiError(error))) }
    guard let response = task.response as? HTTPURLResponse else { return finish(.failure(APIError.notHTTP)) }
    let body = state.withLock { if case .running(_, _, let body) = $0 { body } else { Data() } }
    var headers = HTTPHeaders()
    for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
    finish(.success(HTTPResponse(status: response.statusCode, headers: headers, body: body)))
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(request.redirected(to: newRequest))
  }

  private var tooLarge: APIError { .responseTooLarge(limit: maximumResponseSize) }

  private func apiError(_ error: any Error) -> any Error {
    guard let error = error as? URLError else { return APIError.noConnection(reason: "\(error)".oneLine) }
    return switch error.code {
    case .timedOut: APIError.timeout(seconds: request.timeout.seconds)
    case .cancelled: APIError.cancelled
    case .badServerResponse, .cannotParseResponse, .unsupportedURL: APIError.notHTTP
    case .dataLengthExceedsMaximum: tooLarge
    case .cannotConnectToHost: APIError.noConnection(reason: "the server refuses connections")
    case .cannotFindHost, .dnsLookupFailed: APIError.noConnection(reason: "there is no such host")
    case .networkConnectionLost: APIError.noConnection(reason: "the connection was lost")
    case .notConnectedToInternet: APIError.noConnection(reason: "this device is offline")
    default: APIError.noConnection(reason: "error \(error.code.rawValue)")
    }
  }
}

extension HTTPRequest {
  fileprivate var urlRequest: URLRequest {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
    request.httpMethod = method.rawValue
    request.httpBody = body
    for (name, value) in headers.unredacted { request.setValue(value, forHTTPHeaderField: name) }
    // The exchange itself keeps the time; this one is whole seconds on Linux, and must not come first.
    request.timeoutInterval = min(max(timeout.seconds, 0).rounded(.up), 24 * 3600) + 5
    return request
  }

  /// Where a redirect may lead: on to HTTP(S), never from HTTPS down to HTTP, and with no credentials to another server.
  func redirected(to next: URLRequest) -> URLRequest? {
    guard let target = next.url, let scheme = target.scheme?.lowercased() else { return nil }
    guard scheme == "https" || scheme == "http" && url.scheme?.lowercased() == "http" else { return nil }
    var next = next
    if (target.scheme, target.host(), target.port) != (url.scheme, url.host(), url.port) {
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] { next.setValue(nil, forHTTPHeaderField: name) }
    }
    return next
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
