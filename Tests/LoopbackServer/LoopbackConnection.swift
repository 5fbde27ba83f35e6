import Foundation

/// A connection of a ``LoopbackServer``.
package struct LoopbackConnection: Sendable {
  private let socket: Int32

  init(_ socket: Int32) {
    self.socket = socket
    #if canImport(Darwin)
      var isSilent: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Waits for bytes. Returns `nil` if the client has disconnected.
  package func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Waits for a request, and for its body if it has a `Content-Length`. Returns `nil` if the client has disconnected.
  package func receiveRequest() -> String? {
    var bytes: [UInt8] = []
    while let more = receive() {
      bytes += more
      let request = String(decoding: bytes, as: UTF8.self)
      guard let end = request.firstRange(of: "\r\n\r\n") else { continue }
      let length = request[..<end.lowerBound].firstMatch(of: #/(?i)\r\nContent-Length: *(\d+)/#).flatMap { Int($0.1) }
      if request[end.upperBound...].utf8.count >= length ?? 0 { return request }
    }
    return nil
  }

  /// Sends bytes. Returns whether the client is still connected.
  @discardableResult
  package func send(_ bytes: some Sequence<UInt8>) -> Bool {
    var bytes = Array(bytes)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        #if canImport(Darwin)
          Foundation.send(socket, $0.baseAddress, $0.count, 0)
        #else
          Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { return false }
      bytes.removeFirst(count)
    }
    return true
  }

  /// Sends a text. Returns whether the client is still connected.
  @discardableResult
  package func send(_ text: String) -> Bool { send(text.utf8) }

  /// Sends nothing, and waits until the client disconnects.
  package func waitForDisconnect() { while receive() != nil {} }

  /// Has the connection reset instead of closed when it ends.
  package func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
