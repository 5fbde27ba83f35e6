import Foundation

/// A blocking socket that sends exactly the given bytes to a port of this machine.
public final class RawClient {
  /// The end of a connection, and the text that was received before.
  public enum End: Equatable {
    case closed(String)
    case reset(String)

    public var text: String {
      switch self {
      case .closed(let text), .reset(let text): text
      }
    }
  }

  public struct Refused: Error {}

  private let socket: Int32

  public init(port: UInt16) throws {
    #if canImport(Darwin)
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
      var isSilent: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
    #else
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let socket = socket
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // `deinit` runs even if the initializer throws here, and closes the socket.
    if status != 0 { throw Refused() }
  }

  deinit { close(socket) }

  public func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        #if canImport(Darwin)
          Foundation.send(socket, $0.baseAddress, $0.count, 0)
        #else
          Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }

  public func read(_ count: Int) -> String {
    var buffer = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let received = buffer.withUnsafeMutableBytes {
        recv(socket, $0.baseAddress?.advanced(by: filled), count - filled, 0)
      }
      guard received > 0 else { break }
      filled += received
    }
    return String(decoding: buffer[..<filled], as: UTF8.self)
  }

  public func readToEnd() -> End {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else {
        let text = String(decoding: bytes, as: UTF8.self)
        return count == 0 ? .closed(text) : .reset(text)
      }
      bytes += buffer[..<count]
    }
  }
}
