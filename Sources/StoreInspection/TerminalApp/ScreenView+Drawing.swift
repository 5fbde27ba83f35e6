extension ScreenView {
  /// Whether a moving sign is visible.
  var showsProgress: Bool { visible.contains { screen.lines[$0].spinnerColumn != nil } }

  /// Draws the frame that the terminal has to show.
  ///
  /// - Parameter tick: The number of steps that moving signs have made.
  func draw(tick: Int) -> Frame {
    var frame = Frame(size)
    for line in 0..<pinnedCount { draw(line, at: line, &frame, tick) }
    for line in visible { draw(line, at: row(of: line), &frame, tick) }
    drawCaret(&frame)
    if let start = screen.modalStart { drawModal(start..<screen.lines.count, &frame) }
    if hasStatus { drawStatus(&frame) }
    if showsKeys { drawBox(keyHelp.map { ($0, []) }, &frame) }
    if let question { drawBox([(question.text, .bold), ("", []), (texts.yes, [])], &frame) }
    return frame
  }

  private func row(of line: Int) -> Int { pinnedCount + line - visible.lowerBound }

  private func style(_ style: ScreenStyle) -> Frame.Style {
    switch style {
    case .plain: []
    case .bold: .bold
    case .dim: .dim
    case .selected: [.bold, .cyan]
    case .failure: .red
    }
  }

  private func draw(_ index: Int, at row: Int, _ frame: inout Frame, _ tick: Int) {
    let line = screen.lines[index]
    frame.write(line.text, column: 0, row: row, style(line.style))
    if let column = line.spinnerColumn { frame.write(Spinner[tick], column: column, row: row, .cyan) }
    guard !isModal, !showsKeys, question == nil, let control = line.controls.first(where: { $0.id == focus }) else {
      return
    }
    if isEditing, let field = field(control) {
      drawField(field, control.columns, row, &frame)
    } else {
      frame.restyle(row: row, columns: control.columns) { $0.insert(.reverse) }
    }
  }

  private func drawField(_ field: Screen<Action>.Field, _ columns: Range<Int>, _ row: Int, _ frame: inout Frame) {
    guard !field.isMultiline else { return }
    let columns = columns.clamped(to: 0..<max(1, size.columns))
    let (text, column) = FieldText.window(field.text, caret: caret, columns: max(1, columns.count))
    frame.write(String(repeating: " ", count: columns.count), column: columns.lowerBound, row: row, .underline)
    frame.write(text, column: columns.lowerBound, row: row, .underline, limit: columns.upperBound)
    frame.cursor = (min(columns.lowerBound + column, size.columns - 1), row)
  }

  /// Shows the cursor in a field of several lines, even if the first line is not visible.
  private func drawCaret(_ frame: inout Frame) {
    guard isEditing, !isModal, !showsKeys, question == nil, let focused, let field = field(focused.control),
      field.isMultiline
    else { return }
    let (line, column) = FieldText.position(of: caret, in: field.text, columns: screen.width)
    guard visible.contains(focused.line + line) else { return }
    frame.cursor = (min(column, size.columns - 1), self.row(of: focused.line + line))
  }

  private func drawModal(_ lines: Range<Int>, _ frame: inout Frame) {
    let texts = lines.map { index in
      let line = screen.lines[index]
      let isFocused = line.controls.contains { $0.id == focus }
      return (line.trimmed, isFocused ? style(line.style).union(.reverse) : style(line.style))
    }
    drawBox(texts, &frame)
  }

  /// The number of lines that fit in a box over the screen.
  var overlayHeight: Int { max(1, size.rows - (hasStatus ? 3 : 2)) }

  /// The first visible line of the box. If an alert is too long, its last lines are visible at first: the buttons.
  var overlayStart: Int {
    let last = (showsKeys ? keyHelp.count : screen.lines.count - (screen.modalStart ?? 0)) - overlayHeight
    return max(0, min(overlayTop ?? (showsKeys ? 0 : last), last))
  }

  /// Draws a box with lines in the middle of the frame.
  private func drawBox(_ lines: [(text: String, style: Frame.Style)], _ frame: inout Frame) {
    // The box is wide enough for all lines, so that its width stays the same while it is scrolled.
    let inner = min(lines.map(\.text.displayWidth).max() ?? 0, max(1, size.columns - 4))
    let lines = lines.dropFirst(overlayStart).prefix(overlayHeight)
    let left = max(0, (size.columns - inner - 4) / 2)
    let first = max(0, (size.rows - lines.count - 2) / 2)
    let rule = String(repeating: "─", count: inner + 2)
    frame.write("┌\(rule)┐", column: left, row: first)
    for (index, line) in lines.enumerated() {
      let row = first + 1 + index
      let text = line.text.cut(to: inner)
      frame.write("│ " + String(repeating: " ", count: inner) + " │", column: left, row: row)
      frame.write(text, column: left + 2, row: row, line.style)
    }
    frame.write("└\(rule)┘", column: left, row: first + lines.count + 1)
  }

  private func drawStatus(_ frame: inout Frame) {
    frame.write(status.cut(to: size.columns), column: 0, row: size.rows - 1, .dim)
  }

  /// The text about the keys that have an effect now.
  private var status: String {
    if isLeaving { return texts.saving }
    if question != nil { return texts.yesOrNo }
    if showsKeys { return keyHelp.count > overlayHeight ? texts.scrolling : texts.anyKey }
    if isEditing {
      let enter = focused.flatMap { field($0.control) }.map { $0.isMultiline ? texts.newLine : texts.done } ?? ""
      return "\(enter)  \(texts.typing)"
    }
    let keys = available.map { "\($0.key): \($0.title)" }
    return (keys + texts.keysAndQuit).joined(separator: "  ")
  }

  private var available: [Screen<Action>.Command] {
    let row = focused?.control.id.row
    return commands.filter { $0.row != nil && $0.row == row } + commands.filter { $0.row == nil }
  }

  /// The lines of the box about keys. Before them are the texts that are cut in the row with the focus.
  var keyHelp: [String] { cutTexts + keyTable + wrappedAddress }

  /// A part of the address would be of no use.
  private var wrappedAddress: [String] {
    address.map { FieldText.wrapped(texts.shown(at: $0), columns: max(1, size.columns - 4)) } ?? []
  }

  private var cutTexts: [String] {
    guard let focused else { return [] }
    let row = focused.control.id.row
    let lines = screen.lines.indices.filter { $0 == focused.line || row != nil && screen.lines[$0].row?.id == row }
    var page = Screen<Action>(width: size.columns - 4)
    for line in lines { if let text = screen.lines[line].cutText { page.paragraph(text) } }
    return page.lines.isEmpty ? [] : page.lines.map(\.text) + [""]
  }

  private var keyTable: [String] {
    let own =
      controls.compactMap { entry in entry.control.key.map { ("\($0)", entry.control.label) } }
      + available.map { ("\($0.key)", $0.title) }
    let rows = own + texts.keys
    let width = rows.map(\.0.displayWidth).max() ?? 0
    return rows.map { "\($0.0)\(String(repeating: " ", count: width - $0.0.displayWidth))  \($0.1)" }
  }
}

/// A moving sign.
private enum Spinner {
  private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static subscript(tick: Int) -> String { signs[tick % signs.count] }
}
