/// What a feature looks like: lines of styled text, and in them what can be pressed and typed into. A function from state
/// to screen is all that a screen file has; it decides nothing.
///
/// ```swift
/// func countScreen(_ state: ObservedState<Count.State>, _ context: ScreenContext) -> Screen<Count.Action> {
///   var screen = Screen<Count.Action>("Count", width: context.width)
///   screen.row("\(state.count)", trailing: state.isLoading ? "…" : "")
///   screen.button("[+1]", key: "+", .incrementButtonTapped)
///   return screen
/// }
/// ```
///
/// Whatever text it is given, it holds no control character and no line wider than it is.
public struct Screen<Action> {
  /// How a line is shown.
  public typealias Style = ScreenStyle

  /// A line of text.
  public struct Line {
    /// Without control characters, and no wider than the screen.
    public var text: String
    /// How it is shown.
    public var style = Style.plain
    var controls: [Control] = []
    var row: Row?
    /// The column of the sign that something is under way.
    var spinnerColumn: Int?

    /// The text without the spaces at its end.
    var trimmed: String { String(text.reversed().drop { $0 == " " }.reversed()) }
  }

  /// The row of a list that a line belongs to.
  struct Row {
    let id: AnyHashable
    /// Its place in the list; `nil` for what is in no list.
    var offset: Int?
    var onAppear: Action?
  }

  /// What can be pressed or typed into.
  struct Control {
    enum Content {
      case button(Action)
      case field(Field)
      /// Nothing to press: a row that keys are about.
      case place
    }

    let id: ScreenControlID
    var columns: Range<Int>
    let label: String
    var key: ScreenKey?
    var content: Content
    /// What is asked before a button's action is sent.
    var question: String?
  }

  /// Where text is typed.
  struct Field {
    let text: String
    /// The number of lines that it takes.
    let lineCount: Int
    let isMultiline: Bool
    let submit: Action?
    let edit: (String) -> Action
  }

  /// What a key does that is not the key of a control.
  struct Command {
    let key: ScreenKey
    let title: String
    let action: Action
    /// What is asked before it is sent.
    var question: String?
    /// The row that it is about; `nil` if it is about none.
    var row: AnyHashable?
  }

  /// A list of which some rows are drawn.
  struct Listing {
    let id: AnyHashable
    let count: Int
    let shown: Range<Int>
  }

  /// In terminal columns.
  public let width: Int
  /// From top to bottom.
  public internal(set) var lines: [Line] = []
  var commands: [Command] = []
  var appearances: [(id: AnyHashable, action: Action)] = []
  /// The number of lines at the top that stay when the others are scrolled.
  var pinnedCount = 0
  /// The first line of what has to be answered before anything else can be done.
  var modalStart: Int?
  /// What closes it.
  var modalClose: Action?
  var listing: Listing?
  /// What has the focus at first.
  var firstFocus: ScreenControlID?

  /// Makes a screen with nothing on it.
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
    lines.append(Line(text: text.oneLine.fitting(width), style: style))
  }

  /// Adds a line with something at its end. What does not fit is cut from the text before it.
  public mutating func row(_ text: String, trailing: String, _ style: Style = .plain) {
    line([.text(text)], trailing: trailing.isEmpty ? [] : [.text(trailing)], style)
  }

  /// Adds text over as many lines as it needs. Lines break at spaces, and between any two characters of scripts that
  /// are written without them; no line begins with what ends a sentence or a bracket, or ends with what begins one.
  public mutating func paragraph(_ text: String, _ style: Style = .plain) {
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var current = ""
      var columns = 0
      // Where the line can be broken, as a character offset into `current`, and where before that.
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

  /// Adds a line that says that something is under way. Where there is motion, it moves.
  public mutating func progress(_ text: String, _ style: Style = .dim) {
    line(text, style)
    let end = lines[lines.count - 1].text.displayWidth
    if end + 2 <= width { lines[lines.count - 1].spinnerColumn = end + 1 }
  }

  /// Adds another screen below.
  ///
  /// - Parameter action: Makes an action of this screen of one of the other.
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

  /// The screen for other actions.
  public func map<NewAction>(_ transform: @escaping (Action) -> NewAction) -> Screen<NewAction> {
    var screen = Screen<NewAction>(width: width)
    screen.append(self, action: transform)
    screen.pinnedCount = pinnedCount
    return screen
  }

  /// Keeps what is on the screen so far at the top, when what comes after it is scrolled.
  public mutating func pin() { pinnedCount = lines.count }

  /// The screen without its styles, for snapshots and for terminals that have none.
  public var text: String { lines.map(\.trimmed).joined(separator: "\n") }
}

/// Finds a control on a screen again when that has been drawn anew.
struct ScreenControlID: Hashable {
  let row: AnyHashable?
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
      spinnerColumn: spinnerColumn
    )
  }
}

extension Character {
  fileprivate var beginsNoLine: Bool { "、。，．：；？！ー…」』）］｝〉》】〕".contains(self) }
  fileprivate var endsNoLine: Bool { "「『（［｛〈《【〔".contains(self) }
}

extension String {
  /// The text with what is not printable shown as such, and with tabs and line breaks as spaces.
  var oneLine: String {
    String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).printable
  }

  /// The text, cut to a number of columns with an ellipsis.
  func fitting(_ columns: Int) -> String {
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
