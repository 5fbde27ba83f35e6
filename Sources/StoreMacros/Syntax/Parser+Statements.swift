extension Parser {
  /// Parses a statement. Returns `nil`, without advancing, if there is none.
  mutating func statement() -> Statement? {
    let first = index
    if kind == .identifier, kind(at: index + 1) == .colon, isWord(of: Self.labeledKeywords, at: index + 2) {
      index += 2
    }
    guard index < limit else { return nil }
    var keyword = slice(index, index + 1)
    let kind: Statement.Kind
    if startsDeclaration(index) {
      let member = declaration()
      (kind, keyword) = declarationStatement(member)
    } else if isWord("#if") {
      skipConditional()
      kind = .conditional
    } else if let control = isWord(of: Self.keywordsOfStatements, at: index) ? keyword.text : nil {
      kind = controlStatement(control)
    } else {
      let start = index
      let isAssignment = expression()
      if start == index {
        index = first
        return nil
      }
      kind = isAssignment ? .assignment : .expression
    }
    return Statement(slice: slice(from: first), kind: kind, keyword: keyword)
  }

  private static let keywordsOfStatements: [StaticString] = [
    "return", "if", "switch", "for", "while", "guard", "do", "throw", "defer", "break", "continue", "repeat",
    "fallthrough",
    "yield",
  ]

  private static let labeledKeywords: [StaticString] = ["for", "while", "repeat", "if", "switch", "do"]

  private func declarationStatement(_ member: Member) -> (Statement.Kind, SourceSlice) {
    switch member {
    case .variable(let declaration): return (.variable, declaration.keywordSlice)
    case .function(let declaration): return (.declaration, declaration.keywordSlice)
    case .type(let declaration): return (.declaration, declaration.keywordSlice)
    default: return (.declaration, member.slice)
    }
  }

  /// Parses a statement that begins with a keyword.
  private mutating func controlStatement(_ keyword: String) -> Statement.Kind {
    if keyword == "yield",
      kind(at: index + 1) == nil || kind(at: index + 1) != .identifier && !isWord("&", at: index + 1)
    {
      return expression() ? .assignment : .expression
    }
    // In an expression, `repeat` expands a parameter pack.
    if keyword == "repeat", kind(at: index + 1) != .leftBrace {
      return expression() ? .assignment : .expression
    }
    index += 1
    switch keyword {
    case "return", "throw", "yield":
      if !isOnNewLine(index) || keyword == "throw" { _ = expression() }
      return keyword == "return" ? .return : keyword == "throw" ? .throw : .jump
    case "break", "continue", "fallthrough":
      if kind == .identifier, !isOnNewLine(index) { index += 1 }
      return .jump
    case "repeat":
      skipBody()
      if accept("while") { _ = expression() }
      return .loop
    case "do":
      skipHeader()
      skipBody()
      while accept("catch") {
        skipHeader()
        skipBody()
      }
      return .do
    case "if":
      skipHeader()
      skipBody()
      while accept("else") {
        if accept("if") { skipHeader() }
        skipBody()
      }
      return .if
    default:
      skipHeader()
      skipBody()
      return keyword == "switch" ? .switch : keyword == "guard" ? .guard : keyword == "defer" ? .defer : .loop
    }
  }

  /// Advances to the opening brace of a statement's body.
  private mutating func skipHeader() {
    while let kind, kind != .semicolon, kind != .rightBrace {
      if kind == .leftBrace {
        // A brace after an operator, `=` or a comma begins a closure.
        let previous = lexemes[index - 1].kind
        guard previous.isOperator || previous == .equal || previous == .comma else { return }
      }
      skip()
    }
  }

  private mutating func skipBody() {
    if kind == .leftBrace { skip() }
  }

  // MARK: - Expressions

  /// Skips an expression or an assignment up to the next statement or declaration. Returns whether it is an assignment.
  mutating func expression(mayHaveAccessors: Bool = false) -> Bool {
    let first = index
    var assigns = false
    /// Whether the expression could end here.
    var isComplete = false
    /// Whether a comma would separate the conditions of an `if`.
    var isInCondition = false
    var conditionals = 0
    while let kind {
      if isComplete, isOnNewLine(index), !continues(index, conditionals) { break }
      switch kind {
      case .comma:
        guard isInCondition else { return assigns }
        isComplete = false
      case .semicolon, .rightParenthesis, .rightBracket, .rightBrace: return assigns
      case .colon:
        guard conditionals > 0 else { return assigns }
        conditionals -= 1
        isComplete = false
      case .leftBrace:
        if isComplete, mayHaveAccessors, startsAccessors(index) { return assigns }
        if isComplete { isInCondition = false }
        skip()
        skipLabeledClosures()
        isComplete = true
        continue
      case .leftParenthesis, .leftBracket:
        skip()
        isComplete = true
        continue
      case .leftAngle where isComplete && isOfTypes(index):
        skip()
        continue
      case .at:
        skipAttribute()
        isComplete = false
        continue
      case .pound:
        if isWord("#if") {
          skipConditional()
          continue
        }
        if isDirective(index) { return assigns }
        isComplete = true
      case .identifier where isComplete && isWord("where"): return assigns
      case .identifier:
        if index > first, lexemes[index - 1].kind == .period {
          isComplete = true
        } else if isWord(of: Self.wordsBeforeOperands, at: index) {
          if isWord("if") || isWord("switch") { isInCondition = true }
          isComplete = false
          if self.kind(at: index + 1) == .question || self.kind(at: index + 1) == .exclamation { index += 1 }
        } else {
          let mayBeNext = isComplete || isOnNewLine(index)
          if mayBeNext, !isInCondition, startsDeclaration(index) { return assigns }
          isComplete = true
        }
      case .equal:
        assigns = true
        isComplete = false
      case .binaryOperator, .prefixOperator, .leftAngle, .rightAngle:
        assigns = assigns || isAssignment(index)
        isComplete = false
      case .infixQuestion:
        conditionals += 1
        isComplete = false
      case .period, .arrow, .backslash, .doubleColon: isComplete = false
      case .postfixOperator, .question, .exclamation: break
      default: isComplete = true
      }
      index += 1
    }
    return assigns
  }

  private static let wordsBeforeOperands: [StaticString] = [
    "try", "await", "as", "is", "if", "else", "switch", "catch", "unsafe", "consume", "copy", "in", "throw",
  ]

  /// Whether the lexeme on a new line continues the expression.
  private func continues(_ index: Int, _ conditionals: Int) -> Bool {
    switch lexemes[index].kind {
    case .binaryOperator, .leftAngle, .rightAngle, .period, .doubleColon, .equal, .arrow, .infixQuestion, .leftBrace:
      return true
    case .colon: return conditionals > 0
    case .identifier:
      return isWord("as", at: index) || isWord("is", at: index) || isWord("else", at: index)
        || isWord("catch", at: index)
    case .pound: return isWord("#if", at: index) && isOfSuffixes(index)
    default: return false
    }
  }

  /// Whether an `#if` contains suffixes of the previous expression: `.member` at the beginning of its first line.
  private func isOfSuffixes(_ directive: Int) -> Bool {
    var next = directive + 1
    while next < limit, !lexemes[next].isOnNewLine { next = lexemes[next].after }
    return kind(at: next) == .period
  }

  /// Skips the closures after a trailing closure: `label: { }`.
  private mutating func skipLabeledClosures() {
    while kind == .identifier, kind(at: index + 1) == .colon, kind(at: index + 2) == .leftBrace {
      index += 2
      skip()
    }
  }

  /// Whether an operator is an assignment, such as `+=`, and not a comparison, such as `<=`.
  private func isAssignment(_ index: Int) -> Bool {
    let lexeme = lexemes[index]
    guard lexeme.end > lexeme.start + 1, source.bytes[lexeme.end - 1] == UInt8(ascii: "=") else { return false }
    let comparisons: [StaticString] = ["==", "!=", "<=", ">=", "===", "!==", "~="]
    return !comparisons.contains { isWord($0, at: index) }
  }
}
