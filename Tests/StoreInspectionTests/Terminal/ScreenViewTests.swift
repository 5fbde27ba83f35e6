import Foundation
import Store
import Testing

@testable import StoreInspection
@testable import StoreScript
@testable import StoreTrace

private enum Action: Equatable {
  case pressed(String)
  case typed(String)
  case submitted
  case appeared(Int)
  case opened
  case alert(PresentationAction<Int>)
}

struct ScreenViewTests {
  /// A view of twelve columns and eight rows: seven lines of the screen, and one for keys.
  private func view(_ rows: Int = 8, _ fill: (inout Screen<Action>) -> Void) -> ScreenView<Action> {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: rows))
    view.show(screen(fill))
    return view
  }

  private func screen(_ fill: (inout Screen<Action>) -> Void) -> Screen<Action> {
    var screen = Screen<Action>(width: 30)
    fill(&screen)
    return screen
  }

  private func lines(_ view: ScreenView<Action>, tick: Int = 0) -> [String] {
    let frame = view.draw(tick: tick)
    return (0..<frame.size.rows).map { row in
      String(frame[row: row].compactMap(\.character)).trimmingSuffix(while: { $0 == " " })
    }
  }

  /// The text that is displayed as focused.
  private func focus(_ view: ScreenView<Action>) -> String {
    let frame = view.draw(tick: 0)
    return (0..<frame.size.rows).map { row in
      String(frame[row: row].filter { $0.style.contains(.reverse) }.compactMap(\.character))
    }.joined().trimmingSuffix(while: { $0 == " " })
  }

  private func action(_ reaction: ScreenView<Action>.Reaction) -> Action? {
    if case .send(let action) = reaction { action } else { nil }
  }

  private func buttons(_ screen: inout Screen<Action>, _ labels: [String]) {
    screen.line(labels.flatMap { [.button($0, .pressed($0)), .text(" ")] })
  }

  // MARK: Focus

  @Test func theArrowsMoveTheFocus() {
    var view = view {
      buttons(&$0, ["a", "bb", "c"])
      $0.line("text")
      $0.row(id: 1, action: .pressed("row")) { $0.line("row") }
      buttons(&$0, ["d", "ee"])
    }
    #expect(focus(view) == "a")
    _ = view.press(.right)
    #expect(focus(view) == "bb")
    _ = view.press(.down)
    #expect(focus(view) == "row")
    _ = view.press("j")
    #expect(focus(view) == "d")
    #expect(action(view.press(.tab)) == nil)
    #expect(action(view.press(.enter)) == .pressed("ee"))
    _ = view.press(.tab)
    #expect(focus(view) == "a", "After the last comes the first.")
    _ = view.press(.backTab)
    _ = view.press("k")
    #expect(action(view.press(" ")) == .pressed("row"))
  }

  @Test func aControlKeepsTheFocusWhereverItGoes() {
    var view = view {
      buttons(&$0, ["a"])
      buttons(&$0, ["b"])
    }
    _ = view.press(.down)
    view.show(
      screen { screen in
        for label in ["x", "y", "b"] { buttons(&screen, [label]) }
      }
    )
    #expect(focus(view) == "b")
    view.show(screen { buttons(&$0, ["x"]) })
    #expect(focus(view) == "x")
    view.show(
      screen { screen in
        for label in ["x", "b"] { buttons(&screen, [label]) }
      }
    )
    #expect(focus(view) == "x", "it is not taken from one that is there")
    view.show(screen { buttons(&$0, ["y", "b"]) })
    #expect(focus(view) == "b", "what had it last gets it back")
  }

  @Test func keysPressButtonsFromAnywhere() {
    var view = view {
      $0.line([.button("one", key: "1", .pressed("one")), .button("off", key: "2", nil)])
      $0.row(id: 1, action: .pressed("row")) {
        $0.line("row 1")
        $0.command("d", "delete", .pressed("delete 1"))
      }
      $0.row(id: 2, action: .pressed("row")) {
        $0.line("row 2")
        $0.command("d", "delete", .pressed("delete 2"))
      }
      $0.command("q", "quiet", .pressed("q"))
    }
    #expect(action(view.press("1")) == .pressed("one"))
    #expect(action(view.press("2")) == nil, "A button without an action is text.")
    #expect(action(view.press("d")) == nil, "No row has the focus.")
    _ = view.press(.down)
    #expect(action(view.press("d")) == .pressed("delete 1"))
    #expect(lines(view).last == "d: delete  q: quiet  ?: keys …")
    _ = view.press(.down)
    #expect(action(view.press("d")) == .pressed("delete 2"))
    #expect(action(view.press("q")) == .pressed("q"), "The screen's own keys come first.")
  }

  /// The explanations of keys are in the language of the screen.
  @Test(arguments: [("en_US_POSIX", false), ("fr_FR", false), ("ja_JP", true)])
  func keysAreExplainedInTheLanguageOfTheScreen(_ locale: String, _ isJapanese: Bool) {
    var view = ScreenView<Action>(size: TerminalSize(columns: 80, rows: 24), locale: Locale(identifier: locale))
    view.show(
      screen {
        $0.field(text: "", key: "/", id: "field") { .typed($0) }
        $0.field(text: "", key: "m", id: "memo", isMultiline: true) { .typed($0) }
        $0.button("x", key: "x", asking: "-", .pressed("x"))
      }
    )
    var shown = [lines(view)]
    // A field, a field with several lines, a question, the list of all keys, and that list where it does not fit.
    for key: ScreenKey in ["/", "m", "x", "?"] {
      var view = view
      _ = view.press(key)
      shown.append(lines(view))
      if key == "?" {
        view.resize(to: TerminalSize(columns: 80, rows: 6))
        shown.append(lines(view))
      }
    }
    for lines in shown {
      let isInJapanese = lines.contains { $0.unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value } }
      #expect(isInJapanese == isJapanese, "\(lines)")
      let words = lines.joined(separator: " ").matches(of: /[a-z]{2,}/).map { String($0.output) }
      let names = ["nter", "gn", "gp", "ome", "nd", "sc", "trl", "ab", "own", "memo", "field"]
      #expect(words.filter { !names.contains($0) }.isEmpty == isJapanese, "\(words)")
    }
  }

  @Test func keysPressWhatDoesNotFit() {
    let wide = String(repeating: "w", count: 40)
    var view = view { screen in
      screen.line([.text(wide), .button("cut", key: "c", .pressed("cut"))])
      screen.line([.text(wide)], trailing: [.text(wide), .button("end", key: .escape, .pressed("end"))])
      screen.row(id: 1) { $0.line([.text(wide), .button("in a row", key: "r", .pressed("row"))]) }
    }
    #expect(action(view.press("c")) == .pressed("cut"))
    #expect(action(view.press(.escape)) == .pressed("end"))
    #expect(action(view.press("r")) == .pressed("row"), "the row has the focus")
    #expect(lines(view)[7].hasPrefix("r: in a row  c: cut"))
  }

  @Test func aQuestionIsAskedBeforeAnythingIsLost() {
    func form(_ text: String) -> Screen<Action> {
      screen {
        $0.field(text: text, key: "/", id: "field", isFirst: true) { .typed($0) }
        $0.button("close", key: .escape, asking: text.isEmpty ? nil : "Throw it away?", .pressed("close"))
      }
    }
    for answer in [ScreenKey.enter, "y", .escape, "n", .tab, " "] {
      var view = view(8) { $0 = form("") }
      _ = view.press(.escape)
      #expect(action(view.press(.escape)) == .pressed("close"), "nothing would be lost")
      view.show(form("typed"))
      #expect(action(view.press(.escape)) == nil)
      #expect(lines(view)[2].contains("│ Throw it away? │"))
      #expect(lines(view)[7] == "Enter: yes  any other key: no")
      #expect(focus(view) == "")
      let isYes = answer == .enter || answer == "y"
      #expect(action(view.press(answer)) == (isYes ? .pressed("close") : nil))
      #expect(!lines(view).contains { $0.contains("Throw") })
      #expect(isYes || action(view.press(.escape)) == nil, "it is asked again")
    }
  }

  @Test func theListOfKeysIsScrolledWhereItDoesNotFit() {
    var view = view(12) { screen in
      for number in 0..<8 { screen.command(.character(Character("\(number)")), "command \(number)", .opened) }
    }
    _ = view.press("?")
    // There are sixteen lines, of which nine fit between the frame and the last line.
    #expect(lines(view)[1].contains("command 0"))
    #expect(lines(view)[9].contains("↑ ↓  j k"))
    let top = lines(view)[0]
    #expect(lines(view)[11] == "↑ ↓: scroll  other keys: back")
    for _ in 0..<20 { _ = view.press(.down) }
    #expect(lines(view)[9].contains("quit"))
    #expect(lines(view)[1].contains("command 7"))
    #expect(lines(view)[0] == top, "it keeps its place")
    for (key, first) in [
      (ScreenKey.up, "command 6"), (.home, "command 0"), (.pageDown, "command 7"), (.pageUp, "command 0"),
    ] {
      _ = view.press(key)
      #expect(lines(view)[1].contains(first))
    }
    _ = view.press("x")
    #expect(!view.showsKeys)
    _ = view.press("?")
    #expect(lines(view)[1].contains("command 0"), "it begins at its beginning again")
  }

  @Test func anAlertThatDoesNotFitIsScrolled() {
    var screen = Screen<Action>(width: 30)
    let alert = AlertState<Int> {
      TextState("Title")
    } actions: {
      for number in 1...3 { ButtonState(action: number) { TextState("button \(number)") } }
    } message: {
      TextState((0..<12).map { "line \($0)" }.joined(separator: "\n"))
    }
    screen.alert(alert) { .alert($0) }
    var view = view(8) { $0 = screen }
    #expect(lines(view)[5].contains("3. button 3"))
    for _ in 0..<30 { _ = view.press(.up) }
    #expect(lines(view)[1].contains("Title"))
    _ = view.press(.pageDown)
    #expect(lines(view)[1].contains("line 3"))
    _ = view.press(.down)
    #expect(lines(view).contains { $0.contains("2. button 2") }, "what has the focus is in view")
  }

  @Test func leaving() {
    var view = view { $0.line("text") }
    func isSame(_ reaction: ScreenView<Action>.Reaction, _ text: String) -> Bool { "\(reaction)" == text }
    #expect(isSame(view.press("q"), "quit"))
    #expect(isSame(view.press(.control("c")), "interrupt"))
    #expect(isSame(view.press(.control("z")), "suspend"))
    #expect(isSame(view.press(.control("l")), "redraw"))
    #expect(isSame(view.press(.escape), "nothing"))
  }

  @Test func theListOfKeys() {
    var view = view(20) { $0.button("[save]", key: .control("s"), .pressed("save")) }
    _ = view.press("?")
    #expect(lines(view).contains { $0.contains("Ctrl-S") && $0.contains("[save]") })
    #expect(action(view.press(.control("s"))) == nil, "Any key closes it.")
    #expect(!lines(view).contains { $0.contains("Ctrl-S") })
    #expect(action(view.press(.control("s"))) == .pressed("save"))
  }

  @Test func whatIsCutInTheRowCanBeRead() {
    var view = view(20) {
      $0.row(id: 1, action: .opened) {
        $0.line("A title that is longer than this line", trailing: "7 likes", .bold)
        $0.line("short")
      }
      $0.row(id: 2, action: .opened) { $0.line("Another title that is too long for it") }
    }
    _ = view.press("?")
    #expect(lines(view).contains { $0.contains("│ A title that is longer") })
    #expect(lines(view).contains { $0.contains("│ than this line 7 likes") })
    #expect(!lines(view).contains { $0.contains("│ short") || $0.contains("│ Another") })
    _ = view.press("x")
    _ = view.press(.down)
    _ = view.press("?")
    #expect(lines(view).contains { $0.contains("│ Another title that is too") })
  }

  // MARK: Scrolling

  private func rows(_ count: Int, in view: ScreenView<Action>) -> Screen<Action> {
    screen { screen in
      screen.line("title")
      screen.pin()
      screen.list("rows", count: count, shown: view.window.clamped(to: 0..<count), rowID: { $0 }) {
        .appeared($0)
      } action: {
        .pressed("\($0)")
      } _: {
        $1.line("row \($0)")
      }
    }
  }

  /// Shows the screen until its visible window no longer changes, and returns how many rows were made.
  private func settle(_ view: inout ScreenView<Action>, count: Int) -> Int {
    var looked = 0
    var window: Range<Int>?
    while window != view.window {
      window = view.window
      view.show(rows(count, in: view))
      looked += view.window.count
    }
    return looked
  }

  @Test func theFocusStaysInView() {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    _ = settle(&view, count: 100)
    for _ in 0..<10 { _ = view.press(.down) }
    #expect(focus(view) == "row 10")
    #expect(lines(view)[0] == "title", "What is pinned stays.")
    #expect(lines(view)[6] == "row 10", "No more is scrolled than is needed.")
    for _ in 0..<6 { _ = view.press(.up) }
    #expect(lines(view)[1] == "row 4")
    #expect(lines(view)[0] == "title")
    view.resize(to: TerminalSize(columns: 30, rows: 5))
    #expect(focus(view) == "row 4")
    view.resize(to: TerminalSize(columns: 30, rows: 1))
    #expect(focus(view) == "row 4")
  }

  @Test func onlyRowsAroundThoseInViewAreDrawn() {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    let count = 10_000
    var looked = settle(&view, count: count)
    for _ in 0..<300 {
      _ = view.press(.down)
      looked += settle(&view, count: count)
    }
    #expect(focus(view) == "row 300")
    #expect(lines(view)[1...6] == (295...300).map { "row \($0)" }[...])
    #expect(looked < 10_000)
    _ = view.press(.end)
    looked = settle(&view, count: count)
    #expect(focus(view) == "row 9999")
    #expect(lines(view)[6] == "row 9999")
    _ = view.press(.pageUp)
    looked += settle(&view, count: count)
    #expect(focus(view) == "row 9994")
    _ = view.press(.home)
    looked += settle(&view, count: count)
    #expect(focus(view) == "row 0")
    #expect(looked < 300)
    // The list has become shorter than the scroll position.
    _ = view.press(.end)
    _ = settle(&view, count: count)
    _ = settle(&view, count: 3)
    #expect(lines(view)[1...3] == ["row 0", "row 1", "row 2"])
  }

  @Test func aPageAtATime() {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    _ = settle(&view, count: 20)
    _ = view.press(.pageDown)
    #expect(lines(view)[1] == "row 5")
    #expect(focus(view) == "row 5")
    for _ in 0..<5 { _ = view.press(.pageDown) }
    #expect(focus(view) == "row 19")
    #expect(lines(view)[6] == "row 19")
    for _ in 0..<5 { _ = view.press(.pageUp) }
    #expect(focus(view) == "row 0")
  }

  @Test func textWithoutControlsIsScrolledThrough() {
    var view = view {
      buttons(&$0, ["a"])
      for line in 1...20 { $0.line("line \(line)") }
      buttons(&$0, ["b"])
    }
    _ = view.press(.down)
    #expect(focus(view) == "")
    #expect(lines(view)[0] == "line 1")
    for _ in 0..<14 { _ = view.press(.down) }
    #expect(focus(view) == "b")
    #expect(lines(view)[6] == "b")
    for _ in 0..<30 { _ = view.press(.up) }
    #expect(focus(view) == "a")
    _ = view.press(.down)
    #expect(action(view.press(.enter)) == nil, "What can't be seen is not pressed: it comes into view first.")
    #expect(action(view.press(.enter)) == .pressed("a"))
  }

  // MARK: Appearance

  @Test func rowsAppearEachTimeThatTheyComeIntoView() {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    _ = settle(&view, count: 100)
    #expect(view.takeAppearances() == (0...5).map { .appeared($0) })
    #expect(view.takeAppearances() == [])
    _ = settle(&view, count: 100)
    #expect(view.takeAppearances() == [], "Drawing them again is no appearance.")
    _ = view.press(.pageDown)
    #expect(view.takeAppearances() == (6...10).map { .appeared($0) })
    _ = view.press(.pageUp)
    #expect(view.takeAppearances() == (0...4).map { .appeared($0) })
    view.show(screen { $0.onAppear("detail", .opened) })
    #expect(view.takeAppearances() == [.opened])
    view.show(screen { $0.onAppear("detail", .opened) })
    #expect(view.takeAppearances() == [])
    _ = settle(&view, count: 100)
    #expect(view.takeAppearances().count == 6)
    view.show(screen { $0.onAppear("detail", .opened) })
    #expect(view.takeAppearances() == [.opened])
  }

  // MARK: Typing

  private func field(_ text: String, isMultiline: Bool = false) -> Screen<Action> {
    screen {
      $0.field("find: ", text: text, key: "/", isMultiline: isMultiline, submit: .submitted) { .typed($0) }
      buttons(&$0, ["a"])
    }
  }

  /// Presses keys as in an app that accepts every text.
  private func type(_ keys: [ScreenKey], _ view: inout ScreenView<Action>, isMultiline: Bool = false) -> [Action] {
    keys.compactMap { key in
      let action = action(view.press(key))
      if case .typed(let text) = action { view.show(field(text, isMultiline: isMultiline)) }
      return action
    }
  }

  @Test func typing() {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    view.show(field(""))
    #expect(type(["x"], &view) == [], "Having the focus is not enough.")
    #expect(view.draw(tick: 0).cursor == nil)
    #expect(type(["/", "日", "b"], &view) == [.typed("日"), .typed("日b")])
    #expect(lines(view)[0] == "find: 日b")
    #expect(view.draw(tick: 0).cursor.map { [$0.column, $0.row] } == [9, 0])
    #expect(type([.left, .left, "a"], &view) == [.typed("a日b")])
    #expect(type([.delete, .backspace], &view) == [.typed("ab"), .typed("b")])
    #expect(type([.backspace, .end, .right, .delete], &view) == [], "There is nothing to delete.")
    #expect(
      type([.home, "q", "?", "j", .control("k")], &view) == [
        .typed("qb"), .typed("q?b"), .typed("q?jb"), .typed("q?j"),
      ]
    )
    #expect(
      type([" ", "c", .control("w"), .control("w"), "x", .control("u")], &view) == [
        .typed("q?j "), .typed("q?j c"), .typed("q?j "), .typed(""), .typed("x"), .typed(""),
      ]
    )
    #expect(type([.enter], &view) == [.submitted])
    #expect(type(["x"], &view) == [], "Submitting ends it.")
    #expect(type([.enter, "x", .escape, "y"], &view) == [.typed("x")])
    #expect(type([.enter, .down, .enter], &view) == [.pressed("a")], "An arrow leads out of the field.")
  }

  @Test func pasting() {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    view.show(field("ab"))
    #expect(action(view.insert("x")) == nil)
    _ = view.press("/")
    _ = view.press(.left)
    #expect(action(view.insert("1\r\n2\t3\u{1B}[2J\u{202E}")) == .typed("a1 2 3[2Jb"))
    view.show(field("ab", isMultiline: true))
    #expect(action(view.insert("1\r\n2")) == .typed("ab1\n2"), "The cursor does not stand behind the end.")
  }

  @Test func severalLines() {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    view.show(field("ab", isMultiline: true))
    #expect(type(["/", .enter, "c"], &view, isMultiline: true) == [.typed("ab\n"), .typed("ab\nc")])
    #expect(lines(view)[0...1] == ["ab", "c"])
    #expect(view.draw(tick: 0).cursor.map { [$0.column, $0.row] } == [1, 1])
  }

  @Test func aTextOfMoreLinesThanFit() {
    func form(_ text: String) -> Screen<Action> {
      screen {
        $0.line("title")
        $0.field(text: text, key: "/", id: "memo", isMultiline: true) { .typed($0) }
        buttons(&$0, ["a"])
      }
    }
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 5))
    var text = ""
    func press(_ keys: ScreenKey...) -> [Int?] {
      for key in keys {
        if case .typed(let new)? = action(view.press(key)) { text = new }
        view.show(form(text))
      }
      return view.draw(tick: 0).cursor.map { [$0.column, $0.row] } ?? []
    }
    view.show(form(text))
    #expect(press("/", "1", .enter, "2", .enter, "3") == [1, 3])
    #expect(press(.enter, "4", .enter, "5") == [1, 3])
    #expect(lines(view)[0...3] == ["2", "3", "4", "5"], "what is typed is on show")
    #expect(press(.up) == [1, 2], "an arrow leads to another line")
    #expect(press("x", .up, .up, .up) == [1, 0])
    #expect(lines(view)[0...3] == ["1", "2", "3", "4x"])
    #expect(press(.down, .home, "日") == [2, 0], "home is the beginning of the text")
    #expect(text == "日1\n2\n3\n4x\n5")
    _ = press(.escape, .down, "/")
    #expect(lines(view)[0...3] == ["2", "3", "4x", "5"], "typing goes on at the end")
    #expect(press(.down).isEmpty, "behind the last line it leads out of the field")
  }

  /// A feature may insert a draft in front of the typed text.
  @Test(arguments: [
    ("", "milk", 4), ("ab", "milk, ab", 8), ("ab", "a", 1), ("ab", "", 0), ("ab", "abc", 3),
  ])
  func theCursorStaysBehindWhatIsTyped(_ typed: String, _ text: String, _ caret: Int) {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    view.show(field(""))
    _ = view.press("/")
    for character in typed { _ = type([.character(character)], &view) }
    view.show(field(text))
    #expect(view.caret == caret)
    // The same if the feature has not shown the last character yet.
    guard text.hasSuffix("ab") else { return }
    _ = view.press("c")
    view.show(field("more " + text + "c"))
    #expect(view.caret == caret + 6)
  }

  @Test func aScreenBeginsAtItsTop() {
    var view = view { screen in
      screen.line("title")
      for index in 0..<20 { screen.line("\(index)") }
      screen.button("edit", key: "e", .pressed("edit"))
    }
    #expect(lines(view)[0] == "title")
    for _ in 0..<20 { _ = view.press(.down) }
    #expect(focus(view) == "edit")
  }

  @Test func aTextThatTheFeatureDoesNotTake() {
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 8))
    view.show(field("abc"))
    _ = view.press("/")
    view.show(field(""))
    #expect(view.caret == 0)
    #expect(action(view.press("x")) == .typed("x"))
    view.show(screen { buttons(&$0, ["a"]) })
    #expect(!view.isEditing)
    #expect(action(view.press(.enter)) == .pressed("a"))
  }

  @Test func aFormBeginsInItsFirstField() {
    var view = view {
      buttons(&$0, ["cancel"])
      $0.field(text: "", id: "title", isFirst: true) { .typed($0) }
      $0.field(text: "", id: "memo") { .typed($0) }
    }
    #expect(action(view.press("x")) == .typed("x"))
    _ = view.press(.tab)
    #expect(view.focus?.name == AnyHashable("memo"))
    #expect(action(view.press("y")) == .typed("y"), "From field to field one goes on typing.")
  }

  // MARK: Alerts

  @Test func anAlertHasToBeAnswered() {
    func alert(_ alert: AlertState<Int>?) -> Screen<Action> {
      screen {
        $0.button("behind", key: "b", .pressed("behind"))
        $0.command(.escape, "back", .opened)
        $0.alert(alert) { .alert($0) }
      }
    }
    var view = ScreenView<Action>(size: TerminalSize(columns: 30, rows: 9))
    let state = AlertState<Int> {
      TextState("消しますか？")
    } actions: {
      ButtonState(role: .destructive, action: 1) { TextState("消す") }
      ButtonState(role: .cancel) { TextState("やめる") }
    }
    view.show(alert(state))
    #expect(
      lines(view)[2...6] == [
        " ┌─────────────────────────┐", " │ 消しますか？            │", " │   1. 消す (destructive) │",
        " │   2. やめる (cancel)    │", " └─────────────────────────┘",
      ]
    )
    #expect(focus(view) == "  1. 消す (destructive)")
    #expect(action(view.press("b")) == nil)
    #expect(action(view.press(.enter)) == .alert(.presented(1)))
    #expect(action(view.press("2")) == .alert(.dismiss))
    #expect(action(view.press(.escape)) == .alert(.dismiss))
    _ = view.press(.down)
    #expect(action(view.press(.enter)) == .alert(.dismiss))
    view.show(alert(nil))
    #expect(focus(view) == "behind")
    #expect(action(view.press(.escape)) == .opened)
  }

  // MARK: Motion

  @Test func whatIsUnderWayMoves() {
    var view = view { screen in
      screen.progress("loading")
      screen.line([.text("users")], trailing: [.progress("loading")])
    }
    #expect(lines(view)[0] == "loading ⠋")
    #expect(lines(view, tick: 1)[0] == "loading ⠙")
    #expect(lines(view)[1] == "users                ⠋ loading")
    #expect(view.showsProgress)
    view.show(screen { $0.line("loaded") })
    #expect(!view.showsProgress)
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    String(reversed().drop(while: predicate).reversed())
  }
}
