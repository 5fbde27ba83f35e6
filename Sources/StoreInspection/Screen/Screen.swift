/// What a feature looks like: lines of styled text. A function from state to screen is all that a screen file has; it
/// decides nothing.
///
/// ```swift
/// func countScreen(_ state: Count.State, width: Int) -> Screen {
///   var screen = Screen("Count", width: width)
///   screen.row("\(state.count)", trailing: state.isLoading ? "…" : "")
///   return screen
/// }
/// ```
///
/// Whatever text it is given, it holds no control character and no line wider than it is.
public struct Screen: Equatable {
  /// How a line is shown. Terminals without colours show them as they can.
  public enum Style: Equatable { case plain, bold, dim, selected, failure }

  /// A line of text.
  public struct Line: Equatable {
    /// Without control characters, and no wider than the screen.
    public var text: String
    /// How it is shown.
    public var style = Style.plain

    /// The text without the spaces at its end.
    var trimmed: String { String(text.reversed().drop { $0 == " " }.reversed()) }
  }

  /// In terminal columns.
  public let width: Int
  /// From top to bottom.
  public private(set) var lines: [Line] = []

  /// Makes a screen with nothing on it.
  public init(width: Int = 80) { self.width = max(width, 20) }

  /// Makes a screen with a title and a rule under it.
  public init(_ title: String, width: Int = 80) {
    self.init(width: width)
    line(title, .bold)
    line(String(repeating: "─", count: self.width), .dim)
  }

  /// Adds a line, cut to the width with an ellipsis.
  public mutating func line(_ text: String = "", _ style: Style = .plain) {
    lines.append(Line(text: text.oneLine.fitting(width), style: style))
  }

  /// Adds a line with something at its end. What does not fit is cut from the text before it.
  public mutating func row(_ text: String, trailing: String, _ style: Style = .plain) {
    let trailing = trailing.oneLine.fitting(width / 2)
    let text = text.oneLine.fitting(width - trailing.displayWidth - (trailing.isEmpty ? 0 : 1))
    let gap = trailing.isEmpty ? 0 : width - text.displayWidth - trailing.displayWidth
    lines.append(Line(text: text + String(repeating: " ", count: gap) + trailing, style: style))
  }

  /// Adds text over as many lines as it needs. Lines break at spaces, and between any two characters of scripts that
  /// are written without them.
  public mutating func paragraph(_ text: String, _ style: Style = .plain) {
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var current = ""
      var columns = 0
      // Where the line can be broken, as a character offset into `current`.
      var lastBreak: String.Index?
      for character in String(part).oneLine {
        if columns + character.displayWidth > width {
          let end = character == " " ? current.endIndex : lastBreak ?? current.endIndex
          lines.append(Line(text: String(current[..<end]), style: style))
          current = String(current[end...].drop { $0 == " " })
          columns = current.displayWidth
          lastBreak = nil
          if character == " " { continue }
        }
        current.append(character)
        columns += character.displayWidth
        if character == " " || character.displayWidth == 2 { lastBreak = current.endIndex }
      }
      lines.append(Line(text: current, style: style))
    }
  }

  /// Adds another screen below.
  public mutating func append(_ screen: Screen) { lines += screen.lines }

  /// The screen without its styles, for snapshots and for terminals that have none.
  public var text: String { lines.map(\.trimmed).joined(separator: "\n") }
}

extension String {
  /// The text with what is not printable shown as such, and with tabs and line breaks as spaces.
  fileprivate var oneLine: String {
    String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).printable
  }

  /// The text, cut to a number of columns with an ellipsis.
  fileprivate func fitting(_ columns: Int) -> String {
    guard displayWidth > columns else { return self }
    var result = ""
    var used = 0
    for character in self {
      guard used + character.displayWidth < columns else { break }
      result.append(character)
      used += character.displayWidth
    }
    return result + "…"
  }
}
