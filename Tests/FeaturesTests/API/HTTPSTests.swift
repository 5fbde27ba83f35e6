#if os(Linux)
  import Features
  import Foundation
  import LoopbackServer
  import Synchronization
  import TestSupport
  import Testing

  /// The live transport and certificates, against the server that comes with OpenSSL.
  @Suite(.ownThreads) struct HTTPSTests {
    private let folder = TemporaryFolder()

    private func send(_ url: String, authority: String? = nil) async throws -> HTTPResponse {
      let transport = HTTPTransport.live(environment: authority.map { ["SSL_CERT_FILE": $0] } ?? [:])
      return try await transport.send(HTTPRequest(url: try #require(URL(string: url))))
    }

    @Test func aSelfSignedCertificateIsRefusedWithThatReason() async throws {
      try OpenSSL.makeAuthority(in: folder.url)
      let server = try OpenSSL.Server(certificate: "authority", in: folder.url)
      let error = APIError.untrustedServer(reason: "it is self-signed")
      await #expect(throws: error) { try await send(server.url) }
      #expect(
        error.message == """
          The server's certificate is not accepted: it is self-signed. Check the address. If the server is to be \
          trusted, add its authority to those of this system; on Linux, SSL_CERT_FILE can name a file of them.
          """
      )
    }

    /// Runs a server with a certificate that an authority has signed.
    private func withServer(
      of subject: String,
      host: String = "127.0.0.1",
      days: Int = 2,
      _ body: (_ url: String, _ authority: String) async throws -> Void
    ) async throws {
      try OpenSSL.makeAuthority(in: folder.url)
      try OpenSSL.makeCertificate("server", subject: subject, days: days, in: folder.url)
      let server = try OpenSSL.Server(certificate: "server", host: host, in: folder.url)
      try await body(server.url, folder.path("authority.pem"))
    }

    @Test(arguments: [("IP:127.0.0.1", "127.0.0.1"), ("IP:::1", "[::1]")])
    func aCertificateIsAcceptedWhenItsAuthorityIsNamed(_ subject: String, host: String) async throws {
      try await withServer(of: subject, host: host) { url, authority in
        let response = try await send(url, authority: authority)
        #expect(response.status == 200)
        await #expect(throws: APIError.untrustedServer(reason: "the authority that signed it is not known here")) {
          try await send(url)
        }
      }
    }

    @Test(arguments: [("DNS:example.org", 2, "it is for another host"), ("IP:127.0.0.1", -1, "it has expired")])
    func aCertificateThatDoesNotHoldIsRefused(_ subject: String, days: Int, reason: String) async throws {
      try await withServer(of: subject, days: days) { url, authority in
        await #expect(throws: APIError.untrustedServer(reason: reason)) { try await send(url, authority: authority) }
      }
    }

    @Test func authoritiesThatCannotBeReadAreNamed() async throws {
      let error = await #expect(throws: APIError.self) {
        try await send("https://127.0.0.1:1/", authority: "/does/not/exist.pem")
      }
      // It depends on the version of the library whether the file is read before the connection is made.
      #expect(
        error == .noConnection(reason: "the server refuses connections")
          || error?.message == "The certificates of /does/not/exist.pem can't be read. Correct SSL_CERT_FILE."
      )
    }

    /// A server that answers in plain text where TLS is expected, as on a wrong port.
    @Test func aServerWithoutTLSIsNoConnection() async throws {
      let server = try TestServer(.bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)))
      let url = server.url.replacing("http:", with: "https:")
      await #expect(throws: APIError.noConnection(reason: "no secure connection could be made")) {
        try await send(url)
      }
    }
  }

  /// The `openssl` program.
  private enum OpenSSL {
    /// Elliptic keys are made at once; those of RSA take up to a second.
    private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

    static func makeAuthority(in folder: URL) throws {
      try run(
        """
        req -x509 \(newKey) -days 2 -subj /CN=Test -addext subjectAltName=IP:127.0.0.1 \
        -keyout authority.key -out authority.pem
        """,
        in: folder
      )
    }

    static func makeCertificate(_ name: String, subject: String, days: Int, in folder: URL) throws {
      try Data("subjectAltName=\(subject)\n".utf8).write(to: folder.appending(path: "extensions"))
      try run("req \(newKey) -subj /CN=Server -keyout \(name).key -out \(name).csr", in: folder)
      try run(
        """
        x509 -req -in \(name).csr -CA authority.pem -CAkey authority.key -CAcreateserial -days \(days) \
        -extfile extensions -out \(name).pem
        """,
        in: folder
      )
    }

    private static func run(_ arguments: String, in folder: URL) throws {
      let process = process(arguments.split(separator: " ").map(String.init), in: folder)
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "\(text)")
    }

    fileprivate static func process(_ arguments: [String], in folder: URL) -> Process {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl"] + arguments
      process.currentDirectoryURL = folder
      process.standardInput = FileHandle.nullDevice
      return process
    }

    /// A web server on a port that the system chooses. Its process ends when the object is deinitialized.
    final class Server {
      let url: String
      private let process: Process

      init(certificate: String, host: String = "127.0.0.1", in folder: URL) throws {
        process = OpenSSL.process(
          ["s_server", "-accept", "\(host):0", "-cert", "\(certificate).pem", "-key", "\(certificate).key", "-www"],
          in: folder
        )
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
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
