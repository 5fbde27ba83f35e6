/// Formats strings for dumps.
enum DumpedText {
  static func isMultiline(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "\n"))
  }

  static func lines(_ text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Returns a string literal. Only a part of a long string is shown, beginning shortly before `start`.
  static func literal(_ text: String, maximumCount: Int, start: Int = 0) -> String {
    // Characters are counted only if there may be too many, because counting is slow.
    guard text.utf8.count > maximumCount, text.count > maximumCount else { return text.debugDescription }
    let skipped = start < maximumCount ? 0 : start - min(40, maximumCount / 2)
    let part = String(text.dropFirst(skipped).prefix(maximumCount))
    let literal = part.debugDescription.dropFirst().dropLast()
    let end = skipped + maximumCount < text.count ? "…" : ""
    return "\"\(skipped > 0 ? "…" : "")\(literal)\(end)\" (\(text.count) characters)"
  }

  /// Returns a line of a multi-line string literal. Invisible characters are escaped.
  static func line(_ text: Substring, maximumCount: Int) -> String {
    var result = ""
    for scalar in text.prefix(maximumCount).unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\0": result += "\\0"
      case _ where scalar.properties.generalCategory == .control: result += scalar.escaped(asASCII: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
    if result.last == " " { result = result.dropLast() + "\\u{20}" }
    let hasMore = text.utf8.count > maximumCount && text.count > maximumCount
    return hasMore ? "\(result)… (\(text.count) characters)" : result.replacing("\"\"\"", with: "\\\"\"\"")
  }
}

/// Describes a value for a message: on indented lines of its own, and shortened to a readable length.
package func indentedDump(_ value: Any) -> String {
  var limits = DumpLimits()
  limits.lines = 40
  limits.elements = 10
  return valueDump(value, limits: limits)
    .split(separator: "\n", omittingEmptySubsequences: false)
    .map { "    \($0)" }
    .joined(separator: "\n")
}
