import Foundation

/// The number of characters that fit on a terminal.
struct TerminalSize: Equatable {
  var columns: Int
  var rows: Int

  /// The maximum number of columns and of rows, no matter what a terminal reports. No screen has more, and this many
  /// can be drawn quickly.
  static let limit = 1_000

  init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), Self.limit)
    self.rows = min(max(rows, 1), Self.limit)
  }

  /// Reads the size of a terminal. Returns `nil` if the descriptor is not a terminal or its size is unknown.
  init?(of descriptor: Int32) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
