/// Parts of help texts.
enum HelpText {
  /// Formats rows in two columns, the first as wide as its longest text.
  ///
  /// - Parameter width: The width at which lines are broken between words.
  static func table(_ rows: [(String, String)], width: Int = .max) -> String {
    let margin = (rows.map(\.0.displayWidth).max() ?? 0) + 4
    return rows.map { name, text in
      let name = "  " + name + String(repeating: " ", count: margin - 2 - name.displayWidth)
      return name
        + text.wrapped(to: max(20, width - margin)).joined(separator: "\n" + String(repeating: " ", count: margin))
    }
    .joined(separator: "\n")
  }
}
