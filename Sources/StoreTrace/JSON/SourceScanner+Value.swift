import Foundation

extension SourceScanner {
  /// How values are written.
  package enum Notation {
    /// JSON as programs write it (RFC 8259).
    case json
    /// JSON as people write it in scripts, with dates, UUIDs, cases of enums and variables. Line ends and comments are
    /// allowed between the tokens within brackets.
    case script

    /// The maximum depth of brackets within brackets, so that no input can exhaust the stack.
    package var depthLimit: Int { self == .json ? 512 : 200 }
  }

  /// Parses the value at the cursor.
  ///
  /// - Parameter isRead: If the value is an object, returns whether a member is needed. It gets the member's name and
  ///   the members before it. The other members are only checked for mistakes, which takes no memory.
  package mutating func value(
    _ what: String = "a JSON value",
    where isRead: ((_ name: String, _ before: [JSONNode.Member]) -> Bool)? = nil
  ) throws(Diagnostic) -> JSONNode {
    let term = try term(what, where: isRead)
    return notation == .script ? try sum(beginningWith: term) : term
  }

  private mutating func term(
    _ what: String,
    where isRead: ((_ name: String, _ before: [JSONNode.Member]) -> Bool)? = nil
  ) throws(Diagnostic) -> JSONNode {
    guard let byte else { throw expected(what) }
    let start = offset
    switch byte {
    case UInt8(ascii: "{"):
      let members = try object(where: isRead)
      return JSONNode(content: .object(members), range: start..<offset)
    case UInt8(ascii: "["):
      let elements = try array()
      return JSONNode(content: .array(elements), range: start..<offset)
    case UInt8(ascii: "\"") where notation == .script: return try text()
    case UInt8(ascii: "\""):
      let text = try string()
      return JSONNode(content: .scalar(.string(text)), range: start..<offset)
    case _ where notation == .script && beginsLikeNoJSON(byte): return try scriptValue()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = try number()
      return JSONNode(content: .scalar(number), range: start..<offset)
    case _ where byte.isPartOfName:
      let word = consumeName()
      switch source[word] {
      case "null": return JSONNode(content: .scalar(.null), range: word)
      case "true": return JSONNode(content: .scalar(.bool(true)), range: word)
      case "false": return JSONNode(content: .scalar(.bool(false)), range: word)
      case "nil" where notation == .script: return JSONNode(content: .scalar(.null), range: word)
      case let text:
        moveBack(to: start)
        if notation == .json || text.first?.isTypographicQuote == true { throw expected(what) }
        return try enumCase()
      }
    default: throw expected(what)
    }
  }

  /// Skips a value.
  private mutating func skip(_ what: String = "a JSON value") throws(Diagnostic) {
    guard let byte else { throw expected(what) }
    switch byte {
    case UInt8(ascii: "["): try elements { scanner, what throws(Diagnostic) in try scanner.skip(what) }
    case UInt8(ascii: "{"): _ = try object { _, _ in false }
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try skipNumber()
    default: _ = try value(what)
    }
  }

  private mutating func open() throws(Diagnostic) {
    depth += 1
    guard depth <= notation.depthLimit else {
      throw Diagnostic(offset..<offset + 1, "more than \(notation.depthLimit) brackets within each other")
    }
    advance()
    skipLines()
  }

  /// Parses a value that is a part of another one.
  private mutating func part(_ what: String = "a JSON value") throws(Diagnostic) -> JSONNode {
    valueCount += 1
    guard valueCount <= valueLimit else {
      throw Diagnostic(offset..<offset, "more than \(valueLimit) values within one")
    }
    return try value(what)
  }

  private mutating func array() throws(Diagnostic) -> [JSONNode] {
    var elements: [JSONNode] = []
    try self.elements { scanner, what throws(Diagnostic) in elements.append(try scanner.part(what)) }
    return elements
  }

  /// Parses an array at the cursor.
  private mutating func elements(
    _ element: (inout Self, _ what: String) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try open()
    if !consume("]") {
      try element(&self, "a JSON value or `]`")
      while true {
        skipLines()
        if consume("]") { break }
        guard consume(",") else { throw expected("`,` or `]`") }
        skipLines()
        try element(&self, "a JSON value")
      }
    }
    depth -= 1
  }

