import Dependencies
import Testing

@testable import LoopbackServer

struct HTTPRequestParserTests {
  private func parse(_ text: String, limits: HTTPRequestParser.Limits = .init()) -> HTTPRequestParser.Progress {
    var parser = HTTPRequestParser(limits: limits)
    return parser.receive(Array(text.utf8))
  }

  @Test func readsARequestWithoutABody() {
    let progress = parse("GET /a%20b?q=c+d HTTP/1.1\r\nHost: here\r\nX-Empty:\r\nX-Spaced: \t a b \r\n\r\n")
    let request = LoopbackRequest(
      method: "GET",
      target: "/a%20b?q=c+d",
      headers: [.init("Host", "here"), .init("X-Empty", ""), .init("X-Spaced", "a b")]
    )
    #expect(progress == .request(request))
    #expect(request.path == "/a%20b")
    #expect(request.query == "q=c+d")
    #expect(request[header: "hOST"] == "here")
    #expect(request[header: "absent"] == nil)
  }

  @Test func readsABodyOfTheDeclaredLengthAndIgnoresWhatFollows() {
    var parser = HTTPRequestParser()
    let text = "POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabcdef"
    let headers: [LoopbackRequest.Header] = [.init("Content-Length", "3")]
    #expect(
      parser.receive(Array(text.utf8))
        == .request(LoopbackRequest(method: "POST", target: "/", headers: headers, body: Array("abc".utf8)))
    )
    #expect(parser.receive(Array("GET / HTTP/1.1\r\n\r\n".utf8)) == .incomplete)
  }

  @Test func givesTheSameResultHoweverTheBytesAreCut() {
    let text = Array("PUT /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello".utf8)
    let expected = parse(String(decoding: text, as: UTF8.self))
    for size in 1...text.count {
      var parser = HTTPRequestParser()
      var results: [HTTPRequestParser.Progress] = []
      for start in stride(from: 0, to: text.count, by: size) {
        results.append(parser.receive(text[start..<min(start + size, text.count)]))
      }
      #expect(results.last == expected, "cut into pieces of \(size)")
      #expect(results.dropLast().allSatisfy { $0 == .incomplete }, "cut into pieces of \(size)")
    }
  }

  @Test func saysWhenTheClientWaitsForPermission() {
    var parser = HTTPRequestParser()
    let head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n"
    #expect(parser.receive(Array(head.utf8)) == .expectsContinue)
  }

  static let malformed: [(status: Int, reason: String, texts: [String])] = [
    (400, "A line does not end in CR LF.", ["GET / HTTP/1.1\nHost: h\n\n"]),
    (
      400, "The request line is not of the form METHOD /target HTTP/1.1.",
      ["\r\n", "GET /\r\n", "GET  / HTTP/1.1\r\n", "G@T / HTTP/1.1\r\n", "\u{16}\u{3}\u{1}\r\n"]
    ),
    (
      400, "The request target does not begin with a slash or is not visible ASCII.",
      ["GET http://h/ HTTP/1.1\r\n", "GET /é HTTP/1.1\r\n"]
    ),
    (505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.", ["GET / HTTP/2.0\r\n"]),
    (400, "The request line does not end in an HTTP version.", ["GET / TTP/1.1\r\n"]),
    (400, "A header field has no colon.", ["GET / HTTP/1.1\r\nHost\r\n"]),
    (
      400, "The name of a header field is not a token.",
      ["GET / HTTP/1.1\r\nHost : h\r\n", "GET / HTTP/1.1\r\nHost: h\r\n folded: x\r\n"]
    ),
    (
      400, "The value of a header field has a control character.",
      ["GET / HTTP/1.1\r\nHost: a\u{0}b\r\n", "GET / HTTP/1.1\r\nHost: a\rb\r\n"]
    ),
    (
      400, "An HTTP/1.1 request has exactly one Host field.",
      ["GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n"]
    ),
    (
      501, "Transfer codings are not supported; send a Content-Length.",
      ["POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"]
    ),
    (
      400, "Content-Length is not one decimal number.",
      ["1\r\nContent-Length: 2", "-1", "+1"].map { "POST / HTTP/1.0\r\nContent-Length: \($0)\r\n\r\n" }
    ),
    (
      413, "The body is larger than 1048576 bytes.",
      ["1048577", "99999999999999999999"].map { "POST / HTTP/1.0\r\nContent-Length: \($0)\r\n\r\n" }
    ),
  ]

  @Test(arguments: malformed) func refusesWhatIsNotStrictlyHTTP(_ status: Int, _ reason: String, _ texts: [String]) {
    for text in texts { #expect(parse(text) == .rejected(.init(status: status, reason: reason))) }
  }

  @Test func refusesWhatIsTooLarge() {
    var limits = HTTPRequestParser.Limits()
    limits.line = 20
    limits.headers = 2
    let long = String(repeating: "a", count: 100)
    for (text, status, reason) in [
      ("GET /\(long)", 414, "The request line is too long."),
      ("GET / HTTP/1.1\r\nX: \(long)", 431, "A header field is too long."),
      ("GET / HTTP/1.1\r\nA: 1\r\nB: 2\r\nC: 3\r\n", 431, "There are more than 2 header fields."),
    ] {
      #expect(parse(text, limits: limits) == .rejected(.init(status: status, reason: reason)))
    }
  }

  @Test func survivesAnyBytes() {
    var generator = SeededRandomNumberGenerator(seed: 7)
    let alphabet = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n:\0\u{FF}".utf8)
    for _ in 0..<5_000 {
      var parser = HTTPRequestParser()
      var isOver = false
      for _ in 0..<8 {
        let piece = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator) ?? 0
        }
        let progress = parser.receive(piece)
        if isOver { #expect(progress == .incomplete, "a parser that is done must say nothing more") }
        if case .rejected = progress { isOver = true }
        if case .request = progress { isOver = true }
      }
    }
  }
}
