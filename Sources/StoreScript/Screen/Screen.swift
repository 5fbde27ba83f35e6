import StoreTrace

/// The screen of a feature: lines of styled text with buttons and fields. A file for a screen contains only a function
/// from the state to the screen. It makes no decisions.
///
/// ```swift
/// func countScreen(_ state: ObservedState<Count.State>, _ context: ScreenContext) -> Screen<Count.Action> {
///   var screen = Screen<Count.Action>("Count", width: context.width)
///   screen.line("\(state.count)", trailing: state.isLoading ? "…" : "")
///   screen.button("[+1]", key: "+", .incrementButtonTapped)
///   return screen
/// }
/// ```
///
/// No text adds control characters to a screen, or a line that is wider than the screen.
public struct Screen<Action> {
  /// The style of a line.
  public typealias Style = ScreenStyle

  /// A line of text.
  public struct Line {
    /// The text, without control characters and no wider than the screen.
    public var text: String
    /// The style.
    public var style = Style.plain
    package var controls: [Control] = []
    package var row: Row?
    /// The entire text if the line shows a part of it; otherwise `nil`.
    package var cutText: String?
    /// The column of the sign that something is running.
    package var spinnerColumn: Int?

    /// The text without the spaces at its end.
    package var trimmed: String { text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? "" }
  }

  /// The row of a list that a line belongs to.
  package struct Row {
    package let id: AnyHashable
    /// The offset of the row in the list; `nil` for a row that is in no list.
    package var offset: Int?
    package var onAppear: Action?
  }

  /// A button, a field, or a row that can have the focus.
  package struct Control {
    package enum Content {
      case button(Action)
      case field(Field)
      /// A row that can't be pressed but has commands.
      case place
    }

    package var id: ScreenControlID
    package var columns: Range<Int>
    package let label: String
    package var key: ScreenKey?
    package var content: Content
    /// The question that is asked before a button's action is sent.
    package var question: String?
  }

  /// A field for text.
  package struct Field {
    package let text: String
    /// The number of lines that it takes.
    package let lineCount: Int
    package let isMultiline: Bool
    package let submit: Action?
    package let edit: (String) -> Action
  }

  /// An action for a key that belongs to no control.
  package struct Command {
    package let key: ScreenKey
    package let title: String
    package let action: Action
    /// The question that is asked before the action is sent.
    package var question: String?
    /// The row that the command is about; `nil` if it is about no row.
    package var row: AnyHashable?
  }

  /// A list of which some rows are drawn.
  package struct Listing {
    package let id: AnyHashable
    package let count: Int
    package let shown: Range<Int>
  }

  /// The width in terminal columns.
  public let width: Int
  /// The lines from top to bottom.
  public internal(set) var lines: [Line] = []
  package var commands: [Command] = []
  package var appearances: [(id: AnyHashable, action: Action)] = []
  /// The number of lines at the top that stay when the others are scrolled.
  package var pinnedCount = 0
  /// The first line of an alert or a dialog, which has to be answered before anything else.
  package var modalStart: Int?
  /// The action that dismisses the alert or the dialog.
  package var modalClose: Action?
  package var listing: Listing?
  /// The control that has the focus at first.
  package var firstFocus: ScreenControlID?

  /// Makes an empty screen.
  public init(width: Int = 80) { self.width = max(width, 20) }

  /// Makes a screen with a title and a rule under it.
  public init(_ title: String, width: Int = 80) {
    self.init(width: width)
    line(title, .bold)
    line(String(repeating: "─", count: self.width), .dim)
  }

  // MARK: Text

  /// Adds a line, cut to the width with an ellipsis.
  public mutating func line(_ text: String = "", _ style: Style = .plain) {
    let text = text.oneLine
    let shown = text.cut(to: width)
    lines.append(Line(text: shown, style: style, cutText: shown == text ? nil : text))
  }

  /// Adds a line with text at its end. If both do not fit, the text before it is cut.
  public mutating func line(_ text: String, trailing: String, _ style: Style = .plain) {
    line([.text(text)], trailing: trailing.isEmpty ? [] : [.text(trailing)], style)
  }

