/// Reads declarations.
///
/// Whatever the input is, the parser neither crashes nor hangs: it takes time in proportion to the input, and stack for
/// `maximumDepth` levels of types within types at most. What it can't read becomes a diagnostic at the place, and it
/// goes on behind it. It does not check what is within brackets and bodies that expansions only repeat.
struct Parser {
  let source: SourceText
  let lexemes: [Lexeme]
  var index = 0
  /// Where the part ends that is being read: of a bracket, as a rule.
  var limit: Int
  var diagnostics: [Diagnostic] = []
  /// How many types and `#if`s are around.
  private var depth = 0

  /// All that is read.
  private let whole: SourceSlice

  private static let maximumDepth = 32

  init(_ slice: SourceSlice) {
    source = slice.source
    whole = slice
    let lexemes = Lexemes(bytes: slice.source.bytes, range: slice.range)
    self.lexemes = lexemes.elements
    limit = lexemes.elements.count
    diagnostics = lexemes.problems.map { problem in
      Diagnostic(
        severity: .error,
        message: problem.message,
        place: SourceSlice(source: slice.source, range: problem.range)
      )
    }
  }

  /// Reads one declaration, as the compiler sends it.
  static func declaration(in source: SourceText) -> (Member?, [Diagnostic]) {
    var parser = Parser(source.slice)
    let member = parser.member(isInType: true)
    if member == nil {
      parser.report("expected declaration")
    } else if parser.index < parser.limit {
      parser.report("unexpected code after declaration")
    }
    return (member, parser.sortedDiagnostics)
  }

  /// Reads a whole file, or what stands between the braces of a type.
  static func members(in source: SourceText) -> ([Member], [Diagnostic]) {
    var parser = Parser(source.slice)
    let members = parser.members(isInType: false)
    return (members, parser.sortedDiagnostics)
  }

  /// Reads one attribute.
  static func attribute(in source: SourceText) -> (Attribute?, [Diagnostic]) {
    var parser = Parser(source.slice)
    guard parser.kind == .at, let attribute = parser.attribute() else {
      parser.report("expected attribute")
      return (nil, parser.sortedDiagnostics)
    }
    if parser.index < parser.limit { parser.report("unexpected code after attribute") }
    return (attribute, parser.sortedDiagnostics)
  }

  /// Reads the statements at the top level of a body, with or without its braces.
  static func statements(in body: SourceSlice) -> [Statement] {
    var parser = Parser(body)
    if parser.kind == .leftBrace, parser.lexemes[0].after == parser.limit {
      parser.limit = parser.contentEnd(0)
      parser.index = 1
    }
    var statements: [Statement] = []
    while parser.index < parser.limit {
      if let statement = parser.statement() { statements.append(statement) } else { parser.index += 1 }
    }
    return statements
  }

  // MARK: - Lexemes

  /// What kind of lexeme comes next. `nil` at the end of the part that is being read.
  var kind: TokenKind? {
    kind(at: index)
  }

  func kind(at index: Int) -> TokenKind? {
    index < limit ? lexemes[index].kind : nil
  }

  func isWord(_ word: StaticString, at index: Int) -> Bool {
    guard index < limit else { return false }
    let lexeme = lexemes[index]
    return source.bytes.holds(word, at: lexeme.start..<lexeme.end)
  }

  func isWord(_ word: StaticString) -> Bool {
    isWord(word, at: index)
  }

  func isWord(of words: [StaticString], at index: Int) -> Bool {
    kind(at: index) == .identifier && words.contains { isWord($0, at: index) }
  }

  /// Whether nothing stands between a lexeme and the one before.
  func isAdjacent(_ index: Int) -> Bool {
    index > 0 && index < limit && lexemes[index].start == lexemes[index - 1].end
  }

  func isOnNewLine(_ index: Int) -> Bool {
    index < limit && lexemes[index].isOnNewLine
  }

  /// Goes on if the next lexeme is of that kind.
  mutating func accept(_ kind: TokenKind) -> Bool {
    guard self.kind == kind else { return false }
    index += 1
    return true
  }

  mutating func accept(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    index += 1
    return true
  }

  /// Goes over a lexeme, and over all that it encloses.
  mutating func skip() {
    index = min(lexemes[index].after, limit)
  }

  /// The index of what closes a bracket, or of what comes after it if nothing does.
  func contentEnd(_ opening: Int) -> Int {
    let after = lexemes[opening].after
    let isClosed = after - 1 > opening && lexemes[after - 1].kind == lexemes[opening].kind.closing
    return min(isClosed ? after - 1 : after, limit)
  }

  /// Reads what a bracket encloses. The next lexeme must be one.
  mutating func inBrackets(_ read: (inout Parser) -> Void) {
    let opening = index
    let outerLimit = limit
    limit = contentEnd(opening)
    index = opening + 1
    read(&self)
    limit = outerLimit
    index = opening
    skip()
  }

  /// Goes to the comma that ends an element of a list, or to the end of the list.
  mutating func skipElement() {
    while let kind, kind != .comma {
      if kind == .leftAngle, !isOfTypes(index) { index += 1 } else { skip() }
    }
  }

