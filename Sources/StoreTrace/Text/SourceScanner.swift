import Foundation

/// A cursor in a source text, with the syntax that all parts of the language share: spaces, comments, and names.
package struct SourceScanner {
  package let source: SourceText
  /// The bytes of the source. Reading a byte through `source` would copy the whole source in a debug build.
  private let bytes: [UInt8]
  package let notation: Notation
  /// The maximum number of values within others, so that no input can exhaust the memory.
  let valueLimit: Int
  /// The number of values within others so far.
  var valueCount = 0
  package private(set) var offset = 0
  /// The number of open brackets. After a mistake it tells whether the following lines belong to the statement.
  package var depth = 0
  /// The names of the variables that are defined before the cursor.
  package var variables: Set<String> = []
  /// The aliases, which are written with a dollar sign, and the texts of their paths.
  package var aliases: [String: String] = [:]
  /// The time zone of dates that name none.
  package var timeZone = TimeZone.gmt
  /// Warnings about what is probably a mistake.
  package var warnings: [Diagnostic] = []

  package init(_ source: SourceText, notation: Notation = .script, valueLimit: Int = .max) {
    self.source = source
    self.notation = notation
    self.valueLimit = valueLimit
    bytes = source.bytes
  }

  /// Returns a scanner of another text with the variables, the aliases and the time zone of this one.
  package func reading(_ source: SourceText) -> Self {
    var scanner = Self(source, notation: notation)
    (scanner.variables, scanner.aliases, scanner.timeZone) = (variables, aliases, timeZone)
    return scanner
  }

  /// The byte at the cursor, `nil` at the end of the text.
  package var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  package var isAtEnd: Bool { offset >= bytes.count }

  /// Moves the cursor to an offset, such as the beginning of a token.
  package mutating func moveBack(to earlier: Int) {
    offset = earlier
  }

  package mutating func advance() {
    offset += 1
  }

  /// Moves past a byte if it is the next one.
  package mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Moves past a text if it is the next one.
  package mutating func consume(text: String) -> Bool {
    guard bytes[offset...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  /// Moves over the bytes that satisfy the predicate, and returns their range.
  package mutating func consume(while predicate: (UInt8) -> Bool) -> Range<Int> {
    let start = offset
    while offset < bytes.count, predicate(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  /// Moves over spaces, and a comment, to the next token on this line.
  package mutating func skipSpaces() {
    _ = consume { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == .carriageReturn }
    if byte == UInt8(ascii: "#") { _ = consume { $0 != .newline } }
  }

  /// Moves over spaces, comments and line ends to the next token. There are no comments in JSON.
  package mutating func skipLines() {
    guard notation == .script else {
      _ = consume { $0 == 0x20 || $0 == 0x09 || $0 == .newline || $0 == .carriageReturn }
      return
    }
    repeat { skipSpaces() } while consume("\n")
  }

  package mutating func skipToEndOfLine() {
    _ = consume { $0 != .newline }
  }

  /// Moves over letters, digits, underscores, and all characters beyond ASCII, and returns their range.
  package mutating func consumeName() -> Range<Int> {
    consume(while: \.isPartOfName)
  }

  /// The next token, for an error message: its range and its description.
  package var found: (range: Range<Int>, description: String) {
    // The text of JSON is a line of a file, or a part of one.
    guard let byte else { return (offset..<offset, notation == .json ? "the end" : "the end of the file") }
    let isComment = byte == UInt8(ascii: "#") && notation == .script
    guard byte != .newline, byte != .carriageReturn, !isComment else { return (offset..<offset, "the end of the line") }
    var ahead = self
    var range = ahead.consumeName()
    if range.isEmpty {
      // A symbol is a single ASCII byte, because everything else is a part of a name.
      ahead.advance()
      range = offset..<ahead.offset
    }
    return (range, "`\(source[range].truncated(to: 40).printable)`")
  }

  /// An error at the next token.
  package func expected(_ what: String, notes: String?...) -> Diagnostic {
    let (range, description) = found
    var diagnostic = Diagnostic(range, "expected \(what), found \(description)")
    diagnostic.notes = notes.compactMap { $0 }
    return diagnostic
  }
}

extension Character {
  /// Whether word processors put this mark in the place of a plain quotation mark.
  package var isTypographicQuote: Bool { "“”„‟«»‘’‚‛‹›″＂「」『』".contains(self) }
}

extension String {
  /// The text without typographic quotation marks at its ends.
  package var withoutTypographicQuotes: String {
    String(drop(while: \.isTypographicQuote).reversed().drop(while: \.isTypographicQuote).reversed())
  }
}

extension UInt8 {
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  package var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: isDigit || self >= 0x80
    }
  }
}