  /// Adds text over as many lines as it needs. Lines break at spaces, and between any two characters of scripts that
  /// are written without them. No line begins with a closing mark or bracket, or ends with an opening one.
  public mutating func paragraph(_ text: String, _ style: Style = .plain) {
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var current = ""
      var columns = 0
      // The last index of `current` at which the line can be broken, and the one before it.
      var lastBreak: String.Index?
      var earlierBreak: String.Index?
      for character in String(part).oneLine {
        if character.beginsNoLine, lastBreak == current.endIndex { lastBreak = earlierBreak }
        if columns + character.displayWidth > width {
          let end = character == " " ? current.endIndex : lastBreak ?? current.endIndex
          lines.append(Line(text: String(current[..<end]), style: style))
          current = String(current[end...].drop { $0 == " " })
          columns = current.displayWidth
          (lastBreak, earlierBreak) = (nil, nil)
          if character == " " { continue }
        }
        current.append(character)
        columns += character.displayWidth
        if character == " " || character.displayWidth == 2 && !character.endsNoLine {
          (lastBreak, earlierBreak) = (current.endIndex, lastBreak)
        }
      }
      lines.append(Line(text: current, style: style))
    }
  }

  /// Adds a line that says that something is running, with a moving sign after it.
  public mutating func progress(_ text: String, _ style: Style = .dim) {
    line(text, style)
    let end = lines[lines.count - 1].text.displayWidth
    if end + 2 <= width { lines[lines.count - 1].spinnerColumn = end + 1 }
  }

  /// Adds another screen below this one.
  ///
  /// - Parameter action: Converts an action of the other screen to one of this screen.
  public mutating func append<ChildAction>(_ child: Screen<ChildAction>, action: @escaping (ChildAction) -> Action) {
    if let start = child.modalStart {
      modalStart = lines.count + start
      modalClose = child.modalClose.map(action)
    }
    lines += child.lines.map { $0.map(action) }
    commands += child.commands.map {
      Command(key: $0.key, title: $0.title, action: action($0.action), question: $0.question, row: $0.row)
    }
    appearances += child.appearances.map { ($0.id, action($0.action)) }
    if let focus = child.firstFocus { firstFocus = focus }
    if let childListing = child.listing {
      listing = Listing(id: childListing.id, count: childListing.count, shown: childListing.shown)
    }
  }

  /// Returns this screen with other actions.
  public func map<NewAction>(_ transform: @escaping (Action) -> NewAction) -> Screen<NewAction> {
    var screen = Screen<NewAction>(width: width)
    screen.append(self, action: transform)
    screen.pinnedCount = pinnedCount
    return screen
  }

  /// Keeps the lines so far at the top when the lines after them are scrolled.
  public mutating func pin() { pinnedCount = lines.count }

  /// The screen without its styles, for snapshots and for terminals without styles.
  public var text: String { lines.map(\.trimmed).joined(separator: "\n") }
}

/// Identifies a control on a screen, even after the screen has been drawn again.
package struct ScreenControlID: Hashable {
  package internal(set) var row: AnyHashable?
  let name: AnyHashable
}

extension Screen.Line {
  fileprivate func map<NewAction>(_ transform: @escaping (Action) -> NewAction) -> Screen<NewAction>.Line {
    Screen<NewAction>.Line(
      text: text,
      style: style,
      controls: controls.map { control in
        let content: Screen<NewAction>.Control.Content =
          switch control.content {
          case .button(let action): .button(transform(action))
          case .place: .place
          case .field(let field):
            .field(
              Screen<NewAction>.Field(
                text: field.text,
                lineCount: field.lineCount,
                isMultiline: field.isMultiline,
                submit: field.submit.map(transform),
                edit: { transform(field.edit($0)) }
              )
            )
          }
        return Screen<NewAction>.Control(
          id: control.id,
          columns: control.columns,
          label: control.label,
          key: control.key,
          content: content,
          question: control.question
        )
      },
      row: row.map { Screen<NewAction>.Row(id: $0.id, offset: $0.offset, onAppear: $0.onAppear.map(transform)) },
      cutText: cutText,
      spinnerColumn: spinnerColumn
    )
  }
}

extension Character {
  fileprivate var beginsNoLine: Bool { "、。，．：；？！ー…」』）］｝〉》】〕".contains(self) }
  fileprivate var endsNoLine: Bool { "「『（［｛〈《【〔".contains(self) }
}

extension String {
  /// The text on one line: tabs and line breaks become spaces, and unprintable characters U+FFFD.
  package var oneLine: String {
    String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).printable
  }
}

/// The style of a line of a ``Screen``. Terminals without colors show it as well as they can.
public enum ScreenStyle: Hashable, Sendable {
  /// The default style.
  case plain
  /// Bold text.
  case bold
  /// Dimmed text.
  case dim
  /// Highlighted text, for what the user is about to choose.
  case selected
  /// Text about a failure.
  case failure
}
