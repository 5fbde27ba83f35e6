import Store
import StoreTrace

extension Screen {
  /// A part of a line.
  public struct Part {
    fileprivate let text: String
    fileprivate var id: AnyHashable?
    fileprivate var key: ScreenKey?
    fileprivate var action: Action?
    fileprivate var question: String?
    fileprivate var isProgress = false

    /// Text.
    public static func text(_ text: String) -> Self { Self(text: text) }

    /// Text that says that something is running, with a moving sign before it.
    public static func progress(_ text: String) -> Self { Self(text: text, isProgress: true) }

    /// A button. Its key presses it from anywhere on the screen. Without an action it is just text.
    ///
    /// - Parameters:
    ///   - id: Identifies the button on the screen. It is needed if the label is not unique, or changes.
    ///   - question: The question to confirm first, if the action can't be undone.
    public static func button(
      _ label: String,
      key: ScreenKey? = nil,
      id: AnyHashable? = nil,
      asking question: String? = nil,
      _ action: Action?
    ) -> Self {
      Self(text: label, id: id, key: key, action: action, question: question)
    }
  }

  /// Adds a line of parts, with trailing parts at its end. If they do not fit, the parts before the trailing ones are
  /// cut.
  public mutating func line(_ parts: [Part], trailing: [Part] = [], _ style: Style = .plain) {
    let entire = (start: parts.map(\.text.oneLine).joined(), end: trailing.map(\.text.oneLine).joined())
    let end = entire.end.cut(to: width / 2)
    let endWidth = end.displayWidth
    let start = entire.start.cut(to: width - endWidth - (end.isEmpty ? 0 : 1))
    let startWidth = start.displayWidth
    let gap = end.isEmpty ? 0 : width - startWidth - endWidth
    var line = Line(text: start + String(repeating: " ", count: gap) + end, style: style)
    if (start, end) != entire { line.cutText = entire.end.isEmpty ? entire.start : "\(entire.start) \(entire.end)" }
    add(parts, from: 0, to: startWidth, &line)
    add(trailing, from: width - endWidth, to: width, &line)
    lines.append(line)
  }

  private mutating func add(_ parts: [Part], from start: Int, to end: Int, _ line: inout Line) {
    var column = start
    for part in parts {
      let columns = column..<column + part.text.oneLine.displayWidth
      column = columns.upperBound
      if part.isProgress, start > 1 { line.spinnerColumn = columns.lowerBound - 2 }
      guard let action = part.action else { continue }
      guard columns.lowerBound < end else {
        // The button is not visible, but its key works.
        if let key = part.key {
          commands.append(Command(key: key, title: part.text.oneLine, action: action, question: part.question))
        }
        continue
      }
      line.controls.append(
        Control(
          id: ScreenControlID(row: nil, name: part.id ?? AnyHashable(part.text)),
          columns: columns.clamped(to: start..<end),
          label: part.text,
          key: part.key,
          content: .button(action),
          question: part.question
        )
      )
    }
  }

  /// Adds parts, with a space between them, over as many lines as they need.
  public mutating func flow(_ parts: [Part], _ style: Style = .plain) {
    var current: [Part] = []
    var columns = 0
    for part in parts {
      let needed = part.text.oneLine.displayWidth
      if !current.isEmpty, columns + 1 + needed > width {
        line(current, style)
        current = []
      }
      if current.isEmpty {
        columns = 0
      } else {
        current.append(.text(" "))
        columns += 1
      }
      current.append(part)
      columns += needed
    }
    if !current.isEmpty { line(current, style) }
  }

  /// Adds a line with a button. Its key presses it from anywhere on the screen. Without an action it is just text.
  ///
  /// - Parameters:
  ///   - id: Identifies the button on the screen. It is needed if the label is not unique, or changes.
  ///   - question: The question to confirm first, if the action can't be undone.
  public mutating func button(
    _ label: String,
    _ style: Style = .plain,
    key: ScreenKey? = nil,
    id: AnyHashable? = nil,
    asking question: String? = nil,
    _ action: Action?
  ) {
    line([.button(label, key: key, id: id, asking: question, action)], style)
  }

