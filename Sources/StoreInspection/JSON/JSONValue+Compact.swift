extension JSONValue {
  /// Appends the value as one line of JSON without spaces. What makes trouble in a terminal or in HTML is escaped.
  func write(to bytes: inout [UInt8]) {
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

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    let isPlain = string.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    if isPlain {
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: string.utf8)
      bytes.append(UInt8(ascii: "\""))
    } else {
      bytes.append(contentsOf: JSONValue.string(string).description.utf8)
    }
  }
}
