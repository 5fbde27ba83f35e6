import Foundation

/// The status and the header fields of a response, gathered line by line.
///
/// Interim responses (1xx) are forgotten when the next begins, and trailers after the body are not taken for header
/// fields.
struct HTTPResponseHead {
  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  /// Whether the empty line has come that ends the head of a final response.
  private(set) var isComplete = false
  private var lastName: String?

  init() {}

  /// Takes a line, with or without its line break.
  ///
  /// - Returns: Whether it can be part of a response.
  mutating func receive(_ bytes: some Collection<UInt8>) -> Bool {
    let line = Self.text(Array(bytes))
    if line.hasPrefix("HTTP/") {
      guard let status = Self.status(of: line) else { return false }
      self = Self()
      self.status = status
      return true
    }
    if isComplete { return true }
    if line.isEmpty {
      isComplete = status >= 200
      return status != 0
    }
    // A field that goes on in the next line, as was once allowed.
    if line.first == " " || line.first == "\t" {
      guard let name = lastName, let value = headers[name] else { return false }
      headers[name] = "\(value) \(line.trimmingCharacters(in: .whitespaces))"
      return true
    }
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
    let name = line[..<colon].trimmingCharacters(in: .whitespaces)
    let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    lastName = name
    return true
  }

  private static func status(of line: String) -> Int? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[1].utf8.count == 3, let status = Int(words[1]), (100...999).contains(status) else {
      return nil
    }
    return status
  }

  /// Header fields are ASCII by the standard, UTF-8 with some servers, and were Latin-1 once (RFC 9110, 5.5).
  private static func text(_ bytes: [UInt8]) -> String {
    var bytes = bytes[...]
    while let last = bytes.last, last == 0x0D || last == 0x0A { bytes.removeLast() }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
