/// How the text of a field is laid out. Unlike a paragraph it is broken anywhere, so that each character has its place.
enum FieldText {
  /// The lines of a text.
  static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines = [""]
    var used = 0
    for character in text {
      if character.isNewline {
        lines.append("")
        used = 0
        continue
      }
      let shown = String(character).oneLine
      if used + shown.displayWidth > columns {
        lines.append("")
        used = 0
      }
      lines[lines.count - 1] += shown
      used += shown.displayWidth
    }
    return lines
  }

  /// Where a cursor before the character at an offset stands.
  static func position(of offset: Int, in text: String, columns: Int) -> (line: Int, column: Int) {
    let lines = wrapped(String(text.prefix(offset)), columns: columns)
    return (lines.count - 1, min(lines[lines.count - 1].displayWidth, columns - 1))
  }

  /// The last offset on a line at which a cursor stands no further than at a column, or the line's first; `nil` if there is
  /// no such line.
  static func offset(ofLine line: Int, column: Int, in text: String, columns: Int) -> Int? {
    var (current, used, offset) = (0, 0, 0)
    var best = line == 0 ? 0 : nil
    for character in text {
      offset += 1
      let width = character.isNewline ? 0 : String(character).oneLine.displayWidth
      if character.isNewline || used + width > columns { (current, used) = (current + 1, 0) }
      used += width
      if current > line { break }
      if current == line, best == nil || min(used, columns - 1) <= column { best = offset }
    }
    return best
  }

  /// The part of a text of one line that is in view when the cursor stands before the character at an offset, and the
  /// column of the cursor in it.
  static func window(_ text: String, caret: Int, columns: Int) -> (text: String, column: Int) {
    let characters = text.map { $0.isNewline ? "↵" : String($0).oneLine }
    let caret = min(caret, characters.count)
    var first = caret
    // A column is left for the cursor behind the last character.
    var used = 0
    while first > 0, used + characters[first - 1].displayWidth < columns {
      first -= 1
      used += characters[first].displayWidth
    }
    var shown = ""
    var width = 0
    for character in characters[first...] {
      guard width + character.displayWidth <= columns else { break }
      shown += character
      width += character.displayWidth
    }
    return (shown, used)
  }
}
