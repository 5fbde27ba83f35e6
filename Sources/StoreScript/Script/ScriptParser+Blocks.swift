import StoreTrace

extension ScriptParser {
  /// Parses the rest of `include "file"`, and the file.
  mutating func include() throws(Diagnostic) -> [Statement] {
    let start = scanner.offset
    let name = try text("a file's name in double quotes")
    let range = start..<scanner.offset
    let path = scanner.source.path(of: name)
    guard !path.unicodeScalars.contains("\0") else { throw Diagnostic(range, "no file can have this name") }
    let file = ScriptReading.identity(of: path)
    guard !files.contains(file) else {
      throw Diagnostic(range, "\(path.printable) would include itself, over and over")
    }
    guard files.count <= Self.nestingLimit else {
      throw Diagnostic(range, "more than \(Self.nestingLimit) files include each other")
    }
    let included: SourceText
    do {
      included = try reading.file(
        path,
        file,
        includedFrom: [scanner.source.reference(to: start)] + scanner.source.includes
      )
    } catch {
      throw Diagnostic(
        range,
        "cannot read \(path.printable): \(error.reason)",
        notes: ScriptReading.neighbour(of: path).map { "did you mean `\($0.printable)`?" }
      )
    }
    let (statements, names) = Self.parse(included, scanner, reading, files: files + [file])
    (scanner.variables, scanner.aliases, scanner.timeZone) = (names.variables, names.aliases, names.timeZone)
    return statements
  }

  /// Parses the rest of `repeat N { … }`.
  mutating func block(_ start: Int) throws(Diagnostic) -> [Statement] {
    let digits = scanner.consume(while: \.isDigit)
    guard !digits.isEmpty, scanner.byte?.isPartOfName != true else {
      scanner.moveBack(to: digits.lowerBound)
      throw scanner.expected("how many times, as a number")
    }
    scanner.skipSpaces()
    guard scanner.consume("{") else { throw scanner.expected("`{`") }
    blockCount += 1
    defer { blockCount -= 1 }
    guard blockCount <= Self.nestingLimit else {
      throw Diagnostic(start..<scanner.offset, "more than \(Self.nestingLimit) blocks within each other")
    }
    let errorCount = reading.errors.count
    let isWithinBlock = !scanner.variables.insert(Self.index).inserted
    let body = statements()
    if !isWithinBlock { scanner.variables.remove(Self.index) }
    if !scanner.consume("}"), reading.errors.count == errorCount {
      if files.count == 1, scanner.isAtEnd { reading.isIncomplete = true }
      throw scanner.expected("a statement or `}`", notes: "the block begins at \(scanner.source.reference(to: start))")
    }
    guard let count = Int(scanner.source[digits]),
      case let (total, overflows) = count.multipliedReportingOverflow(by: body.count),
      !overflows && total <= Self.statementLimit
    else { throw tooMany(start) }
    if body.isEmpty { return [] }
    let size = body.reduce(0) { $0 + ($1.variables.contains(Self.index) ? $1.payloadSize : 0) }
    reading.copiedValues += size * count
    guard reading.copiedValues <= Self.valueLimit else { throw tooLong(start) }
    return repeated(body, count)
  }

  func repeated(_ body: [Statement], _ count: Int) -> [Statement] {
    let asksForIndex = body.map { $0.variables.contains(Self.index) }
    var statements: [Statement] = []
    statements.reserveCapacity(body.count * count)
    for index in 0..<count {
      for (statement, asksForIndex) in zip(body, asksForIndex) {
        if asksForIndex { reading.lastID += 1 }
        statements.append(
          Statement(
            kind: asksForIndex
              ? statement.resolving { $0 == Self.index ? .integer(Int64(index)) : nil } : statement.kind,
            source: statement.source,
            range: statement.range,
            id: asksForIndex ? reading.lastID : statement.id,
            passes: [Statement.Pass(index: index, count: count)] + statement.passes
          )
        )
      }
    }
    return statements
  }

  private func tooLong(_ start: Int) -> Diagnostic {
    Diagnostic(
      start..<scanner.offset,
      "more than \(Self.valueLimit) values",
      notes: "a value that contains `$\(Self.index)` counts with all its parts, as many times as it is repeated"
    )
  }

  func tooMany(_ start: Int) -> Diagnostic {
    Diagnostic(
      start..<scanner.offset,
      "more than \(Self.statementLimit) statements",
      notes: "a block counts as many times as it is repeated"
    )
  }
}
