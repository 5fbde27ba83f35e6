/// How many characters fit on a terminal.
struct TerminalSize: Equatable {
  var columns: Int
  var rows: Int

  /// More than any screen has, and few enough to draw at once, whatever a terminal says of itself.
  static let limit = 1_000

  init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), Self.limit)
    self.rows = min(max(rows, 1), Self.limit)
  }
}