  private mutating func object(
    where isRead: ((_ name: String, _ before: [JSONNode.Member]) -> Bool)? = nil
  ) throws(Diagnostic) -> [JSONNode.Member] {
    try open()
    var members: [JSONNode.Member] = []
    var names: Set<String> = []
    if consume("}") {
      depth -= 1
      return members
    }
    while true {
      let start = offset
      guard byte == UInt8(ascii: "\"") else {
        throw expected(members.isEmpty ? "a name in double quotes or `}`" : "a name in double quotes")
      }
      let name = try string()
      let range = start..<offset
      // Comparing a few names takes less time than hashing them.
      if members.count == 16 { names = Set(members.map(\.name)) }
      let isNew = members.count < 16 ? !members.contains { $0.name == name } : names.insert(name).inserted
      guard isNew else {
        throw Diagnostic(range, "the name \(source[range].truncated(to: 40).printable) occurs twice")
      }
      skipLines()
      guard consume(":") else { throw expected("`:`") }
      skipLines()
      if isRead?(name, members) == false {
        try skip()
      } else {
        members.append(JSONNode.Member(name: name, nameRange: range, value: try part()))
      }
      skipLines()
      if consume("}") { break }
      guard consume(",") else { throw expected("`,` or `}`") }
      skipLines()
    }
    depth -= 1
    return members
  }

  // MARK: Scripts

