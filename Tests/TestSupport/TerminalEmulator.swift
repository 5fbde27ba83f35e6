/// Shows the output that a program writes to a terminal, to the extent that programs of this package need.
package struct TerminalEmulator {
  /// A cell of the screen.
  package struct Cell: Equatable {
    /// The character; `nil` for the right half of a wide one.
    package var character: Character? = " "
    /// The numbers of the graphic renditions that apply to the cell.
    package var style: Set<Int> = []
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var cells: [[Cell]]
  package private(set) var cursor = (column: 0, row: 0)
  package private(set) var isCursorVisible = true
  /// Whether the screen is the alternate one, for programs that use the whole screen.
  package private(set) var isAlternate = false
  package private(set) var marksPastedText = false
  /// Whether text continues in the next row at the end of a row, and rows move up at the end of the screen. Programs
  /// that draw the whole screen should need neither.
  package var wraps = false
  /// The sequences that it does not understand.
  package private(set) var unknown: [String] = []
  private var style: Set<Int> = []
  /// The bytes of an incomplete sequence or character.
  private var pending: [UInt8] = []

  package init(columns: Int = 80, rows: Int = 24) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The lines, without trailing spaces.
  package var lines: [String] {
    cells.map { row in
      let text = String(row.compactMap(\.character))
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  package func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// The column at which a text begins in a row.
  package func column(of text: String, row: Int) -> Int? {
    let row = cells[row]
    return row.indices.first { String(row[$0...].compactMap(\.character)).hasPrefix(text) && row[$0].character != nil }
  }

  /// The row of the first line that contains a text.
  package func row(of text: String) -> Int? { lines.firstIndex { $0.contains(text) } }

  /// The text in reverse video, which has the focus.
  package var reversed: String {
    cells.map { row in String(row.filter { $0.style.contains(7) }.compactMap(\.character)) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  package mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows, cursor) = (columns, rows, (0, 0))
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    (style, pending) = ([], [])
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if pending[0] == 0x1B {
        sequence()
      } else if let scalar = decoded() {
        pending = []
        put(scalar)
      }
    }
  }

  private func decoded() -> Unicode.Scalar? {
    let text = String(validating: pending, as: UTF8.self)
    return text?.unicodeScalars.first ?? (pending.count > 4 ? "\u{FFFD}" : nil)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": cursor.column = 0
    case "\n": lineFeed()
    case "\u{8}" where wraps: cursor.column = max(0, min(cursor.column, columns - 1) - 1)
    case "\u{7}" where wraps: break
    default:
      let column = cursor.column
      // A scalar that combines with the previous character is added to it.
      if column > 0, column <= columns, !(0xFF9E...0xFF9F).contains(scalar.value) {
        let before = cells[cursor.row][column - 1].character == nil && column > 1 ? column - 2 : column - 1
        if let character = cells[cursor.row][before].character, character != " " {
          let joined = String(character) + String(scalar)
          if joined.count == 1, joined.unicodeScalars.count > 1 {
            cells[cursor.row][before].character = Character(joined)
            return
          }
        }
      }
      let width = scalar.isWide ? 2 : 1
      if wraps, column + width > columns {
        lineFeed()
        cursor.column = 0
        return put(scalar)
      }
      guard column + width <= columns else {
        unknown.append("“\(scalar)” behind the last column of row \(cursor.row)")
        return
      }
      // If a half of a wide character is overwritten, the other half is removed.
      if cells[cursor.row][column].character == nil { cells[cursor.row][column - 1] = Cell() }
      let end = column + width
      if end < columns, cells[cursor.row][end].character == nil { cells[cursor.row][end] = Cell() }
      cells[cursor.row][column] = Cell(character: Character(scalar), style: style)
      if width == 2 { cells[cursor.row][column + 1] = Cell(character: nil, style: style) }
      cursor.column += width
    }
  }

  private mutating func lineFeed() {
    if wraps, cursor.row == rows - 1 {
      cells.removeFirst()
      cells.append(Array(repeating: Cell(), count: columns))
    }
    cursor.row = min(cursor.row + 1, rows - 1)
  }

  private mutating func sequence() {
    guard pending.count > 2 else {
      if pending.count == 2, pending[1] != UInt8(ascii: "[") { give(up: pending) }
      return
    }
    guard let final = pending.last, (0x40...0x7E).contains(final) else { return }
    let bytes = pending
    pending = []
    let parameters = String(decoding: bytes[2..<(bytes.count - 1)], as: UTF8.self)
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch (Character(Unicode.Scalar(final)), parameters) {
    case ("H", _):
      cursor = ((numbers.count > 1 ? numbers[1] : 1) - 1, (numbers.first ?? 1) - 1)
      if cursor.row >= rows || cursor.column >= columns { give(up: bytes) }
      cursor = (min(cursor.column, columns - 1), min(cursor.row, rows - 1))
    case ("J", "2"): cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    case ("K", ""): for column in cursor.column..<columns { cells[cursor.row][column] = Cell() }
    case ("J", "") where wraps:
      for column in min(cursor.column, columns)..<columns { cells[cursor.row][column] = Cell() }
      for row in cells.indices.dropFirst(cursor.row + 1) { cells[row] = Array(repeating: Cell(), count: columns) }
    case ("G", _) where wraps: cursor.column = min(max(1, numbers.first ?? 1), columns) - 1
    case ("A", _) where wraps: cursor.row = max(0, cursor.row - (numbers.first ?? 1))
    case ("B", _) where wraps: cursor.row = min(rows - 1, cursor.row + (numbers.first ?? 1))
    case ("C", _) where wraps: cursor.column = min(columns - 1, cursor.column + (numbers.first ?? 1))
    case ("D", _) where wraps: cursor.column = max(0, cursor.column - (numbers.first ?? 1))
    case ("P", _) where wraps:
      for _ in 0..<(numbers.first ?? 1) { cells[cursor.row].remove(at: cursor.column) }
      while cells[cursor.row].count < columns { cells[cursor.row].append(Cell()) }
    case ("@", _) where wraps:
      for _ in 0..<(numbers.first ?? 1) { cells[cursor.row].insert(Cell(), at: cursor.column) }
      cells[cursor.row].removeLast(cells[cursor.row].count - columns)
    case ("m", _):
      for number in numbers.isEmpty ? [0] : numbers { if number == 0 { style = [] } else { style.insert(number) } }
    case ("h", "?25"): isCursorVisible = true
    case ("l", "?25"): isCursorVisible = false
    case ("h", "?1049"):
      isAlternate = true
      cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    case ("l", "?1049"): isAlternate = false
    case ("h", "?2004"): marksPastedText = true
    case ("l", "?2004"): marksPastedText = false
    default: give(up: bytes)
    }
  }

  private mutating func give(up bytes: [UInt8]) {
    unknown.append(String(decoding: bytes, as: UTF8.self))
    pending = []
  }
}

extension Unicode.Scalar {
  /// Whether terminals show the scalar in two columns. Covers only the blocks that the tests use.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x3000...0x303E, 0x3041...0x33FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xFF00...0xFF60,
      0x1F300...0x1F64F, 0x1F900...0x1F9FF:
      true
    default: false
    }
  }
}
