/// Splits a source into tokens.
///
/// The source may be any bytes: bytes that are not Swift become `invalid` tokens and problems. The time is linear in
/// the length of the source, because the lexer records how far each search has failed. Nesting uses no stack.
struct Lexer {
  /// An error in the source.
  struct Problem {
    let range: Range<Int>
    let message: String
  }

  /// The end of an open string.
  struct Delimiter {
    var pounds: Int
    var isMultiline: Bool
    /// The number of open parentheses in the current interpolation; 0 in the text of the string.
    var parentheses = 0
  }

  let bytes: [UInt8]
  private let start: Int
  let end: Int
  var position: Int
  var problems: [Problem] = []

  /// The last token other than whitespace and comments, and whether a line break has followed it.
  var previous = Token(kind: .semicolon, range: 0..<0)
  var previousButOneIsPeriod = false
  var isOnNewLine = true
  /// The delimiter of the string that was just opened.
  var delimiter = Delimiter(pounds: 0, isMultiline: false)

  // The positions up to which a search is known to fail.
  var noRegexBefore = 0
  private var noPlaceholderBefore = 0
  var noRawEndBefore = 0
  var noRawEndPounds = 0

  init(bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    position = start
  }

  /// Returns the next token, or `nil` at the end.
  mutating func next() -> Token? {
    guard position < end else { return nil }
    let first = position
    let kind = code()
    if kind == .string { finishString(from: first) }
    return Token(kind: kind, range: first..<position)
  }

  /// Reads a token of code, but only the opening part of a string.
  mutating func code() -> TokenKind {
    let first = position
    let kind = scan()
    switch kind {
    case .whitespace, .comment: break
    case .newline: isOnNewLine = true
    default:
      previousButOneIsPeriod = previous.kind == .period
      previous = Token(kind: kind, range: first..<position)
      isOnNewLine = false
    }
    return kind
  }

