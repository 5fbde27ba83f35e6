extension Lexer {
  // MARK: - Regex literals

  mutating func extendedRegex(from first: Int, pounds: Int) -> TokenKind {
    position += 1
    var content = position
    while content < end, isBlank(bytes[content]) { content += 1 }
    let isMultiline = content < end && isLineBreak(bytes[content])
    while position < end {
      switch peek(0) {
      case "/" where hasPounds(pounds, at: position + 1):
        return take(1 + pounds, .regex)
      case "\n" where !isMultiline, "\r" where !isMultiline:
        report("unterminated regex literal", first..<position)
        return .regex
      case "\\" where position + 1 < end && !isLineBreak(bytes[position + 1]):
        position += 2
      default: position += 1
      }
    }
    report("unterminated regex literal", first..<lineEnd(from: first))
    return .regex
  }

  /// The end of the regex that a slash starts, or `nil` if the slash is an operator: no expression may begin there, a
  /// blank follows it or precedes the closing slash, or the regex would close a parenthesis that is open outside.
  mutating func regexEnd(at slash: Int) -> Int? {
    guard slash >= noRegexBefore, slash + 1 < end, !isBlank(bytes[slash + 1]), mayBeginExpression() else { return nil }
    var offset = slash + 1
    var parentheses = 0
    var brackets = 0
    loop: while offset < end {
      switch Unicode.Scalar(bytes[offset]) {
      case "\n", "\r": break loop
      case "\\":
        offset += 1
        if offset < end, isLineBreak(bytes[offset]) { break loop }
      case "[": brackets += 1
      case "]": brackets = max(0, brackets - 1)
      case "(" where brackets == 0: parentheses += 1
      case ")" where brackets == 0:
        parentheses -= 1
        if parentheses < 0 { break loop }
      case "/":
        if isBlank(bytes[offset - 1]), bytes[offset - 2] != UInt8(ascii: "\\") { break loop }
        return offset + 1
      default: break
      }
      offset += 1
    }
    noRegexBefore = min(offset, end)
    return nil
  }

  /// Whether an expression may begin here, judging by the previous tokens.
  private func mayBeginExpression() -> Bool {
    if isOnNewLine { return true }
    switch previous.kind {
    case .identifier:
      return !previousButOneIsPeriod && Self.wordsBeforeExpressions.contains { bytes.holds($0, at: previous.range) }
    case .binaryOperator, .prefixOperator, .infixQuestion, .equal, .arrow, .comma, .colon, .semicolon, .leftParenthesis,
      .leftBracket, .leftBrace:
      return true
    default: return false
    }
  }

  private static let wordsBeforeExpressions: [StaticString] = [
    "return", "in", "case", "where", "if", "while", "guard", "switch", "else", "try", "await", "throw", "yield",
    "unsafe",
  ]

  // MARK: - Strings

  mutating func openString(pounds: Int) -> TokenKind {
    let isMultiline = peek(1) == "\"" && peek(2) == "\"" && !(pounds > 0 && isRawStringOfOneLine(pounds))
    delimiter = Delimiter(pounds: pounds, isMultiline: isMultiline)
    return take(isMultiline ? 3 : 1, .string)
  }

  /// Whether the three quotes begin a string of one line. `#"""#` is a quote between quotes.
  private mutating func isRawStringOfOneLine(_ pounds: Int) -> Bool {
    if position < noRawEndBefore, pounds >= noRawEndPounds { return false }
    var offset = position + 1
    while offset < end, !isLineBreak(bytes[offset]) {
      offset += 1
      if bytes[offset - 1] == UInt8(ascii: "\""), hasPounds(pounds, at: offset) { return true }
    }
    noRawEndBefore = offset
    noRawEndPounds = pounds
    return false
  }

  /// Reads the rest of an open string, including the strings in its interpolations.
  mutating func finishString(from first: Int) {
    var open = [delimiter]
    /// The index of the outermost open string that must end within its line, including its interpolations.
    var firstOfOneLine = delimiter.isMultiline ? nil : 0
    while let current = open.last {
      if current.parentheses == 0 {
        let begin = position
        switch text(current) {
        case .closed: open.removeLast()
        case .interpolation:
          open[open.count - 1].parentheses = 1
          previous = Token(kind: .leftParenthesis, range: position - 1..<position)
        case .unterminated:
          report("unterminated string literal", open.count == 1 ? first..<position : begin..<position)
          open.removeLast()
        }
      } else if position >= end || firstOfOneLine != nil && isLineBreak(bytes[position]) {
        report("unterminated string interpolation", first..<(firstOfOneLine == 0 ? position : min(first + 3, end)))
        open.removeSubrange((position >= end ? 0 : firstOfOneLine ?? 0)...)
      } else {
        switch code() {
        case .leftParenthesis: open[open.count - 1].parentheses += 1
        case .rightParenthesis: open[open.count - 1].parentheses -= 1
        case .string:
          if !delimiter.isMultiline, firstOfOneLine == nil { firstOfOneLine = open.count }
          open.append(delimiter)
        default: break
        }
      }
      if let index = firstOfOneLine, index >= open.count { firstOfOneLine = nil }
    }
    previous = Token(kind: .string, range: first..<position)
    isOnNewLine = false
  }

  private enum TextEnd {
    case closed, interpolation, unterminated
  }

  /// Reads the text of a string up to an interpolation or the end.
  private mutating func text(_ delimiter: Delimiter) -> TextEnd {
    while position < end {
      switch peek(0) {
      case "\"":
        position += 1
        guard !delimiter.isMultiline || peek(0) == "\"" && peek(1) == "\"" else { continue }
        let quotes = delimiter.isMultiline ? 2 : 0
        guard hasPounds(delimiter.pounds, at: position + quotes) else { continue }
        position += quotes + delimiter.pounds
        return .closed
      case "\\":
        position += 1
        guard hasPounds(delimiter.pounds, at: position) else { continue }
        position += delimiter.pounds
        guard position < end, !isLineBreak(bytes[position]) else { continue }
        position += 1
        if bytes[position - 1] == UInt8(ascii: "(") { return .interpolation }
      case "\n" where !delimiter.isMultiline, "\r" where !delimiter.isMultiline:
        return .unterminated
      default: position += 1
      }
    }
    return .unterminated
  }
}
