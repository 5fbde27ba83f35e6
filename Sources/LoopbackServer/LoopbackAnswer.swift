/// The answer of a ``LoopbackServer`` to a request: a sequence of steps. After the last step the server closes the
/// connection.
///
/// An answer can also misbehave, in order to test clients against faulty servers:
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

  /// A response with `Content-Length`. With a `bodyLimit` the connection closes after that number of bytes of the body,
  /// as if the server crashed.
  package static func respond(
    _ status: Int = 200,
    headers: [Header] = [],
    body: [UInt8] = [],
    bodyLimit: Int? = nil
  ) -> Self {
    Self(steps: [.response(status: status, headers: headers, body: body, bodyLimit: bodyLimit)])
  }

  /// A response with a JSON text.
  package static func json(_ text: String, status: Int = 200, headers: [Header] = [], bodyLimit: Int? = nil) -> Self {
    let type = Header("Content-Type", "application/json; charset=utf-8")
    return respond(status, headers: [type] + headers, body: Array(text.utf8), bodyLimit: bodyLimit)
  }

  /// The given bytes, which need not be HTTP.
  package static func bytes(_ bytes: [UInt8]) -> Self { Self(steps: [.bytes(bytes)]) }

  /// Resets the connection instead of closing it.
  package static var reset: Self { Self(steps: [.reset]) }

  /// Sends nothing. Calls `onDisconnect` on the server's thread when the client disconnects.
  package static func silence(onDisconnect: @escaping @Sendable () -> Void = {}) -> Self {
    Self(steps: [.waitForDisconnect(onDisconnect)])
  }

  /// This answer after a delay. Other connections are served in the meantime.
  package func delayed(by duration: Duration) -> Self { Self(steps: [.wait(duration)] + steps) }

  /// The status of the first response, or `nil` if there is none.
  package var status: Int? {
    for case .response(let status, _, _, _) in steps { return status }
    return nil
  }

  /// The body of the response if the answer is one complete response, else `nil`.
  package var body: [UInt8]? {
    guard steps.count == 1, case .response(_, _, let body, nil) = steps[0] else { return nil }
    return body
  }

  /// This answer with further header fields in its first response.
  package func adding(_ new: [Header]) -> Self {
    var answer = self
    for case (let index, .response(let status, let headers, let body, let bodyLimit)) in steps.enumerated() {
      answer.steps[index] = .response(status: status, headers: headers + new, body: body, bodyLimit: bodyLimit)
      break
    }
    return answer
  }

  /// A response with the status 304 and the header fields of this answer that do not describe a body.
  package func notModified(_ new: [Header]) -> Self {
    var fields: [Header] = []
    for case .response(_, let headers, _, _) in steps.prefix(1) {
      fields = headers.filter { !$0.name.lowercased().hasPrefix("content-") }
    }
    return .respond(304, headers: fields + new)
  }

  /// This answer cut in half: the connection closes within the body. Without a body, it is reset before the first byte.
  package var cutShort: Self {
    guard case .response(let status, let headers, let body, _)? = steps.first, body.count > 1 else { return .reset }
    return Self(steps: [.response(status: status, headers: headers, body: body, bodyLimit: body.count / 2)])
  }

  /// This answer followed by another on the same connection.
  package func then(_ next: Self) -> Self { Self(steps: steps + next.steps) }
}
