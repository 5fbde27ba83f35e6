/// A mistake in a script: its place, what is wrong, and what would be right.
package struct Diagnostic: Error, Equatable {
  /// UTF-8 offsets into the script.
  package let range: Range<Int>
  package let message: String
  /// Further lines under the excerpt: what was expected, the nearest spelling.
  package var notes: [String] = []

  package init(_ range: Range<Int>, _ message: String, notes: String?...) {
    self.range = range
    self.message = message
    self.notes = notes.compactMap { $0 }
  }

  /// `file:line:column: error: ...`, the line, a caret under the column, and the notes.
  package func rendered(in source: SourceText, label: String = "error") -> String {
    let (line, column) = source.location(at: range.lowerBound)
    var lines = ["\(source.name.printable):\(line):\(column): \(label): \(message.printableLines)"]
    if !source.bytes.isEmpty { lines += Self.excerpt(of: source, line: line, marking: range) }
    lines += notes.map(\.printableLines)
    lines += source.includes.map { "included from \($0)" }
    return lines.joined(separator: "\n  ")
  }

  /// The line and a line of carets under it. Of a long line only the surroundings of the mark are shown.
  private static func excerpt(of source: SourceText, line: Int, marking range: Range<Int>) -> [String] {
    let lineRange = source.range(ofLine: line)
    let start = min(range.lowerBound, lineRange.upperBound)
    let before = source[lineRange.lowerBound..<start].suffix(81)
    let marked = source[start..<max(start, min(range.upperBound, lineRange.upperBound))].prefix(81)
    let after = source[start + marked.utf8.count..<max(start + marked.utf8.count, lineRange.upperBound)].prefix(81)

    var text = ""
    var carets = ""
    func show(_ characters: Substring, cutAtStart: Bool = false, limit: Int, caret: Character?) {
      let isCut = characters.count > limit
      if isCut, cutAtStart { append("…", caret: caret) }
      for character in cutAtStart ? characters.suffix(limit) : characters.prefix(limit) {
        append(character, caret: caret)
      }
      if isCut, !cutAtStart { append("…", caret: caret) }
    }
    func append(_ character: Character, caret: Character?) {
      if character == "\t", caret == nil {
        // A tab in both lines ends at the same column, no matter where the terminal has its tab stops.
        text.append("\t")
        carets.append("\t")
      } else {
        let visible = character == "\t" ? " " : String(character).printable
        text += visible
        carets += String(repeating: caret ?? " ", count: visible.displayWidth)
      }
    }
    show(before, cutAtStart: true, limit: 80, caret: nil)
    let markColumn = carets.endIndex
    show(marked, limit: 80, caret: "~")
    if carets.endIndex == markColumn {
      carets.append("^")
    } else {
      carets.replaceSubrange(markColumn...markColumn, with: "^")
    }
    let markEnd = carets.endIndex
    if marked.count <= 80 { show(after, limit: 80 - marked.count, caret: nil) }
    return [text, String(carets[..<markEnd])]
  }
}

extension Int {
  /// The number with the word that it counts: `1 step`, `2 steps`.
  package func counting(_ what: String) -> String { "\(self) \(what)\(self == 1 ? "" : "s")" }
}
