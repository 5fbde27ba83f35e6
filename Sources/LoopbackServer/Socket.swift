import Foundation

/// The socket calls that differ between systems or need a pointer cast.
enum Socket {
  static func listen(port: UInt16) throws(LoopbackServerError) -> Int32 {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let socket = Foundation.socket(AF_INET, kind, 0)
    guard socket >= 0 else { throw LoopbackServerError(doing: "make a socket") }
    configure(socket)
    var isReused: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0, Foundation.listen(socket, 128) == 0 else {
      let error = LoopbackServerError(doing: "listen on 127.0.0.1:\(port)")
      close(socket)
      throw error
    }
    return socket
  }

  static func port(of socket: Int32) throws(LoopbackServerError) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    guard status == 0 else { throw LoopbackServerError(doing: "read the port") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Makes a descriptor non-blocking, closes it in child processes, and turns off `SIGPIPE` for it on Darwin.
  static func configure(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var isSilent: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    #if canImport(Darwin)
      Foundation.send(socket, bytes.baseAddress, bytes.count, 0)
    #else
      Foundation.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }
}
