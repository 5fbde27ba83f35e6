extension Parser {
  /// Skips a type. Returns `false`, without advancing, if there is none.
  ///
  /// It does not recurse: brackets are skipped, and the rest of a type is a sequence.
  mutating func skipType() -> Bool {
    let first = index
    while let kind {
      switch kind {
      case .at:
        skipAttribute()
        continue
      case .prefixOperator where isWord("~") || isWord("-"):
        index += 1
        continue
      case .binaryOperator where isWord("~") || isWord("-"):
        index += 1
        continue
      case .identifier where isSpecifier(index):
        index += 1
        if self.kind == .leftParenthesis, isAdjacent(index), isWord("nonisolated", at: index - 1) { skip() }
        continue
      case .identifier where !isWord(of: Self.wordsThatAreNoType, at: index): index += 1
      case .number: index += 1
      case .leftParenthesis, .leftBracket: skip()
      default:
        index = first
        return false
      }
      skipTypeSuffixes()
      if self.kind?.isOperator == true, isWord("&") {
        index += 1
      } else if let arrow = arrowAfterEffects() {
        index = arrow + 1
      } else {
        return true
      }
    }
    index = first
    return false
  }

  private mutating func skipTypeSuffixes() {
    while let kind {
      switch kind {
      case .leftAngle where !isOnNewLine(index): skip()
      case .period, .doubleColon:
        guard self.kind(at: index + 1) == .identifier else { return }
        index += 2
      case .question, .exclamation: index += 1
      default: return
      }
    }
  }

  /// The index of the next arrow, which may follow `async` and `throws`.
  private func arrowAfterEffects() -> Int? {
    var next = index
    if isWord("async", at: next) || isWord("reasync", at: next) { next += 1 }
    if isWord("throws", at: next) || isWord("rethrows", at: next) {
      next += 1
      if kind(at: next) == .leftParenthesis { next = lexemes[next].after }
    }
    return kind(at: next) == .arrow ? next : nil
  }

  /// Whether a word is a specifier such as `inout` before a type.
  func isSpecifier(_ index: Int) -> Bool {
    guard isWord(of: Self.specifiers, at: index) else { return false }
    switch kind(at: index + 1) {
    case .identifier, .at, .leftParenthesis, .leftBracket, .prefixOperator: return true
    default: return false
    }
  }

  private static let specifiers: [StaticString] = [
    "any", "some", "inout", "each", "repeat", "sending", "isolated", "borrowing", "consuming", "nonisolated", "__owned",
    "__shared", "_const",
  ]
  private static let wordsThatAreNoType: [StaticString] = [
    "where", "in", "var", "let", "func", "case", "struct", "enum", "class", "protocol", "extension", "typealias",
    "import",
    "init", "deinit", "subscript", "return", "async", "throws", "rethrows",
  ]

  /// Parses a type, or reports that it is missing.
  mutating func type(_ expectation: String) -> SourceSlice {
    let first = index
    if !skipType() { reportMissing(expectation) }
    return slice(from: first)
  }

  /// Parses `async` and `throws`.
  mutating func effects() -> (isAsync: Bool, throwsClause: SourceSlice?) {
    let isAsync = accept("async") || accept("reasync")
    let first = index
    guard accept("throws") || accept("rethrows") else { return (isAsync, nil) }
    if kind == .leftParenthesis { skip() }
    return (isAsync, slice(from: first))
  }

  /// Skips the three dots of a variadic parameter. Returns whether they were there.
  mutating func acceptDots() -> Bool {
    guard kind?.isOperator == true, isWord("...") else { return false }
    index += 1
    return true
  }

  // MARK: - Attributes

  /// Parses an attribute, which must begin here with `@`. Returns `nil`, with a diagnostic, if it has no name.
  mutating func attribute() -> Attribute? {
    let first = index
    guard let arguments = skipAttribute() else {
      reportMissing("expected name of an attribute")
      return nil
    }
    let slice = slice(from: first)
    let name = self.slice(first + 1, arguments)
    guard arguments < index else {
      return Attribute(slice: slice, name: name, arguments: [], argumentsSlice: nil)
    }
    let argumentsSlice = self.slice(from: arguments)
    var list: [Argument] = []
    index = arguments
    inBrackets { parser in
      while parser.index < parser.limit {
        var label: SourceSlice?
        if parser.kind == .identifier, parser.kind(at: parser.index + 1) == .colon {
          label = parser.slice(parser.index, parser.index + 1)
          parser.index += 2
        }
        let value = parser.index
        parser.skipElement()
        list.append(Argument(label: label, value: parser.slice(from: value)))
        parser.index += 1
      }
    }
    return Attribute(slice: slice, name: name, arguments: list, argumentsSlice: argumentsSlice)
  }

  /// Skips an attribute. Returns the index where its arguments begin or would begin, or `nil` if it has no name.
  @discardableResult mutating func skipAttribute() -> Int? {
    let name = index + 1
    let arguments = endOfAttributeName(index)
    index = endOfAttribute(index)
    return arguments > name ? arguments : nil
  }

  /// The index after an attribute.
  func endOfAttribute(_ at: Int) -> Int {
    let next = endOfAttributeName(at)
    guard kind(at: next) == .leftParenthesis, isAdjacent(next), next > at + 1 else { return next }
    return isWord(of: Self.attributesWithoutArguments, at: next - 1) ? next : min(lexemes[next].after, limit)
  }

  /// The index after an attribute's name.
  private func endOfAttributeName(_ at: Int) -> Int {
    var next = at + 1
    guard kind(at: next) == .identifier, isAdjacent(next) else { return next }
    next += 1
    while isAdjacent(next) {
      if kind(at: next) == .leftAngle {
        next = min(lexemes[next].after, limit)
      } else if kind(at: next) == .period || kind(at: next) == .doubleColon, kind(at: next + 1) == .identifier {
        next += 2
      } else {
        break
      }
    }
    return next
  }

  /// In `@escaping() -> Void` the parentheses belong to the type.
  private static let attributesWithoutArguments: [StaticString] = [
    "escaping", "autoclosure", "Sendable", "noescape", "unchecked", "retroactive",
  ]

  // MARK: - Generic parameters and requirements

  mutating func genericParameters() -> [GenericParameter] {
    guard kind == .leftAngle else {
      if kind?.isOperator == true, isWord("<") {
        report("expected '>' to complete generic parameter list")
        while let kind, kind != .leftParenthesis, kind != .leftBrace, !isOnNewLine(index) { index += 1 }
      }
      return []
    }
    var list: [GenericParameter] = []
    inBrackets { parser in
      while parser.index < parser.limit {
        let first = parser.index
        while parser.kind == .at { parser.skipAttribute() }
        let isPack = parser.isWord("each") && parser.kind(at: parser.index + 1) == .identifier
        let isValue = parser.isWord("let") && parser.kind(at: parser.index + 1) == .identifier
        if isPack || isValue { parser.index += 1 }
        let name = parser.index
        if !parser.accept(.identifier) { parser.reportMissing("expected name of generic parameter") }
        let nameSlice = parser.slice(from: name)
        var inherited: SourceSlice?
        if parser.accept(.colon) { inherited = parser.type("expected a type to inherit from") }
        if parser.kind != .comma, parser.index < parser.limit, !parser.isWord("where") {
          parser.report("unexpected code in generic parameter list")
        }
        parser.skipElement()
        list.append(
          GenericParameter(slice: parser.slice(from: first), name: nameSlice, inherited: inherited, isPack: isPack)
        )
        parser.index += 1
      }
    }
    return list
  }

  /// Parses `where` and its requirements.
  mutating func whereClause() -> SourceSlice? {
    let first = index
    guard accept("where") else { return nil }
    repeat {
      guard skipType() else {
        reportMissing("expected a type in 'where' clause")
        break
      }
      if kind == .colon || kind?.isOperator == true && isWord("==") {
        index += 1
        if !skipType() { reportMissing("expected a type in 'where' clause") }
      } else {
        reportMissing("expected ':' or '==' in 'where' clause")
      }
    } while accept(.comma)
    return slice(from: first)
  }
}
