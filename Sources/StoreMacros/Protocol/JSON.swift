/// A JSON document. Foundation is not used: loading it takes longer than all that the plugin does, and the compiler
/// starts the plugin for every job.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// The value of a member of an object, the first one if there are several.
  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }

  var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  static func == (lhs: JSON, rhs: JSON) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let lhs), .bool(let rhs)): lhs == rhs
    case (.number(let lhs), .number(let rhs)): lhs == rhs
    case (.string(let lhs), .string(let rhs)): lhs == rhs
    case (.array(let lhs), .array(let rhs)): lhs == rhs
    case (.object(let lhs), .object(let rhs)): lhs.elementsEqual(rhs) { $0.key == $1.key && $0.value == $1.value }
    default: false
    }
  }
}

extension JSON {
  /// Reads a document. `nil` if it is malformed, or nested too deeply to be a message.
  init?(parsing bytes: [UInt8]) {
    var reader = JSONReader(bytes: bytes)
    guard let value = reader.value(depth: 0), reader.isAtEnd() else { return nil }
    self = value
  }

  /// The document in UTF-8.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += Array("null".utf8)
    case .bool(let bool): bytes += Array((bool ? "true" : "false").utf8)
    case .number(let number): bytes += Array(String(number).utf8)
    case .string(let string): Self.write(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
  }

  mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == bytes.count
  }

  /// Goes past a token, if it comes next.
  private mutating func skip(_ token: StaticString) -> Bool {
    skipSpace()
    let isNext = token.withUTF8Buffer { token in
      token.count <= bytes.count - position && token.elementsEqual(bytes[position..<position + token.count])
    }
    if isNext { position += token.utf8CodeUnitCount }
    return isNext
  }

  mutating func value(depth: Int) -> JSON? {
    guard depth < 64 else { return nil }
    if skip("{") {
      var members: [(key: String, value: JSON)] = []
      if skip("}") { return .object(members) }
      repeat {
        guard skip("\""), let key = string(), skip(":"), let value = value(depth: depth + 1) else { return nil }
        members.append((key, value))
      } while skip(",")
      return skip("}") ? .object(members) : nil
    }
    if skip("[") {
      var elements: [JSON] = []
      if skip("]") { return .array(elements) }
      repeat {
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
      } while skip(",")
      return skip("]") ? .array(elements) : nil
    }
    if skip("\"") { return string().map(JSON.string) }
    if skip("null") { return .null }
    if skip("true") { return .bool(true) }
    if skip("false") { return .bool(false) }
    return number()
  }

  /// Numbers that are no integers occur in no message: they are read, as 0.
  private mutating func number() -> JSON? {
    let start = position
    while position < bytes.count, bytes[position].isPartOfNumber { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return Int(text).map(JSON.number) ?? Double(text).map { _ in .number(0) }
  }

  /// What follows an opening quote, up to and with the closing one.
  private mutating func string() -> String? {
    var content: [UInt8] = []
    while let end = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      content += bytes[position..<end]
      position = end + 1
      if bytes[end] == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
      guard position < bytes.count else { return nil }
      let escape = bytes[position]
      position += 1
      switch escape {
      case UInt8(ascii: "n"): content.append(0x0A)
      case UInt8(ascii: "t"): content.append(0x09)
      case UInt8(ascii: "r"): content.append(0x0D)
      case UInt8(ascii: "b"): content.append(0x08)
      case UInt8(ascii: "f"): content.append(0x0C)
      case UInt8(ascii: "u"):
        guard let scalar = escapedScalar() else { return nil }
        content += Array(String(Character(scalar)).utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(escape)
      default: return nil
      }
    }
    return nil
  }

  private mutating func codeUnit() -> UInt16? {
    guard bytes.count - position >= 4, bytes[position..<position + 4].allSatisfy(\.isHexDigit) else { return nil }
    defer { position += 4 }
    return UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
  }

  /// What follows `\u`: one code unit, or two that are a pair. Half a pair is replaced.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    let end = position
    guard UTF16.isLeadSurrogate(first), bytes[position...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    position += 2
    guard let second = codeUnit() else { return nil }
    guard UTF16.isTrailSurrogate(second) else {
      position = end
      return "\u{FFFD}"
    }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  fileprivate var isHexDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  fileprivate var isPartOfNumber: Bool {
    switch self {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }
}
