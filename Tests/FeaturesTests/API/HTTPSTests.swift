#if os(Linux)
  import Foundation
  import LoopbackServer
  import TestSupport
  import Testing

  @testable import Features

  /// The live transport and certificates, against the server that comes with OpenSSL.
  @Suite(.ownThreads) struct HTTPSTests {
    private let folder = TemporaryFolder()

    private func send(_ url: String, authority: String? = nil) async throws -> HTTPResponse {
      let transport = HTTPTransport.live(environment: authority.map { ["SSL_CERT_FILE": $0] } ?? [:])
      return try await transport.send(HTTPRequest(url: try #require(URL(string: url))))
    }

    /// Without a subject, the certificate is that of the authority itself, and nobody names it. The reason is `nil` if
    /// the certificate is accepted when its authority is named.
    @Test(arguments: [
      (String?.none, "127.0.0.1", 2, "it is self-signed" as String?), ("IP:127.0.0.1", "127.0.0.1", 2, nil),
      ("IP:::1", "[::1]", 2, nil),
      ("DNS:example.org", "127.0.0.1", 2, "it is for another host"),
      ("IP:127.0.0.1", "127.0.0.1", -1, "it has expired"),
    ])
    func aCertificateIsAcceptedIfItHoldsAndItsAuthorityIsNamed(
      _ subject: String?,
      host: String,
      days: Int,
      _ reason: String?
    ) async throws {
      try OpenSSL.makeAuthority(in: folder.url)
      if let subject { try OpenSSL.makeCertificate("server", subject: subject, days: days, in: folder.url) }
      let server = try OpenSSL.Server(certificate: subject == nil ? "authority" : "server", host: host, in: folder.url)
      let authority = subject == nil ? nil : folder.path("authority.pem")
      if let reason {
        let error = APIError.untrustedServer(reason: reason)
        await #expect(throws: error) { try await send(server.url, authority: authority) }
      } else {
        #expect(try await send(server.url, authority: authority).status == 200)
        await #expect(throws: APIError.untrustedServer(reason: "the authority that signed it is not known here")) {
          try await send(server.url)
        }
      }
    }

    /// A server that answers in plain text where TLS is expected, as on a wrong port.
    @Test func aServerWithoutTLSIsNoConnection() async throws {
      let server = try LoopbackServer { connection in
        _ = connection.receive()
        connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
      }
      defer { server.stop() }
      let url = server.url.replacing("http:", with: "https:")
      await #expect(throws: APIError.noConnection(reason: "no secure connection could be made")) { try await send(url) }
    }

    /// The error names the timeout that expires first. The server sends nothing, not even its part of the handshake.
    @Test(arguments: [
      (Duration.milliseconds(50), Duration.seconds(600), 0.05), (.seconds(600), .milliseconds(60), 0.06),
    ])
    func connectingHasATimeoutOfItsOwn(_ connecting: Duration, _ timeout: Duration, _ seconds: Double) async throws {
      let server = try LoopbackServer { $0.waitForDisconnect() }
      defer { server.stop() }
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
      let limits = CurlExchange.Limits(body: 1_000, connecting: connecting)
      let session = try #require(CurlSession(limits: limits, authorities: .init(ProcessEnvironment([:]))))
      await #expect(throws: APIError.timeout(seconds: seconds)) {
        try await session.response(to: HTTPRequest(url: url, timeout: timeout))
      }
    }
  }

  /// The `openssl` program.
  private enum OpenSSL {
    /// Elliptic keys are made at once; those of RSA take up to a second.
    private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

    static func makeAuthority(in folder: URL) throws {
      try Shell.run(
        """
        openssl req -x509 \(newKey) -days 2 -subj /CN=Test -addext subjectAltName=IP:127.0.0.1 \
          -keyout authority.key -out authority.pem
        """,
        in: folder
      )
    }

    static func makeCertificate(_ name: String, subject: String, days: Int, in folder: URL) throws {
      try Shell.run(
        """
        echo subjectAltName=\(subject) >extensions
        openssl req \(newKey) -subj /CN=Server -keyout \(name).key -out \(name).csr
        openssl x509 -req -in \(name).csr -CA authority.pem -CAkey authority.key -CAcreateserial -days \(days) \
          -extfile extensions -out \(name).pem
        """,
        in: folder
      )
    }

    /// A web server on a port that the system chooses. Its process ends when the object is deinitialized.
    final class Server {
      let url: String
      private let process = Process()
      init(certificate: String, host: String = "127.0.0.1", in folder: URL) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
          "openssl", "s_server", "-accept", "\(host):0", "-cert", "\(certificate).pem", "-key", "\(certificate).key",
          "-www",
        ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.start()
        var text = ""
        // The line is like "ACCEPT 127.0.0.1:43211".
        while text.firstRange(of: /ACCEPT .*:\d+\n/) == nil {
          let piece = output.fileHandleForReading.availableData
          try #require(!piece.isEmpty, "the server has ended: \(text)")
          text += String(decoding: piece, as: UTF8.self)
        }
        let port = try #require(text.firstMatch(of: /ACCEPT .*:(\d+)\n/)).1
        url = "https://\(host):\(port)/"
      }
      deinit { process.terminate() }
    }
  }
#endif
