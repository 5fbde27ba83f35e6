import Foundation
import StoreTrace

/// Parses a text into statements. After a mistake it continues with the next statement, so that all mistakes are
/// reported.
package struct ScriptParser {
  var scanner: SourceScanner
  let reading: ScriptReading
  /// The files that are being parsed, from the script to the innermost included file.
  let files: [String]
  /// The number of open blocks.
  var blockCount = 0

  /// The maximum number of mistakes that are reported. A file that is not a script would have any number of them.
  static let errorLimit = 20
  /// The maximum number of statements of a script, in which a block counts as many times as it is repeated.
  static let statementLimit = 100_000
  /// The maximum number of JSON values that repeated statements have for each of their passes.
  static let valueLimit = 1_000_000
  /// The maximum number of blocks within each other, and of files that include each other.
  static let nestingLimit = 20

  /// The time for which `await` waits by default.
  static let defaultLimit = Duration.seconds(5)

  /// The variable that counts the passes of a block.
  static let index = "index"

  /// Parses a text: a script, or a few statements of one.
  ///
  /// - Parameters:
  ///   - variables: The names of the existing variables.
  ///   - aliases: The aliases, with their paths.
  ///   - timeZone: The time zone of dates that name none.
  ///   - liveTimeZone: The time zone of these dates after `context live`; `nil` if it is the same.
  ///   - read: Reads an included file.
  package static func parse(
    _ source: SourceText,
    variables: Set<String> = [],
    aliases: [String: String] = [:],
    timeZone: TimeZone = .gmt,
    liveTimeZone: TimeZone? = nil,
    read: @escaping (String) throws(FileError) -> SourceText = { path throws(FileError) in try InputFile.read(path) }
  ) throws(ScriptErrors) -> Script {
    let reading = ScriptReading(read)
    reading.liveTimeZone = liveTimeZone
    var names = SourceScanner(source)
    (names.variables, names.aliases, names.timeZone) = (variables, aliases, timeZone)
    let (statements, _) = parse(source, names, reading, files: [ScriptReading.identity(of: source.name)])
    guard reading.errors.isEmpty else {
      let isIncomplete = reading.isIncomplete && reading.errors.count == 1
      throw ScriptErrors(errors: reading.errors, statements: statements, isIncomplete: isIncomplete)
    }
    return Script(source: source, statements: statements, warnings: reading.warnings)
  }

  /// Parses a file with the variables and aliases of another scanner, and also returns a scanner with those at its end.
  static func parse(
    _ source: SourceText,
    _ names: SourceScanner,
    _ reading: ScriptReading,
    files: [String]
  ) -> ([Statement], SourceScanner) {
    if let invalid = source.firstInvalidByte {
      reading.add(Diagnostic(invalid..<invalid + 1, "this is not UTF-8 text"), in: source)
      return ([], names)
    }
    var parser = ScriptParser(scanner: names.reading(source), reading: reading, files: files)
    return (parser.statements(), parser.scanner)
  }

  /// Parses statements up to the end of the text or the block.
  mutating func statements() -> [Statement] {
    var statements: [Statement] = []
    scanner.skipLines()
    while !scanner.isAtEnd, reading.errors.count < Self.errorLimit, !isAtEndOfBlock {
      let start = scanner.offset
      do throws(Diagnostic) {
        let more = try statement()
        guard statements.count + more.count <= Self.statementLimit else { throw tooMany(start) }
        statements += more
      } catch {
        add(error)
        recover()
      }
      scanner.skipLines()
    }
    return statements
  }

  private mutating func statement() throws(Diagnostic) -> [Statement] {
    let start = scanner.offset
    let keyword = try keyword()
    let statements: [Statement]
    switch keyword {
    case .include: statements = try include()
    case .repeat: statements = try block(start)
    default:
      let kind = try kind(keyword)
      reading.lastID += 1
      reading.hasRun = reading.hasRun || kind.runs
      let text = scanner.source.bytes[start..<scanner.offset]
      let end = text.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != .carriageReturn }
      let range = start..<(end.map { $0 + 1 } ?? scanner.offset)
      statements = [Statement(kind: kind, source: scanner.source, range: range, id: reading.lastID)]
    }
    scanner.skipSpaces()
    guard isAtEndOfLine else { throw scanner.expected("the end of the line") }
    for warning in scanner.warnings { reading.warn(warning, in: scanner.source) }
    scanner.warnings = []
    return statements
  }

  private mutating func keyword() throws(Diagnostic) -> Keyword {
    guard let keyword = nextKeyword else {
      let word = scanner.found
      if scanner.byte == UInt8(ascii: "}") {
        throw Diagnostic(word.range, "there is no block that `}` could end")
      }
      throw unknown("statement", Keyword.allCases.map(\.rawValue))
    }
    _ = scanner.consumeName()
    scanner.skipSpaces()
    return keyword
  }

  private mutating func kind(_ keyword: Keyword) throws(Diagnostic) -> Statement.Kind {
    switch keyword {
    case .send:
      let path = try scanner.path(.action)
      scanner.skipSpaces()
      if scanner.byte == UInt8(ascii: "(") { return .send(path, payload: try scanner.arguments()) }
      return .send(path, payload: isAtEndOfLine ? nil : try scanner.value("a value or the end of the line"))
    case .let: return try definition()
    case .alias:
      let name = try variableName()
      scanner.skipSpaces()
      guard scanner.consume("=") else { throw scanner.expected("`=`") }
      scanner.skipSpaces()
      let path = try scanner.path(.state)
      scanner.variables.remove(name)
      scanner.aliases[name] = "\(path)"
      return .alias(name, path)
    case .advance: return .advance(try scanner.duration())
    case .await:
      if scanner.byte == UInt8(ascii: "\"") {
        let name = try words("the name of a change")
        scanner.skipSpaces()
        return .awaitModification(name, limit: try limit())
      }
      let path = try scanner.path(.action)
      scanner.skipSpaces()
      return .await(path, limit: try limit())
    case .expect:
      let path = try scanner.path(.state)
      scanner.skipSpaces()
      let comparison = try comparison()
      scanner.skipSpaces()
      return .expect(path, comparison, try operand(of: comparison))
    case .show:
      if isAtEndOfLine { return .show(nil) }
      if !isAtAlias, let byte = scanner.byte, byte.isDigit || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "\"") {
        return .print(try scanner.value())
      }
      return .show(try scanner.path(.state))
    case .screen: return .screen
    case .press: return .person(try screenStatement(.press))
    case .fill: return .person(try screenStatement(.fill))
    case .open: return .person(try screenStatement(.open))
    case .see: return .person(try screenStatement(.see))
    case .section: return .section(try words("a title in double quotes"))
    case .override: return .override(try override())
    case .context: return .context(isLive: try isLive())
    case .answer: return .answer(try answer())
    case .include, .repeat:
      // These keywords were handled before.
      throw scanner.expected("a statement")
    }
  }

  // MARK: Parts of statements

  private mutating func definition() throws(Diagnostic) -> Statement.Kind {
    let name = try variableName()
    // The variable is defined even if the rest of the line has a mistake. Otherwise each use of it would be reported,
    // too.
    defer {
      scanner.variables.insert(name)
      scanner.aliases[name] = nil
    }
    scanner.skipSpaces()
    guard scanner.consume("=") else { throw scanner.expected("`=`") }
    scanner.skipSpaces()
    // A name is the beginning of a path here, not a case.
    var ahead = scanner
    let word = scanner.source[ahead.consumeName()]
    let isPath =
      isAtAlias
      || word.utf8.first.map { !$0.isDigit } ?? [UInt8(ascii: "."), UInt8(ascii: "\\")].contains(scanner.byte)
    let isValue = ["null", "true", "false"].contains(word) || isPath && ahead.byte == UInt8(ascii: "-")
    return isPath && !isValue
      ? .let(name, try scanner.path(.state)) : .define(name, try scanner.value("a path into the state, or a value"))
  }

  /// Whether the name of a path is at the cursor.
  private var isAtAlias: Bool {
    var ahead = scanner
    guard ahead.consume("$") else { return false }
    return scanner.aliases[scanner.source[ahead.consumeName()]] != nil
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
    guard name != Self.index else {
      throw Diagnostic(range, "`$index` is the number of the pass in a block, and cannot be made by `let`")
    }
    return name
  }

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
    let all = Statement.Comparison.allCases
    var ahead = scanner
    let word = ahead.consumeName()
    for comparison in all where word.isEmpty ? scanner.consume(text: comparison.rawValue) : false { return comparison }
    if let comparison = Statement.Comparison(rawValue: scanner.source[word]) {
      scanner = ahead
      return comparison
    }
    let isSingle = scanner.byte == UInt8(ascii: "=")
    throw scanner.expected(
      all.map(\.rawValue).list(),
      notes: (isSingle ? "==" : word.isEmpty ? nil : all.map(\.rawValue).nearest(to: scanner.source[word])).map {
        "did you mean `\($0)`?"
      }
    )
  }

  private mutating func operand(of comparison: Statement.Comparison) throws(Diagnostic) -> JSONNode {
    if comparison == .matches { return try scanner.pattern() }
    let node = try scanner.value("a value")
    guard comparison.isOrder else { return node }
    switch node.content {
    case .scalar(.integer), .scalar(.unsigned), .scalar(.number), .scalar(.string), .date, .variable, .formula:
      return node
    default:
      throw Diagnostic(node.range, "`\(comparison.rawValue)` compares numbers, dates and texts, found \(node.summary)")
    }
  }

  mutating func text(_ what: String) throws(Diagnostic) -> String {
    guard scanner.byte == UInt8(ascii: "\"") else { throw scanner.expected(what) }
    let start = scanner.offset
    let text = try scanner.string()
    guard !text.allSatisfy(\.isWhitespace) else { throw Diagnostic(start..<scanner.offset, "expected \(what)") }
    return text
  }

  // MARK: Mistakes

  private var nextKeyword: Keyword? {
    var ahead = scanner
    return Keyword(rawValue: scanner.source[ahead.consumeName()])
  }

  private var isAtEndOfBlock: Bool { blockCount > 0 && scanner.byte == UInt8(ascii: "}") }

  var isAtEndOfLine: Bool { scanner.isAtEnd || scanner.byte == .newline || isAtEndOfBlock }

  /// The error for an unknown word.
  func unknown(_ what: String, _ names: [String]) -> Diagnostic {
    let word = scanner.found
    return Diagnostic(
      word.range,
      "unknown \(what) \(word.description)",
      notes: "expected \(names.list())",
      names.nearest(to: scanner.source[word.range]).map { "did you mean `\($0)`?" }
    )
  }

  /// Parses a word that has to be one of several.
  mutating func oneOf(_ names: [String], _ what: String) throws(Diagnostic) -> String {
    var ahead = scanner
    let word = scanner.source[ahead.consumeName()]
    guard names.contains(word) else { throw unknown(what, names) }
    scanner = ahead
    return word
  }

  func add(_ error: Diagnostic) {
    let end = scanner.source.bytes.count
    if files.count == 1, error.range == end..<end, scanner.depth > 0 { reading.isIncomplete = true }
    reading.add(error, in: scanner.source)
  }

  /// Moves to the place where the next statement may begin.
  private mutating func recover() {
    let wasWithinBrackets = scanner.depth > 0
    scanner.depth = 0
    if isAtEndOfBlock, !wasWithinBrackets { return }
    scanner.skipToEndOfLine()
    guard wasWithinBrackets else { return }
    // The mistake was within brackets, to which the lines up to the next keyword belong.
    scanner.skipLines()
    while !scanner.isAtEnd, nextKeyword == nil {
      scanner.skipToEndOfLine()
      scanner.skipLines()
    }
  }
}

extension Statement.Comparison {
  /// Whether the comparison is about the order of values.
  var isOrder: Bool {
    switch self {
    case .less, .atMost, .greater, .atLeast: true
    case .equal, .notEqual, .contains, .matches: false
    }
  }
}
