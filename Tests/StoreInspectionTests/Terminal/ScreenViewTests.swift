import Foundation
import Store
import Testing

@testable import StoreInspection

private enum Sent: Equatable {
  case pressed(String), typed(String), submitted, appeared(Int), opened, alert(PresentationAction<Int>)
}

extension ScreenView where Action == Sent {
  /// Strikes keys, one after the other, and returns the action that the last one sends.
  @discardableResult
  fileprivate mutating func strike(_ keys: ScreenKey...) -> Sent? {
    var sent: Sent?
    for key in keys { if case .send(let action) = press(key) { sent = action } else { sent = nil } }
    return sent
  }

  fileprivate mutating func paste(_ text: String) -> Sent? {
    if case .send(let action) = insert(text) { action } else { nil }
  }

  /// The lines without trailing spaces, or what is in a style in them.
  fileprivate func lines(_ style: Frame.Style = []) -> [String] {
    let frame = draw(tick: 0)
    return (0..<frame.size.rows).map { row in
      let text = String(frame[row: row].filter { $0.style.isSuperset(of: style) }.compactMap(\.character))
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The text that is displayed as focused.
  fileprivate var reversed: String { lines(.reverse).joined() }

  fileprivate var cursor: [Int]? { draw(tick: 0).cursor.map { [$0.column, $0.row] } }
}

struct ScreenViewTests {
  /// A view of thirty columns and, if nothing else is said, eight rows: seven lines of the screen, and one for keys.
  private func view(_ rows: Int = 8, _ fill: (inout Screen<Sent>) -> Void = { _ in }) -> ScreenView<Sent> {
    var view = ScreenView<Sent>(size: TerminalSize(columns: 30, rows: rows))
    view.show(screen(fill))
    return view
  }

  private func screen(_ fill: (inout Screen<Sent>) -> Void) -> Screen<Sent> {
    var screen = Screen<Sent>(width: 30)
    fill(&screen)
    return screen
  }

  private func buttons(_ screen: inout Screen<Sent>, _ labels: String...) {
    screen.line(labels.flatMap { [.button($0, .pressed($0)), .text(" ")] })
  }

  @Test func theArrowsMoveTheFocus() {
    var view = view {
      buttons(&$0, "a", "bb", "c")
      $0.line("text")
      $0.row(id: 1, action: .pressed("row")) { $0.line("row") }
      buttons(&$0, "d", "ee")
    }
    #expect(view.reversed == "a")
    for (key, focus) in [(ScreenKey.right, "bb"), (.down, "row"), ("j", "d"), (.tab, "ee")] {
      #expect(view.strike(key) == nil)
      #expect(view.reversed == focus)
    }
    #expect(view.strike(.enter) == .pressed("ee"))
    view.strike(.tab)
    #expect(view.reversed == "a", "After the last comes the first.")
    #expect(view.strike(.backTab, "k", " ") == .pressed("row"))
  }

  @Test func aControlKeepsTheFocusWhereverItGoes() {
    func lines(_ labels: [String]) -> Screen<Sent> {
      screen { screen in for label in labels { buttons(&screen, label) } }
    }
    var view = view { $0 = lines(["a", "b"]) }
    view.strike(.down)
    // It is not taken from a control that is there, and what had it last gets it back.
    for (labels, focus) in [(["x", "y", "b"], "b"), (["x"], "x"), (["x", "b"], "x"), (["y", "b"], "b")] {
      view.show(lines(labels))
      #expect(view.reversed == focus, "\(labels)")
    }
  }

  @Test func keysPressButtonsFromAnywhere() {
    var view = view {
      $0.line([.button("one", key: "1", .pressed("one")), .button("off", key: "2", nil)])
      for number in 1...2 {
        $0.row(id: number, action: .pressed("row")) {
          $0.line("row \(number)")
          $0.command("d", "delete", .pressed("delete \(number)"))
        }
      }
      $0.command("q", "quiet", .pressed("q"))
    }
    #expect(view.strike("1") == .pressed("one"))
    #expect(view.strike("2") == nil, "A button without an action is text.")
    #expect(view.strike("d") == nil, "No row has the focus.")
    #expect(view.strike(.down, "d") == .pressed("delete 1"))
    #expect(view.lines().last == "d: delete  q: quiet  ?: keys …")
    #expect(view.strike(.down, "d") == .pressed("delete 2"))
    #expect(view.strike("q") == .pressed("q"), "The screen's own keys come first.")
  }

  /// The explanations of keys are in the language of the screen.
  @Test(arguments: [("en_US_POSIX", false), ("fr_FR", false), ("ja_JP", true)])
  func keysAreExplainedInTheLanguageOfTheScreen(_ locale: String, _ isJapanese: Bool) {
    var view = ScreenView<Sent>(size: TerminalSize(columns: 80, rows: 24), locale: Locale(identifier: locale))
    let screen = screen {
      $0.field(text: "", key: "/", id: "field") { .typed($0) }
      $0.field(text: "", key: "m", id: "memo", isMultiline: true) { .typed($0) }
      $0.button("x", key: "x", asking: "-", .pressed("x"))
    }
    view.show(screen)
    var shown = [view.lines()]
    // A field, a field with several lines, a question, the list of all keys, and that list where it does not fit.
    for key: ScreenKey in ["/", "m", "x", "?"] {
      var view = view
      view.strike(key)
      shown.append(view.lines())
      if key == "?" {
        view.resize(to: TerminalSize(columns: 80, rows: 6))
        shown.append(view.lines())
      }
    }
    let names = ["nter", "gn", "gp", "ome", "nd", "sc", "trl", "ab", "own", "memo", "field"]
    for text in shown.map({ $0.joined(separator: " ") }) {
      #expect(text.unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value } == isJapanese, "\(text)")
      let words = text.matches(of: /[a-z]{2,}/).map { String($0.output) }.filter { !names.contains($0) }
      #expect(words.isEmpty == isJapanese, "\(words)")
    }
  }

  @Test func keysPressWhatDoesNotFit() {
    let wide = String(repeating: "w", count: 40)
    var view = view { screen in
      screen.line([.text(wide), .button("cut", key: "c", .pressed("cut"))])
      screen.line([.text(wide)], trailing: [.text(wide), .button("end", key: .escape, .pressed("end"))])
      screen.row(id: 1) { $0.line([.text(wide), .button("in a row", key: "r", .pressed("row"))]) }
    }
    #expect(view.strike("c") == .pressed("cut"))
    #expect(view.strike(.escape) == .pressed("end"))
    #expect(view.strike("r") == .pressed("row"), "the row has the focus")
    #expect(view.lines()[7].hasPrefix("r: in a row  c: cut"))
  }

  @Test(arguments: [(ScreenKey.enter, true), ("y", true), (.escape, false), ("n", false), (.tab, false), (" ", false)])
  func aQuestionIsAskedBeforeAnythingIsLost(_ answer: ScreenKey, _ isYes: Bool) {
    func form(_ text: String) -> Screen<Sent> {
      screen {
        $0.field(text: text, key: "/", id: "field", isFirst: true) { .typed($0) }
        $0.button("close", key: .escape, asking: text.isEmpty ? nil : "Throw it away?", .pressed("close"))
      }
    }
    var view = view { $0 = form("") }
    #expect(view.strike(.escape, .escape) == .pressed("close"), "nothing would be lost")
    view.show(form("typed"))
    #expect(view.strike(.escape) == nil)
    #expect(view.lines()[2].contains("│ Throw it away? │"))
    #expect(view.lines()[7] == "Enter: yes  any other key: no")
    #expect(view.reversed == "")
    #expect(view.strike(answer) == (isYes ? .pressed("close") : nil))
    #expect(!view.lines().contains { $0.contains("Throw") })
    #expect(isYes || view.strike(.escape) == nil, "it is asked again")
  }

  @Test func theListOfKeysIsScrolledWhereItDoesNotFitAndAnyOtherKeyClosesIt() {
    var view = view(12) { screen in
      for number in 0..<8 { screen.command(.character(Character("\(number)")), "command \(number)", .opened) }
    }
    view.strike("?")
    // There are sixteen lines, of which nine fit between the frame and the last line.
    #expect(view.lines()[1].contains("command 0") && view.lines()[9].contains("↑ ↓  j k"))
    let top = view.lines()[0]
    #expect(view.lines()[11] == "↑ ↓: scroll  other keys: back")
    for _ in 0..<20 { view.strike(.down) }
    #expect(view.lines()[1].contains("command 7") && view.lines()[9].contains("quit"))
    #expect(view.lines()[0] == top, "it keeps its place")
    for (key, first) in [(ScreenKey.up, 6), (.home, 0), (.pageDown, 7), (.pageUp, 0)] {
      view.strike(key)
      #expect(view.lines()[1].contains("command \(first)"))
    }
    view.strike(.down)
    #expect(view.strike("1") == nil)
    #expect(!view.showsKeys)
    #expect(view.strike("1") == .opened)
    view.strike("?")
    #expect(view.lines()[1].contains("command 0"), "it begins at its beginning again")
  }

  @Test func theWholeAddressOfThePageIsShown() {
    let address = "http://127.0.0.1:37001/?token=\(String(repeating: "abcdefghij", count: 4))"
    var view = ScreenView<Sent>(size: TerminalSize(columns: 30, rows: 24), address: address)
    view.show(screen { _ in })
    view.strike("?")
    let text = view.lines().map { $0.trimmingCharacters(in: .whitespaces.union(["│"])) }.joined()
    #expect(text.contains(address), "\(view.lines())")
  }

  @Test func anAlertThatDoesNotFitIsScrolled() {
    let message = (0..<12).map { "line \($0)" }.joined(separator: "\n")
    let alert = AlertState<Int>(
      title: { TextState("Title") },
      actions: { for number in 1...3 { ButtonState(action: number) { TextState("button \(number)") } } },
      message: { TextState(message) }
    )
    var view = view { $0.alert(alert) { .alert($0) } }
    #expect(view.lines()[5].contains("3. button 3"))
    for _ in 0..<30 { view.strike(.up) }
    #expect(view.lines()[1].contains("Title"))
    view.strike(.pageDown)
    #expect(view.lines()[1].contains("line 3"))
    view.strike(.down)
    #expect(view.lines().contains { $0.contains("2. button 2") }, "what has the focus is in view")
  }

  @Test func whatIsCutInTheRowCanBeRead() {
    var view = view(20) {
      $0.row(id: 1, action: .opened) {
        $0.line("A title that is longer than this line", trailing: "7 likes", .bold)
        $0.line("short")
      }
      $0.row(id: 2, action: .opened) { $0.line("Another title that is too long for it") }
    }
    view.strike("?")
    let text = view.lines().joined(separator: "\n")
    #expect(text.contains("│ A title that is longer") && text.contains("│ than this line 7 likes"))
    #expect(!text.contains("│ short") && !text.contains("│ Another"))
    view.strike("x", .down, "?")
    #expect(view.lines().contains { $0.contains("│ Another title that is too") })
  }

  /// Shows a list until its visible window no longer changes.
  private func settle(_ view: inout ScreenView<Sent>, count: Int) {
    var window: Range<Int>?
    while window != view.window {
      window = view.window
      let shown = view.window.clamped(to: 0..<count)
      view.show(
        screen { screen in
          screen.line("title")
          screen.pin()
          screen.list("rows", count: count, shown: shown, rowID: { $0 }) {
            .appeared($0)
          } action: {
            .pressed("\($0)")
          } _: {
            $1.line("row \($0)")
          }
        }
      )
    }
  }

  @Test func theFocusStaysInView() {
    var view = view()
    settle(&view, count: 100)
    for _ in 0..<10 { view.strike(.down) }
    #expect(view.reversed == "row 10")
    #expect(view.lines()[0] == "title", "What is pinned stays.")
    #expect(view.lines()[6] == "row 10", "No more is scrolled than is needed.")
    for _ in 0..<6 { view.strike(.up) }
    #expect(view.lines()[0...1] == ["title", "row 4"])
    for rows in [5, 1] {
      view.resize(to: TerminalSize(columns: 30, rows: rows))
      #expect(view.reversed == "row 4")
    }
  }

  @Test func aPageAtATime() {
    var view = view()
    settle(&view, count: 20)
    view.strike(.pageDown)
    #expect(view.lines()[1] == "row 5" && view.reversed == "row 5")
    for _ in 0..<5 { view.strike(.pageDown) }
    #expect(view.lines()[6] == "row 19" && view.reversed == "row 19")
    for _ in 0..<5 { view.strike(.pageUp) }
    #expect(view.reversed == "row 0")
    // The list becomes shorter than the scroll position.
    view.strike(.end)
    settle(&view, count: 3)
    #expect(view.lines()[1...3] == ["row 0", "row 1", "row 2"])
  }

  @Test func textWithoutControlsIsScrolledThrough() {
    let text: (inout Screen<Sent>) -> Void = {
      for line in 1...20 { $0.line("line \(line)") }
      buttons(&$0, "b")
    }
    #expect(self.view(8, text).lines()[0] == "line 1", "it begins at its top, also if what has the focus is below")
    var view = view {
      buttons(&$0, "a")
      text(&$0)
    }
    view.strike(.down)
    #expect(view.lines()[0] == "line 1" && view.reversed == "")
    for _ in 0..<14 { view.strike(.down) }
    #expect(view.lines()[6] == "b" && view.reversed == "b")
    for _ in 0..<30 { view.strike(.up) }
    #expect(view.reversed == "a")
    #expect(view.strike(.down, .enter) == nil, "What can't be seen is not pressed: it comes into view first.")
    #expect(view.strike(.enter) == .pressed("a"))
  }

  @Test func rowsAppearEachTimeThatTheyComeIntoView() {
    var view = view()
    settle(&view, count: 100)
    #expect(view.takeAppearances() == (0...5).map { .appeared($0) })
    settle(&view, count: 100)
    #expect(view.takeAppearances() == [], "Drawing them again is no appearance.")
    view.strike(.pageDown)
    #expect(view.takeAppearances() == (6...10).map { .appeared($0) })
    view.strike(.pageUp)
    #expect(view.takeAppearances() == (0...4).map { .appeared($0) })
    for appearances in [[Sent.opened], []] {
      view.show(screen { $0.onAppear("detail", .opened) })
      #expect(view.takeAppearances() == appearances)
    }
    settle(&view, count: 100)
    #expect(view.takeAppearances().count == 6)
  }

  private func field(_ text: String, isMultiline: Bool = false) -> Screen<Sent> {
    screen {
      $0.field("find: ", text: text, key: "/", isMultiline: isMultiline, submit: .submitted) { .typed($0) }
      buttons(&$0, "a")
    }
  }

  /// Presses keys as in an app that accepts every text.
  private func type(_ keys: [ScreenKey], _ view: inout ScreenView<Sent>) -> [Sent] {
    keys.compactMap { key in
      let action = view.strike(key)
      if case .typed(let text) = action { view.show(field(text)) }
      return action
    }
  }

  @Test func typing() {
    var view = view { $0 = field("") }
    func expect(_ keys: ScreenKey..., toType texts: String...) {
      #expect(type(keys, &view) == texts.map { .typed($0) })
    }
    expect("x")
    #expect(view.cursor == nil, "Having the focus is not enough.")
    expect("/", "日", "b", toType: "日", "日b")
    #expect(view.lines()[0] == "find: 日b")
    #expect(view.cursor == [9, 0])
    expect(.left, .left, "a", toType: "a日b")
    expect(.delete, .backspace, toType: "ab", "b")
    // There is nothing to delete.
    expect(.backspace, .end, .right, .delete)
    expect(.home, "q", "?", "j", .control("k"), toType: "qb", "q?b", "q?jb", "q?j")
    expect(" ", "c", .control("w"), .control("w"), toType: "q?j ", "q?j c", "q?j ", "")
    expect("x", .control("u"), toType: "x", "")
    #expect(type([.enter], &view) == [.submitted])
    #expect(type(["x"], &view) == [], "Submitting ends it.")
    expect(.enter, "x", .escape, "y", toType: "x")
    #expect(type([.enter, .down, .enter], &view) == [.pressed("a")], "An arrow leads out of the field.")
  }

  @Test func aFormBeginsInItsFirstFieldAndTypingGoesOnInTheNext() {
    var view = view {
      buttons(&$0, "cancel")
      $0.field(text: "", id: "title", isFirst: true) { .typed($0) }
      $0.field(text: "", id: "memo") { .typed("memo: \($0)") }
    }
    #expect(view.strike("x") == .typed("x"))
    #expect(view.strike(.tab, "y") == .typed("memo: y"))
  }

  @Test func whatIsUnderWayMoves() {
    var view = view { screen in
      screen.progress("loading")
      screen.line([.text("users")], trailing: [.progress("loading")])
    }
    #expect(view.lines()[..<2] == ["loading ⠋", "users                ⠋ loading"])
    #expect(view.showsProgress && String(view.draw(tick: 1)[row: 0].compactMap(\.character)).hasPrefix("loading ⠙"))
    view.show(screen { $0.line("loaded") })
    #expect(!view.showsProgress)
  }

  @Test func aTextThatIsWiderThanItsField() {
    #expect(FieldText.wrapped("one two three", columns: 5) == ["one t", "wo th", "ree"])
    #expect(FieldText.wrapped("日本語\n\nb\n", columns: 5) == ["日本", "語", "", "b", ""])
    let places = (0...5).map { FieldText.position(of: $0, in: "a日\n本b", columns: 5) }
    #expect(places.map { [$0.line, $0.column] } == [[0, 0], [0, 1], [0, 3], [1, 0], [1, 2], [1, 3]])
    #expect(FieldText.position(of: 5, in: "abcde", columns: 5).column == 4, "It stays on the screen.")
    for (text, caret, shown, column) in [
      ("0123456789", 0, "01234", 0), ("0123456789", 3, "01234", 3), ("0123456789", 10, "6789", 4),
      ("a\nb", 2, "a↵b", 2), ("日本語日本", 5, "日本", 4),
    ] {
      let window = FieldText.window(text, caret: caret, columns: 5)
      #expect(window.text == shown && window.column == column, "\(window)")
    }
  }

  @Test func pasting() {
    var view = view { $0 = field("ab") }
    #expect(view.paste("x") == nil)
    view.strike("/", .left)
    #expect(view.paste("1\r\n2\t3\u{1B}[2J\u{202E}") == .typed("a1 2 3[2Jb"))
    view.show(field("ab", isMultiline: true))
    #expect(view.paste("1\r\n2") == .typed("ab1\n2"), "The cursor does not stand behind the end.")
  }

  @Test func aTextOfMoreLinesThanFit() {
    func form(_ text: String) -> Screen<Sent> {
      screen {
        $0.line("title")
        $0.field(text: text, key: "/", id: "memo", isMultiline: true) { .typed($0) }
        buttons(&$0, "a")
      }
    }
    var (view, text) = (view(5), "")
    func press(_ keys: ScreenKey...) -> [Int]? {
      for key in keys {
        if case .typed(let new)? = view.strike(key) { text = new }
        view.show(form(text))
      }
      return view.cursor
    }
    view.show(form(text))
    #expect(press("/", "1", .enter, "2", .enter, "3") == [1, 3])
    #expect(press(.enter, "4", .enter, "5") == [1, 3])
    #expect(view.lines()[0...3] == ["2", "3", "4", "5"], "what is typed is on show")
    #expect(press(.up) == [1, 2], "an arrow leads to another line")
    #expect(press("x", .up, .up, .up) == [1, 0])
    #expect(view.lines()[0...3] == ["1", "2", "3", "4x"])
    #expect(press(.down, .home, "日") == [2, 0], "home is the beginning of the text")
    #expect(text == "日1\n2\n3\n4x\n5")
    _ = press(.escape, .down, "/")
    #expect(view.lines()[0...3] == ["2", "3", "4x", "5"], "typing goes on at the end")
    #expect(press(.down) == nil, "behind the last line it leads out of the field")
  }

  /// A feature may insert a draft in front of the typed text.
  @Test(arguments: [("", "milk", 4), ("ab", "milk, ab", 8), ("ab", "a", 1), ("ab", "", 0), ("ab", "abc", 3)])
  func theCursorStaysBehindWhatIsTyped(_ typed: String, _ text: String, _ caret: Int) {
    var view = view { $0 = field("") }
    view.strike("/")
    _ = type(typed.map { .character($0) }, &view)
    view.show(field(text))
    #expect(view.caret == caret)
    // The same if the feature has not shown the last character yet.
    guard text.hasSuffix("ab") else { return }
    view.strike("c")
    view.show(field("more " + text + "c"))
    #expect(view.caret == caret + 6)
  }

  @Test func aTextThatTheFeatureDoesNotTake() {
    var view = view { $0 = field("abc") }
    view.strike("/")
    view.show(field(""))
    #expect(view.caret == 0)
    #expect(view.strike("x") == .typed("x"))
    view.show(screen { buttons(&$0, "a") })
    #expect(!view.isEditing)
    #expect(view.strike(.enter) == .pressed("a"))
  }

  @Test func anAlertHasToBeAnswered() {
    let state = AlertState<Int> {
      TextState("消しますか？")
    } actions: {
      ButtonState(role: .destructive, action: 1) { TextState("消す") }
      ButtonState(role: .cancel) { TextState("やめる") }
    }
    func alert(_ alert: AlertState<Int>?) -> Screen<Sent> {
      screen {
        $0.button("behind", key: "b", .pressed("behind"))
        $0.command(.escape, "back", .opened)
        $0.alert(alert) { .alert($0) }
      }
    }
    var view = view(9) { $0 = alert(state) }
    let box = [
      " ┌─────────────────────────┐", " │ 消しますか？            │", " │   1. 消す (destructive) │",
      " │   2. やめる (cancel)    │", " └─────────────────────────┘",
    ]
    #expect(Array(view.lines()[2...6]) == box)
    #expect(view.reversed == "  1. 消す (destructive)")
    #expect(view.strike("b") == nil)
    #expect(view.strike(.enter) == .alert(.presented(1)))
    for key in ["2", ScreenKey.escape] { #expect(view.strike(key) == .alert(.dismiss)) }
    #expect(view.strike(.down, .enter) == .alert(.dismiss))
    view.show(alert(nil))
    #expect(view.reversed == "behind")
    #expect(view.strike(.escape) == .opened)
  }
}