  /// Adds a field with a label, and with text at the end of the line if there is any.
  ///
  /// - Parameters:
  ///   - placeholder: The text that is shown while the field is empty.
  ///   - key: The key that moves the focus to the field.
  ///   - isFirst: Whether the field has the focus at first.
  ///   - isMultiline: Whether the text can have more than one line. The field takes as many lines as it needs.
  ///   - submit: The action that the Enter key sends, in a field of one line.
  ///   - edit: Makes the action for a changed text.
  public mutating func field(
    _ label: String = "",
    text: String,
    placeholder: String = "",
    trailing: String = "",
    key: ScreenKey? = nil,
    id: AnyHashable? = nil,
    isFirst: Bool = false,
    isMultiline: Bool = false,
    submit: Action? = nil,
    edit: @escaping (String) -> Action
  ) {
    let style: Style = text.isEmpty && !placeholder.isEmpty ? .dim : .plain
    let first = lines.count
    if isMultiline, !text.isEmpty {
      for part in FieldText.wrapped(text, columns: width) { lines.append(Line(text: part, style: style)) }
    } else {
      line(label + (text.isEmpty ? placeholder : text), trailing: trailing, style)
    }
    let start = min(label.oneLine.displayWidth, width - 1)
    let trailingWidth = trailing.oneLine.cut(to: width / 2).displayWidth
    let end = max(start + 1, width - trailingWidth - (trailing.isEmpty ? 0 : 1))
    let id = ScreenControlID(row: nil, name: id ?? AnyHashable(label))
    if isFirst { firstFocus = id }
    lines[first].controls = [
      Control(
        id: id,
        columns: (isMultiline ? 0 : start)..<end,
        label: label,
        key: key,
        content: .field(
          Field(text: text, lineCount: lines.count - first, isMultiline: isMultiline, submit: submit, edit: edit)
        )
      )
    ]
  }

  // MARK: Rows

  /// Adds the lines of a row, or of anything else that is identified by an id.
  ///
  /// - Parameters:
  ///   - id: Identifies the row on the screen.
  ///   - onAppear: The action that is sent when a line of the row comes into view.
  ///   - action: The action that is sent when the row is pressed.
  ///   - body: Adds lines. Commands that it adds are about the row.
  public mutating func row(
    id: some Hashable,
    onAppear: Action? = nil,
    action: Action? = nil,
    _ body: (inout Self) -> Void
  ) {
    addRow(Row(id: AnyHashable(id), onAppear: onAppear), action: action, body)
  }

  private mutating func addRow(_ row: Row, action: Action?, _ body: (inout Self) -> Void) {
    let first = lines.count
    let firstCommand = commands.count
    body(&self)
    for index in first..<lines.count {
      lines[index].row = row
      for control in lines[index].controls.indices {
        lines[index].controls[control].id.row = row.id
      }
    }
    for index in firstCommand..<commands.count { commands[index].row = row.id }
    // A row with an action or commands can have the focus, even if it contains no button.
    guard action != nil || commands.count > firstCommand, lines.count > first else { return }
    lines[first].controls.insert(
      Control(
        id: ScreenControlID(row: row.id, name: ""),
        columns: 0..<width,
        label: lines[first].trimmed,
        content: action.map { .button($0) } ?? .place
      ),
      at: 0
    )
  }

  /// Returns the rows to draw of the next part of the screen's list.
  ///
  /// - Parameters:
  ///   - count: The number of rows of the part.
  ///   - limit: The maximum number of rows to draw if the screen is not scrolled.
  public func shownRows(of count: Int, _ context: ScreenContext, limit: Int = .max) -> Range<Int> {
    guard let visible = context.visible else { return 0..<min(count, limit) }
    let before = listing?.count ?? 0
    return (max(0, visible.lowerBound - before)..<max(0, visible.upperBound - before)).clamped(to: 0..<count)
  }

