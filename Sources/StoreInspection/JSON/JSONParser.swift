/// Reads JSON as RFC 8259 has it, and nothing else: what programs write, where scripts are read by ``Scanner``.
struct JSONParser {
  /// Brackets within brackets beyond this are an error, so that no input can exhaust the stack.
  static let depthLimit = 512

  private let source: SourceText
  private var offset = 0
  private var depth = 0

  /// Reads the one value that a text consists of.
  static func parse(_ source: SourceText) throws(Diagnostic) -> JSONNode {
    if let offset = source.firstInvalidByte { throw Diagnostic(offset..<offset, "this is not UTF-8 text") }
    var parser = JSONParser(source)
    parser.skipSpaces()
    let node = try parser.value()
    parser.skipSpaces()
    guard parser.byte == nil else { throw parser.expected("the end of the JSON value") }
    return node
  }

  private init(_ source: SourceText) {
    self.source = source
  }

  private var byte: UInt8? { offset < source.bytes.count ? source.bytes[offset] : nil }

  private mutating func skipSpaces() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == .newline || byte == .carriageReturn { offset += 1 }
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private func expected(_ what: String) -> Diagnostic {
    guard byte != nil else { return Diagnostic(offset..<offset, "expected \(what), found the end") }
    var end = offset
    while end < source.bytes.count, end - offset < 40, source.bytes[end].isPartOfName { end += 1 }
    let range = offset..<max(end, offset + 1)
    return Diagnostic(range, "expected \(what), found `\(source[range].printable)`")
  }

  private mutating func value() throws(Diagnostic) -> JSONNode {
    let start = offset
    guard let byte else { throw expected("a JSON value") }
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
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = try number()
      return JSONNode(content: .scalar(number), range: start..<offset)
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    default: throw expected("a JSON value")
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(Diagnostic) -> JSONNode {
    let start = offset
    let end = start + word.utf8CodeUnitCount
    let isWord = end <= source.bytes.count && source.bytes[start..<end].elementsEqual("\(word)".utf8)
    guard isWord, end == source.bytes.count || !source.bytes[end].isPartOfName else { throw expected("a JSON value") }
    offset = end
    return JSONNode(content: .scalar(value), range: start..<end)
  }

  private mutating func open() throws(Diagnostic) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw Diagnostic(offset..<offset + 1, "more than \(Self.depthLimit) brackets within each other")
    }
    offset += 1
    skipSpaces()
  }

  private mutating func array() throws(Diagnostic) -> [JSONNode] {
    try open()
    defer { depth -= 1 }
    var elements: [JSONNode] = []
    if consume("]") { return elements }
    while true {
      elements.append(try value())
      skipSpaces()
      if consume("]") { return elements }
      guard consume(",") else { throw expected("`,` or `]`") }
      skipSpaces()
    }
  }

  private mutating func object() throws(Diagnostic) -> [JSONNode.Member] {
    try open()
    defer { depth -= 1 }
    var members: [JSONNode.Member] = []
    var names: Set<String> = []
    if consume("}") { return members }
    while true {
      let start = offset
      guard byte == UInt8(ascii: "\"") else { throw expected("a name in double quotes") }
      let name = try string()
      let range = start..<offset
      // A few are compared faster than they are hashed.
      if members.count == 16 { names = Set(members.map(\.name)) }
      let isNew = members.count < 16 ? !members.contains { $0.name == name } : names.insert(name).inserted
      guard isNew else {
        throw Diagnostic(range, "the name \(source[range].truncated(to: 40).printable) is here twice")
      }
      skipSpaces()
      guard consume(":") else { throw expected("`:`") }
      skipSpaces()
      members.append(JSONNode.Member(name: name, nameRange: range, value: try value()))
      skipSpaces()
      if consume("}") { return members }
      guard consume(",") else { throw expected("`,` or `}`") }
      skipSpaces()
    }
  }

  private mutating func digits() throws(Diagnostic) {
    guard byte?.isDigit == true else { throw expected("a digit") }
    while byte?.isDigit == true { offset += 1 }
  }

  private mutating func number() throws(Diagnostic) -> JSONValue {
    let start = offset
    _ = consume("-")
    let first = offset
    try digits()
    guard offset - first == 1 || source.bytes[first] != UInt8(ascii: "0") else {
      throw Diagnostic(first..<offset, "a number does not begin with 0")
    }
    var isWhole = true
    if consume(".") {
      isWhole = false
      try digits()
    }
    if consume("e") || consume("E") {
      isWhole = false
      _ = consume("+") || consume("-")
      try digits()
    }
    let text = source[start..<offset]
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    if isWhole, let unsigned = UInt64(text) { return .unsigned(unsigned) }
    guard let number = Double(text), number.isFinite else {
      throw Diagnostic(start..<offset, "the number is too large")
    }
    return .number(number)
  }

  private mutating func string() throws(Diagnostic) -> String {
    let start = offset
    offset += 1
    // Most strings have no escapes.
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
    guard byte != UInt8(ascii: "\"") else {
      offset += 1
      return source[start + 1..<offset - 1]
    }
    var bytes = Array(source.bytes[start + 1..<offset])
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw Diagnostic(offset..<offset + 1, "a control character in a string is written `\\u00…`")
      default:
        bytes.append(byte)
        offset += 1
      }
    }
    throw Diagnostic(start..<offset, "the string does not end: expected `\"`")
  }

  private mutating func escape() throws(Diagnostic) -> Unicode.Scalar {
    let start = offset
    offset += 1
    guard let byte else { throw expected("a character after `\\`") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      if 0xD800..<0xDC00 ~= unit, consume("\\"), consume("u") {
        let low = try hexadecimal()
        if 0xDC00..<0xE000 ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) {
          return scalar
        }
      }
      throw Diagnostic(start..<offset, "half of a surrogate pair: two `\\u` escapes make one character here")
    default: throw Diagnostic(start..<offset, "unknown escape")
    }
  }

  private mutating func hexadecimal() throws(Diagnostic) -> UInt32 {
    let end = min(offset + 4, source.bytes.count)
    let digits = source.bytes[offset..<end]
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(source[offset..<end], radix: 16)
    else { throw expected("four hexadecimal digits") }
    offset = end
    return value
  }
}
