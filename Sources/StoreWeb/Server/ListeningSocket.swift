import Foundation

/// A socket that listens on this machine.
package enum ListeningSocket {
  /// Listens on a port.
  ///
  /// - Parameters:
  ///   - host: The address as a number, such as `127.0.0.1`; `0.0.0.0` stands for all addresses of the machine.
  ///   - port: The port. With 0 the system chooses a free one.
  package static func open(host: String = "127.0.0.1", port: UInt16) throws(WebServerError) -> Int32 {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
      throw WebServerError(
        "\(host) is not an IPv4 address such as 127.0.0.1, or 0.0.0.0 for all addresses of this machine."
      )
    }
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw WebServerError(doing: "make a socket") }
    configure(descriptor)
    var isReused: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0, listen(descriptor, 128) == 0 else {
      let error = WebServerError(doing: "listen on \(host):\(port)")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// The port on which a socket listens.
  package static func port(of descriptor: Int32) throws(WebServerError) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard status == 0 else { throw WebServerError(doing: "read the port") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Makes a descriptor non-blocking, closes it in child processes, and turns off `SIGPIPE` for it on Darwin.
  package static func configure(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var isSilent: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}
