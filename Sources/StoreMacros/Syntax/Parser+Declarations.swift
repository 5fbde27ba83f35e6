extension Parser {
  /// The part of a declaration before its keyword.
  struct Head {
    let first: Int
    var attributes: [Attribute] = []
    var modifiers: [Modifier] = []
  }

  /// Parses a member, or a statement unless it is in a type. Returns `nil`, without advancing, if there is neither.
  mutating func member(isInType: Bool) -> Member? {
    if startsDeclaration(index) { return declaration() }
    if kind == .pound, !isDirective(index) {
      let head = Head(first: index)
      _ = expression()
      return other(head, keyword: nil)
    }
    if kind == .at {
      // `#if` may contain attributes only.
      var next = index
      while kind(at: next) == .at { next = endOfAttribute(next) }
      let isAll = next >= limit || isDirective(next)
      if isAll || isInType {
        let head = head()
        if !isAll { report("expected declaration after attributes") }
        return other(head, keyword: nil)
      }
    }
    let head = Head(first: index)
    return isInType || statement() == nil ? nil : other(head, keyword: nil)
  }

  private func other(_ head: Head, keyword: String?) -> Member {
    let slice = slice(from: head.first)
    return .other(
      OtherDeclaration(slice: slice, attributes: head.attributes, modifiers: head.modifiers, keyword: keyword)
    )
  }

  // MARK: - Keywords and modifiers

  /// Whether a declaration begins at a lexeme: attributes and modifiers, then a keyword.
  func startsDeclaration(_ index: Int) -> Bool {
    var next = index
    // The limit keeps repeated searches short.
    for _ in 0..<32 {
      if kind(at: next) == .at {
        next = endOfAttribute(next)
      } else if let end = endOfModifier(next) {
        next = end
      } else {
        break
      }
    }
    return isKeyword(next)
  }

  /// Whether a lexeme is the keyword of a declaration.
  private func isKeyword(_ index: Int) -> Bool {
    guard kind(at: index) == .identifier else { return false }
    if isWord(of: Self.keywords, at: index) { return true }
    if isWord(of: Self.contextualKeywords, at: index) {
      return kind(at: index + 1) == .identifier && !isOnNewLine(index + 1)
    }
    if isWord("operator", at: index) { return kind(at: index + 1) != nil && !isOnNewLine(index + 1) }
    if isWord("subscript", at: index) || isWord("init", at: index) {
      switch kind(at: index + 1) {
      case .leftParenthesis, .leftAngle, .question, .exclamation: return true
      default: return false
      }
    }
    return isWord("deinit", at: index)
  }

  private static let keywords: [StaticString] = [
    "var", "let", "func", "case", "struct", "enum", "class", "protocol", "extension", "typealias", "associatedtype",
    "import",
  ]
  private static let contextualKeywords: [StaticString] = ["actor", "macro", "precedencegroup"]

  /// The index after a modifier, or `nil` if there is none.
  private func endOfModifier(_ index: Int) -> Int? {
    guard isWord(of: Self.modifiers, at: index) else { return nil }
    var next = index + 1
    if kind(at: next) == .leftParenthesis, isAdjacent(next) { next = lexemes[next].after }
    guard kind(at: next) == .identifier || kind(at: next) == .at else { return nil }
    // In `class func` the first word is a modifier, in `class Name` a keyword.
    if isWord("class", at: index), !isKeyword(next) {
      guard isWord(of: Self.modifiers, at: next) else { return nil }
      guard kind(at: next + 1) == .identifier || kind(at: next + 1) == .leftParenthesis else { return nil }
    }
    return next
  }

  private static let modifiers: [StaticString] = [
    "public", "private", "static", "internal", "fileprivate", "open", "package", "class", "final", "lazy", "weak",
    "unowned", "override", "required", "convenience", "dynamic", "optional", "mutating", "nonmutating", "indirect",
    "nonisolated", "isolated", "distributed", "prefix", "infix", "postfix", "consuming", "borrowing", "sending",
    "async", "__consuming", "_const",
  ]

  private mutating func head() -> Head {
    var head = Head(first: index)
    while index < limit {
      if kind == .at {
        if let attribute = attribute() { head.attributes.append(attribute) }
      } else if let end = endOfModifier(index) {
        let name = slice(index, index + 1)
        let detail = end > index + 1 ? slice(index + 2, max(index + 2, contentEnd(index + 1))).text : nil
        head.modifiers.append(Modifier(slice: slice(index, end), name: name.text, detail: detail))
        index = end
      } else {
        break
      }
    }
    return head
  }

  // MARK: - Declarations

  /// Parses a declaration, which must begin here.
  mutating func declaration() -> Member {
    let head = head()
    let keyword = slice(index, index + 1).text
    switch keyword {
    case "var", "let": return .variable(variable(head, isLet: keyword == "let"))
    case "func", "init": return .function(function(head, isInitializer: keyword == "init"))
    case "case": return .enumCase(enumCase(head))
    case "typealias": return typeAlias(head)
    default:
      if let keyword = TypeDeclaration.Keyword(rawValue: keyword) { return .type(type(head, keyword)) }
      return other(head, keyword)
    }
  }

  private mutating func name(_ expectation: String) -> SourceSlice {
    let first = index
    if !acceptName() { reportMissing(expectation) }
    return slice(from: first)
  }

  /// Skips a name. It may be a keyword, unless the keyword begins the next line's declaration.
  mutating func acceptName() -> Bool {
    guard !isOnNewLine(index) || !startsDeclaration(index) else { return false }
    return accept(.identifier)
  }

  /// Skips a name after a comma that is also a modifier, such as `override`, unless it begins a declaration.
  private mutating func acceptModifierAsName() -> Bool {
    guard let next = endOfModifier(index), isOnNewLine(next) || !startsDeclaration(next) else { return false }
    return accept(.identifier)
  }

  private mutating func type(_ head: Head, _ keyword: TypeDeclaration.Keyword) -> TypeDeclaration {
    let keywordSlice = slice(index, index + 1)
    index += 1
    let isExtension = keyword == .extension
    let name = isExtension ? type("expected the type that is extended") : name("expected name of \(keyword.rawValue)")
    let genericParameters = isExtension ? [] : genericParameters()
    let inheritedTypes = accept(.colon) ? inheritedTypes() : []
    let whereClause = whereClause()
    let block = index
    var members: [Member] = []
    if kind == .leftBrace {
      inBrackets { members = $0.members(isInType: true) }
    } else {
      reportMissing("expected '{' in \(keyword.rawValue)")
    }
    return TypeDeclaration(
      slice: slice(from: head.first),
      attributes: head.attributes,
      modifiers: head.modifiers,
      keyword: keyword,
      keywordSlice: keywordSlice,
      name: name,
      genericParameters: genericParameters,
      inheritedTypes: inheritedTypes,
      whereClause: whereClause,
      members: members,
      memberBlock: slice(from: block)
    )
  }

  private mutating func inheritedTypes() -> [SourceSlice] {
    var list: [SourceSlice] = []
    repeat {
      let first = index
      guard accept("class") || skipType() else {
        reportMissing("expected a type to inherit from")
        break
      }
      list.append(slice(from: first))
    } while accept(.comma)
    return list
  }

  private mutating func enumCase(_ head: Head) -> EnumCaseDeclaration {
    index += 1
    var elements: [EnumCaseElement] = []
    repeat {
      let first = index
      guard acceptName() || !elements.isEmpty && acceptModifierAsName() else {
        reportMissing("expected name of case")
        break
      }
      let name = slice(from: first)
      let parameters = kind == .leftParenthesis && !isOnNewLine(index) ? parameters(areNamed: false) : nil
      var rawValue: SourceSlice?
      if accept(.equal) { rawValue = value("expected raw value") }
      elements.append(
        EnumCaseElement(slice: slice(from: first), name: name, parameters: parameters, rawValue: rawValue)
      )
    } while accept(.comma)
    return EnumCaseDeclaration(
      slice: slice(from: head.first),
      attributes: head.attributes,
      modifiers: head.modifiers,
      elements: elements
    )
  }

  mutating func value(_ expectation: String) -> SourceSlice? {
    let first = index
    _ = expression(mayHaveAccessors: true)
    if index == first { reportMissing(expectation) }
    return index == first ? nil : slice(from: first)
  }

  /// Parses parameters in parentheses.
  private mutating func parameters(areNamed: Bool) -> [Parameter] {
    guard kind == .leftParenthesis else {
      reportMissing("expected '(' and parameters")
      return []
    }
    var list: [Parameter] = []
    inBrackets { parser in
      while parser.index < parser.limit {
        list.append(parser.parameter(isNamed: areNamed))
        if parser.kind != .comma, parser.index < parser.limit {
          parser.report("unexpected code in parameter list")
          parser.skipElement()
        }
        parser.index += 1
      }
    }
    return list
  }

  private mutating func parameter(isNamed: Bool) -> Parameter {
    let first = index
    var attributes: [Attribute] = []
    while kind == .at, let attribute = attribute() { attributes.append(attribute) }
    let firstName = index
    let names = numberOfNames()
    if names == 0 {
      // The attributes belong to the type.
      attributes = []
      index = first
      if isNamed { reportMissing("expected name and type of parameter") }
    } else {
      index += names + 1
    }
    let type = names > 0 || !isNamed ? type("expected type of parameter") : slice(from: index)
    let isVariadic = acceptDots()
    var defaultValue: SourceSlice?
    if accept(.equal) {
      let value = index
      skipElement()
      defaultValue = slice(from: value)
      if value == index { reportMissing("expected default value") }
    }
    return Parameter(
      slice: slice(from: first),
      attributes: attributes,
      firstName: names > 0 ? slice(firstName, firstName + 1) : nil,
      secondName: names > 1 ? slice(firstName + 1, firstName + 2) : nil,
      type: type,
      isVariadic: isVariadic,
      defaultValue: defaultValue
    )
  }

  /// The number of names before a colon: one or two, or zero if there is no colon.
  func numberOfNames() -> Int {
    guard kind == .identifier else { return 0 }
    if kind(at: index + 1) == .colon { return 1 }
    return kind(at: index + 1) == .identifier && kind(at: index + 2) == .colon ? 2 : 0
  }

  private mutating func function(_ head: Head, isInitializer: Bool) -> FunctionDeclaration {
    let keywordSlice = slice(index, index + 1)
    var name = keywordSlice
    index += 1
    if isInitializer {
      if kind == .question || kind == .exclamation { index += 1 }
    } else if kind == .identifier {
      name = self.name("expected name of function")
    } else {
      // An operator, without the angle bracket of its generic parameters.
      let first = index
      while let kind, kind != .leftParenthesis, kind != .leftAngle, kind != .leftBrace, !isOnNewLine(index) {
        index += 1
      }
      if first == index { reportMissing("expected name of function") }
      name = slice(from: first)
    }
    let genericParameters = genericParameters()
    let parameters = parameters(areNamed: true)
    let effects = effects()
    var returnType: SourceSlice?
    if accept(.arrow) { returnType = type("expected type after '->'") }
    let whereClause = whereClause()
    let body = index
    if kind == .leftBrace { skip() }
    return FunctionDeclaration(
      slice: slice(from: head.first),
      attributes: head.attributes,
      modifiers: head.modifiers,
      keywordSlice: keywordSlice,
      name: name,
      genericParameters: genericParameters,
      parameters: parameters,
      isAsync: effects.isAsync,
      throwsClause: effects.throwsClause,
      returnType: returnType,
      whereClause: whereClause,
      body: body < index ? slice(from: body) : nil
    )
  }

  private mutating func typeAlias(_ head: Head) -> Member {
    index += 1
    let name = name("expected name of type alias")
    let genericParameters = genericParameters()
    if !accept(.equal) { reportMissing("expected '=' in type alias") }
    let type = type("expected type in type alias")
    let whereClause = whereClause()
    return .typeAlias(
      TypeAliasDeclaration(
        slice: slice(from: head.first),
        attributes: head.attributes,
        modifiers: head.modifiers,
        name: name,
        genericParameters: genericParameters,
        type: type,
        whereClause: whereClause
      )
    )
  }

  private mutating func other(_ head: Head, _ keyword: String) -> Member {
    index += 1
    switch keyword {
    case "subscript", "macro":
      if keyword == "macro" { _ = name("expected name of macro") }
      _ = genericParameters()
      _ = parameters(areNamed: keyword == "macro")
      if accept(.arrow) { _ = type("expected type after '->'") }
      if keyword == "macro", accept(.equal) { _ = value("expected definition of macro") }
      _ = whereClause()
      if kind == .leftBrace { skip() }
    case "associatedtype":
      _ = name("expected name of associated type")
      if accept(.colon) { _ = inheritedTypes() }
      if accept(.equal) { _ = type("expected type after '='") }
      _ = whereClause()
    default:
      // Skips to the end of the line or of the braces.
      while let kind, kind != .semicolon, kind != .rightBrace, !isOnNewLine(index) || kind == .leftBrace {
        skip()
        if kind == .leftBrace { break }
      }
    }
    return other(head, keyword: keyword)
  }
}
