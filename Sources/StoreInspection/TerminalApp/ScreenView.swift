import Foundation

/// The state of a screen on a terminal: its visible part, the control that has the focus, and the cursor in a text. The
/// feature knows nothing of it. It is a value that keys and new screens change.
struct ScreenView<Action> {
  /// The result of a key press.
  enum Reaction {
    case nothing
    case send(Action)
    case quit
    case interrupt
    case suspend
    case redraw
  }

  typealias Control = Screen<Action>.Control

  private(set) var screen = Screen<Action>()
  private(set) var size: TerminalSize
  /// The control that receives keys.
  private(set) var focus: ScreenControlID?
  /// The controls that had the focus, the latest last. They get it again when they reappear.
  private var recent: [ScreenControlID] = []
  /// Whether typed text goes into the field that has the focus.
  var isEditing = false
  /// The offset of the cursor in the text of the field, in characters.
  var caret = 0
  /// The text of the field, with the characters that were typed after the feature had drawn it.
  var typed: String?
  /// The offset of the first visible line among the lines that scroll.
  private(set) var top = 0
  private(set) var showsKeys = false
  /// Whether the status line says that the program ends when everything is saved.
  var isLeaving = false
  /// The question that the user has to answer, and the action that is sent if the answer is yes.
  private(set) var question: (text: String, action: Action)?
  /// The first visible line of the box over the screen; `nil` for its initial one.
  private(set) var overlayTop: Int?
  /// The rows of each list to draw.
  private var windows: [AnyHashable: Range<Int>] = [:]
  private var edge: ScreenKey?
  private var shownRows: Set<AnyHashable> = []
  private var shownScreens: Set<AnyHashable> = []
  /// The controls that can have the focus, in reading order.
  private(set) var controls: [(line: Int, control: Control)] = []

  /// The texts that name the keys.
  var texts: TerminalTexts
  /// The address of the page that shows the session; `nil` if there is none.
  let address: String?

  init(size: TerminalSize, locale: Locale = Locale(identifier: "en_US_POSIX"), address: String? = nil) {
    self.size = size
    self.address = address
    texts = TerminalTexts(locale)
  }

  // MARK: Parts of the screen

  var isModal: Bool { screen.modalStart != nil }
  var pinnedCount: Int { size.rows > screen.pinnedCount + 3 ? screen.pinnedCount : 0 }
  var hasStatus: Bool { size.rows > 2 }
  /// The lines that scroll.
  private var body: Range<Int> {
    let end = screen.modalStart ?? screen.lines.count
    return min(pinnedCount, end)..<end
  }
  private var height: Int { max(1, size.rows - pinnedCount - (hasStatus ? 1 : 0)) }
  private var lastTop: Int { max(0, body.count - height) }
  /// The visible lines of those that scroll.
  var visible: Range<Int> { (body.lowerBound + top)..<min(body.upperBound, body.lowerBound + top + height) }

  /// The rows of the list to draw.
  var window: Range<Int> { screen.listing.flatMap { windows[$0.id] } ?? 0..<4 * height }

  var focused: (line: Int, control: Control)? { controls.first { $0.control.id == focus } }

  func field(_ control: Control) -> Screen<Action>.Field? {
    if case .field(let field) = control.content { field } else { nil }
  }

  // MARK: Changes from outside

  /// Shows a new screen. The control that has the focus keeps it, and its place on the terminal.
  mutating func show(_ screen: Screen<Action>) {
    let line = focused?.line
    let isInView = line.map(visible.contains) ?? false
    let anchor = isInView ? nil : anchorRow
    let (oldTitle, wasModal) = (title, isModal)
    let (oldFocus, oldText) = (focus, typed ?? focusedText)
    self.screen = screen
    // The question may be about something that the new screen does not show.
    if title != oldTitle { question = nil }
    if isModal != wasModal { overlayTop = nil }
    updateControls()
    if let edge, screen.listing != nil {
      self.edge = nil
      go(to: edge)
    }
    if focused == nil { refocus(near: title == oldTitle && !wasModal && !isModal ? line : nil) }
    if isInView, let line, let newLine = focused?.line {
      top += newLine - line
    } else if let anchor, let newLine = screen.lines.firstIndex(where: { $0.row?.id == anchor.id }) {
      top = newLine - body.lowerBound + anchor.line
    }
    settle()
    placeCaret(for: focus == oldFocus ? oldText : nil)
    revealCaret()
  }

