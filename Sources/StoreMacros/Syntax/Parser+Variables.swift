extension Parser {
  mutating func variable(_ head: Head, isLet: Bool) -> VariableDeclaration {
    let keywordSlice = slice(index, index + 1)
    index += 1
    var bindings: [Binding] = []
    repeat {
      let first = index
      let isName = acceptName()
      guard isName || kind == .leftParenthesis else {
        reportMissing("expected name of variable")
        break
      }
      if !isName { skip() }
      let pattern = slice(from: first)
      let type = accept(.colon) ? type("expected type after ':'") : nil
      let initialValue = accept(.equal) ? value("expected initial value after '='") : nil
      let accessors = kind == .leftBrace ? accessorBlock() : nil
      bindings.append(
        Binding(
          slice: slice(from: first),
          pattern: pattern,
          name: isName ? pattern : nil,
          type: type,
          initialValue: initialValue,
          accessors: accessors
        )
      )
    } while accept(.comma)
    return VariableDeclaration(
      slice: slice(from: head.first),
      attributes: head.attributes,
      modifiers: head.modifiers,
      isLet: isLet,
      keywordSlice: keywordSlice,
      bindings: bindings
    )
  }

  /// Whether braces contain accessors, rather than the statements of a getter or a closure.
  func startsAccessors(_ brace: Int) -> Bool {
    let end = contentEnd(brace)
    return accessorKeyword(brace + 1, end) != nil
  }

  /// The index of the keyword of the accessor that begins at a lexeme, or `nil` if none does.
  private func accessorKeyword(_ index: Int, _ end: Int) -> Int? {
    var next = index
    for _ in 0..<32 {
      if kind(at: next) == .at {
        next = endOfAttribute(next)
      } else if next + 1 < end, isWord(of: Self.accessorModifiers, at: next), kind(at: next + 1) == .identifier {
        next += 1
      } else {
        break
      }
    }
    guard next < end, isWord(of: Self.accessors, at: next) else { return nil }
    guard next + 1 < end else { return next }
    switch kind(at: next + 1) {
    case .leftBrace, .at: return next
    case .leftParenthesis: return isWord("get", at: next) ? nil : next
    case .identifier:
      // `get async`, or the next accessor in a protocol's `{ get set }`.
      let isEffect = isWord("async", at: next + 1) || isWord("throws", at: next + 1)
      let isNext = isWord(of: Self.accessors, at: next + 1) || isWord(of: Self.accessorModifiers, at: next + 1)
      return isEffect || isNext ? next : nil
    default: return nil
    }
  }

  private static let accessors: [StaticString] = [
    "get", "set", "willSet", "didSet", "_read", "_modify", "init", "unsafeAddress", "unsafeMutableAddress",
  ]
  private static let accessorModifiers: [StaticString] = [
    "mutating", "nonmutating", "nonisolated", "__consuming", "consuming", "borrowing",
  ]

  private mutating func accessorBlock() -> AccessorBlock {
    let opening = index
    var getterBody: SourceSlice?
    var isComputed = false
    let hasAccessors = startsAccessors(opening)
    if hasAccessors {
      inBrackets { parser in
        while parser.index < parser.limit {
          guard let keyword = parser.accessorKeyword(parser.index, parser.limit) else {
            if !parser.isDirective(parser.index) { parser.report("expected accessor") }
            repeat { parser.skip() } while parser.index < parser.limit && !parser.isOnNewLine(parser.index)
            continue
          }
          parser.index = keyword + 1
          if parser.kind == .leftParenthesis { parser.skip() }
          _ = parser.effects()
          let body = parser.index
          if parser.kind == .leftBrace { parser.skip() }
          if parser.isWord("get", at: keyword), body < parser.index { getterBody = parser.slice(from: body) }
          let isObserver = parser.isWord("willSet", at: keyword) || parser.isWord("didSet", at: keyword)
          isComputed = isComputed || !isObserver
        }
      }
    } else {
      skip()
    }
    let slice = slice(from: opening)
    return AccessorBlock(
      slice: slice,
      isComputed: isComputed || !hasAccessors,
      getterBody: hasAccessors ? getterBody : slice
    )
  }
}
