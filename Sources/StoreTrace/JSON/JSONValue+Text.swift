import Store

extension JSONValue: CustomStringConvertible {
  /// JSON on one line, with a space after colons and commas.
  package var description: String { text(Layout(hasSpaces: true)) }

  /// JSON with one member or element to a line. A value of at most `width` characters stays on one line.
  package func pretty(width: Int = 80) -> String { text(Layout(hasSpaces: true, indentation: 0, width: width)) }

  /// Appends the value as one line of JSON without spaces.
  package func write(to bytes: inout [UInt8]) { write(to: &bytes, Layout(hasSpaces: false)) }

  private struct Layout {
    var hasSpaces: Bool
    /// The column of the line on which a list begins; `nil` if everything stays on one line.
    var indentation: Int?
    var width = 0
  }

  private func text(_ layout: Layout) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, layout)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8], _ layout: Layout) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .unsigned(let value): bytes += "\(value)".utf8
    case .number(let value):
      let integer = value.sign == .minus && value == 0 ? nil : Int64(exactly: value)
      bytes += (integer.map { "\($0)" } ?? "\(value)").utf8
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let elements):
      writeList(elements, between: ("[", "]"), to: &bytes, layout) { $0.write(to: &$1, $2) }
    case .object(let members):
      writeList(members, between: ("{", "}"), to: &bytes, layout) {
        Self.write($0.name, to: &$1)
        $1.append(UInt8(ascii: ":"))
        if $2.hasSpaces { $1.append(UInt8(ascii: " ")) }
        $0.value.write(to: &$1, $2)
      }
    }
  }

  private func writeList<Item>(
    _ items: [Item],
    between brackets: (Unicode.Scalar, Unicode.Scalar),
    to bytes: inout [UInt8],
    _ layout: Layout,
    item: (Item, inout [UInt8], Layout) -> Void
  ) {
    var inner = layout
    if let column = layout.indentation { inner.indentation = fits(layout.width - column) ? nil : column + 2 }
    func breakLine(to column: Int) {
      bytes.append(.newline)
      bytes += repeatElement(UInt8(ascii: " "), count: column)
    }
    bytes.append(UInt8(ascii: brackets.0))
    var isFirst = true
    for element in items {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      if let column = inner.indentation {
        breakLine(to: column)
      } else if !isFirst, layout.hasSpaces {
        bytes.append(UInt8(ascii: " "))
      }
      isFirst = false
      item(element, &bytes, inner)
    }
    if inner.indentation != nil, let column = layout.indentation { breakLine(to: column) }
    bytes.append(UInt8(ascii: brackets.1))
  }

  /// Whether the text on one line is at most `width` long. Stops at the first part that does not fit.
  private func fits(_ width: Int) -> Bool {
    var remaining = width
    subtract(from: &remaining)
    return remaining >= 0
  }

  private func subtract(from remaining: inout Int) {
    guard remaining >= 0 else { return }
    switch self {
    case .array(let elements):
      remaining -= max(2, elements.count * 2)
      for element in elements where remaining >= 0 { element.subtract(from: &remaining) }
    case .object(let members):
      remaining -= max(2, members.count * 2)
      for member in members where remaining >= 0 {
        remaining -= member.name.utf8.count + 4
        member.value.subtract(from: &remaining)
      }
    case .string(let value): remaining -= value.utf8.count + 2
    default: remaining -= description.utf8.count
    }
  }

  /// Appends a string literal. Characters that are unsafe in a terminal or in HTML are escaped.
  static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    var string = string
    let isPlain = string.withUTF8 { text in
      guard text.isPlain else { return false }
      bytes += text
      return true
    }
    if isPlain { return }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case _ where scalar.isUnprintable:
        let digits = String(scalar.value, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes += scalar.utf8
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the text surely has no character that is escaped. Beyond ASCII, these characters begin with one of three
  /// bytes, and few others do.
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