  /// Scrolls as little as is needed to show the line with the cursor.
  mutating func revealCaret() {
    guard isEditing, let focused, let field = field(focused.control), field.isMultiline else { return }
    let line = focused.line + FieldText.position(of: caret, in: field.text, columns: screen.width).line
    guard body.contains(line) else { return }
    top = min(max(top, line + 1 - height - body.lowerBound), line - body.lowerBound)
    settle()
  }

  mutating func resize(to size: TerminalSize) {
    self.size = size
    settle()
    if let line = focused?.line { reveal(line) }
  }

  /// Returns the actions of the screens and rows that have appeared since the last call.
  mutating func takeAppearances() -> [Action] {
    var actions: [Action] = []
    let screens = Set(screen.appearances.map(\.id))
    for (id, action) in screen.appearances where !shownScreens.contains(id) { actions.append(action) }
    shownScreens = screens
    var rows: Set<AnyHashable> = []
    for line in visible {
      guard let row = screen.lines[line].row, rows.insert(row.id).inserted else { continue }
      if let action = row.onAppear, !shownRows.contains(row.id) { actions.append(action) }
    }
    shownRows = rows
    return actions
  }

  /// The first visible row of the list, and the number of its lines that are scrolled out.
  private var anchorRow: (id: AnyHashable, line: Int)? {
    guard let line = visible.first(where: { screen.lines[$0].row?.offset != nil }), let row = screen.lines[line].row,
      let first = screen.lines.firstIndex(where: { $0.row?.id == row.id })
    else { return nil }
    return (row.id, body.lowerBound + top - first)
  }

  private mutating func updateControls() {
    let lines = screen.modalStart.map { $0..<screen.lines.count } ?? 0..<screen.lines.count
    controls = lines.flatMap { line in screen.lines[line].controls.map { (line, $0) } }
  }

  /// Finds a control for the focus when the one that had it is gone.
  ///
  /// - Parameter line: The line of the previous control, if the screen is still the same one.
  private mutating func refocus(near line: Int?) {
    isEditing = false
    let ids = Set(controls.map(\.control.id))
    let inBody = controls.filter { $0.line >= screen.pinnedCount }
    let nearest = line.flatMap { line in inBody.min { abs($0.line - line) < abs($1.line - line) } }
    if let nearest {
      focus = nearest.control.id
      return
    }
    let wanted = screen.firstFocus.flatMap { ids.contains($0) ? $0 : nil }
    let known = wanted ?? recent.last { ids.contains($0) }
    focus = known ?? inBody.first?.control.id
    if wanted != nil, let focused { startEditing(focused.control) }
    top = 0
    // A new screen is shown from its beginning, so that the lines above its first control are visible.
    if known != nil, let line = focused?.line { reveal(line) }
  }

  /// The first line below the pinned ones, which identifies a screen.
  private var title: String? { screen.lines.dropFirst(screen.pinnedCount).first?.text }

  private mutating func settle() {
    top = min(max(0, top), lastTop)
    updateWindow()
  }

  /// Requests the rows around the visible ones, so that they are drawn before they become visible.
  private mutating func updateWindow() {
    guard let listing = screen.listing else { return }
    let offsets = visible.compactMap { screen.lines[$0].row?.offset }
    let count = listing.count
    let shown = listing.shown
    if shown.isEmpty, count > 0 {
      windows[listing.id] = 0..<4 * height
    } else if let first = offsets.first, let last = offsets.last {
      let isNearEnd = shown.upperBound < count && last + height > shown.upperBound
      let isNearStart = shown.lowerBound > 0 && first - height < shown.lowerBound
      if isNearEnd || isNearStart { windows[listing.id] = max(0, first - 2 * height)..<last + 1 + 2 * height }
    }
  }

