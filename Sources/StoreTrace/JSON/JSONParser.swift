/// Parses JSON as programs write it (RFC 8259). Strings and numbers are the same as in scripts. The other values of
/// scripts, comments and variables are errors.
struct JSONParser {
  /// The maximum depth of brackets within brackets, so that no input can exhaust the stack.
  static let depthLimit = 512
  /// The maximum number of values, so that no line of a trace can exhaust the memory.
  static let valueLimit = 2_000_000

  private var scanner: SourceScanner
  private var depth = 0
  private var valueCount = 0
  private let valueLimit: Int

  /// Reads the one value that a text consists of.
  ///
  /// - Parameter isRead: Whether a member of this value is needed, if the value is an object, by the member's name and
  ///   the members before it. The other members are only checked for mistakes, which takes no memory.
  static func parse(
    _ source: SourceText,
    where isRead: ((_ name: String, _ before: [JSONNode.Member]) -> Bool)? = nil,
    valueLimit: Int = Self.valueLimit
  ) throws(Diagnostic) -> JSONNode {
    if let offset = source.firstInvalidByte { throw Diagnostic(offset..<offset, "this is not UTF-8 text") }
    var parser = JSONParser(source, valueLimit: valueLimit)
    parser.skipSpaces()
    let node = try parser.value(where: isRead)
    parser.skipSpaces()
    guard parser.scanner.isAtEnd else { throw parser.expected("the end of the JSON value") }
    return node
  }

  private init(_ source: SourceText, valueLimit: Int) {
    scanner = SourceScanner(source)
    self.valueLimit = valueLimit
  }

  private mutating func skipSpaces() {
    _ = scanner.consume { $0 == 0x20 || $0 == 0x09 || $0 == .newline || $0 == .carriageReturn }
  }

  /// An error at the next token. There are no comments here, and the text is a line of a file or part of one.
  private func expected(_ what: String) -> Diagnostic {
    let offset = scanner.offset
    guard !scanner.isAtEnd else { return Diagnostic(offset..<offset, "expected \(what), found the end") }
    var ahead = scanner
    let name = ahead.consumeName()
    let range = name.isEmpty ? offset..<offset + 1 : name
    return Diagnostic(range, "expected \(what), found `\(scanner.source[range].truncated(to: 40).printable)`")
  }

  private mutating func value(
    where isRead: ((_ name: String, _ before: [JSONNode.Member]) -> Bool)? = nil
  ) throws(Diagnostic) -> JSONNode {
    let start = scanner.offset
    guard let byte = scanner.byte else { throw expected("a JSON value") }
    switch byte {
    case UInt8(ascii: "{"):
      let members = try object(where: isRead)
      return JSONNode(content: .object(members), range: start..<scanner.offset)
    case UInt8(ascii: "["):
      let elements = try array()
      return JSONNode(content: .array(elements), range: start..<scanner.offset)
    case UInt8(ascii: "\""):
      let text = try scanner.string()
      return JSONNode(content: .scalar(.string(text)), range: start..<scanner.offset)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = try scanner.number()
      return JSONNode(content: .scalar(number), range: start..<scanner.offset)
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    default: throw expected("a JSON value")
    }
  }

  /// Skips a value.
  private mutating func skip() throws(Diagnostic) {
    guard let byte = scanner.byte else { throw expected("a JSON value") }
    switch byte {
    case UInt8(ascii: "["):
      try open()
      defer { depth -= 1 }
      if scanner.consume("]") { return }
      while true {
        try skip()
        skipSpaces()
        if scanner.consume("]") { return }
        guard scanner.consume(",") else { throw expected("`,` or `]`") }
        skipSpaces()
      }
    case UInt8(ascii: "{"): _ = try object { _, _ in false }
    case UInt8(ascii: "\""): try scanner.skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanner.skipNumber()
    default: _ = try value()
    }
  }

  /// Parses a value within another one.
  private mutating func part() throws(Diagnostic) -> JSONNode {
    valueCount += 1
    guard valueCount <= valueLimit else {
      throw Diagnostic(scanner.offset..<scanner.offset, "more than \(valueLimit) values within one")
    }
    return try value()
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(Diagnostic) -> JSONNode {
    let range = scanner.consumeName()
    guard scanner.source.bytes[range].elementsEqual("\(word)".utf8) else {
      scanner.moveBack(to: range.lowerBound)
      throw expected("a JSON value")
    }
    return JSONNode(content: .scalar(value), range: range)
  }

  private mutating func open() throws(Diagnostic) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw Diagnostic(scanner.offset..<scanner.offset + 1, "more than \(Self.depthLimit) brackets within each other")
    }
    scanner.advance()
    skipSpaces()
  }

  private mutating func array() throws(Diagnostic) -> [JSONNode] {
    try open()
    defer { depth -= 1 }
    var elements: [JSONNode] = []
    if scanner.consume("]") { return elements }
    while true {
      elements.append(try part())
      skipSpaces()
      if scanner.consume("]") { return elements }
      guard scanner.consume(",") else { throw expected("`,` or `]`") }
      skipSpaces()
    }
  }

  private mutating func object(
    where isRead: ((_ name: String, _ before: [JSONNode.Member]) -> Bool)? = nil
  ) throws(Diagnostic) -> [JSONNode.Member] {
    try open()
    defer { depth -= 1 }
    var members: [JSONNode.Member] = []
    var names: Set<String> = []
    if scanner.consume("}") { return members }
    while true {
      let start = scanner.offset
      guard scanner.byte == UInt8(ascii: "\"") else { throw expected("a name in double quotes") }
      let name = try scanner.string()
      let range = start..<scanner.offset
      // A few names are compared faster than they are hashed.
      if members.count == 16 { names = Set(members.map(\.name)) }
      let isNew = members.count < 16 ? !members.contains { $0.name == name } : names.insert(name).inserted
      guard isNew else {
        throw Diagnostic(range, "the name \(scanner.source[range].truncated(to: 40).printable) is here twice")
      }
      skipSpaces()
      guard scanner.consume(":") else { throw expected("`:`") }
      skipSpaces()
      if isRead?(name, members) == false {
        try skip()
      } else {
        members.append(JSONNode.Member(name: name, nameRange: range, value: try part()))
      }
      skipSpaces()
      if scanner.consume("}") { return members }
      guard scanner.consume(",") else { throw expected("`,` or `}`") }
      skipSpaces()
    }
  }
}
