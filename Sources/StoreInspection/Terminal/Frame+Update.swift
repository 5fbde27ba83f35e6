extension Frame {
  /// Returns the text that makes a terminal with another frame show this one. It contains only the differences.
  ///
  /// - Parameter old: The frame that the terminal shows; `nil` if it is not known.
  func update(from old: Frame?, isColored: Bool) -> String {
    var writer = FrameWriter(isColored: isColored)
    var old = old
    if old?.size != size {
      writer.clear()
      old = Frame(size)
    }
    guard let old else { return "" }
    for row in 0..<size.rows { writer.write(self[row: row], over: old[row: row], row: row) }
    writer.finish(cursor: cursor, before: old.cursor)
    return writer.output
  }
}

/// Writes cells, and remembers the position and the style of the terminal.
private struct FrameWriter {
  let isColored: Bool
  private(set) var output = ""
  private var style: Frame.Style = []
  /// The position of the next character, if it is certain.
  private var position: (column: Int, row: Int)?

  private static let codes: [(Frame.Style, Int)] = [
    (.bold, 1), (.dim, 2), (.underline, 4), (.reverse, 7), (.red, 31), (.cyan, 36),
  ]

  init(isColored: Bool) { self.isColored = isColored }

  mutating func clear() {
    output += "\u{1B}[0m\u{1B}[2J"
  }

  mutating func write(_ cells: ArraySlice<Frame.Cell>, over old: ArraySlice<Frame.Cell>, row: Int) {
    let first = cells.startIndex
    let oldFirst = old.startIndex
    let count = cells.count
    func differs(_ column: Int) -> Bool { cells[first + column] != old[oldFirst + column] }
    // The first column of the blank end of the row.
    let blank = (cells.lastIndex { $0 != .blank } ?? first - 1) + 1 - first
    var column = 0
    while column < count {
      guard differs(column) else {
        column += 1
        continue
      }
      if column >= blank {
        move(to: column, row)
        use([])
        output += "\u{1B}[K"
        return
      }
      // The right half of a character is written along with the left one.
      if cells[first + column].character == nil { column -= 1 }
      let cell = cells[first + column]
      move(to: column, row)
      use(cell.style)
      let character = cell.character ?? " "
      output.append(character)
      let width = character.displayWidth
      column += width
      // Terminals disagree on how wide such characters are, and on where the cursor is behind the last column.
      position = character.isSimple && column < count ? (column, row) : nil
    }
  }

  mutating func finish(cursor: (column: Int, row: Int)?, before: (column: Int, row: Int)?) {
    let isSame = cursor?.column == before?.column && cursor?.row == before?.row
    if output.isEmpty && isSame { return }
    use([])
    if let cursor {
      move(to: cursor.column, cursor.row)
      if before == nil { output += "\u{1B}[?25h" }
    } else if before != nil {
      output += "\u{1B}[?25l"
    }
  }

  private mutating func move(to column: Int, _ row: Int) {
    if let position, position == (column, row) { return }
    output += "\u{1B}[\(row + 1);\(column + 1)H"
    position = (column, row)
  }

  private mutating func use(_ style: Frame.Style) {
    let style = isColored ? style : style.subtracting([.red, .cyan])
    guard style != self.style else { return }
    self.style = style
    output += "\u{1B}[0"
    for (part, code) in Self.codes where style.contains(part) { output += ";\(code)" }
    output += "m"
  }
}

extension Character {
  /// Whether terminals agree on the width of the character.
  fileprivate var isSimple: Bool {
    unicodeScalars.count == 1 && unicodeScalars.first?.properties.isEmoji != true || isASCII
  }
}
