import Foundation

/// Collects the status and the header fields of a response line by line.
///
/// The next response replaces an interim response (1xx), and trailers after the body are ignored.
struct HTTPResponseHead {
  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  /// Whether the empty line at the end of a final response's head has arrived.
  private(set) var isComplete = false
  private var lastName: String?

  init() {}

  /// Adds a line, with or without its line break.
  ///
  /// - Returns: Whether the line is valid.
  mutating func receive(_ bytes: some Collection<UInt8>) -> Bool {
    if isComplete { return true }
    let line = Self.text(Array(bytes))
    if line.hasPrefix("HTTP/") {
      guard let status = Self.status(of: line) else { return false }
      self = Self()
      self.status = status
      return true
    }
    if line.isEmpty {
      isComplete = status >= 200
      return status != 0
    }
    // An obsolete form: a field that continues in the next line.
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

  /// Decodes UTF-8, and otherwise Latin-1. The standard asks for ASCII, some servers send UTF-8, and Latin-1 was once
  /// allowed (RFC 9110, 5.5).
  private static func text(_ bytes: [UInt8]) -> String {
    var bytes = bytes[...]
    while let last = bytes.last, last == 0x0D || last == 0x0A { bytes.removeLast() }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
