import CMicroHTTPD
import Dependencies

/// A request, from its first line to the end of its response.
///
/// The library calls ``handle(_:method:_:)`` on its thread: after the header fields, for each part of the body, at the
/// end of the body, and again when a suspended connection is resumed.
final class WebExchange: Sendable {
  private enum Phase {
    /// The header fields are not known yet.
    case beginning
    case receiving(WebRequest)
    /// The connection is suspended until the response is known.
    case waiting(Task<Void, Never>?)
    case known(WebResponse)
    case responding(WebBody?)
    /// The client has left, or the server is being stopped.
    case closed
  }

  private let target: String
  private let exchanges: WebExchanges
  private let phase = Locked(Phase.beginning)

  init(target: String, _ exchanges: WebExchanges) {
    self.target = target
    self.exchanges = exchanges
  }

  /// Goes on with the request.
  ///
  /// - Returns: `false` to close the connection.
  func handle(_ connection: OpaquePointer, method: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
    switch phase.withLock({ $0 }) {
    case .beginning: return begin(connection, method: method)
    case .receiving(let request) where bytes.isEmpty: return respond(to: request, connection)
    case .receiving(var request):
      // A body that does not announce its length may turn out to be too long. Then the rest is not read.
      let size = request.body.count + bytes.count
      guard size <= exchanges.limits.body || size <= exchanges.limits.body(of: request) else { return false }
      // While the phase also holds the bytes, appending would copy them.
      phase.withLock { $0 = .beginning }
      request.body += bytes
      phase.withLock { $0 = .receiving(request) }
      return true
    case .known(let response): return queue(response, connection)
    case .waiting, .responding: return true
    case .closed: return false
    }
  }

  /// Ends the waiting for a response.
  func close() {
    let previous = phase.withLock { phase in
      defer { phase = .closed }
      return phase
    }
    switch previous {
    case .waiting(let task):
      task?.cancel()
      resume()
    case .responding(let body): body?.close()
    case .beginning, .receiving, .known, .closed: break
    }
  }

  /// Ends the waiting for a response if the client has left.
  func closeIfClientHasLeft() {
    // The connection is resumed under the same lock. As long as it is suspended, the library does not close it.
    let hasLeft = connection.withLock { $0.map { swift_mhd_has_left($0.value) == swift_mhd_yes } ?? false }
    if hasLeft { return close() }
    if case .responding(let body?) = phase.withLock({ $0 }), body.hasNoReader { close() }
  }

  // MARK: Requests

  private func begin(_ connection: OpaquePointer, method: String) -> Bool {
    guard target.hasPrefix("/"), target.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return refuse(400, connection) }
    var headers: [WebRequest.Header] = []
    withUnsafeMutablePointer(to: &headers) { pointer in
      _ = MHD_get_connection_values(
        connection,
        swift_mhd_header,
        { context, _, name, value in
          guard let context, let name else { return swift_mhd_no }
          context.assumingMemoryBound(to: [WebRequest.Header].self).pointee.append(
            WebRequest.Header(String(cString: name), value.map { String(cString: $0) } ?? "")
          )
          return swift_mhd_yes
        },
        pointer
      )
    }
    let request = WebRequest(method: method, target: target, headers: headers)
    let limit = exchanges.limits.body(of: request)
    if let length = request[header: "Content-Length"], Int(length).map({ $0 > limit }) ?? true {
      return refuse(413, connection)
    }
    return phase.withLock { phase in
      guard case .beginning = phase else { return false }
      phase = .receiving(request)
      return true
    }
  }

  /// Answers a request whose body is not read.
  private func refuse(_ status: Int, _ connection: OpaquePointer) -> Bool {
    queue(.respond(status, headers: [.init("Connection", "close")]), connection)
  }

  private func respond(to request: WebRequest, _ connection: OpaquePointer) -> Bool {
    let response = exchanges.respond(request)
    guard case .later = response.content else { return queue(response, connection) }
    // Suspended under the lock, so that `close` sees either a connection to resume or none.
    let isWaiting = phase.withLock { phase in
      guard case .receiving = phase else { return false }
      phase = .waiting(nil)
      self.connection.withLock { $0 = UncheckedSendable(connection) }
      MHD_suspend_connection(connection)
      return true
    }
    guard isWaiting else { return false }
    let task = Task {
      let response = await response.resolved
      let isKnown = phase.withLock { phase in
        guard case .waiting = phase else { return false }
        phase = .known(response)
        return true
      }
      if isKnown { resume() }
    }
    phase.withLock { phase in
      if case .waiting = phase { phase = .waiting(task) } else { task.cancel() }
    }
    return true
  }

  /// The connection while it is suspended.
  private let connection = Locked<UncheckedSendable<OpaquePointer>?>(nil)

  private func resume() {
    if let connection = connection.withLock({ $0.take() }) { MHD_resume_connection(connection.value) }
  }

  // MARK: Responses

  private func queue(_ response: WebResponse, _ connection: OpaquePointer) -> Bool {
    guard case .complete(let status, let headers, let body) = response.content else { return false }
    let stream: WebBody? =
      switch body {
      case .bytes: nil
      case .stream: WebBody(connection)
      case .cutShort(let bytes): WebBody(connection, first: Array(bytes.prefix(bytes.count / 2)), isCutShort: true)
      }
    let isOpen = phase.withLock { phase in
      if case .closed = phase { return false }
      phase = .responding(stream)
      return true
    }
    guard isOpen, let made = make(body, stream) else { return false }
    for header in headers { _ = MHD_add_response_header(made, header.name, header.value) }
    let isQueued = MHD_queue_response(connection, UInt32(clamping: status), made) == swift_mhd_yes
    MHD_destroy_response(made)
    if isQueued, case .stream(let chunks) = body { stream?.send(chunks) }
    return isQueued
  }

  private func make(_ body: WebResponse.Body, _ stream: WebBody?) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        // The library copies the bytes, although its parameter is a pointer to mutable bytes.
        MHD_create_response_from_buffer(
          $0.count,
          UnsafeMutableRawPointer(mutating: $0.baseAddress),
          swift_mhd_copied
        )
      }
    case .stream, .cutShort:
      guard let stream else { return nil }
      var size = swift_mhd_unknown_size
      if case .cutShort(let bytes) = body { size = UInt64(bytes.count) }
      return MHD_create_response_from_callback(
        size,
        1 << 16,
        { context, _, buffer, count in
          guard let context, let buffer else { return swift_mhd_failure }
          let body = Unmanaged<WebBody>.fromOpaque(context).takeUnretainedValue()
          return body.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
        },
        Unmanaged.passRetained(stream).toOpaque(),
        { context in
          if let context { Unmanaged<WebBody>.fromOpaque(context).release() }
        }
      )
    }
  }
}
