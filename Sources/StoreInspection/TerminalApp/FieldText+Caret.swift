extension FieldText {
  /// The position of a cursor before the character at an offset.
  static func position(of offset: Int, in text: String, columns: Int) -> (line: Int, column: Int) {
    let lines = wrapped(String(text.prefix(offset)), columns: columns)
    return (lines.count - 1, min(lines[lines.count - 1].displayWidth, columns - 1))
  }

  /// The last offset on a line whose cursor is not behind a column, or else the first offset of the line; `nil` if
  /// there is no such line.
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

  /// The visible part of a text on one line when the cursor is before the character at an offset, and the column of the
  /// cursor in that part.
  static func window(_ text: String, caret: Int, columns: Int) -> (text: String, column: Int) {
    let characters = text.map { $0.isNewline ? "↵" : String($0).oneLine }
    let caret = min(caret, characters.count)
    var first = caret
    // The cursor behind the last character needs a column, too.
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
