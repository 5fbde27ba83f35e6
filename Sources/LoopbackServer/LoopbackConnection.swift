import Foundation

/// A connection of a ``LoopbackLoop``, from the first byte of the request to the end of the answer.
struct LoopbackConnection {
  private enum Phase {
    /// The request is not complete.
    case reading
    /// The remaining steps of the answer.
    case answering(ArraySlice<LoopbackAnswer.Step>)
    /// The answer is complete: the sending side is shut down, and further bytes of the client are dropped. Closing a
    /// socket with unread bytes would reset the connection, and the client could lose an answer that it has not read.
    case draining
  }

  let socket: Int32
  /// The time at which to continue without an event of the socket.
  private(set) var deadline: ContinuousClock.Instant?
  private var phase = Phase.reading
  private var parser: HTTPRequestParser
  private var omitsBody = false
  private var output: ArraySlice<UInt8> = []

  init(socket: Int32, limits: LoopbackServer.Limits) {
    self.socket = socket
    parser = HTTPRequestParser(limits: limits.request)
    deadline = .now + limits.patience
  }

  /// The events to poll for. Errors and hang-ups are always reported.
  var events: Int16 {
    guard output.isEmpty else { return Int16(POLLOUT) }
    return switch phase {
    case .reading, .draining: Int16(POLLIN)
    case .answering(let steps): if case .waitForDisconnect? = steps.first { Int16(POLLIN) } else { 0 }
    }
  }

  /// Handles events and the deadline. Returns whether to close the connection.
  mutating func serve(
    _ events: Int16,
    limits: LoopbackServer.Limits,
    respond: (LoopbackRequest) -> LoopbackAnswer
  ) -> Bool {
    let isDue = deadline.map { $0 <= .now } ?? false
    guard events != 0 || isDue else { return false }
    if !output.isEmpty { return isDue || !flush() || advance(limits) }
    switch phase {
    case .reading:
      if events == 0 { return begin(.refusing(408, "The request did not arrive in time."), limits) }
      return read(limits, respond)
    case .answering(let steps):
      switch steps.first {
      case .waitForDisconnect(let onDisconnect)?:
        guard receive() == nil else { return false }
        onDisconnect()
        return true
      case .wait?:
        // An event before the deadline means that the client has disconnected.
        guard isDue else { return true }
        phase = .answering(steps.dropFirst())
        return advance(limits)
      default:
        return advance(limits)
      }
    case .draining:
      return isDue || receive() == nil
    }
  }

  private mutating func read(_ limits: LoopbackServer.Limits, _ respond: (LoopbackRequest) -> LoopbackAnswer) -> Bool {
    guard let bytes = receive() else { return true }
    switch parser.receive(bytes) {
    case .incomplete:
      return false
    case .expectsContinue:
      output = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...]
      return !flush()
    case .request(let request):
      omitsBody = request.method == "HEAD"
      return begin(respond(request), limits)
    case .rejected(let rejection):
      return begin(.refusing(rejection.status, rejection.reason), limits)
    }
  }

  private mutating func begin(_ answer: LoopbackAnswer, _ limits: LoopbackServer.Limits) -> Bool {
    phase = .answering(answer.steps[...])
    return advance(limits)
  }

  /// Performs steps until one has to wait. Returns whether to close the connection.
  private mutating func advance(_ limits: LoopbackServer.Limits) -> Bool {
    while output.isEmpty, case .answering(var steps) = phase {
      deadline = nil
      guard let step = steps.first else {
        shutdown(socket, Int32(SHUT_WR))
        phase = .draining
        deadline = .now + min(limits.patience, .seconds(1))
        return false
      }
      switch step {
      case .response(let status, let headers, let body, let bodyLimit):
        output = response(status, headers, body, bodyLimit)[...]
      case .bytes(let bytes):
        output = bytes[...]
      case .wait(let duration):
        deadline = .now + duration
        return false
      case .waitForDisconnect:
        return false
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        return true
      }
      steps.removeFirst()
      phase = .answering(steps)
      deadline = .now + limits.patience
      guard flush() else { return true }
    }
    return false
  }

  private func response(
    _ status: Int,
    _ headers: [LoopbackRequest.Header],
    _ body: [UInt8],
    _ bodyLimit: Int?
  ) -> [UInt8] {
    // Clients ignore the reason phrase, and the standard allows any.
    var head = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Error")\r\n"
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    if status != 204, status != 304 { head += "Content-Length: \(body.count)\r\n" }
    head += "Connection: close\r\n\r\n"
    return Array(head.utf8) + (omitsBody ? [] : body.prefix(bodyLimit ?? body.count))
  }

  /// Sends as much as possible without waiting. Returns whether the client is still connected.
  private mutating func flush() -> Bool {
    while !output.isEmpty {
      let count = output.withUnsafeBytes { Socket.send($0, to: socket) }
      guard count >= 0 else { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR }
      output.removeFirst(count)
    }
    return true
  }

  /// The bytes that have arrived, or `nil` if the client has disconnected.
  private func receive() -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count > 0 { return buffer[..<count] }
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? [] : nil
  }
}

extension LoopbackAnswer {
  fileprivate static func refusing(_ status: Int, _ reason: String) -> Self {
    respond(status, headers: [.init("Content-Type", "text/plain; charset=utf-8")], body: Array("\(reason)\n".utf8))
  }
}