  // MARK: Focus

  private mutating func setFocus(_ target: (line: Int, control: Control)) {
    focus = target.control.id
    if target.line >= screen.pinnedCount {
      recent.removeAll { $0 == target.control.id }
      recent = recent.suffix(31) + [target.control.id]
    }
    reveal(target.line)
    if let start = screen.modalStart {
      let line = target.line - start
      overlayTop = min(max(overlayStart, line + 1 - overlayHeight), line)
    }
    isEditing = isEditing && field(target.control) != nil
    caret = field(target.control)?.text.count ?? 0
    typed = nil
    revealCaret()
  }

  /// Scrolls as little as is needed to show a line, with the other lines of its row.
  private mutating func reveal(_ line: Int) {
    guard body.contains(line) else { return }
    let isFirst = !controls.contains { body.contains($0.line) && $0.line < line }
    var last = line
    if let id = screen.lines[line].row?.id {
      while last + 1 < body.upperBound, last - line < height - 1, screen.lines[last + 1].row?.id == id { last += 1 }
    }
    top = max(top, last + 1 - height - body.lowerBound)
    // The lines above the first control are visible together with it, if they fit.
    top = isFirst && line - body.lowerBound < height ? min(top, 0) : min(top, line - body.lowerBound)
    settle()
  }

  mutating func move(vertically step: Int) {
    let line = focused.map(\.line)
    let column = focused?.control.columns.lowerBound ?? 0
    let isInView = line.map { visible.contains($0) || !body.contains($0) } ?? false
    let start = isInView ? line ?? 0 : step > 0 ? visible.lowerBound - 1 : visible.upperBound
    let candidates = controls.filter { step > 0 ? $0.line > start : $0.line < start }
    guard let next = step > 0 ? candidates.first?.line : candidates.last?.line else { return scroll(by: step) }
    let distance = max(next - visible.upperBound, visible.lowerBound - next)
    // Scrolls through text without controls instead of jumping over it.
    if !isModal, body.contains(next), distance > 2 { return scroll(by: step) }
    let nearest = candidates.filter { $0.line == next }
      .min { abs($0.control.columns.lowerBound - column) < abs($1.control.columns.lowerBound - column) }
    if let nearest { setFocus(nearest) }
    // The focus has moved up to a pinned line, so the other lines are shown from their beginning.
    if step < 0, !body.contains(next), !isModal { top = 0 }
    settle()
  }

  private mutating func scroll(by lines: Int) {
    if isModal || showsKeys {
      overlayTop = overlayStart + lines
    } else {
      top += lines
    }
    settle()
  }

  mutating func move(by step: Int, typing: Bool = false) {
    guard !controls.isEmpty else { return }
    let index = controls.firstIndex { $0.control.id == focus }
    let next = index.map { ($0 + step + controls.count) % controls.count } ?? 0
    setFocus(controls[next])
    if typing { startEditing(controls[next].control) }
  }

  mutating func movePage(_ direction: Int) {
    if isModal { return scroll(by: direction * max(1, overlayHeight - 1)) }
    let line = focused?.line ?? visible.lowerBound
    let before = top
    scroll(by: direction * max(1, height - 1))
    let isAtEnd = before == top
    let target = isAtEnd ? (direction > 0 ? body.upperBound : body.lowerBound) : line + top - before
    let inView = controls.filter { visible.contains($0.line) }
    if let nearest = inView.min(by: { abs($0.line - target) < abs($1.line - target) }) { setFocus(nearest) }
  }

