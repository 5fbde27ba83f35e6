import Foundation
import StoreTrace

extension SourceScanner {
  /// The maximum depth of brackets within brackets, so that no input can exhaust the stack.
  static var depthLimit: Int { 200 }

  /// Parses a JSON value at the cursor, or a date, a UUID or the case of an enum in the notation of scripts. Line ends
  /// and comments are allowed between the tokens within brackets.
  mutating func json(_ what: String = "a JSON value") throws(Diagnostic) -> JSONNode {
    guard let byte else { throw expected(what) }
    let start = offset
    switch byte {
    case UInt8(ascii: "{"):
      let members = try object()
      return JSONNode(content: .object(members), range: start..<offset)
    case UInt8(ascii: "["):
      let elements = try array()
      return JSONNode(content: .array(elements), range: start..<offset)
    case UInt8(ascii: "\""):
      let text = try string()
      return JSONNode(content: .scalar(.string(text)), range: start..<offset)
    case UInt8(ascii: "$"):
      let name = try variable()
      return JSONNode(content: .variable(name), range: start..<offset)
    case UInt8(ascii: "."):
      return try enumCase()
    case _ where hasDash(after: 8, where: \.isPartOfName):
      let uuid = try uuid()
      return JSONNode(content: .uuid(uuid), range: start..<offset)
    case _ where hasDash(after: 4, where: \.isDigit):
      let date = try date()
      return JSONNode(content: .date(date, source[start..<offset]), range: start..<offset)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = try number()
      return JSONNode(content: .scalar(number), range: start..<offset)
    case _ where byte.isPartOfName:
      let word = consumeName()
      switch source[word] {
      case "null", "nil": return JSONNode(content: .scalar(.null), range: word)
      case "true": return JSONNode(content: .scalar(.bool(true)), range: word)
      case "false": return JSONNode(content: .scalar(.bool(false)), range: word)
      default:
        moveBack(to: start)
        if source[word].first?.isTypographicQuote == true { throw expected(what) }
        return try enumCase()
      }
    default: throw expected(what)
    }
  }

  /// Whether the next `count` bytes are of a kind and a dash follows. Only dates and UUIDs begin in this way.
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
  mutating func arguments() throws(Diagnostic) -> JSONNode {
    let start = offset
    try open()
    var members: [JSONNode.Member] = []
    while byte != UInt8(ascii: ")") || !members.isEmpty {
      let (label, range) = try label() ?? ("_\(members.count)", offset..<offset)
      guard !members.contains(where: { $0.name == label }) else {
        throw Diagnostic(range, "the label `\(label.truncated(to: 40).printable)` is here twice")
      }
      let value = try json(members.isEmpty ? "a value or `)`" : "a value")
      members.append(JSONNode.Member(name: label, nameRange: range.isEmpty ? value.range : range, value: value))
      skipLines()
      // No case has as many associated values, and the search for duplicate labels takes time.
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

  private mutating func variable() throws(Diagnostic) -> String {
    let start = offset
    advance()
    let name = source[consumeName()]
    guard variables.contains(name) else {
      throw Diagnostic(
        start..<offset,
        "there is no variable `$\(name.truncated(to: 40).printable)` here",
        notes: variables.isEmpty ? "one is made by `let NAME = PATH`, with the value that the state has there" : nil,
        variables.isEmpty ? nil : "there is \(variables.sorted().map { "$\($0)" }.list(or: "and"))",
        variables.sorted().nearest(to: name).map { "did you mean `$\($0)`?" }
      )
    }
    return name
  }

  private mutating func open() throws(Diagnostic) {
    depth += 1
    if depth > Self.depthLimit {
      throw Diagnostic(offset..<offset + 1, "more than \(Self.depthLimit) brackets within each other")
    }
    advance()
    skipLines()
  }

  private mutating func array() throws(Diagnostic) -> [JSONNode] {
    try open()
    var elements: [JSONNode] = []
    while byte != UInt8(ascii: "]") || !elements.isEmpty {
      elements.append(try json(elements.isEmpty ? "a JSON value or `]`" : "a JSON value"))
      skipLines()
      guard consume(",") else { break }
      skipLines()
    }
    guard consume("]") else { throw expected("`,` or `]`") }
    depth -= 1
    return elements
  }

  private mutating func object() throws(Diagnostic) -> [JSONNode.Member] {
    try open()
    var members: [JSONNode.Member] = []
    var names: Set<String> = []
    while byte != UInt8(ascii: "}") || !members.isEmpty {
      let start = offset
      guard byte == UInt8(ascii: "\"") else {
        throw expected(members.isEmpty ? "a name in double quotes or `}`" : "a name in double quotes")
      }
      let name = try string()
      let nameRange = start..<offset
      guard names.insert(name).inserted else {
        throw Diagnostic(nameRange, "the name \(source[nameRange].truncated(to: 40).printable) is here twice")
      }
      skipLines()
      guard consume(":") else { throw expected("`:`") }
      skipLines()
      members.append(JSONNode.Member(name: name, nameRange: nameRange, value: try json()))
      skipLines()
      guard consume(",") else { break }
      skipLines()
    }
    guard consume("}") else { throw expected("`,` or `}`") }
    depth -= 1
    return members
  }
}
