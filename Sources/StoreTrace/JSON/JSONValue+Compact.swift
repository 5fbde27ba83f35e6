extension JSONValue {
  /// Appends the value as one line of JSON without spaces. Characters that are unsafe in a terminal or in HTML are
  /// escaped.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: "\(value)".utf8)
    case .string(let value): Self.write(value, to: &bytes)
    case .unsigned, .number: bytes.append(contentsOf: description.utf8)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in members {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string literal.
  static func write(_ string: String, to bytes: inout [UInt8]) {
    var string = string
    let isPlain = string.withUTF8 { text in
      guard text.isPlain else { return false }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: text)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if !isPlain { bytes.append(contentsOf: JSONValue.string(string).description.utf8) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether no byte of the text may belong to a character that is escaped. Such characters beyond ASCII begin with one
  /// of three bytes, with which few others begin.
  fileprivate var isPlain: Bool {
    for byte in self {
      switch byte {
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xE2, 0xEF: return false
      default: break
      }
    }
    return true
  }
}
