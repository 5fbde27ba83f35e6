import Store

extension Character {
  /// The number of terminal columns that the character takes: 0, 1 or 2. Tabs are not supported.
  package var displayWidth: Int {
    glyphWidth + unicodeScalars.dropFirst().count(where: \.isHalfWidthVoicing)
  }

  private var glyphWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    // A variation selector 16 asks for the emoji form of a character that is narrow text by default.
    if unicodeScalars.count > 1, unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    if first.properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The characters with a cell for each. Terminals treat the voicing mark of half-width katakana as a character.
  package var cells: [Character] {
    guard unicodeScalars.dropFirst().contains(where: \.isHalfWidthVoicing) else { return [self] }
    let (marks, others) = (
      unicodeScalars.filter(\.isHalfWidthVoicing), unicodeScalars.filter { !$0.isHalfWidthVoicing }
    )
    return Array(String(String.UnicodeScalarView(others))) + marks.map { Character($0) }
  }

  /// The blocks of Unicode's EastAsianWidth.txt that are wide or full width, without the emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]
}

extension String {
  /// The number of terminal columns that the text takes.
  package var displayWidth: Int { isPlain ? utf8.count : reduce(0) { $0 + $1.displayWidth } }

  /// The text with U+FFFD for characters that could move a terminal's cursor, color its text, or reorder it.
  package var printable: String {
    guard !isPlain, contains(where: \.isUnprintable) else { return self }
    return String(map { $0.isUnprintable ? "\u{FFFD}" : $0 })
  }

  /// The printable text, with its line ends.
  package var printableLines: String {
    isPlain
      ? self
      : split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
  }

  /// Whether the text has only visible ASCII characters and spaces, which take one column each. Most texts do, and
  /// looking at bytes is much faster than looking at characters.
  package var isPlain: Bool { utf8.allSatisfy { 0x20..<0x7F ~= $0 } }

  /// Breaks the text into lines of at most `width` columns. A longer word has a line of its own.
  package func wrapped(to width: Int) -> [String] {
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

  /// The line, cut to a number of columns with an ellipsis. Escape sequences for colors take no columns.
  ///
  /// - Parameter sayingRest: Whether to say how many characters are left out: `… 5312 more`.
  package func cut(to columns: Int, sayingRest: Bool = false) -> String {
    let reserved = sayingRest ? "… \(utf8.count) more".count : 1
    var used = 0
    var isEscape = false
    var isColored = false
    // The place to cut the line if it is too long. It leaves room for the ellipsis.
    var cut: Index?
    for index in indices {
      let character = self[index]
      if character == "\u{1B}" { (isEscape, isColored) = (true, true) }
      used += isEscape ? 0 : character.displayWidth
      if isEscape, character == "m" { isEscape = false }
      if cut == nil, used > columns - reserved { cut = index }
      guard used > columns, let cut else { continue }
      let rest = sayingRest ? " \(self[cut...].withoutEscapes.count) more" : ""
      return self[..<cut] + "…" + rest + (isColored ? "\u{1B}[0m" : "")
    }
    return self
  }

  /// The text, cut to `limit` characters with an ellipsis.
  package func truncated(to limit: Int) -> String {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else { return self }
    return self[..<end] + "…"
  }
}

extension Character {
  fileprivate var isUnprintable: Bool {
    // Sixteen scalars are enough for any emoji of a flag or a family. A longer pile of accents would flood the
    // terminal.
    unicodeScalars.count > 16 || unicodeScalars.contains(where: \.isUnprintable)
  }
}

extension Unicode.Scalar {
  fileprivate var isHalfWidthVoicing: Bool { self == "\u{FF9E}" || self == "\u{FF9F}" }
}

extension Substring {
  /// The text without escape sequences for colors.
  fileprivate var withoutEscapes: Substring {
    unicodeScalars.contains("\u{1B}") ? self.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") : self
  }
}