  /// Whether angle brackets within an expression are those of types, judging by what follows, as the compiler does.
  func isOfTypes(_ opening: Int) -> Bool {
    let next = lexemes[opening].after
    guard next < limit else { return true }
    switch lexemes[next].kind {
    case .rightParenthesis, .rightBracket, .leftBrace, .rightBrace, .period, .doubleColon, .comma, .semicolon, .colon,
      .question, .exclamation, .rightAngle, .equal:
      return true
    case .leftParenthesis, .leftBracket: return !lexemes[next].isOnNewLine
    default: return lexemes[next].isOnNewLine
    }
  }

  // MARK: - Slices and diagnostics

  /// From one lexeme up to another. What is missing is empty, right behind the lexeme before.
  func slice(_ first: Int, _ end: Int) -> SourceSlice {
    guard first < end else { return first > 0 ? slice(first - 1, first).end : whole.start }
    return SourceSlice(source: source, range: lexemes[first].start..<lexemes[end - 1].end)
  }

  /// From a lexeme up to the next one to be read.
  func slice(from first: Int) -> SourceSlice {
    slice(first, index)
  }

  /// Reports something about a lexeme, or about the end.
  mutating func report(_ message: String, at index: Int? = nil) {
    let index = index ?? self.index
    report(message, index < limit ? slice(index, index + 1) : slice(index, index))
  }

  /// Reports that something is missing: at what stands there instead, or behind what is before if that is on a new line.
  mutating func reportMissing(_ message: String) {
    report(message, index < limit && !isOnNewLine(index) ? slice(index, index + 1) : slice(index, index))
  }

  private var sortedDiagnostics: [Diagnostic] {
    diagnostics.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
  }

  private mutating func report(_ message: String, _ place: SourceSlice) {
    // What goes wrong at a place goes wrong there but once.
    if let last = diagnostics.last, last.place.range.lowerBound == place.range.lowerBound { return }
    diagnostics.append(Diagnostic(severity: .error, message: message, place: place))
  }

  // MARK: - Members

  /// Reads members, up to the end of the part that is being read or to the end of an `#if`'s clause.
  mutating func members(isInType: Bool, isInConditional: Bool = false) -> [Member] {
    guard depth < Self.maximumDepth else {
      report("too deeply nested")
      index = limit
      return []
    }
    depth += 1
    defer { depth -= 1 }
    var members: [Member] = []
    while index < limit {
      if kind == .semicolon || isClosing(index) {
        index += 1  // A bracket that closes nothing has been reported already.
      } else if isDirective(index) {
        if isWord("#if") {
          members.append(.conditional(conditional(isInType: isInType)))
        } else if isInConditional {
          break
        } else {
          report("unexpected directive without #if")
          skipDirective()
        }
      } else if let member = member(isInType: isInType) {
        members.append(member)
      } else {
        report("expected declaration")
        recover()
      }
    }
    return members
  }

  private func isClosing(_ index: Int) -> Bool {
    kind(at: index) == .rightBrace || kind(at: index) == .rightParenthesis || kind(at: index) == .rightBracket
  }

  /// Goes on to something that may be a declaration.
  private mutating func recover() {
    repeat {
      skip()
    } while index < limit && kind != .semicolon
      && !(isOnNewLine(index) && (startsDeclaration(index) || isDirective(index)))
  }

  func isDirective(_ index: Int) -> Bool {
    guard kind(at: index) == .pound else { return false }
    return isWord("#if", at: index) || isWord("#elseif", at: index) || isWord("#else", at: index)
      || isWord("#endif", at: index)
  }

  /// Goes over `#if` and what its condition consists of.
  private mutating func skipDirective() {
    repeat { skip() } while index < limit && (!isOnNewLine(index) || isInCondition(index))
  }

  /// Whether a condition goes on, on a new line.
  private func isInCondition(_ index: Int) -> Bool {
    lexemes[index - 1].kind == .binaryOperator || lexemes[index].kind == .binaryOperator
  }

  private mutating func conditional(isInType: Bool) -> ConditionalMembers {
    let first = index
    let numberOfDiagnostics = diagnostics.count
    var clauses: [ConditionalMembers.Clause] = []
    var dependsOnVersion = false
    repeat {
      let directive = index
      skipDirective()
      let directiveSlice = slice(from: directive)
      for index in directive..<index {
        dependsOnVersion = dependsOnVersion || isWord("compiler", at: index) || isWord("swift", at: index)
      }
      let members = members(isInType: isInType, isInConditional: true)
      clauses.append(ConditionalMembers.Clause(directive: directiveSlice, members: members))
    } while index < limit && !isWord("#endif")
    if !accept("#endif") { report("expected '#endif' at the end of this '#if'", at: first) }
    // Other versions of the language may allow what we can't read.
    if dependsOnVersion { diagnostics.removeSubrange(numberOfDiagnostics...) }
    return ConditionalMembers(slice: slice(from: first), clauses: clauses)
  }

  /// Goes over everything from `#if` to its `#endif`.
  mutating func skipConditional() {
    var depth = 0
    repeat {
      if isWord("#if") { depth += 1 }
      if isWord("#endif") { depth -= 1 }
      skip()
    } while index < limit && depth > 0
  }
}
