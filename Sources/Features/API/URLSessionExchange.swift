import Foundation
import Dependencies

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and its response on a `URLSession`: the delegate of its task.
///
/// It ends exactly once, with whatever comes first: the response, an error, too many bytes, the timeout or
/// cancellation. Later calls of the session are ignored.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, Sendable {
  private enum State {
    /// The task does not exist yet.
    case idle
    /// The task is running.
    case running(URLSessionDataTask, CheckedContinuation<HTTPResponse, any Error>, body: Data)
    /// The exchange has ended. A continuation that comes later is resumed with a cancellation error.
    case finished
  }

  private let request: HTTPRequest
  private let maximumResponseSize: Int
  private let state = Locked(State.idle)

  init(_ request: HTTPRequest, maximumResponseSize: Int) {
    self.request = request
    self.maximumResponseSize = maximumResponseSize
  }

  /// Sends the request and returns the whole response.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled, otherwise an ``APIError``.
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
      // Created here because a task that is never resumed stays in its session forever.
      let task = session.dataTask(with: request.urlRequest)
      task.delegate = self
      state = .running(task, continuation, body: Data())
      task.resume()
      return true
    }
    guard hasStarted else { return continuation.resume(throwing: CancellationError()) }
    // The session's own timeout restarts with each byte, so it would not end a slow response.
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
    if let error { finish(.failure(apiError(error, hasResponse: task.response != nil))) } else { finish(task.response) }
  }

  private func finish(_ response: URLResponse?) {
    guard let response = response as? HTTPURLResponse else { return finish(.failure(APIError.notHTTP)) }
    let body = state.withLock { if case .running(_, _, let body) = $0 { body } else { Data() } }
    var headers = HTTPHeaders()
    for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
    finish(.success(HTTPResponse(status: response.statusCode, headers: headers, body: body)))
  }

  #if canImport(FoundationNetworking)
    // Ends the exchange with a 401 response that asks for a user and a password: the response is complete, and there is
    // no password to send. By default, Foundation on Linux (6.3) never ends such a task.
    func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      finish(challenge.failureResponse)
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif

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

  private func apiError(_ error: any Error, hasResponse: Bool) -> APIError {
    let description = error.localizedDescription.oneLine
    guard let error = error as? URLError else { return .noConnection(reason: description) }
    let lost = APIError.noConnection(.connectionLost)
    switch error.code {
    case .timedOut: return .timeout(seconds: request.timeout.seconds)
    case .cancelled: return .cancelled
    case .cannotConnectToHost: return .noConnection(.refused)
    case .cannotFindHost, .dnsLookupFailed: return .noConnection(.noSuchHost)
    case .networkConnectionLost: return lost
    case .notConnectedToInternet: return .noConnection(.offline)
    case .cannotParseResponse, .unsupportedURL: return .notHTTP
    case .badServerResponse:
      // On Linux this is libcurl's "empty reply": the server closed the connection before the first byte.
      #if canImport(FoundationNetworking)
        return lost
      #else
        return .notHTTP
      #endif
    case .httpTooManyRedirects: return .tooManyRedirects
    case .serverCertificateHasBadDate: return .untrustedServer(.expired)
    case .serverCertificateNotYetValid: return .untrustedServer(.notYetValid)
    case .serverCertificateHasUnknownRoot:
      return .untrustedServer(.unknownAuthority)
    case .serverCertificateUntrusted: return .untrustedServer(.unverifiable)
    case .unknown where hasResponse: return lost
    // libcurl's message when Foundation can't parse a header line.
    case .unknown where description == "Failed writing header": return .notHTTP
    default: return .noConnection(reason: description)
    }
  }
}

/// The delegate of the session, which forwards to the ``URLSessionExchange`` of each task. On Linux, Foundation calls
/// only the session's delegate, never that of a task.
final class URLSessionExchangeForwarder: NSObject, URLSessionDataDelegate, Sendable {
  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let exchange = dataTask.delegate as? URLSessionExchange else { return completionHandler(.cancel) }
    exchange.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    (dataTask.delegate as? URLSessionExchange)?.urlSession(session, dataTask: dataTask, didReceive: data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    (task.delegate as? URLSessionExchange)?.urlSession(session, task: task, didCompleteWithError: error)
  }
}

extension HTTPRequest {
  fileprivate var urlRequest: URLRequest {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
    request.httpMethod = method.rawValue
    request.httpBody = body
    for (name, value) in headers.unredacted { request.setValue(value, forHTTPHeaderField: name) }
    // The exchange itself enforces the timeout. This one counts in whole seconds on Linux, so it must expire later.
    request.timeoutInterval = min(max(timeout.seconds, 0).rounded(.up), 24 * 3600) + 5
    return request
  }

  /// The session's request for a redirect, without credentials for another server; `nil` if it must not be followed.
  fileprivate func redirected(to next: URLRequest) -> URLRequest? {
    guard let target = next.url, mayLead(to: target) else { return nil }
    var next = next
    if !isOfSameServer(target) { for name in Self.credentials { next.setValue(nil, forHTTPHeaderField: name) } }
    return next
  }
}
