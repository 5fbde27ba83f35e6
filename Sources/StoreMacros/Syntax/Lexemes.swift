/// A token other than whitespace and comments.
struct Lexeme {
  var kind: TokenKind
  /// Whether a line break separates the lexeme from the previous one.
  let isOnNewLine: Bool
  let start: Int
  let end: Int
  /// The index of the next lexeme. For an opening bracket, the index after its contents and the closing bracket.
  var after: Int
}

/// The lexemes of a source, in which each opening bracket knows its end. So a parser skips the contents of brackets in
/// one step, at any depth, and knows whether `<` is a bracket without looking ahead.
struct Lexemes {
  private(set) var elements: [Lexeme] = []
  private(set) var problems: [Lexer.Problem] = []

  private struct Open {
    let index: Int
    let kind: TokenKind
    /// The number of candidates in `angles` outside this bracket.
    let angles: Int
    /// The number of open parentheses outside this bracket, since the last brace. `brackets` counts square brackets.
    let parentheses: Int
    let brackets: Int
  }

  private let bytes: [UInt8]
  private var open: [Open] = []
  private var braces = 0
  private var parentheses = 0
  private var brackets = 0
  /// The indices of each `<` that may be a bracket.
  private var angles: [Int] = []
  /// The index of the line's first lexeme, if the line has only words so far.
  private var plainLine: Int? = 0

