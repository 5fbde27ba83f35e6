import Store

/// Editing of the field that has the focus.
extension ScreenView {
  mutating func startEditing(_ control: Control) {
    isEditing = field(control) != nil
    caret = field(control)?.text.count ?? 0
    typed = nil
    revealCaret()
  }

  /// The text of the field that has the focus.
  var focusedText: String? { focused.flatMap { field($0.control)?.text } }

  /// Keeps the cursor in the text of the field. If the feature has put text before the typed text, such as a draft, the
  /// cursor stays behind the typed text.
  ///
  /// - Parameter old: The text that the cursor was in, if the same field has the focus.
  mutating func placeCaret(for old: String?) {
    typed = nil
    guard let new = focusedText else {
      isEditing = false
      return
    }
    if let old, isEditing, new != old, caret >= old.count || new.hasSuffix(old) {
      caret = new.count - max(0, old.count - caret)
    }
    caret = min(caret, new.count)
  }

  /// Inserts text into the field that has the focus.
  mutating func insert(_ text: String) -> Reaction {
    guard !showsKeys, question == nil, isEditing, let focused, let field = field(focused.control) else {
      return .nothing
    }
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let cleaned = String(
      lines.unicodeScalars.compactMap { scalar -> Character? in
        if scalar == "\n" { return field.isMultiline ? "\n" : " " }
        if scalar == "\t" { return " " }
        return scalar.isUnprintable ? nil : Character(scalar)
      }
    )
    guard !cleaned.isEmpty else { return .nothing }
    let start = field.text.prefix(caret) + cleaned
    let end = field.text.dropFirst(caret)
    caret = start.count
    return send(String(start + end), field)
  }

  private mutating func send(_ text: String, _ field: Screen<Action>.Field) -> Reaction {
    typed = text
    return .send(field.edit(text))
  }

  mutating func edit(_ key: ScreenKey, _ field: Screen<Action>.Field) -> Reaction {
    let text = field.text
    caret = min(caret, text.count)
    func changed(_ start: Substring, _ end: Substring) -> Reaction {
      caret = start.count
      return start.count + end.count == text.count ? .nothing : send(String(start + end), field)
    }
    switch key {
    case .character(let character): return insert(String(character))
    case .backspace: return changed(text.prefix(max(0, caret - 1)), text.dropFirst(caret))
    case .delete, .control("d"): return changed(text.prefix(caret), text.dropFirst(caret + 1))
    case .control("u"): return changed("", text.dropFirst(caret))
    case .control("k"): return changed(text.prefix(caret), "")
    case .control("w"):
      let start = text.prefix(caret)
      let kept = start.reversed().drop(while: \.isWhitespace).drop { !$0.isWhitespace }.count
      return changed(start.prefix(kept), text.dropFirst(caret))
    case .left, .control("b"): caret = max(0, caret - 1)
    case .right, .control("f"): caret = min(text.count, caret + 1)
    case .home, .control("a"): caret = 0
    case .end, .control("e"): caret = text.count
    case .enter where field.isMultiline: return insert("\n")
    case .enter:
      guard let submit = field.submit else {
        move(by: 1)
        return .nothing
      }
      isEditing = false
      return .send(submit)
    case .escape: isEditing = false
    case .tab: move(by: 1, typing: true)
    case .backTab: move(by: -1, typing: true)
    case .up: if !moveCaret(byLines: -1, field) { move(vertically: -1) }
    case .down: if !moveCaret(byLines: 1, field) { move(vertically: 1) }
    case .pageUp: movePage(-1)
    case .pageDown: movePage(1)
    case .control: return pressShortcut(key) ?? .nothing
    }
    return .nothing
  }

  /// Moves the cursor by lines. Returns whether the field has such a line.
  private mutating func moveCaret(byLines step: Int, _ field: Screen<Action>.Field) -> Bool {
    guard field.isMultiline else { return false }
    let (line, column) = FieldText.position(of: caret, in: field.text, columns: screen.width)
    guard let offset = FieldText.offset(ofLine: line + step, column: column, in: field.text, columns: screen.width)
    else { return false }
    caret = offset
    return true
  }
}
