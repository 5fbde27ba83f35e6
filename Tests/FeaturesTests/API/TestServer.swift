import Foundation
import LoopbackServer
import Dependencies

/// A loopback server that records its requests.
final class TestServer: Sendable {
  private let server: LoopbackServer
  private let received: Received

  private final class Received: Sendable {
    let requests = Locked<[LoopbackRequest]>([])
  }

  /// Starts a server whose closure is passed each request and the number of requests before it.
  init(respond: @escaping @Sendable (LoopbackRequest, Int) -> LoopbackAnswer) throws {
    let received = Received()
    self.received = received
    server = try LoopbackServer { request in
      let index = received.requests.withLock { requests in
        requests.append(request)
        return requests.count - 1
      }
      return respond(request, index)
    }
  }

  /// Starts a server that gives these answers in order, and repeats the last one.
  convenience init(_ answers: LoopbackAnswer...) throws {
    try self.init { _, index in answers[min(index, answers.count - 1)] }
  }

  deinit { server.stop() }

  var url: String { server.url }

  var requests: [LoopbackRequest] { received.requests.withLock { $0 } }
}

/// A port on which nothing listens, reserved so that no other process can use it meanwhile.
final class ClosedPort {
  let url: String
  private let socket: Int32

  init() {
    #if canImport(Darwin)
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, size)
        _ = getsockname(socket, $0, &size)
      }
    }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
  }

  deinit { close(socket) }
}
