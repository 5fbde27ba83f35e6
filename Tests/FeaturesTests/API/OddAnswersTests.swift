import Features
import Foundation
import LoopbackServer
import Testing

/// A server's answer, and the outcome that it should have.
struct OddAnswer: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    case value(status: Int, body: String)
    case header(String, String)
    case error(APIError)
    /// One of these errors or a value, depending on the library and its version.
    case either([APIError], body: String)
  }

  let testDescription: String
  let outcome: Outcome
  let answer: @Sendable (LoopbackConnection) -> Void

  init(_ name: String, _ outcome: Outcome, answer: @escaping @Sendable (LoopbackConnection) -> Void) {
    testDescription = name
    self.outcome = outcome
    self.answer = answer
  }

  init(_ name: String, _ bytes: [UInt8], _ outcome: Outcome) { self.init(name, outcome) { $0.send(bytes) } }

  init(_ name: String, _ text: String, _ outcome: Outcome) { self.init(name, Array(text.utf8), outcome) }
}

/// Correct and incorrect answers over real sockets: none of them ends the process, and each leads to the value or error
/// that it should.
struct OddAnswersTests {
  private static let transport = HTTPTransport.live(maximumResponseSize: 100_000)

  @Test(arguments: [statusLines, fields, lengths, chunks, endings, redirects, encodings].flatMap { $0 })
  func anAnswerEndsAsItShould(_ odd: OddAnswer) async throws {
    let server = try LoopbackServer { if $0.receiveRequest() != nil { odd.answer($0) } }
    defer { server.stop() }
    let request = HTTPRequest(url: try #require(URL(string: server.url)), timeout: .seconds(600))
    let result: Result<HTTPResponse, any Error>
    do { result = .success(try await Self.transport.send(request)) } catch { result = .failure(error) }
    switch (odd.outcome, result) {
    case (.value(let status, let body), .success(let response)):
      #expect(response.status == status)
      #expect(String(decoding: response.body, as: UTF8.self) == body)
    case (.header(let name, let value), .success(let response)):
      #expect(response.headers[name] == value)
    case (.error(let error), .failure(let thrown)):
      #expect(thrown as? APIError == error)
    case (.either(_, let body), .success(let response)):
      #expect(String(decoding: response.body, as: UTF8.self) == body)
    case (.either(let errors, _), .failure(let thrown)):
      #expect(errors.contains { $0 == thrown as? APIError }, "\(thrown)")
    default:
      Issue.record("\(odd.outcome) was expected, \(result) came")
    }
  }

  private static let connectionLost = APIError.noConnection(reason: "the connection was lost")
  private static let notCompressed = APIError.undecodable(path: "", expected: "bytes that can be decompressed")
  private static let circle = APIError.unexpected(reason: "the server redirected the request more than 20 times")

  private static let ok = OddAnswer.Outcome.value(status: 200, body: "ok")
  private static let lost = OddAnswer.Outcome.error(connectionLost)
  private static let notHTTP = OddAnswer.Outcome.error(.notHTTP)
  private static let notHTTPOrLost = OddAnswer.Outcome.either([.notHTTP, connectionLost], body: "")
  private static let notHTTPOrOk = OddAnswer.Outcome.either([.notHTTP], body: "ok")
  private static let undecodable = OddAnswer.Outcome.error(notCompressed)
  private static let tooLarge = OddAnswer.Outcome.error(.responseTooLarge(limit: 100_000))
  private static let headTooLarge = OddAnswer.Outcome.error(.responseTooLarge(limit: 262_144))

  /// An answer with these lines as its head and `ok` as its body, which the end of the connection ends.
  private static func head(_ lines: String...) -> String { (lines + ["", "ok"]).joined(separator: "\r\n") }

  static let statusLines: [OddAnswer] = [
    OddAnswer("HTTP/1.1 without a reason", head("HTTP/1.1 200"), ok),
    OddAnswer("a reason of a megabyte", head("HTTP/1.1 200 \(String(repeating: "x", count: 1_000_000))"), headTooLarge),
    OddAnswer("line feeds only", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", ok),
    OddAnswer("a status of two digits", head("HTTP/1.1 20 OK"), notHTTP),
    OddAnswer("status 0", head("HTTP/1.1 000 OK"), notHTTP),
    OddAnswer("status 999", head("HTTP/1.1 999 Odd"), .value(status: 999, body: "ok")),
    OddAnswer("no status", head("HTTP/1.1"), notHTTP),
    OddAnswer("HTTP/9.9", head("HTTP/9.9 200 OK"), notHTTP),
    OddAnswer("an empty line first", "\r\n" + head("HTTP/1.1 200 OK"), notHTTP),
    OddAnswer("HTTP/0.9", "ok", notHTTP),
    OddAnswer("TLS", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{50}", notHTTP),
    OddAnswer("nothing", "", lost),
    OddAnswer("half a version", "HTTP/1", notHTTPOrLost),
    OddAnswer("204 with a length", "HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello", .value(status: 204, body: "")),
    OddAnswer("304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", .value(status: 304, body: "")),
    OddAnswer("401", head("HTTP/1.1 401 No", "WWW-Authenticate: Basic realm=\"x\""), .value(status: 401, body: "ok")),
    OddAnswer("407", head("HTTP/1.1 407 Proxy"), .value(status: 407, body: "ok")),
    OddAnswer("103 first", "HTTP/1.1 103 A\r\nX: 1\r\n\r\n" + head("HTTP/1.1 200 OK", "X: 2"), .header("X", "2")),
    OddAnswer("100 for ever", String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20_000), headTooLarge),
    OddAnswer("only 100", "HTTP/1.1 100 Continue\r\n\r\n", lost),
  ]

  static let fields: [OddAnswer] = [
    OddAnswer("no colon", head("HTTP/1.1 200 OK", "nonsense"), notHTTP),
    OddAnswer("no name", head("HTTP/1.1 200 OK", ": value"), notHTTP),
    OddAnswer("no value", head("HTTP/1.1 200 OK", "X-Empty:"), .header("X-Empty", "")),
    OddAnswer("white space around the value", head("HTTP/1.1 200 OK", "X:\t a b \t"), .header("X", "a b")),
    OddAnswer("twice the same", head("HTTP/1.1 200 OK", "X-A: 1", "x-a: 2"), .header("X-A", "1, 2")),
    OddAnswer("a value in two lines", head("HTTP/1.1 200 OK", "X-A: 1", "  2"), .header("X-A", "1 2")),
    OddAnswer("going on before it began", head("HTTP/1.1 200 OK", "  2"), notHTTPOrOk),
    OddAnswer("UTF-8", head("HTTP/1.1 200 OK", "X-A: 東京"), .header("X-A", "東京")),
    OddAnswer("Latin-1", Array("HTTP/1.1 200 OK\r\nX-A: ".utf8) + [0xE9, 13, 10, 13, 10], .header("X-A", "é")),
    OddAnswer("NUL in a value", head("HTTP/1.1 200 OK", "X-A: a\0b"), notHTTPOrOk),
    OddAnswer("50,000 bytes", head("HTTP/1.1 200 OK", "X: \(String(repeating: "x", count: 50_000))"), ok),
    OddAnswer("100,000 fields", "HTTP/1.1 200 OK\r\n\(manyFields)\r\nok", headTooLarge),
    OddAnswer("cut off in a name", "HTTP/1.1 200 OK\r\nContent-Le", lost),
    OddAnswer("cut off in the last line break", "HTTP/1.1 200 OK\r\nX-A: 1\r\n\r", .either([connectionLost], body: "")),
  ]

  private static let manyFields = (0..<100_000).map { "X-\($0): 1\r\n" }.joined()

  private static func length(_ value: String) -> String { head("HTTP/1.1 200 OK", "Content-Length: \(value)") }

  /// A body that the end of the connection ends.
  private static func body(_ count: Int) -> String { "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: count) }

  static let lengths: [OddAnswer] = [
    OddAnswer("too short a length", length("1"), .value(status: 200, body: "o")),
    OddAnswer("too long a length", length("3"), lost),
    OddAnswer("a negative length", length("-1"), notHTTPOrOk),
    // In Foundation on Linux, this ended the process.
    OddAnswer("2^63 - 1", length("9223372036854775807"), tooLarge),
    OddAnswer("one more than the limit", length("100001"), tooLarge),
    OddAnswer("no length, the limit", body(100_000), .value(status: 200, body: String(repeating: "a", count: 100_000))),
    OddAnswer("no length, one more", body(100_001), tooLarge),
    OddAnswer("no length, a reset", lost) {
      $0.send(body(2))
      $0.reset()
    },
  ]

  private static func chunked(_ body: String, _ fields: String...) -> String {
    (["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"] + fields + ["", body]).joined(separator: "\r\n")
  }

  static let chunks: [OddAnswer] = [
    OddAnswer("two chunks", chunked("1\r\no\r\n1\r\nk\r\n0\r\n\r\n"), ok),
    // In Foundation on Linux, this ended the process.
    OddAnswer("a trailer is no field", chunked("2\r\nok\r\n0\r\nX-A: 2\r\n\r\n", "X-A: 1"), .header("X-A", "1")),
    OddAnswer("a trailer like a status line", chunked("2\r\nok\r\n0\r\nHTTP/1.1 500 X: 1\r\n\r\n"), ok),
    OddAnswer("100,000 trailers", chunked("2\r\nok\r\n0\r\n\(manyFields)\r\n"), headTooLarge),
    OddAnswer("a size that is none", chunked("xyz\r\nok\r\n0\r\n\r\n"), notHTTPOrLost),
    OddAnswer("a huge size", chunked("7FFFFFFFFFFFFFFF\r\nok"), lost),
    OddAnswer("too short a chunk", chunked("5\r\nok\r\n0\r\n\r\n"), notHTTPOrLost),
    OddAnswer("no last chunk", chunked("2\r\nok\r\n"), lost),
    OddAnswer("chunked and a length", chunked("2\r\nok\r\n0\r\n\r\n", "Content-Length: 99"), notHTTPOrOk),
    OddAnswer("more than the limit", chunked(String(repeating: "1\r\na\r\n", count: 100_001) + "0\r\n\r\n"), tooLarge),
    OddAnswer("garbage after the end", chunked("2\r\nok\r\n0\r\n\r\nHTTP/1.1 500 No\r\n\r\n"), ok),
  ]

  static let endings: [OddAnswer] = [
    OddAnswer("a reset", lost) { $0.reset() },
    OddAnswer("a reset in the body", lost) {
      $0.send(length("3"))
      $0.reset()
    },
    OddAnswer("two answers", head("HTTP/1.1 200 OK", "Content-Length: 2") + head("HTTP/1.1 500 No"), ok),
    OddAnswer("chunks byte by byte", ok) { connection in
      for byte in chunked("2\r\nok\r\n0\r\nX: 1\r\n\r\n").utf8 where connection.send([byte]) { usleep(10) }
    },
  ]

  private static func redirect(_ location: String, status: Int = 302) -> String {
    head("HTTP/1.1 \(status) Moved", "Location: \(location)", "Content-Length: 2")
  }

  private static let noHost = APIError.noConnection(reason: "there is no such host")

  static let redirects: [OddAnswer] = [
    OddAnswer("in a circle", redirect("/"), .error(circle)),
    OddAnswer("no location", head("HTTP/1.1 302 Moved"), .value(status: 302, body: "ok")),
    OddAnswer("300", redirect("/", status: 300), .value(status: 300, body: "ok")),
    OddAnswer("201 with a location", redirect("/", status: 201), .value(status: 201, body: "ok")),
    OddAnswer("to a file", redirect("file:///etc/passwd"), .value(status: 302, body: "ok")),
    OddAnswer("to nonsense", redirect("::"), .either([circle], body: "ok")),
    OddAnswer("to a host that does not exist", redirect("http://host.invalid/"), .error(noHost)),
    OddAnswer("to no host", redirect("http:///x"), .either([noHost], body: "ok")),
  ]

  /// Compressed with gzip: `ok`.
  private static let gzip: [UInt8] = [
    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0xCF, 6, 0, 0x47, 0xDD, 0xDC, 0x79, 2, 0, 0, 0,
  ]

  private static func encoded(_ encoding: String, _ body: [UInt8]) -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  static let encodings: [OddAnswer] = [
    OddAnswer("x-gzip", encoded("x-gzip", gzip), ok),
    OddAnswer("GZIP", encoded("GZIP", gzip), ok),
    OddAnswer("identity", encoded("identity", Array("ok".utf8)), ok),
    OddAnswer("gzip that is none", encoded("gzip", Array("not compressed".utf8)), undecodable),
    // Before version 8.6, libcurl does not notice that the end is missing.
    OddAnswer("gzip cut off", encoded("gzip", Array(gzip.prefix(12))), .either([notCompressed], body: "o")),
    OddAnswer("gzip with a wrong sum", encoded("gzip", gzip.prefix(14) + [0, 0, 0, 0, 2, 0, 0, 0]), undecodable),
    OddAnswer("gzip of nothing", encoded("gzip", []), .value(status: 200, body: "")),
    OddAnswer("deflate that is none", encoded("deflate", Array("not compressed".utf8)), undecodable),
    OddAnswer("zstd within gzip, which was not asked for", encoded("zstd, gzip", gzip), undecodable),
  ]
}
