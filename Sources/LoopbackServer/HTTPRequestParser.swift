/// Parses one HTTP/1.1 request from bytes that arrive in pieces of any size.
///
/// The parser does no I/O and keeps no more bytes than its ``Limits`` allow. It is strict to prevent request smuggling:
/// lines end in CR LF, names are tokens, and there is exactly one `Host` (in HTTP/1.1) and at most one
/// `Content-Length`. Transfer codings are refused.
package struct HTTPRequestParser: Sendable {
  /// The limits of a request.
  package struct Limits: Sendable {
    /// The maximum number of bytes in the request line or a header line.
    package var line = 8 * 1024
    /// The maximum number of header fields.
    package var headers = 64
    /// The maximum number of bytes in the body.
    package var body = 1024 * 1024

    package init() {}
  }

  /// The reason why a request is refused, and the status of the answer.
  package struct Rejection: Equatable, Sendable {
    package var status: Int
    package var reason: String
  }

  /// The result of the bytes received so far.
  package enum Progress: Equatable, Sendable {
    /// The request is incomplete.
    case incomplete
    /// The header is complete and the client waits for `100 Continue` before it sends the body.
    case expectsContinue
    /// The request is complete. Further bytes are ignored.
    case request(LoopbackRequest)
    /// The bytes are not an acceptable HTTP/1.1 request. Further bytes are ignored.
    case rejected(Rejection)
  }

  private enum State {
    /// Before or within the request line.
    case requestLine
    /// After the request line, before the empty line that ends the header.
    case headers
    /// Within the body, with the number of missing bytes.
    case body(missing: Int)
    /// After the last byte, or after a rejection.
    case finished
  }

  private let limits: Limits
  private var state = State.requestLine
  private var line: [UInt8] = []
  private var request = LoopbackRequest(method: "", target: "")
  private var isVersion10 = false

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Parses the next bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes, for pieces of any size.
  package mutating func receive(_ bytes: some Collection<UInt8>) -> Progress {
    var bytes = bytes[...]
    do {
      while let byte = bytes.first {
        switch state {
        case .finished:
          return .incomplete
        case .body(let missing):
          let part = bytes.prefix(missing)
          request.body.append(contentsOf: part)
          return part.count == missing ? finish() : advance(to: .body(missing: missing - part.count))
        case .requestLine, .headers:
          bytes.removeFirst()
          guard let complete = try lineCompleted(by: byte) else { continue }
          if case .requestLine = state {
            try readRequestLine(complete)
            state = .headers
          } else if !complete.isEmpty {
            try readHeader(complete)
          } else {
            let length = try bodyLength()
            guard length > 0 else { return finish() }
            state = .body(missing: length)
            if bytes.isEmpty, request[header: "Expect"]?.lowercased() == "100-continue" { return .expectsContinue }
          }
        }
      }
      return .incomplete
    } catch {
      state = .finished
      return .rejected(error)
    }
  }

  private mutating func advance(to state: State) -> Progress {
    self.state = state
    return .incomplete
  }

  private mutating func finish() -> Progress {
    state = .finished
    return .request(request)
  }

  private mutating func lineCompleted(by byte: UInt8) throws(Rejection) -> ArraySlice<UInt8>? {
    guard byte == UInt8(ascii: "\n") else {
      line.append(byte)
      guard line.count <= limits.line else {
        if case .requestLine = state { throw Rejection(status: 414, reason: "The request line is too long.") }
        throw Rejection(status: 431, reason: "A header field is too long.")
      }
      return nil
    }
    guard line.last == UInt8(ascii: "\r") else {
      throw Rejection(status: 400, reason: "A line does not end in CR LF.")
    }
    defer { line = [] }
    return line.dropLast()
  }

  private mutating func readRequestLine(_ line: ArraySlice<UInt8>) throws(Rejection) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte) else {
      throw Rejection(status: 400, reason: "The request line is not of the form METHOD /target HTTP/1.1.")
    }
    guard parts[1].first == UInt8(ascii: "/"), parts[1].allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Rejection(status: 400, reason: "The request target does not begin with a slash or is not visible ASCII.")
    }
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1": isVersion10 = false
    case "HTTP/1.0": isVersion10 = true
    case let version where version.hasPrefix("HTTP/"):
      throw Rejection(status: 505, reason: "Only HTTP/1.1 and HTTP/1.0 are spoken here.")
    default: throw Rejection(status: 400, reason: "The request line does not end in an HTTP version.")
    }
    request.method = String(decoding: parts[0], as: UTF8.self)
    request.target = String(decoding: parts[1], as: UTF8.self)
  }

  private mutating func readHeader(_ line: ArraySlice<UInt8>) throws(Rejection) {
    guard request.headers.count < limits.headers else {
      throw Rejection(status: 431, reason: "There are more than \(limits.headers) header fields.")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw Rejection(status: 400, reason: "A header field has no colon.")
    }
    let name = line[..<colon]
    guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
      throw Rejection(status: 400, reason: "The name of a header field is not a token.")
    }
    let value = line[line.index(after: colon)...]
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw Rejection(status: 400, reason: "The value of a header field has a control character.")
    }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let trimmed = value.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    request.headers.append(.init(String(decoding: name, as: UTF8.self), String(decoding: trimmed, as: UTF8.self)))
  }

  private func bodyLength() throws(Rejection) -> Int {
    func values(of name: String) -> [String] {
      request.headers.filter { $0.name.lowercased() == name }.map(\.value)
    }
    guard isVersion10 || values(of: "host").count == 1 else {
      throw Rejection(status: 400, reason: "An HTTP/1.1 request has exactly one Host field.")
    }
    guard values(of: "transfer-encoding").isEmpty else {
      throw Rejection(status: 501, reason: "Transfer codings are not supported; send a Content-Length.")
    }
    let lengths = values(of: "content-length")
    guard let length = lengths.first else { return 0 }
    guard lengths.count == 1, !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Rejection(status: 400, reason: "Content-Length is not one decimal number.")
    }
    guard let length = Int(length), length <= limits.body else {
      throw Rejection(status: 413, reason: "The body is larger than \(limits.body) bytes.")
    }
    return length
  }
}

extension HTTPRequestParser.Rejection: Error {}

extension UInt8 {
  /// Whether this byte is allowed in a method or in the name of a header field (RFC 9110, section 5.6.2).
  fileprivate var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
