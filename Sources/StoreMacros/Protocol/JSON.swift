/// A JSON document. The plugin does without Foundation: the compiler starts it for every job, and loading Foundation
/// takes longer than all its work.
enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// The value of an object's member. Of several members with the same key the first counts.
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
  /// Parses a document. Returns `nil` if it is malformed or nested too deeply.
  ///
  /// - Parameter ignored: The keys of members to parse as `null`.
  init?(parsing bytes: [UInt8], ignoring ignored: Set<String> = []) {
    let value = bytes.withUnsafeBufferPointer { bytes -> JSON? in
      guard let start = bytes.baseAddress else { return nil }
      var reader = JSONReader(bytes: start, count: bytes.count, ignored: ignored)
      guard let value = reader.value(depth: 0), reader.isAtEnd() else { return nil }
      return value
    }
    guard let value else { return nil }
    self = value
  }

  /// The document encoded in UTF-8.
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
      bytes.append(0x5B)
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        element.write(to: &bytes)
      }
      bytes.append(0x5D)
    case .object(let members):
      bytes.append(0x7B)
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(0x2C) }
        Self.write(member.key, to: &bytes)
        bytes.append(0x3A)
        member.value.write(to: &bytes)
      }
      bytes.append(0x7D)
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    var string = string
    bytes.append(0x22)
    string.withUTF8 { buffer in
      guard let start = buffer.baseAddress else { return }
      // Parts without escapes are copied as a whole.
      var copied = 0
      var position = 0
      while position < buffer.count {
        let byte = start[position]
        if byte < 0x20 || byte == 0x22 || byte == 0x5C {
          bytes.append(contentsOf: UnsafeBufferPointer(start: start + copied, count: position - copied))
          bytes.append(0x5C)
          if byte < 0x20 {
            bytes += [0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
          } else {
            bytes.append(byte)
          }
          copied = position + 1
        }
        position += 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(start: start + copied, count: buffer.count - copied))
    }
    bytes.append(0x22)
  }
}

/// Parses with loops over a pointer. Plugins are usually built without optimization, where generic algorithms call
/// several functions for each byte.
private struct JSONReader {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let ignored: Set<String>
  var position = 0

  init(bytes: UnsafePointer<UInt8>, count: Int, ignored: Set<String>) {
    self.bytes = bytes
    self.count = count
    self.ignored = ignored
  }

  private mutating func skipSpace() {
    while position < count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D else { return }
      position += 1
    }
  }

  mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == count
  }

  /// Skips a character if it is the next one.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skip(word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard length <= count - position else { return false }
    for index in 0..<length where bytes[position + index] != word.utf8Start[index] { return false }
    position += length
    return true
  }

  mutating func value(depth: Int) -> JSON? {
    guard depth < 64 else { return nil }
    if skip(0x7B) {
      var members: [(key: String, value: JSON)] = []
      if skip(0x7D) { return .object(members) }
      repeat {
        guard skip(0x22), let key = string(), skip(0x3A) else { return nil }
        skipSpace()
        if ignored.contains(key), position < count, bytes[position] == 0x22 {
          position += 1
          guard skipString() else { return nil }
          members.append((key, .null))
        } else {
          guard let value = value(depth: depth + 1) else { return nil }
          members.append((key, ignored.contains(key) ? .null : value))
        }
      } while skip(0x2C)
      return skip(0x7D) ? .object(members) : nil
    }
    if skip(0x5B) {
      var elements: [JSON] = []
      if skip(0x5D) { return .array(elements) }
      repeat {
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
      } while skip(0x2C)
      return skip(0x5D) ? .array(elements) : nil
    }
    if skip(0x22) { return string().map(JSON.string) }
    if skip(word: "null") { return .null }
    if skip(word: "true") { return .bool(true) }
    if skip(word: "false") { return .bool(false) }
    return number()
  }

  /// Messages contain only integers. Other numbers are parsed as 0.
  private mutating func number() -> JSON? {
    let start = position
    while position < count, isPartOfNumber(bytes[position]) { position += 1 }
    let text = text(start, position)
    return Int(text).map(JSON.number) ?? Double(text).map { _ in .number(0) }
  }

  private func isPartOfNumber(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte == 0x45 || byte == 0x65
  }

  private func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes + start, count: end - start), as: UTF8.self)
  }

  /// Skips the rest of a string after its opening quote.
  private mutating func skipString() -> Bool {
    while position < count {
      let byte = bytes[position]
      position += byte == 0x5C ? 2 : 1
      if byte == 0x22 { return true }
    }
    return false
  }

  /// Parses the rest of a string after its opening quote.
  private mutating func string() -> String? {
    var content: [UInt8] = []
    var start = position
    while position < count {
      let byte = bytes[position]
      if byte == 0x22 {
        defer { position += 1 }
        if content.isEmpty { return text(start, position) }
        content.append(contentsOf: UnsafeBufferPointer(start: bytes + start, count: position - start))
        return String(decoding: content, as: UTF8.self)
      }
      guard byte == 0x5C else {
        position += 1
        continue
      }
      content.append(contentsOf: UnsafeBufferPointer(start: bytes + start, count: position - start))
      position += 1
      guard position < count else { return nil }
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
      case 0x22, 0x5C, UInt8(ascii: "/"): content.append(escape)
      default: return nil
      }
      start = position
    }
    return nil
  }

  private mutating func codeUnit() -> UInt16? {
    guard count - position >= 4 else { return nil }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  /// Parses the escape after `\u`: one code unit or a surrogate pair. Half a pair is replaced.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    let end = position
    guard UTF16.isLeadSurrogate(first), skip(word: "\\u") else { return "\u{FFFD}" }
    guard let second = codeUnit() else { return nil }
    guard UTF16.isTrailSurrogate(second) else {
      position = end
      return "\u{FFFD}"
    }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }
}
