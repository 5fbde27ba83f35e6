#if os(Linux)
  import Foundation
  import Testing

  @testable import Features

  struct CurlSessionTests {
    /// A server that accepts connections and sends nothing, not even a TLS handshake.
    private final class MuteServer {
      let port: UInt16
      private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

      init() throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let status = withUnsafeMutablePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, length) | listen(descriptor, 8) | getsockname(descriptor, $0, &length)
          }
        }
        try #require(status == 0)
        port = UInt16(bigEndian: address.sin_port)
      }

      deinit { close(descriptor) }
    }

    private func response(_ url: String, timeout: Duration, connecting: Duration) async throws -> HTTPResponse {
      let session = CurlSession(
        limits: .init(body: 1_000, connecting: connecting),
        authorities: .init(ProcessEnvironment([:]))
      )
      return try await #require(session).response(
        to: HTTPRequest(url: #require(URL(string: url)), timeout: timeout)
      )
    }

    /// The error names the timeout that expires first.
    @Test(arguments: [
      (Duration.milliseconds(50), Duration.seconds(600), 0.05), (.seconds(600), .milliseconds(60), 0.06),
    ])
    func connectingHasATimeoutOfItsOwn(_ connecting: Duration, _ timeout: Duration, _ seconds: Double) async throws {
      let server = try MuteServer()
      await #expect(throws: APIError.timeout(seconds: seconds)) {
        try await response("https://127.0.0.1:\(server.port)", timeout: timeout, connecting: connecting)
      }
    }
  }
#endif
