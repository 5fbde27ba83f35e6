import Foundation

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

  /// The size of a terminal; `nil` if it is none, or does not say.
  init?(of descriptor: Int32) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
