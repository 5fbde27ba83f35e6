import Foundation
import Store

/// Swift source text with the places where it can be broken into lines.
indirect enum SwiftSource: Sendable {
  case text(String)
  /// Items between `open` and `close`: a call, an array.
  case list(open: String, items: [SwiftSource], close: String)
  /// Text before other source: `label: value`, `path = value`.
  case prefixed(String, SwiftSource)
  /// Source followed by text.
  case suffixed(SwiftSource, String)
  /// Statements in braces, whose head ends with the opening one. A single statement is on the line of the braces if it
  /// fits there, unless the block stays open. A case of a `switch` has nothing to close it.
  case block(SwiftSource, [SwiftSource], close: String?, staysOpen: Bool = false)
  /// A string literal that is broken if it does not fit on a line.
  case longString(String)

  /// The line length of `swift format`.
  static let width = 120

  /// The source on one line.
  var line: String {
    switch self {
    case .text(let text): text
    case .list(let open, let items, let close): open + items.map(\.line).joined(separator: ", ") + close
    case .prefixed(let prefix, let source): prefix + source.line
    case .suffixed(let source, let suffix): source.line + suffix
    case .block(let head, let statements, let close?, _) where statements.isEmpty:
      head.line + (head.line.hasSuffix("{") ? "" : " ") + close
    case .block(let head, let statements, let close, _):
      ([head.line] + [statements.map(\.line).joined(separator: "; "), close ?? ""].filter { !$0.isEmpty })
        .joined(separator: " ")
    case .longString(let string): string.literal
    }
  }

  /// The number of characters on one line. Counting stops at the first part with which it exceeds `limit`, so a result
  /// greater than `limit` may be too small. What can't be on one line exceeds it.
  private func count(limit: Int) -> Int {
    guard limit >= 0 else { return 0 }
    switch self {
    case .text(let text): return text.count
    case .list(let open, let items, let close):
      var sum = open.count + close.count + max(0, items.count - 1) * 2
      for item in items where sum <= limit { sum += item.count(limit: limit - sum) }
      return sum
    case .prefixed(let prefix, let source): return prefix.count + source.count(limit: limit - prefix.count)
    case .suffixed(let source, let suffix): return suffix.count + source.count(limit: limit - suffix.count)
    case .block(let head, let statements, let close, let staysOpen):
      if staysOpen || statements.count > 1 { return limit + 1 }
      let braces = head.count(limit: limit) + 1 + (close.map { $0.count + statements.count } ?? 0)
      return braces + (statements.first?.count(limit: limit - braces) ?? 0)
    case .longString(let string): return string.literal.count
    }
  }

  /// Whether the source has at most `limit` characters on one line.
  func fits(_ limit: Int) -> Bool { count(limit: limit) <= limit }

  /// The source, broken into lines where it doesn't fit.
  ///
  /// - Parameters:
  ///   - indentation: The indentation of all lines except the first.
  ///   - column: Where the first line begins; `indentation` if `nil`.
  ///   - suffix: The number of characters that follow on the last line.
  func rendered(at indentation: Int = 0, column: Int? = nil, suffix: Int = 0) -> String {
    let column = column ?? indentation
    if fits(Self.width - column - suffix) { return line }
    let margin = String(repeating: " ", count: indentation)
    switch self {
    case .text(let text): return text
    case .longString(let string):
      let parts = Self.parts(of: string, width: max(40, Self.width - indentation - 1))
      return "\"\"\"\n" + parts.map { margin + $0 }.joined(separator: "\\\n") + "\n" + margin + "\"\"\""
    case .prefixed(let prefix, let source):
      return prefix + source.rendered(at: indentation, column: column + prefix.count, suffix: suffix)
    case .suffixed(let source, let behind):
      return source.rendered(at: indentation, column: column, suffix: suffix + behind.count) + behind
    case .block(let head, let statements, let close, _):
      let lines = statements.map { statement in
        let text = statement.rendered(at: indentation + 2)
        return text.isEmpty ? "" : margin + "  " + text
      }
      return ([head.rendered(at: indentation, column: column)] + lines + (close.map { [margin + $0] } ?? []))
        .joined(separator: "\n")
    case .list(let open, let items, let close):
      guard !items.isEmpty else { return open + close }
      // A literal of several elements has a comma after each.
      let isLiteral = close == "]"
      var text = open + "\n"
      for (index, item) in items.enumerated() {
        let comma = index < items.count - 1 || isLiteral && items.count > 1 ? "," : ""
        text += margin + "  " + item.rendered(at: indentation + 2, suffix: comma.count) + comma + "\n"
      }
      return text + margin + close
    }
  }
}

extension SwiftLiteral {
  var source: SwiftSource { .text(literal) }
}

extension Date {
  /// The date as people write it, if it is one of whole seconds: `Date("2026-01-31T12:00:00Z")`.
  var source: SwiftSource {
    let text = formatted(.iso8601)
    let isReadable = !literal.hasPrefix(".") && (try? Date(text, strategy: .iso8601)) == self
    return .text(isReadable ? "Date(\(text.literal))" : literal)
  }

  /// The declaration that a file with such dates needs.
  static let readingSource = """
    extension Date {
      fileprivate init(_ text: String) { self = (try? Date(text, strategy: .iso8601)) ?? .distantPast }
    }

    """
}

extension SwiftSource {
  /// A string literal with escapes. Long literals can be broken.
  static func string(_ string: String) -> SwiftSource {
    string.utf8.count > 60 ? .longString(string) : .text(string.literal)
  }

  /// The text of a literal in parts of at most `width` characters.
  private static func parts(of string: String, width: Int) -> [String] {
    var parts: [String] = []
    var part = ""
    var count = 0
    for scalar in string.unicodeScalars {
      let text = scalar.escaped
      if count + text.count > width {
        parts.append(part)
        (part, count) = ("", 0)
      }
      part += text
      count += text.count
    }
    return parts + [part]
  }

  /// The name, in backticks if it is a keyword.
  static func identifier(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