  /// Goes to the first or the last line, even if it is not drawn yet.
  private mutating func go(to end: ScreenKey) {
    if let listing = screen.listing {
      let isThere = end == .home ? listing.shown.lowerBound == 0 : listing.shown.upperBound >= listing.count
      if !isThere {
        let count = 4 * height
        windows[listing.id] = end == .home ? 0..<count : max(0, listing.count - count)..<listing.count
        edge = end
        return
      }
    }
    top = end == .home ? 0 : lastTop
    let inBody = controls.filter { body.contains($0.line) || isModal }
    if let target = end == .home ? inBody.first : inBody.last { setFocus(target) }
    if end == .end { top = lastTop }
    settle()
  }

  // MARK: Keys

  /// Handles a key.
  mutating func press(_ key: ScreenKey) -> Reaction {
    switch key {
    case .control("c"): return .interrupt
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    default: break
    }
    if let question {
      self.question = nil
      return key == .enter || key == "y" ? .send(question.action) : .nothing
    }
    if showsKeys {
      if !scrollOverlay(key) { showsKeys = false }
      return .nothing
    }
    if isEditing, let focused, let field = field(focused.control) {
      let reaction = edit(key, field)
      revealCaret()
      return reaction
    }
    if let reaction = pressShortcut(key) { return reaction }
    switch key {
    case .up, "k": move(vertically: -1)
    case .down, "j": move(vertically: 1)
    case .left, "h": move(by: -1)
    case .right, "l": move(by: 1)
    case .backTab: move(by: -1, typing: true)
    case .tab: move(by: 1, typing: true)
    case .pageUp: movePage(-1)
    case .pageDown: movePage(1)
    case .home, "g": go(to: .home)
    case .end, "G": go(to: .end)
    case .enter, " ": return pressFocused()
    case "?": (showsKeys, overlayTop) = (true, nil)
    case "q": return .quit
    default: break
    }
    return .nothing
  }

  /// Scrolls the list of keys.
  ///
  /// - Returns: Whether the key scrolls, and not all lines are visible.
  private mutating func scrollOverlay(_ key: ScreenKey) -> Bool {
    let (count, height) = (keyHelp.count, overlayHeight)
    guard count > height else { return false }
    switch key {
    case .up, "k": scroll(by: -1)
    case .down, "j": scroll(by: 1)
    case .pageUp: scroll(by: 1 - height)
    case .pageDown: scroll(by: height - 1)
    case .home, "g": overlayTop = 0
    case .end, "G": overlayTop = count
    default: return false
    }
    return true
  }

  mutating func pressShortcut(_ key: ScreenKey) -> Reaction? {
    if isModal, key == .escape { return screen.modalClose.map { .send($0) } }
    let row = focused?.control.id.row
    let commands = commands
    if let row, let command = commands.first(where: { $0.key == key && $0.row == row }) {
      return send(command.action, asking: command.question)
    }
    if let target = controls.first(where: { $0.control.key == key }) {
      switch target.control.content {
      case .button(let action): return send(action, asking: target.control.question)
      case .place: return nil
      case .field:
        setFocus(target)
        startEditing(target.control)
        return .nothing
      }
    }
    return commands.last { $0.key == key && $0.row == nil }.map { send($0.action, asking: $0.question) }
  }

  private mutating func send(_ action: Action, asking text: String?) -> Reaction {
    guard let text else { return .send(action) }
    question = (text, action)
    return .nothing
  }

  /// The commands that are available: none while an alert or a dialog is shown.
  var commands: [Screen<Action>.Command] { isModal ? [] : screen.commands }

  private mutating func pressFocused() -> Reaction {
    guard let focused else { return .nothing }
    let last = focused.line + (field(focused.control)?.lineCount ?? 1)
    if body.contains(focused.line), !visible.overlaps(focused.line..<last) {
      reveal(focused.line)
      return .nothing
    }
    switch focused.control.content {
    case .button(let action): return send(action, asking: focused.control.question)
    case .place: return .nothing
    case .field:
      startEditing(focused.control)
      return .nothing
    }
  }
}