  init(bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    elements.reserveCapacity(range.count / 4)
    var lexer = Lexer(bytes: bytes, range: range)
    var isOnNewLine = true
    while let token = lexer.next() {
      switch token.kind {
      case .whitespace, .invalid: break
      case .newline: isOnNewLine = true
      case .comment:
        // A comment with several lines counts as a line break.
        isOnNewLine = isOnNewLine || bytes[token.range].contains { $0 == 0x0A || $0 == 0x0D }
      default:
        append(token, isOnNewLine, lexer)
        isOnNewLine = false
      }
    }
    while let last = open.last { leaveUnclosed(last, elements.count) }
    problems += lexer.problems
    problems.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func append(_ token: Token, _ isOnNewLine: Bool, _ lexer: Lexer) {
    if parentheses + brackets > 0, let plainLine, beginsDeclaration(since: plainLine, token.kind, isOnNewLine) {
      while let last = open.last, last.kind != .leftBrace { leaveUnclosed(last, plainLine) }
    }
    if isOnNewLine { plainLine = elements.count }
    if token.kind != .identifier, token.kind != .at { plainLine = nil }
    var rest = token.range
    if token.kind.isOperator || token.kind == .equal || token.kind == .arrow {
      rest = appendAngles(rest, isOnNewLine, lexer)
    } else if hasAngles, !mayStandBetweenAngles(token) {
      dropAngles()
    }
    guard !rest.isEmpty else { return }
    let isSplit = rest != token.range
    let kind = isSplit ? lexer.operatorKind(rest, isLeftBound: rest.lowerBound > token.range.lowerBound) : token.kind
    switch kind {
    case .leftParenthesis, .leftBracket, .leftBrace:
      let index = elements.count
      push(kind, rest, isOnNewLine)
      open.append(
        Open(index: index, kind: kind, angles: angles.count, parentheses: parentheses, brackets: brackets)
      )
      if kind == .leftBrace {
        braces += 1
        parentheses = 0
        brackets = 0
      } else if kind == .leftParenthesis {
        parentheses += 1
      } else {
        brackets += 1
      }
    case .rightParenthesis: close(.leftParenthesis, parentheses, token, isOnNewLine)
    case .rightBracket: close(.leftBracket, brackets, token, isOnNewLine)
    case .rightBrace: close(.leftBrace, braces, token, isOnNewLine)
    default: push(kind, rest, isOnNewLine)
    }
  }

  private mutating func push(_ kind: TokenKind, _ range: Range<Int>, _ isOnNewLine: Bool) {
    let (start, end, after) = (range.lowerBound, range.upperBound, elements.count + 1)
    elements.append(Lexeme(kind: kind, isOnNewLine: isOnNewLine, start: start, end: end, after: after))
  }

  // MARK: - Brackets

  private mutating func close(_ kind: TokenKind, _ candidates: Int, _ token: Token, _ isOnNewLine: Bool) {
    if candidates > 0 {
      while let last = open.last, last.kind != kind { leaveUnclosed(last, elements.count) }
      if let last = open.last { leave(last, elements.count + 1) }
    } else {
      let text = String(decoding: bytes[token.range], as: UTF8.self)
      problems.append(Lexer.Problem(range: token.range, message: "extraneous '\(text)'"))
    }
    push(token.kind, token.range, isOnNewLine)
  }

  private mutating func leave(_ last: Open, _ after: Int) {
    elements[last.index].after = after
    angles.removeLast(angles.count - last.angles)
    if last.kind == .leftBrace { braces -= 1 }
    parentheses = last.parentheses
    brackets = last.brackets
    open.removeLast()
  }

  private mutating func leaveUnclosed(_ last: Open, _ after: Int) {
    let opening = elements[last.index]
    let closing = last.kind == .leftBrace ? "}" : last.kind == .leftBracket ? "]" : ")"
    problems.append(
      Lexer.Problem(range: opening.start..<opening.end, message: "this is never closed: expected '\(closing)'")
    )
    leave(last, after)
  }

  /// Whether a line can only be a declaration, judging by its last words and the next token. Then an open parenthesis
  /// was never closed. Unlike such a declaration, a parameter (`case path: Path`) has a colon after its name.
  private func beginsDeclaration(since first: Int, _ kind: TokenKind, _ isOnNewLine: Bool) -> Bool {
    let count = elements.count
    guard count > first + 1, elements[count - 1].kind == .identifier else { return false }
    let keyword = elements[count - 2].start..<elements[count - 2].end
    switch kind {
    case .colon where !isOnNewLine, .equal where !isOnNewLine:
      return bytes.holds("var", at: keyword) || bytes.holds("let", at: keyword)
    case .leftParenthesis, .leftBrace, .rightBrace, .comma, .semicolon, .binaryOperator:
      return Self.keywordsBeforeNames.contains { bytes.holds($0, at: keyword) }
    default: return isOnNewLine && Self.keywordsBeforeNames.contains { bytes.holds($0, at: keyword) }
    }
  }

  private static let keywordsBeforeNames: [StaticString] = [
    "func", "struct", "enum", "class", "protocol", "extension", "typealias", "case",
  ]

  // MARK: - Angle brackets

  private var hasAngles: Bool {
    angles.count > (open.last?.angles ?? 0)
  }

  private mutating func dropAngles() {
    angles.removeLast(angles.count - (open.last?.angles ?? 0))
  }

  /// Appends the parts of an operator that are or may be brackets, and returns the rest.
  private mutating func appendAngles(_ range: Range<Int>, _ isOnNewLine: Bool, _ lexer: Lexer) -> Range<Int> {
    var rest = range
    var isOnNewLine = isOnNewLine
    func take(_ kind: TokenKind, _ count: Int) {
      push(kind, rest.prefix(count), isOnNewLine)
      rest = rest.lowerBound + count..<rest.upperBound
      isOnNewLine = false
    }
    if isFunc(elements.count - 1) {
      // In `func ==<T>` the last character belongs to the generic parameters.
      guard rest.count > 1, bytes[rest.upperBound - 1] == UInt8(ascii: "<") else { return rest }
      guard rest.upperBound < bytes.count, bytes[rest.upperBound] > UInt8(ascii: "@") else { return rest }
      take(.binaryOperator, rest.count - 1)
      angles.append(elements.count)
      return rest
    }
    while let byte = rest.first.map({ Unicode.Scalar(bytes[$0]) }) {
      let isAfterBracket = rest.lowerBound > range.lowerBound
      if byte == ">", hasAngles {
        let opening = angles.removeLast()
        take(.rightAngle, 1)
        elements[opening].kind = .leftAngle
        elements[opening].after = elements.count
      } else if byte == "?", isAfterBracket {
        take(.question, 1)
      } else if byte == "!", isAfterBracket {
        take(.exclamation, 1)
      } else {
        break
      }
    }
    guard let byte = rest.first.map({ bytes[$0] }) else { return rest }
    if byte == UInt8(ascii: "<"), let last = elements.last {
      let second = rest.count > 1 ? Unicode.Scalar(bytes[rest.lowerBound + 1]) : nil
      if second == nil || (second == "~" || second == "-") && last.end == rest.lowerBound {
        let isAfterName = last.kind == .identifier || isFunc(elements.count - 2)
        if isAfterName || last.kind == .question || last.kind == .exclamation {
          angles.append(elements.count)
          if second != nil { take(.binaryOperator, 1) }
          return rest
        }
      }
    }
    if hasAngles, !Self.operatorsOfTypes.contains(where: { bytes.holds($0, at: rest) }) { dropAngles() }
    return rest
  }

  /// Whether a lexeme is `func`, so that the next one is a name, possibly an operator.
  private func isFunc(_ index: Int) -> Bool {
    elements.indices.contains(index) && bytes.holds("func", at: elements[index].start..<elements[index].end)
  }

  private static let operatorsOfTypes: [StaticString] = ["&", "~", "-", "...", "->"]

  /// Whether a token may occur between angle brackets, judging by the token and the previous ones.
  private func mayStandBetweenAngles(_ token: Token) -> Bool {
    switch token.kind {
    case .comma, .colon, .doubleColon, .period, .at, .number, .question, .exclamation, .leftParenthesis, .leftBracket,
      .rightParenthesis, .rightBracket:
      return true
    case .identifier:
      guard let last = elements.last else { return false }
      switch last.kind {
      case .identifier:
        let isAttribute = elements.count > 1 && elements[elements.count - 2].kind == .at
        return isAttribute || Self.wordsBeforeTypes.contains { bytes.holds($0, at: last.start..<last.end) }
          || Self.wordsAfterTypes.contains { bytes.holds($0, at: token.range) }
      case .number, .rightParenthesis, .rightBracket, .rightAngle, .question, .exclamation:
        return elements.last?.kind == .rightParenthesis
          || Self.wordsAfterTypes.contains { bytes.holds($0, at: token.range) }
      default: return true
      }
    default: return false
    }
  }

  private static let wordsBeforeTypes: [StaticString] = [
    "any", "some", "each", "repeat", "let", "inout", "borrowing", "consuming", "sending", "isolated", "nonisolated",
    "of", "async", "throws", "rethrows", "where", "__owned", "__shared",
  ]
  private static let wordsAfterTypes: [StaticString] = ["async", "throws", "rethrows", "of", "where"]
}
