import Features
import Foundation
import LoopbackServer
import Testing

/// Correct and incorrect answers over real sockets: none of them ends the process, and each leads to the value or error
/// that it should.
struct OddAnswersTests {
  private static let transport = HTTPTransport.live(maximumResponseSize: 100_000)

  @Test(arguments: [statusLines, fields, lengths, chunks, endings, interim, redirects, encodings].flatMap { $0 })
  func anAnswerEndsAsItShould(_ odd: OddAnswer) async throws {
    let server = try TestServer(odd.answer)
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

  // MARK: - The answers

  private static let lost = OddAnswer.Outcome.error(.noConnection(reason: "the connection was lost"))
  private static let notHTTP = OddAnswer.Outcome.error(.notHTTP)
  /// Versions of libcurl differ here.
  private static let notHTTPOrLost = OddAnswer.Outcome.either(
    [.notHTTP, .noConnection(reason: "the connection was lost")],
    body: ""
  )
  private static let undecodable = OddAnswer.Outcome.error(
    .undecodable(path: "", expected: "bytes that can be decompressed")
  )
  private static let undecodableOrOk = OddAnswer.Outcome.either(
    [.undecodable(path: "", expected: "bytes that can be decompressed")],
    body: "ok"
  )
  private static let notHTTPOrOk = OddAnswer.Outcome.either([.notHTTP], body: "ok")
  private static let tooLarge = OddAnswer.Outcome.error(.responseTooLarge(limit: 100_000))
  private static let headTooLarge = OddAnswer.Outcome.error(.responseTooLarge(limit: 262_144))
  private static let ok = OddAnswer.Outcome.value(status: 200, body: "ok")

  /// An answer with these lines as its head and `ok` as its body, which the end of the connection ends.
  private static func head(_ lines: String...) -> String {
    (lines + ["", "ok"]).joined(separator: "\r\n")
  }

  static let statusLines: [OddAnswer] = [
    OddAnswer("HTTP/1.1 without a reason", head("HTTP/1.1 200"), ok),
    OddAnswer("HTTP/1.1 with a space for a reason", head("HTTP/1.1 200 "), ok),
    OddAnswer("HTTP/1.0", head("HTTP/1.0 200 OK"), ok),
    OddAnswer("a long reason", head("HTTP/1.1 200 \(String(repeating: "x", count: 10_000))"), ok),
    OddAnswer("a reason of a megabyte", head("HTTP/1.1 200 \(String(repeating: "x", count: 1_000_000))"), headTooLarge),
    OddAnswer("a reason in Latin-1", .bytes(Array("HTTP/1.1 200 ".utf8) + [0xE9] + Array("\r\n\r\nok".utf8)), ok),
    OddAnswer("a reason with NUL", .bytes(Array("HTTP/1.1 200 a\0b\r\n\r\nok".utf8)), notHTTPOrOk),
    OddAnswer("line feeds only", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", ok),
    OddAnswer("several spaces", head("HTTP/1.1  200  OK"), notHTTPOrOk),
    OddAnswer("a status of two digits", head("HTTP/1.1 20 OK"), notHTTP),
    OddAnswer("a status of four digits", head("HTTP/1.1 2000 OK"), notHTTP),
    OddAnswer("status 0", head("HTTP/1.1 000 OK"), notHTTP),
    OddAnswer("a negative status", head("HTTP/1.1 -20 OK"), notHTTP),
    OddAnswer("status 999", head("HTTP/1.1 999 Odd"), .value(status: 999, body: "ok")),
    OddAnswer("no status", head("HTTP/1.1"), notHTTP),
    OddAnswer("a word for a status", head("HTTP/1.1 OK"), notHTTP),
    OddAnswer("HTTP/9.9", head("HTTP/9.9 200 OK"), notHTTP),
    OddAnswer("HTTP/1.9", head("HTTP/1.9 200 OK"), notHTTPOrOk),
    OddAnswer("HTTP/2 in text", head("HTTP/2 200 OK"), notHTTPOrOk),
    OddAnswer("http in small letters", head("http/1.1 200 OK"), notHTTPOrOk),
    OddAnswer("ICY", head("ICY 200 OK"), notHTTP),
    OddAnswer("an empty line first", "\r\n" + head("HTTP/1.1 200 OK"), notHTTP),
    OddAnswer("HTTP/0.9", "ok", notHTTP),
    OddAnswer("SSH", "SSH-2.0-OpenSSH_9.2\r\n", notHTTP),
    OddAnswer("SMTP", "220 mail.example.org ESMTP\r\n", notHTTP),
    OddAnswer("TLS", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{50}", notHTTP),
    OddAnswer("zeros", .bytes(Array(repeating: 0, count: 1_000)), notHTTP),
    OddAnswer("0xFF", .bytes(Array(repeating: 0xFF, count: 1_000)), notHTTP),
    OddAnswer("nothing", "", lost),
    OddAnswer("one byte", "H", notHTTPOrLost),
    OddAnswer("half a version", "HTTP/1", notHTTPOrLost),
    OddAnswer("204", "HTTP/1.1 204 No Content\r\n\r\n", .value(status: 204, body: "")),
    OddAnswer("204 with a length", "HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello", .value(status: 204, body: "")),
    OddAnswer("304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", .value(status: 304, body: "")),
    OddAnswer("401 without a challenge", head("HTTP/1.1 401 No"), .value(status: 401, body: "ok")),
    OddAnswer("407", head("HTTP/1.1 407 Proxy"), .value(status: 407, body: "ok")),
    OddAnswer("418", head("HTTP/1.1 418 I'm a teapot"), .value(status: 418, body: "ok")),
  ]

  static let fields: [OddAnswer] = [
    OddAnswer("no colon", head("HTTP/1.1 200 OK", "nonsense"), notHTTP),
    OddAnswer("no name", head("HTTP/1.1 200 OK", ": value"), notHTTP),
    OddAnswer("no value", head("HTTP/1.1 200 OK", "X-Empty:"), .header("X-Empty", "")),
    OddAnswer("white space around the value", head("HTTP/1.1 200 OK", "X:\t a b \t"), .header("X", "a b")),
    OddAnswer("a space before the colon", head("HTTP/1.1 200 OK", "X-A : 1"), .header("X-A", "1")),
    OddAnswer("twice the same", head("HTTP/1.1 200 OK", "X-A: 1", "x-a: 2"), .header("X-A", "1, 2")),
    OddAnswer("a value in two lines", head("HTTP/1.1 200 OK", "X-A: 1", "  2"), .header("X-A", "1 2")),
    OddAnswer("going on before it began", head("HTTP/1.1 200 OK", "  2"), notHTTPOrOk),
    OddAnswer("colons in the value", head("HTTP/1.1 200 OK", "X-A: b:c:d"), .header("X-A", "b:c:d")),
    OddAnswer("UTF-8", head("HTTP/1.1 200 OK", "X-A: 東京"), .header("X-A", "東京")),
    OddAnswer(
      "Latin-1",
      .bytes(Array("HTTP/1.1 200 OK\r\nX-A: caf".utf8) + [0xE9] + Array("\r\n\r\nok".utf8)),
      .header("X-A", "café")
    ),
    OddAnswer("NUL in a value", head("HTTP/1.1 200 OK", "X-A: a\0b"), notHTTPOrOk),
    OddAnswer("a lone carriage return", head("HTTP/1.1 200 OK", "X-A: a\rb"), notHTTPOrOk),
    OddAnswer("a terminal's control", head("HTTP/1.1 200 OK", "X-A: \u{1B}[2J"), .header("X-A", "\u{1B}[2J")),
    OddAnswer("50,000 bytes", head("HTTP/1.1 200 OK", "X: \(String(repeating: "x", count: 50_000))"), ok),
    OddAnswer(
      "a line of a megabyte",
      head("HTTP/1.1 200 OK", "X: \(String(repeating: "x", count: 1_000_000))"),
      headTooLarge
    ),
    OddAnswer("1,000 fields", "HTTP/1.1 200 OK\r\n\((0..<1_000).map { "X-\($0): 1\r\n" }.joined())\r\nok", ok),
    OddAnswer(
      "100,000 fields",
      "HTTP/1.1 200 OK\r\n\((0..<100_000).map { "X-\($0): 1\r\n" }.joined())\r\nok",
      headTooLarge
    ),
    OddAnswer("cut off in a name", "HTTP/1.1 200 OK\r\nContent-Le", lost),
    OddAnswer("cut off in a value", "HTTP/1.1 200 OK\r\nX-A: 1", lost),
    OddAnswer("cut off after a line", "HTTP/1.1 200 OK\r\nX-A: 1\r\n", lost),
    OddAnswer(
      "cut off in the last line break",
      "HTTP/1.1 200 OK\r\nX-A: 1\r\n\r",
      .either([.noConnection(reason: "the connection was lost")], body: "")
    ),
    OddAnswer("cut off in the status", "HTTP/1.1 20", notHTTPOrLost),
    OddAnswer(
      "cookies",
      head("HTTP/1.1 200 OK", "Set-Cookie: a=1", "Set-Cookie: b=2"),
      .header("Set-Cookie", "a=1, b=2")
    ),
    OddAnswer("Strict-Transport-Security", head("HTTP/1.1 200 OK", "Strict-Transport-Security: max-age=1"), ok),
    OddAnswer("Alt-Svc", head("HTTP/1.1 200 OK", "Alt-Svc: h3=\":1\"; ma=9999"), ok),
    OddAnswer("Upgrade", head("HTTP/1.1 200 OK", "Connection: upgrade", "Upgrade: h2c"), ok),
    OddAnswer("Keep-Alive and the end", head("HTTP/1.1 200 OK", "Connection: keep-alive", "Keep-Alive: x"), ok),
  ]

  private static func length(_ value: String) -> String { head("HTTP/1.1 200 OK", "Content-Length: \(value)") }

  static let lengths: [OddAnswer] = [
    OddAnswer("the right length", length("2"), ok),
    OddAnswer("zeros in front", length("0000002"), ok),
    OddAnswer("a plus", length("+2"), notHTTPOrOk),
    OddAnswer("too short a length", length("1"), .value(status: 200, body: "o")),
    OddAnswer("length 0", length("0"), .value(status: 200, body: "")),
    OddAnswer("too long a length", length("3"), lost),
    OddAnswer("no number", length("two"), notHTTPOrOk),
    OddAnswer("an empty length", length(""), notHTTPOrOk),
    OddAnswer("a negative length", length("-1"), notHTTPOrOk),
    OddAnswer("the smallest number", length("-9223372036854775808"), notHTTPOrOk),
    OddAnswer("2^31", length("2147483648"), tooLarge),
    OddAnswer("2^32", length("4294967296"), tooLarge),
    OddAnswer("2^63 - 1", length("9223372036854775807"), tooLarge),
    OddAnswer("2^63 - 2", length("9223372036854775806"), tooLarge),
    OddAnswer("2^63", length("9223372036854775808"), .either([.responseTooLarge(limit: 100_000)], body: "ok")),
    OddAnswer("2^64", length("18446744073709551616"), .either([.responseTooLarge(limit: 100_000)], body: "ok")),
    OddAnswer(
      "a hundred digits",
      length(String(repeating: "9", count: 100)),
      .either([.responseTooLarge(limit: 100_000)], body: "ok")
    ),
    OddAnswer("a fraction", length("2.5"), notHTTPOrOk),
    OddAnswer("hexadecimal", length("0x2"), .either([.notHTTP], body: "")),
    OddAnswer("a list of the same", length("2, 2"), notHTTPOrOk),
    OddAnswer("twice the same length", head("HTTP/1.1 200 OK", "Content-Length: 2", "Content-Length: 2"), ok),
    OddAnswer(
      "two lengths",
      head("HTTP/1.1 200 OK", "Content-Length: 2", "Content-Length: 1"),
      .either([.notHTTP], body: "o")
    ),
    OddAnswer("one more than the limit", length("100001"), tooLarge),
    OddAnswer("the limit, and the end", length("100000"), lost),
    OddAnswer(
      "no length, the limit",
      .bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + Array(repeating: 0x61, count: 100_000)),
      .value(status: 200, body: String(repeating: "a", count: 100_000))
    ),
    OddAnswer(
      "no length, one more",
      .bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + Array(repeating: 0x61, count: 100_001)),
      tooLarge
    ),
    OddAnswer("no length, a reset", .bytes(Array("HTTP/1.1 200 OK\r\n\r\nok".utf8)).then(.reset), lost),
  ]

  private static func chunked(_ body: String, _ fields: String...) -> String {
    (["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"] + fields + ["", body]).joined(separator: "\r\n")
  }

  static let chunks: [OddAnswer] = [
    OddAnswer("a chunk", chunked("2\r\nok\r\n0\r\n\r\n"), ok),
    OddAnswer("two chunks", chunked("1\r\no\r\n1\r\nk\r\n0\r\n\r\n"), ok),
    OddAnswer("no chunk", chunked("0\r\n\r\n"), .value(status: 200, body: "")),
    OddAnswer("a trailer", chunked("2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n"), ok),
    OddAnswer("a trailer that is announced", chunked("2\r\nok\r\n0\r\nX-T: 1\r\n\r\n", "Trailer: X-T"), ok),
    OddAnswer("a trailer is no field", chunked("2\r\nok\r\n0\r\nX-A: 2\r\n\r\n", "X-A: 1"), .header("X-A", "1")),
    OddAnswer("a trailer like a status line", chunked("2\r\nok\r\n0\r\nHTTP/1.1 500 X: 1\r\n\r\n"), ok),
    OddAnswer("a trailer without a colon", chunked("2\r\nok\r\n0\r\nnonsense\r\n\r\n"), notHTTPOrOk),
    OddAnswer("1,000 trailers", chunked("2\r\nok\r\n0\r\n\((0..<1_000).map { "X-\($0): 1\r\n" }.joined())\r\n"), ok),
    OddAnswer(
      "100,000 trailers",
      chunked("2\r\nok\r\n0\r\n\((0..<100_000).map { "X-\($0): 1\r\n" }.joined())\r\n"),
      headTooLarge
    ),
    OddAnswer("a trailer cut off", chunked("2\r\nok\r\n0\r\nX-Tra"), lost),
    OddAnswer("an extension", chunked("2;a=b\r\nok\r\n0\r\n\r\n"), ok),
    OddAnswer("capital hexadecimal", chunked("A\r\n0123456789\r\n0\r\n\r\n"), .value(status: 200, body: "0123456789")),
    OddAnswer("zeros before the size", chunked("0002\r\nok\r\n0\r\n\r\n"), ok),
    OddAnswer("a size that is none", chunked("xyz\r\nok\r\n0\r\n\r\n"), notHTTPOrLost),
    OddAnswer("an empty size", chunked("\r\nok\r\n0\r\n\r\n"), notHTTPOrLost),
    OddAnswer("a negative size", chunked("-2\r\nok\r\n0\r\n\r\n"), notHTTPOrLost),
    OddAnswer("a huge size", chunked("7FFFFFFFFFFFFFFF\r\nok"), lost),
    OddAnswer("a size of 2^64", chunked("10000000000000000\r\nok"), notHTTPOrLost),
    OddAnswer("a size of a thousand digits", chunked("\(String(repeating: "1", count: 1_000))\r\nok"), notHTTPOrLost),
    OddAnswer("too short a chunk", chunked("5\r\nok\r\n0\r\n\r\n"), notHTTPOrLost),
    OddAnswer("too long a chunk", chunked("1\r\nok\r\n0\r\n\r\n"), notHTTPOrLost),
    OddAnswer("no last chunk", chunked("2\r\nok\r\n"), lost),
    OddAnswer("cut off in a chunk", chunked("5\r\nok"), lost),
    OddAnswer("cut off in a size", chunked("2\r\nok\r\n1"), lost),
    OddAnswer("line feeds only", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\n\n", notHTTPOrOk),
    OddAnswer("chunked and a length", chunked("2\r\nok\r\n0\r\n\r\n", "Content-Length: 99"), notHTTPOrOk),
    OddAnswer("chunked twice", chunked("2\r\nok\r\n0\r\n\r\n", "Transfer-Encoding: chunked"), notHTTPOrOk),
    OddAnswer(
      "an unknown transfer encoding",
      head("HTTP/1.1 200 OK", "Transfer-Encoding: rot13"),
      .either([.notHTTP, .undecodable(path: "", expected: "bytes that can be decompressed")], body: "ok")
    ),
    OddAnswer("identity", head("HTTP/1.1 200 OK", "Transfer-Encoding: identity"), ok),
    OddAnswer(
      "more than the limit in chunks",
      chunked(String(repeating: "3E8\r\n\(String(repeating: "a", count: 1_000))\r\n", count: 200)),
      tooLarge
    ),
    OddAnswer(
      "100,000 chunks of a byte",
      chunked(String(repeating: "1\r\na\r\n", count: 100_000) + "0\r\n\r\n"),
      .value(status: 200, body: String(repeating: "a", count: 100_000))
    ),
    OddAnswer("garbage after the end", chunked("2\r\nok\r\n0\r\n\r\nHTTP/1.1 500 No\r\n\r\n"), ok),
  ]

  static let endings: [OddAnswer] = [
    OddAnswer("a reset", .reset, lost),
    OddAnswer("a reset in the status", .bytes(Array("HTTP/1.1".utf8)).then(.reset), notHTTPOrLost),
    OddAnswer("a reset in the header", .bytes(Array("HTTP/1.1 200 OK\r\nX: ".utf8)).then(.reset), lost),
    OddAnswer(
      "a reset after the header",
      .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n".utf8)).then(.reset),
      lost
    ),
    OddAnswer("a reset in the body", .json("[1, 2, 3]", bodyLimit: 4).then(.reset), lost),
    OddAnswer("the end in the body", .json("[1, 2, 3]", bodyLimit: 4), lost),
    OddAnswer("two answers", head("HTTP/1.1 200 OK", "Content-Length: 2") + head("HTTP/1.1 500 No"), ok),
    OddAnswer("bytes one by one", bytewise(head("HTTP/1.1 200 OK", "Content-Length: 2")), ok),
    OddAnswer("chunks byte by byte", bytewise(chunked("2\r\nok\r\n0\r\nX: 1\r\n\r\n")), ok),
  ]

  private static func bytewise(_ text: String) -> LoopbackAnswer {
    text.utf8.dropFirst().reduce(.bytes(Array(text.utf8.prefix(1)))) {
      $0.then(LoopbackAnswer.bytes([$1]).delayed(by: .microseconds(10)))
    }
  }

  static let interim: [OddAnswer] = [
    OddAnswer("100 first", "HTTP/1.1 100 Continue\r\n\r\n" + head("HTTP/1.1 200 OK"), ok),
    OddAnswer(
      "103 with fields",
      "HTTP/1.1 103 Early\r\nX-A: 1\r\n\r\n" + head("HTTP/1.1 200 OK", "X-A: 2"),
      .header("X-A", "2")
    ),
    OddAnswer("ten times 102", String(repeating: "HTTP/1.1 102 Wait\r\n\r\n", count: 10) + head("HTTP/1.1 200 OK"), ok),
    OddAnswer("100 for ever", String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20_000), headTooLarge),
    OddAnswer("only 100", "HTTP/1.1 100 Continue\r\n\r\n", lost),
    OddAnswer(
      "101 unasked",
      "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\nok",
      .either([.notHTTP, .noConnection(reason: "the connection was lost")], body: "ok")
    ),
    OddAnswer("199", "HTTP/1.1 199 Odd\r\n\r\n" + head("HTTP/1.1 200 OK"), ok),
  ]

  private static func redirect(_ location: String, status: Int = 302) -> String {
    head("HTTP/1.1 \(status) Moved", "Location: \(location)", "Content-Length: 2")
  }

  static let redirects: [OddAnswer] = [
    OddAnswer(
      "in a circle",
      redirect("/"),
      .error(.unexpected(reason: "the server redirected the request more than 20 times"))
    ),
    OddAnswer(
      "308 in a circle",
      redirect("/", status: 308),
      .error(.unexpected(reason: "the server redirected the request more than 20 times"))
    ),
    OddAnswer("no location", head("HTTP/1.1 302 Moved"), .value(status: 302, body: "ok")),
    OddAnswer("300", redirect("/", status: 300), .value(status: 300, body: "ok")),
    OddAnswer("305", redirect("/", status: 305), .value(status: 305, body: "ok")),
    OddAnswer("201 with a location", redirect("/", status: 201), .value(status: 201, body: "ok")),
    OddAnswer("to a file", redirect("file:///etc/passwd"), .value(status: 302, body: "ok")),
    OddAnswer("to FTP", redirect("ftp://127.0.0.1/"), .value(status: 302, body: "ok")),
    OddAnswer("to a script", redirect("javascript:alert(1)"), .value(status: 302, body: "ok")),
    OddAnswer("to data", redirect("data:,ok"), .value(status: 302, body: "ok")),
    OddAnswer("to gopher", redirect("gopher://127.0.0.1:1/"), .value(status: 302, body: "ok")),
    OddAnswer(
      "to a host that does not exist",
      redirect("http://host.invalid/"),
      .error(.noConnection(reason: "there is no such host"))
    ),
    OddAnswer(
      "to port 0",
      redirect("http://127.0.0.1:0/"),
      .either(
        [
          .noConnection(reason: "the server refuses connections"),
          .invalidRequest(reason: "http://127.0.0.1:0/ is not a web address."),
        ],
        body: "ok"
      )
    ),
    OddAnswer(
      "to port 99999",
      redirect("http://127.0.0.1:99999/"),
      .either([.invalidRequest(reason: "http://127.0.0.1:99999/ is not a web address.")], body: "ok")
    ),
    OddAnswer(
      "to no host",
      redirect("http:///x"),
      .either([.noConnection(reason: "there is no such host")], body: "ok")
    ),
  ]

  /// Compressed with gzip: `ok`.
  private static let gzip: [UInt8] = [
    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0xCF, 6, 0, 0x47, 0xDD, 0xDC, 0x79, 2, 0, 0, 0,
  ]

  /// Compressed with zstd: `ok`.
  private static let zstd: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x11, 0x00, 0x00, 0x6F, 0x6B]

