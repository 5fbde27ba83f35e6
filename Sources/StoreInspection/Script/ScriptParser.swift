/// Turns a text into statements. A mistake costs its statement only, so that one run reports all of them.
struct ScriptParser {
  private var scanner: Scanner
  private var statements: [Statement] = []
  private var errors: [Diagnostic] = []

  /// So many mistakes are reported; of a file that is no script at all the first few say enough.
  static let errorLimit = 20

  /// How long `await` waits when it does not say.
  static let defaultLimit = Duration.seconds(5)

  static func parse(_ source: SourceText) throws(ScriptErrors) -> Script {
    if let invalid = source.firstInvalidByte {
      let diagnostic = Diagnostic(invalid..<invalid + 1, "this is not UTF-8 text")
      throw ScriptErrors(source: source, errors: [diagnostic])
    }
    var parser = ScriptParser(scanner: Scanner(source))
    parser.parse()
    guard parser.errors.isEmpty else { throw ScriptErrors(source: source, errors: parser.errors) }
    return Script(source: source, statements: parser.statements)
  }

  private init(scanner: Scanner) {
    self.scanner = scanner
  }

  private mutating func parse() {
    scanner.skipLines()
    while !scanner.isAtEnd, errors.count < Self.errorLimit {
      do throws(Diagnostic) {
        statements.append(try statement())
      } catch {
        errors.append(error)
        recover()
      }
      scanner.skipLines()
    }
  }

  private mutating func statement() throws(Diagnostic) -> Statement {
    let start = scanner.offset
    let kind = try kind()
    let range = start..<scanner.offset
    scanner.skipSpaces()
    guard isAtEndOfLine else { throw scanner.expected("the end of the line") }
    return Statement(kind: kind, range: range)
  }

  private mutating func kind() throws(Diagnostic) -> Statement.Kind {
    guard let keyword = nextKeyword else {
      let word = scanner.found
      throw Diagnostic(
        word.range,
        "unknown statement \(word.description)",
        notes: "expected \(Keyword.allCases.map(\.rawValue).list())",
        Keyword.allCases.map(\.rawValue).nearest(to: scanner.source[word.range]).map { "did you mean `\($0)`?" }
      )
    }
    _ = scanner.consumeName()
    scanner.skipSpaces()
    switch keyword {
    case .send:
      let path = try scanner.path(.action)
      scanner.skipSpaces()
      return .send(path, payload: isAtEndOfLine ? nil : try scanner.json("JSON or the end of the line"))
    case .let:
      let name = try variableName()
      // Even if there is a mistake in the rest, which is no reason to complain of each use.
      defer { scanner.variables.insert(name) }
      scanner.skipSpaces()
      guard scanner.consume("=") else { throw scanner.expected("`=`") }
      scanner.skipSpaces()
      return .let(name, try scanner.path(.state))
    case .advance:
      return .advance(try scanner.duration())
    case .await:
      let path = try scanner.path(.action)
      scanner.skipSpaces()
      return .await(path, limit: try limit())
    case .expect:
      let path = try scanner.path(.state)
      scanner.skipSpaces()
      let comparison = try comparison()
      scanner.skipSpaces()
      return .expect(path, comparison, try scanner.json())
    case .show:
      return .show(isAtEndOfLine ? nil : try scanner.path(.state))
    case .screen:
      return .screen
    }
  }

  private mutating func variableName() throws(Diagnostic) -> String {
    let range = scanner.consumeName()
    let name = scanner.source[range]
    guard let first = name.utf8.first, !first.isDigit else {
      scanner.moveBack(to: range.lowerBound)
      throw scanner.expected(
        "a name",
        notes: scanner.byte == UInt8(ascii: "$") ? "the `$` is for where the variable is used" : nil
      )
    }
    return name
  }

  private var nextKeyword: Keyword? {
    var ahead = scanner
    return Keyword(rawValue: scanner.source[ahead.consumeName()])
  }

  private var isAtEndOfLine: Bool { scanner.isAtEnd || scanner.byte == .newline }

  private mutating func limit() throws(Diagnostic) -> Duration {
    guard !isAtEndOfLine else { return Self.defaultLimit }
    let word = scanner.consumeName()
    guard scanner.source[word] == "within" else {
      scanner.moveBack(to: word.lowerBound)
      throw scanner.expected("`within` and a duration, or the end of the line")
    }
    scanner.skipSpaces()
    return try scanner.duration()
  }

  private mutating func comparison() throws(Diagnostic) -> Statement.Comparison {
    for comparison in Statement.Comparison.allCases where scanner.consume(comparison.rawValue) { return comparison }
    let isSingle = scanner.byte == UInt8(ascii: "=")
    throw scanner.expected(
      Statement.Comparison.allCases.map(\.rawValue).list(),
      notes: isSingle ? "did you mean `==`?" : nil
    )
  }

  /// Moves to where the next statement may begin.
  private mutating func recover() {
    scanner.skipToEndOfLine()
    guard scanner.depth > 0 else { return }
    // The mistake was within brackets: lines up to the next keyword are what is left of the JSON.
    scanner.depth = 0
    scanner.skipLines()
    while !scanner.isAtEnd, nextKeyword == nil {
      scanner.skipToEndOfLine()
      scanner.skipLines()
    }
  }

  private enum Keyword: String, CaseIterable {
    case send, `let`, advance, await, expect, show, screen
  }
}

/// Everything that is wrong with a script.
struct ScriptErrors: Error {
  let source: SourceText
  let errors: [Diagnostic]

  /// All mistakes, each with its line and a caret.
  var rendered: String {
    var text = errors.map { $0.rendered(in: source) }.joined(separator: "\n")
    if errors.count == ScriptParser.errorLimit { text += "\n… the rest of the script was not read" }
    return text
  }
}