  private mutating func scan() -> TokenKind {
    let first = position
    let byte = bytes[position]
    if byte >= 0x80 { return beyondASCII() }
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "_", "$":
      return identifier()
    case " ", "\t", "\0", "\u{B}", "\u{C}":
      repeat { position += 1 } while position < end && isBlank(bytes[position])
      return .whitespace
    case "\n": return take(1, .newline)
    case "\r": return take(peek(1) == "\n" ? 2 : 1, .newline)
    case "(": return take(1, .leftParenthesis)
    case ")": return take(1, .rightParenthesis)
    case "[": return take(1, .leftBracket)
    case "]": return take(1, .rightBracket)
    case "{": return take(1, .leftBrace)
    case "}": return take(1, .rightBrace)
    case ",": return take(1, .comma)
    case ";": return take(1, .semicolon)
    case "@": return take(1, .at)
    case "\\": return take(1, .backslash)
    case ":": return peek(1) == ":" ? take(2, .doubleColon) : take(1, .colon)
    case "0"..."9": return number()
    case "\"": return openString(pounds: 0)
    case "`": return rawIdentifier()
    case "#": return pound()
    case "/":
      if peek(1) == "/" { return lineComment() }
      if peek(1) == "*" { return blockComment() }
      if let regexEnd = regexEnd(at: position) { return take(regexEnd - position, .regex) }
      return operatorSymbol()
    case "<" where peek(1) == "#":
      if let placeholderEnd = placeholderEnd() { return take(placeholderEnd - position, .identifier) }
      return operatorSymbol()
    case ".", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?":
      return operatorSymbol()
    default:
      position += 1
      return invalid(from: first)
    }
  }

  mutating func take(_ count: Int, _ kind: TokenKind) -> TokenKind {
    position += count
    return kind
  }

  /// A character after the position if it is ASCII; NUL at the end.
  func peek(_ distance: Int) -> Unicode.Scalar {
    position + distance < end ? Unicode.Scalar(bytes[position + distance]) : "\0"
  }

  func lineEnd(from offset: Int) -> Int {
    var offset = offset
    while offset < end, !isLineBreak(bytes[offset]) { offset += 1 }
    return offset
  }

  mutating func report(_ message: String, _ range: Range<Int>) {
    problems.append(Problem(range: range, message: message))
  }

  private mutating func invalid(from first: Int) -> TokenKind {
    if let last = problems.last, last.range.upperBound == first, last.message == Self.invalidCharacter {
      problems[problems.count - 1] = Problem(range: last.range.lowerBound..<position, message: last.message)
    } else {
      report(Self.invalidCharacter, first..<position)
    }
    return .invalid
  }

  private static let invalidCharacter = "invalid character in source"

  // MARK: - Names and numbers

  private mutating func identifier() -> TokenKind {
    while position < end {
      if isWordByte(bytes[position]) {
        position += 1
      } else if bytes[position] >= 0x80, let scalar = scalar(at: position),
        ScalarRole(scalar.value).continuesIdentifiers
      {
        position += scalar.length
      } else {
        break
      }
    }
    return .identifier
  }

  private mutating func rawIdentifier() -> TokenKind {
    let first = position
    repeat { position += 1 } while position < end && bytes[position] != 0x60 && !isLineBreak(bytes[position])
    if position < end, bytes[position] == 0x60, position > first + 1 { return take(1, .identifier) }
    position = first + 1
    return invalid(from: first)
  }

  private mutating func number() -> TokenKind {
    let isHexadecimal = peek(0) == "0" && (peek(1) == "x" || peek(1) == "X")
    let mayHaveFraction = previous.kind != .period  // In `a.0.1` they are two elements of tuples.
    digits(isHexadecimal)
    if mayHaveFraction, peek(0) == ".", position + 1 < end {
      let next = Unicode.Scalar(bytes[position + 1])
      if "0"..."9" ~= next || isHexadecimal && hasHexadecimalFraction() {
        position += 1
        digits(isHexadecimal)
      }
    }
    return .number
  }

  /// Skips digits and an exponent with its sign, including invalid letters.
  private mutating func digits(_ isHexadecimal: Bool) {
    while position < end, isWordByte(bytes[position]) {
      let letter = bytes[position] | 0x20
      position += 1
      let isExponent = letter == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e"))
      if isExponent, peek(0) == "+" || peek(0) == "-", "0"..."9" ~= peek(1) { position += 1 }
    }
  }

  /// Whether a fraction follows: `0x1.8p3` has one, `0x1.description` has none. A hexadecimal fraction requires an
  /// exponent.
  private func hasHexadecimalFraction() -> Bool {
    var offset = position + 1
    while offset < end, offset < position + 64 {
      switch Unicode.Scalar(bytes[offset]) {
      case "0"..."9", "a"..."f", "A"..."F", "_": offset += 1
      case "p", "P": return true
      default: return false
      }
    }
    return false
  }

  private mutating func placeholderEnd() -> Int? {
    guard position >= noPlaceholderBefore else { return nil }
    var offset = position + 2
    while offset < end, !isLineBreak(bytes[offset]) {
      if bytes[offset] == UInt8(ascii: "#"), offset + 1 < end, bytes[offset + 1] == UInt8(ascii: ">") {
        return offset + 2
      }
      offset += 1
    }
    noPlaceholderBefore = offset
    return nil
  }

  // MARK: - Comments and operators

  private mutating func lineComment() -> TokenKind {
    position = lineEnd(from: position)
    return .comment
  }

  private mutating func blockComment() -> TokenKind {
    let first = position
    var depth = 0
    while position < end {
      if peek(0) == "/", peek(1) == "*" {
        depth += 1
        position += 2
      } else if peek(0) == "*", peek(1) == "/" {
        depth -= 1
        position += 2
        if depth == 0 { return .comment }
      } else {
        position += 1
      }
    }
    report("unterminated '/*' comment", first..<min(first + 2, end))
    return .comment
  }

  private mutating func operatorSymbol() -> TokenKind {
    let first = position
    let isLeftBound = isLeftBound(first)
    if isLeftBound, peek(0) == "?" { return take(1, .question) }
    if isLeftBound, peek(0) == "!" { return take(1, .exclamation) }
    let mayHoldDots = peek(0) == "."
    loop: while position < end {
      switch Unicode.Scalar(bytes[position]) {
      case "/":
        if peek(1) == "/" || peek(1) == "*" { break loop }
        // In `!/a/` the slash starts a regex.
        if position > first, !isLeftBound, regexEnd(at: position) != nil { break loop }
        position += 1
      case "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?":
        position += 1
      case ".":
        guard mayHoldDots else { break loop }
        position += 1
      default:
        guard bytes[position] >= 0x80, let scalar = scalar(at: position) else { break loop }
        guard ScalarRole(scalar.value).continuesOperators else { break loop }
        position += scalar.length
      }
    }
    return operatorKind(first..<position, isLeftBound: isLeftBound)
  }

  /// The kind of an operator at a place.
  func operatorKind(_ range: Range<Int>, isLeftBound: Bool) -> TokenKind {
    let isRightBound = isRightBound(range.upperBound, isLeftBound: isLeftBound)
    switch (range.count, Unicode.Scalar(bytes[range.lowerBound])) {
    case (1, "="): return .equal
    case (1, "."): return .period
    case (1, "?"): return isLeftBound ? .question : .infixQuestion
    case (1, "!") where isLeftBound: return .exclamation
    case (2, "-") where bytes[range.lowerBound + 1] == UInt8(ascii: ">"): return .arrow
    default: return isLeftBound == isRightBound ? .binaryOperator : isLeftBound ? .postfixOperator : .prefixOperator
    }
  }

  private func isLeftBound(_ offset: Int) -> Bool {
    guard offset > start else { return false }
    switch Unicode.Scalar(bytes[offset - 1]) {
    case " ", "\t", "\n", "\r", "\0", "\u{B}", "\u{C}", "(", "[", "{", ",", ";", ":": return false
    case "/": return offset - start < 2 || bytes[offset - 2] != UInt8(ascii: "*")
    default: return true
    }
  }

  private func isRightBound(_ offset: Int, isLeftBound: Bool) -> Bool {
    guard offset < end else { return false }
    switch Unicode.Scalar(bytes[offset]) {
    case " ", "\t", "\n", "\r", "\0", "\u{B}", "\u{C}", ")", "]", "}", ",", ";", ":": return false
    case ".": return !isLeftBound
    case "/":
      return offset + 1 >= end || bytes[offset + 1] != UInt8(ascii: "/") && bytes[offset + 1] != UInt8(ascii: "*")
    default: return true
    }
  }

  private mutating func beyondASCII() -> TokenKind {
    let first = position
    guard let scalar = scalar(at: position) else {
      position += 1
      return invalid(from: first)
    }
    if scalar.value == 0xFEFF, position == 0 { return take(3, .whitespace) }
    switch ScalarRole(scalar.value) {
    case .identifier: return identifier()
    case .operator: return operatorSymbol()
    case .mark, .none:
      position += scalar.length
      return invalid(from: first)
    }
  }

  /// Decodes a scalar, or returns `nil` if the bytes are not UTF-8.
  private func scalar(at offset: Int) -> (value: UInt32, length: Int)? {
    let lead = bytes[offset]
    let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, offset + length <= end else { return nil }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for next in bytes[offset + 1..<offset + length] {
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    let isShortest = length == 2 || value >= (length == 3 ? 0x800 : 0x10000)
    return isShortest && Unicode.Scalar(value) != nil ? (value, length) : nil
  }

  // MARK: - `#`

  private mutating func pound() -> TokenKind {
    let first = position
    if first == 0, peek(1) == "!" { return lineComment() }
    while position < end, bytes[position] == UInt8(ascii: "#") { position += 1 }
    let pounds = position - first
    switch peek(0) {
    case "\"": return openString(pounds: pounds)
    case "/": return extendedRegex(from: first, pounds: pounds)
    case "a"..."z", "A"..."Z", "_":
      guard pounds == 1 else { return invalid(from: first) }
      _ = identifier()
      return .pound
    default: return invalid(from: first)
    }
  }

  /// Whether there are `count` number signs at an offset.
  func hasPounds(_ count: Int, at offset: Int) -> Bool {
    guard offset + count <= end else { return false }
    for byte in bytes[offset..<offset + count] where byte != UInt8(ascii: "#") { return false }
    return true
  }
}

func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0 || byte == 0x0B || byte == 0x0C
}

func isLineBreak(_ byte: UInt8) -> Bool {
  byte == 0x0A || byte == 0x0D
}

private func isWordByte(_ byte: UInt8) -> Bool {
  switch Unicode.Scalar(byte) {
  case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
  default: false
  }
}

extension [UInt8] {
  /// Whether the bytes in a range are a word.
  func holds(_ word: StaticString, at range: Range<Int>) -> Bool {
    guard word.utf8CodeUnitCount == range.count else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(self[range]) }
  }
}