  /// Adds the rows of the screen's list that are drawn: see ``ScreenContext/visible``. A list can have several parts,
  /// with other lines between them.
  ///
  /// - Parameters:
  ///   - id: Distinguishes the list from the lists of other screens.
  ///   - count: The number of rows.
  ///   - shown: The offsets of the rows that are drawn.
  ///   - rowID: Returns the id of a row, which identifies the row on the screen.
  ///   - onAppear: Returns the action that is sent when a row comes into view.
  ///   - action: Returns the action that is sent when a row is pressed.
  ///   - body: Adds the lines of a row. Commands that it adds are about the row.
  public mutating func list<ID: Hashable>(
    _ id: some Hashable,
    count: Int,
    shown: Range<Int>,
    rowID: (Int) -> ID,
    onAppear: (Int) -> Action? = { _ in nil },
    action: (Int) -> Action? = { _ in nil },
    _ body: (Int, inout Self) -> Void
  ) {
    let before = listing
    for offset in shown {
      let row = Row(id: AnyHashable(rowID(offset)), offset: (before?.count ?? 0) + offset, onAppear: onAppear(offset))
      addRow(row, action: action(offset)) { body(offset, &$0) }
    }
    let all = (before?.count ?? 0) + count
    // Shown rows have no gaps: the earlier parts show all rows from their first shown one on, or none.
    let isFirst = before?.shown.isEmpty ?? true
    let start = isFirst ? (before?.count ?? 0) + shown.lowerBound : before?.shown.lowerBound ?? 0
    let end = shown.isEmpty && !isFirst ? before?.shown.upperBound ?? 0 : (before?.count ?? 0) + shown.upperBound
    listing = Listing(id: AnyHashable(id), count: all, shown: start..<max(start, end))
  }

  // MARK: Other than lines

  /// Adds an action for a key without a line on the screen. The list of keys shows its title.
  public mutating func command(_ key: ScreenKey, _ title: String, _ action: Action) {
    commands.append(Command(key: key, title: title.oneLine, action: action))
  }

  /// Adds an action that is sent when the screen with this id appears.
  public mutating func onAppear(_ id: some Hashable, _ action: Action) {
    appearances.append((AnyHashable(id), action))
  }

  /// Adds an alert, if there is one. The user has to answer it before anything else.
  ///
  /// - Parameter action: Makes an action from an action of the alert.
  public mutating func alert<AlertAction>(
    _ alert: AlertState<AlertAction>?,
    action: (PresentationAction<AlertAction>) -> Action
  ) {
    guard let alert else { return }
    modal(title: alert.title, message: alert.message, buttons: alert.buttons, action: action)
  }

  /// Adds a confirmation dialog, if there is one. The user has to answer it before anything else.
  ///
  /// - Parameter action: Makes an action from an action of the dialog.
  public mutating func confirmationDialog<DialogAction>(
    _ dialog: ConfirmationDialogState<DialogAction>?,
    action: (PresentationAction<DialogAction>) -> Action
  ) {
    guard let dialog else { return }
    let title = dialog.titleVisibility == .hidden ? nil : dialog.title
    modal(title: title, message: dialog.message, buttons: dialog.buttons, action: action)
  }

  private mutating func modal<ModalAction>(
    title: TextState?,
    message: TextState?,
    buttons: [ButtonState<ModalAction>],
    action: (PresentationAction<ModalAction>) -> Action
  ) {
    line()
    modalStart = lines.count
    for text in [title, message].compactMap(\.self) { paragraph("\(text)", .selected) }
    for (index, button) in buttons.enumerated() {
      let number = index + 1
      let pressed = button.action.action.map { action(.presented($0)) } ?? action(.dismiss)
      let key = number < 10 ? ScreenKey.character(Character("\(number)")) : nil
      self.button("  \(number). \(button)", .selected, key: key, id: "button \(number)", pressed)
    }
    modalClose = action(.dismiss)
  }
}
