/// Parses declarations.
///
/// A parser accepts any input without crashing or hanging. Its time is linear in the length of the input, and its stack
/// is limited by `maximumDepth` levels of nested types. It reports source that it can't parse with a diagnostic and
/// continues after that place. It does not check the contents of brackets and bodies, which expansions only copy.
struct Parser {
  let source: SourceText
  let lexemes: [Lexeme]
  var index = 0
  /// The end of the part to parse, usually of a bracket.
  var limit: Int
  var diagnostics: [Diagnostic] = []
  /// The number of enclosing types and `#if`s.
  private var depth = 0

  /// The whole source to parse.
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

  /// Parses one declaration, in the form that the compiler sends.
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

  /// Parses a file, or the text between the braces of a type.
  static func members(in source: SourceText) -> ([Member], [Diagnostic]) {
    var parser = Parser(source.slice)
    let members = parser.members(isInType: false)
    return (members, parser.sortedDiagnostics)
  }

  /// Parses one attribute.
  static func attribute(in source: SourceText) -> (Attribute?, [Diagnostic]) {
    var parser = Parser(source.slice)
    guard parser.kind == .at, let attribute = parser.attribute() else {
      parser.report("expected attribute")
      return (nil, parser.sortedDiagnostics)
    }
    if parser.index < parser.limit { parser.report("unexpected code after attribute") }
    return (attribute, parser.sortedDiagnostics)
  }

  /// Parses the statements at the top level of a body, with or without its braces.
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

  /// The kind of the next lexeme; `nil` at the end of the part to parse.
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

  /// Whether a lexeme directly follows the previous one.
  func isAdjacent(_ index: Int) -> Bool {
    index > 0 && index < limit && lexemes[index].start == lexemes[index - 1].end
  }

  func isOnNewLine(_ index: Int) -> Bool {
    index < limit && lexemes[index].isOnNewLine
  }

  /// Skips the next lexeme if it has this kind. Returns whether it has.
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

  /// Skips a lexeme and everything that it encloses.
  mutating func skip() {
    index = min(lexemes[index].after, limit)
  }

  /// The index of the closing bracket. Without one, the index after the contents.
  func contentEnd(_ opening: Int) -> Int {
    let after = lexemes[opening].after
    let isClosed = after - 1 > opening && lexemes[after - 1].kind == lexemes[opening].kind.closing
    return min(isClosed ? after - 1 : after, limit)
  }

  /// Parses the contents of a bracket, which must be the next lexeme.
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

  /// Skips to the comma after an element of a list, or to the end of the list.
  mutating func skipElement() {
    while let kind, kind != .comma {
      if kind == .leftAngle, !isOfTypes(index) { index += 1 } else { skip() }
    }
  }

  /// Whether angle brackets in an expression enclose types. Like the compiler, it judges by the next lexeme.
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

  /// The slice from one lexeme up to another. If there are none, it is empty and follows the previous lexeme.
  func slice(_ first: Int, _ end: Int) -> SourceSlice {
    guard first < end else { return first > 0 ? slice(first - 1, first).end : whole.start }
    return SourceSlice(source: source, range: lexemes[first].start..<lexemes[end - 1].end)
  }

  /// The slice from a lexeme up to the next one.
  func slice(from first: Int) -> SourceSlice {
    slice(first, index)
  }

  /// Reports an error at a lexeme or at the end.
  mutating func report(_ message: String, at index: Int? = nil) {
    let index = index ?? self.index
    report(message, index < limit ? slice(index, index + 1) : slice(index, index))
  }

  /// Reports that something is missing: at the next lexeme, or after the previous one if the next is on a new line.
  mutating func reportMissing(_ message: String) {
    report(message, index < limit && !isOnNewLine(index) ? slice(index, index + 1) : slice(index, index))
  }

  private var sortedDiagnostics: [Diagnostic] {
    diagnostics.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
  }

  private mutating func report(_ message: String, _ place: SourceSlice) {
    // Only the first error at a place is reported.
    if let last = diagnostics.last, last.place.range.lowerBound == place.range.lowerBound { return }
    diagnostics.append(Diagnostic(severity: .error, message: message, place: place))
  }

  // MARK: - Members

  /// Parses members up to the end of the part to parse, or to the end of an `#if` clause.
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

  /// Skips to the next place where a declaration may begin.
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

  /// Skips `#if` and its condition.
  private mutating func skipDirective() {
    repeat { skip() } while index < limit && (!isOnNewLine(index) || isInCondition(index))
  }

  /// Whether a condition continues on a new line.
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
    // Another version of the language may allow source that this parser can't read.
    if dependsOnVersion { diagnostics.removeSubrange(numberOfDiagnostics...) }
    return ConditionalMembers(slice: slice(from: first), clauses: clauses)
  }

  /// Skips everything from `#if` to its `#endif`.
  mutating func skipConditional() {
    var depth = 0
    repeat {
      if isWord("#if") { depth += 1 }
      if isWord("#endif") { depth -= 1 }
      skip()
    } while index < limit && depth > 0
  }
}
