/// The response to a ``WebRequest``.
///
/// ```swift
/// let response = WebResponse.json(#"{"items": []}"#, headers: [.init("X-RateLimit-Remaining", "9")])
/// let lateResponse = WebResponse.later {
///   try? await Task.sleep(for: .seconds(1))
///   return .respond(503)
/// }
/// ```
public struct WebResponse: Sendable {
  /// A header field.
  public typealias Header = WebRequest.Header

  /// The body that a client receives after the header fields.
  public enum Body: Sendable {
    case bytes([UInt8])
    /// Chunks that are sent as they come. The connection stays open until the sequence ends or the client leaves.
    case stream(AsyncStream<[UInt8]>)
    /// The first half of these bytes. The connection is then closed, as by a server that crashes.
    case cutShort([UInt8])
  }

  enum Content: Sendable {
    case complete(status: Int, headers: [Header], body: Body)
    case later(@Sendable () async -> WebResponse)
    case reset
  }

  let content: Content

  /// A response with a body of known length.
  public static func respond(_ status: Int = 200, headers: [Header] = [], body: [UInt8] = []) -> Self {
    respond(status, headers: headers, body: .bytes(body))
  }

  /// A response with a body of any kind.
  public static func respond(_ status: Int = 200, headers: [Header] = [], body: Body) -> Self {
    Self(content: .complete(status: status, headers: headers, body: body))
  }

  /// A response with a JSON text.
  public static func json(_ text: String, status: Int = 200, headers: [Header] = []) -> Self {
    let type = Header("Content-Type", "application/json; charset=utf-8")
    return respond(status, headers: [type] + headers, body: Array(text.utf8))
  }

  /// A response that takes some time. Other requests are served in the meantime. The task is cancelled if the client
  /// leaves.
  public static func later(_ response: @escaping @Sendable () async -> WebResponse) -> Self {
    Self(content: .later(response))
  }

  /// No response: the connection is closed.
  package static var reset: Self { Self(content: .reset) }

  /// This response after a delay.
  package func delayed(by duration: Duration) -> Self {
    .later {
      try? await Task.sleep(for: duration)
      return self
    }
  }

  /// The status; `nil` if it is not known yet, or if there is no response.
  public var status: Int? {
    if case .complete(let status, _, _) = content { status } else { nil }
  }

  /// The header fields; empty if they are not known yet.
  public var headers: [Header] {
    if case .complete(_, let headers, _) = content { headers } else { [] }
  }

  /// The body; `nil` if it is not known yet.
  public var body: Body? {
    if case .complete(_, _, let body) = content { body } else { nil }
  }

  /// The response when it is known.
  public var resolved: WebResponse {
    get async {
      var response = self
      while case .later(let next) = response.content { response = await next() }
      return response
    }
  }

  /// This response with further header fields.
  package func adding(_ new: [Header]) -> Self {
    switch content {
    case .complete(let status, let headers, let body): .respond(status, headers: headers + new, body: body)
    case .later(let response): .later { await response().adding(new) }
    case .reset: self
    }
  }

  /// A response with the status 304 and the header fields of this one that do not describe a body.
  package func notModified(_ new: [Header]) -> Self {
    .respond(304, headers: headers.filter { !$0.name.lowercased().hasPrefix("content-") } + new)
  }

  /// This response cut in half: the connection is closed within the body. Without a body, it is closed before the first
  /// byte.
  package var cutShort: Self {
    guard case .complete(let status, let headers, .bytes(let body)) = content, body.count > 1 else { return .reset }
    return .respond(status, headers: headers, body: .cutShort(body))
  }
}