  /// Whether a date, a UUID, a variable or the case of an enum with its dot is at the cursor.
  private func beginsLikeNoJSON(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "$") || byte == UInt8(ascii: ".") || hasDash(after: 8, where: \.isPartOfName)
      || hasDash(after: 4, where: \.isDigit)
  }

  private mutating func scriptValue() throws(Diagnostic) -> JSONNode {
    let start = offset
    switch byte {
    case UInt8(ascii: "$"):
      advance()
      return try variable(from: start)
    case UInt8(ascii: "."): return try enumCase()
    case _ where hasDash(after: 8, where: \.isPartOfName):
      let uuid = try uuid()
      return JSONNode(content: .uuid(uuid), range: start..<offset)
    default:
      let date = try date()
      return JSONNode(content: .date(date, source[start..<offset]), range: start..<offset)
    }
  }

  /// Whether the next `count` bytes satisfy the predicate and a dash follows. Only dates and UUIDs begin in this way.
  private func hasDash(after count: Int, where predicate: (UInt8) -> Bool) -> Bool {
    let next = source.bytes[offset...].prefix(count + 1)
    return next.count == count + 1 && next.last == UInt8(ascii: "-") && next.dropLast().allSatisfy(predicate)
  }

  private mutating func uuid() throws(Diagnostic) -> UUID {
    let range = consume { $0.isPartOfName || $0 == UInt8(ascii: "-") }
    guard let uuid = UUID(uuidString: source[range]) else {
      throw Diagnostic(range, "expected a UUID: hexadecimal digits in groups of 8, 4, 4, 4 and 12")
    }
    return uuid
  }

  /// Parses the case of an enum at the cursor: `.detail(id: 3)`, `.failure`, or without the dot.
  private mutating func enumCase() throws(Diagnostic) -> JSONNode {
    let start = offset
    _ = consume(".")
    let name = consumeName()
    guard let first = name.first.map({ source.bytes[$0] }), !first.isDigit else {
      moveBack(to: name.lowerBound)
      throw expected("the name of a case")
    }
    let arguments = byte == UInt8(ascii: "(") ? try arguments() : nil
    return JSONNode(
      content: .enumCase(JSONNode.Name(text: source[name], range: name), arguments: arguments),
      range: start..<offset
    )
  }

  /// Parses values in parentheses, with or without labels, at the cursor.
  ///
  /// - Parameter special: Parses a value that is not JSON; returns `nil` if there is none at the cursor.
  package mutating func arguments(
    _ special: (inout Self) throws(Diagnostic) -> JSONNode? = { _ throws(Diagnostic) in nil }
  ) throws(Diagnostic) -> JSONNode {
    let start = offset
    try open()
    var members: [JSONNode.Member] = []
    while byte != UInt8(ascii: ")") || !members.isEmpty {
      let (label, range) = try label() ?? ("_\(members.count)", offset..<offset)
      guard !members.contains(where: { $0.name == label }) else {
        throw Diagnostic(range, "the label `\(label.truncated(to: 40).printable)` occurs twice")
      }
      let value: JSONNode
      if let known = try special(&self) {
        value = known
      } else {
        value = try self.value(members.isEmpty ? "a value or `)`" : "a value")
      }
      members.append(JSONNode.Member(name: label, nameRange: range.isEmpty ? value.range : range, value: value))
      skipLines()
      // No case has more than 100 associated values, and the search for duplicate labels takes time.
      guard members.count <= 100 else { throw Diagnostic(value.range, "more than 100 values in parentheses") }
      guard consume(",") else { break }
      skipLines()
    }
    guard consume(")") else { throw expected("`,` or `)`") }
    depth -= 1
    return JSONNode(content: .arguments(members), range: start..<offset)
  }

  /// Parses a name and the colon after it. Returns `nil` if there is no such label.
  private mutating func label() throws(Diagnostic) -> (String, Range<Int>)? {
    var ahead = self
    let name = ahead.consumeName()
    ahead.skipSpaces()
    guard !name.isEmpty, ahead.consume(":") else { return nil }
    ahead.skipLines()
    moveBack(to: ahead.offset)
    return (source[name], name)
  }

  /// Parses the name of a variable at the cursor.
  private mutating func variable(from start: Int) throws(Diagnostic) -> JSONNode {
    let name = source[consumeName()]
    guard variables.contains(name) else {
      throw Diagnostic(
        start..<offset,
        "there is no variable `$\(name.truncated(to: 40).printable)` here",
        notes: variables.isEmpty ? "`let NAME = PATH` makes one, with the value at this path of the state" : nil,
        variables.isEmpty ? nil : "there is \(variables.sorted().map { "$\($0)" }.list(or: "and"))",
        variables.sorted().nearest(to: name).map { "did you mean `$\($0)`?" }
      )
    }
    return JSONNode(content: .variable(name), range: start..<offset)
  }

  // MARK: Formulas

  /// Parses a text, in which `\(name)` stands for the value of a variable.
  private mutating func text() throws(Diagnostic) -> JSONNode {
    let start = offset
    var parts: [Formula.Part] = []
    var bytes: [UInt8] = []
    var formulas: [Range<Int>] = []
    advance()
    while try !moveToEndOfString(from: start, isScript: true, take: { bytes += $0 }) {
      parts.append(Formula.Part(node: JSONNode(.string(String(decoding: bytes, as: UTF8.self)), at: start..<offset)))
      bytes = []
      let first = offset
      moveBack(to: offset + 2)
      parts.append(Formula.Part(node: try sum(beginningWith: operand(isBare: true), isBare: true)))
      guard consume(")") else { throw expected("`)`") }
      formulas.append(first..<offset)
    }
    let end = JSONNode(.string(String(decoding: bytes, as: UTF8.self)), at: start..<offset)
    warnAboutVariables(in: start..<offset, butNotIn: formulas)
    if parts.isEmpty { return end }
    return JSONNode(content: .formula(Formula(.text, parts + [Formula.Part(node: end)])), range: start..<offset)
  }

  /// Notes that variables with a dollar sign in a text are not replaced.
  private mutating func warnAboutVariables(in range: Range<Int>, butNotIn formulas: [Range<Int>]) {
    guard !variables.isEmpty else { return }
    for dollar in range where source.bytes[dollar] == UInt8(ascii: "$") {
      if formulas.contains(where: { $0.contains(dollar) }) { continue }
      let end = source.bytes[(dollar + 1)..<range.upperBound].firstIndex { !$0.isPartOfName } ?? range.upperBound
      let name = source[dollar + 1..<end]
      guard variables.contains(name) else { continue }
      warnings.append(
        Diagnostic(
          dollar..<end,
          "`$\(name)` is not replaced in a text",
          notes: "its value is written `\\(\(name))` there"
        )
      )
    }
  }

  /// Parses the rest of a sum, after its first number or variable.
  ///
  /// - Parameter isBare: Whether variables are written without the dollar sign.
  private mutating func sum(beginningWith first: JSONNode, isBare: Bool = false) throws(Diagnostic) -> JSONNode {
    switch first.content {
    case .variable, .scalar(.integer), .scalar(.unsigned), .scalar(.number): break
    default: return first
    }
    var parts = [Formula.Part(node: first)]
    while true {
      let end = offset
      skipBlanks()
      let isSubtracted = byte == UInt8(ascii: "-")
      guard isSubtracted || byte == UInt8(ascii: "+") else {
        if !isBare { moveBack(to: end) }
        break
      }
      advance()
      skipBlanks()
      parts.append(Formula.Part(node: try operand(isBare: isBare), isSubtracted: isSubtracted))
    }
    if parts.count == 1 { return first }
    let content = Formula(.sum, parts).resolving { _ in nil }
    return JSONNode(content: content, range: first.range.lowerBound..<offset)
  }

  private mutating func operand(isBare: Bool) throws(Diagnostic) -> JSONNode {
    if isBare { skipBlanks() }
    let start = offset
    let isVariable = consume("$") || isBare && byte.map { $0.isPartOfName && !$0.isDigit } == true
    if isVariable { return try variable(from: start) }
    guard let byte, byte.isDigit else { throw expected(isBare ? "the name of a variable" : "a number or a variable") }
    let number = try number()
    return JSONNode(content: .scalar(number), range: start..<offset)
  }

  private mutating func skipBlanks() {
    _ = consume { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}
