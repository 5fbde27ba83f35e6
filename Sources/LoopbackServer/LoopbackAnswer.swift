/// What a ``LoopbackServer`` does once it has read a request: steps that are taken in order, after which the server
/// closes the connection.
///
/// Besides well-formed answers a script can misbehave on purpose, because clients have to be tested against servers
/// that do:
///
/// ```swift
/// LoopbackAnswer.json(#"{"items": []}"#, headers: [.init("X-RateLimit-Remaining", "9")])
/// LoopbackAnswer.respond(503).delayed(by: .seconds(1))
/// LoopbackAnswer.reset
/// ```
package struct LoopbackAnswer: Sendable {
  package typealias Header = LoopbackRequest.Header

  enum Step: Sendable {
    case response(status: Int, headers: [Header], body: [UInt8], bodyLimit: Int?)
    case bytes([UInt8])
    case wait(Duration)
    case waitForDisconnect(@Sendable () -> Void)
    case reset
  }

  var steps: [Step]

  /// A response with its length declared. A `bodyLimit` sends only so many bytes of the body before the connection is
  /// closed, which is what a server that dies half way looks like.
  package static func respond(
    _ status: Int = 200,
    headers: [Header] = [],
    body: [UInt8] = [],
    bodyLimit: Int? = nil
  ) -> Self {
    Self(steps: [.response(status: status, headers: headers, body: body, bodyLimit: bodyLimit)])
  }

  /// A response whose body is this JSON text.
  package static func json(_ text: String, status: Int = 200, headers: [Header] = [], bodyLimit: Int? = nil) -> Self {
    let type = Header("Content-Type", "application/json; charset=utf-8")
    return respond(status, headers: [type] + headers, body: Array(text.utf8), bodyLimit: bodyLimit)
  }

  /// Exactly these bytes, whether they are HTTP or not.
  package static func bytes(_ bytes: [UInt8]) -> Self { Self(steps: [.bytes(bytes)]) }

  /// Aborts the connection: the client sees a reset, not an end.
  package static var reset: Self { Self(steps: [.reset]) }

  /// Says nothing until the client goes away, and then calls `onDisconnect` on the server's thread.
  package static func silence(onDisconnect: @escaping @Sendable () -> Void = {}) -> Self {
    Self(steps: [.waitForDisconnect(onDisconnect)])
  }

  /// The same answer, begun later. Other connections are served in the meantime.
  package func delayed(by duration: Duration) -> Self { Self(steps: [.wait(duration)] + steps) }

  /// The status of the first response; `nil` for what is none.
  package var status: Int? {
    for case .response(let status, _, _, _) in steps { return status }
    return nil
  }

  /// The same answer, of which the client gets half: the connection ends within the body, or, where there is no body,
  /// before the first byte.
  package var cutShort: Self {
    guard case .response(let status, let headers, let body, _)? = steps.first, body.count > 1 else { return .reset }
    return Self(steps: [.response(status: status, headers: headers, body: body, bodyLimit: body.count / 2)])
  }

  /// This answer, then another on the same connection.
  package func then(_ next: Self) -> Self { Self(steps: steps + next.steps) }
}
