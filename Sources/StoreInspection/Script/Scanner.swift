/// A cursor over a source text, with what all of the language's parts share: spaces, comments, and names.
struct Scanner {
  let source: SourceText
  /// Those of the source. Each look at the next one would copy all of the source in a debug build.
  private let bytes: [UInt8]
  private(set) var offset = 0
  /// How many brackets are open; after a mistake it tells whether the lines that follow belong to the statement.
  var depth = 0
  /// The names of the variables that have been made before the cursor.
  var variables: Set<String> = []

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// The byte at the cursor, `nil` at the end of the text.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var isAtEnd: Bool { offset >= bytes.count }

  /// Moves to where a token began, or ended.
  mutating func moveBack(to earlier: Int) {
    offset = earlier
  }

  mutating func advance() {
    offset += 1
  }

  /// Moves past a byte if it is the next one.
  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Moves past a text if it is the next one.
  mutating func consume(text: String) -> Bool {
    guard bytes[offset...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  /// Moves over the bytes that satisfy the predicate and returns where they stood.
  mutating func consume(while predicate: (UInt8) -> Bool) -> Range<Int> {
    let start = offset
    while offset < bytes.count, predicate(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  /// Moves over spaces, and a comment, to the next token on this line.
  mutating func skipSpaces() {
    _ = consume { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == .carriageReturn }
    if byte == UInt8(ascii: "#") { _ = consume { $0 != .newline } }
  }

  /// Moves over spaces, comments and line ends to the next token.
  mutating func skipLines() {
    repeat { skipSpaces() } while consume("\n")
  }

  mutating func skipToEndOfLine() {
    _ = consume { $0 != .newline }
  }

  /// Letters, digits, underscores, and everything beyond ASCII.
  mutating func consumeName() -> Range<Int> {
    consume(while: \.isPartOfName)
  }

  /// The next token in an error message: the range to mark and what to call it.
  var found: (range: Range<Int>, description: String) {
    guard let byte, byte != .newline, byte != .carriageReturn, byte != UInt8(ascii: "#") else {
      return (offset..<offset, isAtEnd ? "the end of the file" : "the end of the line")
    }
    var ahead = self
    var range = ahead.consumeName()
    if range.isEmpty {
      // A symbol: all of its bytes are ASCII, for everything else is part of a name.
      ahead.advance()
      range = offset..<ahead.offset
    }
    return (range, "`\(source[range].truncated(to: 40).printable)`")
  }

  /// An error at the next token.
  func expected(_ what: String, notes: String?...) -> Diagnostic {
    let (range, description) = found
    var diagnostic = Diagnostic(range, "expected \(what), found \(description)")
    diagnostic.notes = notes.compactMap { $0 }
    return diagnostic
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: isDigit || self >= 0x80
    }
  }
}
