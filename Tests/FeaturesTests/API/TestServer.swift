import Dependencies
import Features
import Foundation
import StoreWeb

/// A server that records its requests. Each connection has one request: libcurl repeats some requests by itself if they
/// fail on a connection that was used before.
final class TestServer: Sendable {
  private let server: WebServer
  private let received: LockIsolated<[WebRequest]>

  /// Starts a server whose closure is passed each request and the number of requests before it.
  init(
    limits: WebServer.Limits = .init(),
    respond: @escaping @Sendable (WebRequest, Int) -> WebResponse
  ) throws {
    let received = LockIsolated<[WebRequest]>([])
    self.received = received
    server = try WebServer(limits: limits) { request in
      let index = received.withValue { requests in
        requests.append(request)
        return requests.count - 1
      }
      return respond(request, index).adding([.init("Connection", "close")])
    }
  }

  /// Starts a server that gives these answers in order, and repeats the last one.
  convenience init(_ answers: WebResponse...) throws {
    try self.init { _, index in answers[min(index, answers.count - 1)] }
  }

  deinit { server.stop() }

  var url: String { server.url }

  var requests: [WebRequest] { received.value }
}

/// A port of this machine, reserved so that no other process can use it meanwhile. It refuses connections.
final class ReservedPort: Sendable {
  let number: UInt16
  private let socket: Int32

  init() {
    #if canImport(Darwin)
      let socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #else
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, size)
        _ = getsockname(socket, $0, &size)
      }
    }
    self.socket = socket
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  var url: String { "http://127.0.0.1:\(number)" }
}

/// Runs an operation with live clients over real sockets and the real `URLSession`, with the given environment
/// variables. Only the clock and the date, 1,700,000,000 seconds after 1970, are not real.
func live<R>(
  _ environment: [String: String?],
  clock: ImmediateClock<Duration> = ImmediateClock(),
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await withDependencies {
    $0.context = .live
    $0.continuousClock = clock
    $0.date = .constant(Date(timeIntervalSince1970: 1_700_000_000))
    $0.processEnvironment = ProcessEnvironment(environment.compactMapValues { $0 })
  } operation: {
    try await operation()
  }
}