  private static func encoded(_ encoding: String, _ body: [UInt8]) -> LoopbackAnswer {
    .respond(headers: [.init("Content-Encoding", encoding)], body: body)
  }

  static let encodings: [OddAnswer] = [
    OddAnswer("gzip", encoded("gzip", gzip), ok),
    OddAnswer("x-gzip", encoded("x-gzip", gzip), ok),
    OddAnswer("GZIP", encoded("GZIP", gzip), ok),
    OddAnswer("identity", encoded("identity", Array("ok".utf8)), ok),
    OddAnswer("gzip that is none", encoded("gzip", Array("not compressed".utf8)), undecodable),
    // Before version 8.6, libcurl does not notice that the end is missing.
    OddAnswer(
      "gzip cut off",
      encoded("gzip", Array(gzip.prefix(12))),
      .either([.undecodable(path: "", expected: "bytes that can be decompressed")], body: "o")
    ),
    OddAnswer(
      "gzip with a wrong sum",
      encoded("gzip", Array(gzip.prefix(14)) + [0, 0, 0, 0, 2, 0, 0, 0]),
      undecodable
    ),
    OddAnswer("gzip with garbage behind", encoded("gzip", gzip + Array("garbage".utf8)), undecodableOrOk),
    OddAnswer("gzip of nothing", encoded("gzip", []), .value(status: 200, body: "")),
    OddAnswer("deflate that is none", encoded("deflate", Array("not compressed".utf8)), undecodable),
    OddAnswer("zstd, which was not asked for", encoded("zstd", zstd), undecodable),
    OddAnswer("zstd within gzip", encoded("zstd, gzip", gzip), undecodable),
    OddAnswer("an unknown encoding", encoded("rot13", Array("ok".utf8)), undecodable),
    OddAnswer(
      "gzip in chunks",
      .bytes(
        Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n16\r\n".utf8) + gzip
          + Array("\r\n0\r\n\r\n".utf8)
      ),
      ok
    ),
  ]
}
