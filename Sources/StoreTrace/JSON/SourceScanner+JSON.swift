extension SourceScanner {
  /// Skips a number at the cursor.
  ///
  /// - Returns: Whether it has neither a fraction nor an exponent.
  mutating func skipNumber() throws(Diagnostic) -> Bool {
    _ = consume("-")
    let digits = consume(while: \.isDigit)
    guard !digits.isEmpty else { throw expected("a digit") }
    guard digits.count == 1 || source.bytes[digits.lowerBound] != UInt8(ascii: "0") else {
      throw Diagnostic(digits, "a number does not begin with 0")
    }
    var isWhole = true
    if consume(".") {
      isWhole = false
      guard !consume(while: \.isDigit).isEmpty else { throw expected("a digit") }
    }
    if consume("e") || consume("E") {
      isWhole = false
      _ = consume("+") || consume("-")
      guard !consume(while: \.isDigit).isEmpty else { throw expected("a digit") }
    }
    if let byte, byte.isPartOfName { throw expected("the end of the number") }
    return isWhole
  }

  /// Parses a number at the cursor.
  package mutating func number() throws(Diagnostic) -> JSONValue {
    let start = offset
    let isWhole = try skipNumber()
    let text = source[start..<offset]
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    if isWhole, let unsigned = UInt64(text) { return .unsigned(unsigned) }
    guard let number = Double(text), number.isFinite else {
      throw Diagnostic(start..<offset, "the number is too large")
    }
    return .number(number)
  }

  /// Parses a string literal. The cursor has to be at its opening quote.
  package mutating func string() throws(Diagnostic) -> String {
    let start = offset
    advance()
    // Most strings have no escapes.
    let plain = consume { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
    if consume("\"") { return source[plain] }
    var bytes = Array(source.bytes[plain])
    _ = try moveToEndOfString(from: start) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Skips a string literal. The cursor has to be at its opening quote.
  mutating func skipString() throws(Diagnostic) {
    let start = offset
    advance()
    _ = try moveToEndOfString(from: start) { _ in }
  }

  /// - Parameters:
  ///   - isScript: Whether this stops at a variable, `\(name)`.
  ///   - take: Called with each part of the string.
  /// - Returns: Whether the string has ended.
  mutating func moveToEndOfString(
    from start: Int,
    isScript: Bool = false,
    take: (ArraySlice<UInt8>) -> Void
  ) throws(Diagnostic) -> Bool {
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        return true
      case UInt8(ascii: "\\") where isScript && source.bytes[offset...].dropFirst().first == UInt8(ascii: "("):
        return false
      case UInt8(ascii: "\\"): take(ArraySlice(String(try escape()).utf8))
      case .newline, .carriageReturn:
        throw Diagnostic(start..<offset, "the string does not end on its line: expected `\"`")
      case 0..<0x20 where byte != UInt8(ascii: "\t"):
        throw Diagnostic(offset..<offset + 1, "a control character in a string is written `\\u00…`")
      default:
        let plain = consume { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && ($0 >= 0x20 || $0 == 0x09) }
        take(source.bytes[plain])
      }
    }
    throw Diagnostic(start..<offset, "the string does not end: expected `\"`")
  }

  private mutating func escape() throws(Diagnostic) -> Unicode.Scalar {
    let start = offset
    advance()
    guard let byte else { throw expected("a character after `\\`") }
    advance()
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      // Half of a surrogate pair: the other half must follow.
      if 0xD800..<0xDC00 ~= unit, consume(text: "\\u") {
        let low = try hexadecimal()
        if 0xDC00..<0xE000 ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) {
          return scalar
        }
      }
      throw Diagnostic(start..<offset, "half of a surrogate pair: two `\\u` escapes make one character here")
    default:
      throw Diagnostic(
        start..<start + 1,
        "unknown escape",
        notes: "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
      )
    }
  }

  private mutating func hexadecimal() throws(Diagnostic) -> UInt32 {
    var digits = 0
    let start = offset
    _ = consume { byte in
      digits += 1
      return digits <= 4 && Character(Unicode.Scalar(byte)).isHexDigit
    }
    guard offset - start == 4, let value = UInt32(source[start..<offset], radix: 16) else {
      throw expected("four hexadecimal digits")
    }
    return value
  }
}
