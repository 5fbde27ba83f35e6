/// The contents of a terminal: a style and a character for each of its cells.
struct Frame: Equatable {
  struct Style: OptionSet, Hashable {
    let rawValue: UInt8
    static let bold = Self(rawValue: 1)
    static let dim = Self(rawValue: 2)
    static let underline = Self(rawValue: 4)
    static let reverse = Self(rawValue: 8)
    static let red = Self(rawValue: 16)
    static let cyan = Self(rawValue: 32)
  }

  struct Cell: Equatable {
    /// `nil` for the right half of the character before it.
    var character: Character?
    var style: Style = []

    static let blank = Cell(character: " ")
  }

  let size: TerminalSize
  private(set) var cells: [Cell]
  /// The position of the cursor; `nil` if it is hidden.
  var cursor: (column: Int, row: Int)?

  init(_ size: TerminalSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.size == rhs.size && lhs.cells == rhs.cells && lhs.cursor?.column == rhs.cursor?.column
      && lhs.cursor?.row == rhs.cursor?.row
  }

  /// The cells of a row.
  subscript(row row: Int) -> ArraySlice<Cell> { cells[row * size.columns..<(row + 1) * size.columns] }

  /// Writes text, beginning at a cell. Text that does not fit is left out.
  mutating func write(_ text: String, column: Int, row: Int, _ style: Style = [], limit: Int = .max) {
    guard row >= 0, row < size.rows, column >= 0 else { return }
    var column = column
    let end = min(size.columns, limit)
    for character in text.lazy.flatMap(\.cells) {
      let width = character.displayWidth
      if width == 0 { continue }
      guard column + width <= end else { break }
      put(Cell(character: character, style: style), column, row)
      if width == 2 { put(Cell(character: nil, style: style), column + 1, row) }
      column += width
    }
  }

  /// Changes the style of cells.
  mutating func restyle(row: Int, columns: Range<Int>, _ change: (inout Style) -> Void) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) { change(&cells[row * size.columns + column].style) }
  }

  private mutating func put(_ cell: Cell, _ column: Int, _ row: Int) {
    let index = row * size.columns + column
    // If one half of a wide character is overwritten, the other half is erased.
    if column > 0, cells[index].character == nil {
      cells[index - 1] = Cell(character: " ", style: cells[index - 1].style)
    }
    if column + 1 < size.columns, cells[index + 1].character == nil {
      cells[index + 1] = Cell(character: " ", style: cells[index + 1].style)
    }
    cells[index] = cell
  }
}
