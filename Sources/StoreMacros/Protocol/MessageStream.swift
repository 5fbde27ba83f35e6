#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(ucrt)
  import ucrt
#endif

/// Messages on a pair of file descriptors. Each follows its length, eight bytes in little-endian order.
package struct MessageStream {
  let input: Int32
  let output: Int32

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// The maximum length of a message. A longer one means that the other side uses another protocol.
  static let maximumLength: UInt64 = 1 << 30

  /// Answers messages until the other side closes the connection or sends an invalid message.
  package func serve(_ answer: ([UInt8]) -> [UInt8]) {
    while let message = receive() {
      guard send(answer(message)) else { return }
    }
  }

  /// The next message, or `nil` if there is no complete one.
  func receive() -> [UInt8]? {
    guard let header = bytes(8) else { return nil }
    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return length <= Self.maximumLength ? bytes(Int(length)) : nil
  }

  /// - Returns: Whether the message was sent.
  func send(_ message: [UInt8]) -> Bool {
    let length = UInt64(message.count)
    let frame = (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + message
    return frame.withUnsafeBytes { frame in
      var sent = 0
      while sent < frame.count {
        let count = write(output, frame.baseAddress?.advanced(by: sent), frame.count - sent)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += Int(count)
      }
      return true
    }
  }

  /// Reads in pieces, so that a wrong length does not allocate memory.
  private func bytes(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let wanted = min(count - bytes.count, 1 << 16)
      var end = false
      let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, received in
        var count: Int
        repeat { count = Int(read(input, buffer.baseAddress, wanted)) } while count < 0 && errno == EINTR
        received = max(0, count)
        end = count <= 0
      }
      if end { return nil }
      bytes += piece
    }
    return bytes
  }
}
