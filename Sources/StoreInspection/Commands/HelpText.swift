/// Parts of help texts.
enum HelpText {
  /// Two columns, the first as wide as it needs to be.
  ///
  /// - Parameter width: Where lines are broken, between words.
  static func table(_ rows: [(String, String)], width: Int = .max) -> String {
    let margin = (rows.map(\.0.count).max() ?? 0) + 4
    return rows.map { name, text in
      let name = "  " + name + String(repeating: " ", count: margin - 2 - name.count)
      return name
        + text.wrapped(to: max(20, width - margin)).joined(separator: "\n" + String(repeating: " ", count: margin))
    }
    .joined(separator: "\n")
  }
}

extension String {
  /// The text in lines of at most so many columns, unless a word is longer.
  func wrapped(to width: Int) -> [String] {
    guard displayWidth > width else { return [self] }
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.displayWidth + 1 + String(word).displayWidth <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
