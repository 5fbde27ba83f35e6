import Store

extension JSONValue: CustomStringConvertible {
  /// JSON on one line, with a space after colons and commas.
  package var description: String {
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// JSON with one member or element to a line. What has no more than `width` characters stays on one line.
  package func pretty(width: Int = 80) -> String {
    var text = ""
    write(to: &text, indentation: 0, width: width)
    return text
  }

  private func write(to text: inout String, indentation: Int?, width: Int = 0) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .unsigned(let value): text += "\(value)"
    case .number(let value):
      let integer = value.sign == .minus && value == 0 ? nil : Int64(exactly: value)
      text += integer.map { "\($0)" } ?? "\(value)"
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      writeList(elements, open: "[", close: "]", to: &text, indentation: indentation, width: width) {
        $0.write(to: &$1, indentation: $2, width: width)
      }
    case .object(let members):
      writeList(members, open: "{", close: "}", to: &text, indentation: indentation, width: width) {
        Self.write($0.name, to: &$1)
        $1 += ": "
        $0.value.write(to: &$1, indentation: $2, width: width)
      }
    }
  }

  private func writeList<Item>(
    _ items: [Item],
    open: String,
    close: String,
    to text: inout String,
    indentation: Int?,
    width: Int,
    item: (Item, inout String, Int?) -> Void
  ) {
    var inner = indentation.map { $0 + 2 }
    if let column = indentation, fits(width - column) { inner = nil }
    let lineBreak = inner.map { "\n" + String(repeating: " ", count: $0) }
    text += open
    for (offset, element) in items.enumerated() {
      if offset > 0 { text += lineBreak == nil ? ", " : "," }
      text += lineBreak ?? ""
      item(element, &text, inner)
    }
    if let indentation, inner != nil { text += "\n" + String(repeating: " ", count: indentation) }
    text += close
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

  /// Writes a string literal. Characters that a terminal would not show as they are, are escaped.
  private static func write(_ string: String, to text: inout String) {
    text.append("\"")
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isUnprintable:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text.append("\"")
  }
}
