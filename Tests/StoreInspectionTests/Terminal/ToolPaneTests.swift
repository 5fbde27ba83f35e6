import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection

/// What the developer tools show of a session, and what keys do with it.
@MainActor
struct ToolPaneTests {
  private let store: StoreOf<Diary>
  private let steps: SessionSteps<Diary.State>

  init() throws { (store, steps, _) = try Diary.recorded() }

  private func pane(_ columns: Int = 70, _ rows: Int = 8) -> ToolPane {
    ToolPane(at: steps.position, of: steps.last, size: TerminalSize(columns: columns, rows: rows))
  }

  private func write(_ texts: String...) { for text in texts { store.send(.wrote(text)) } }

  @discardableResult
  private func screen(_ pane: inout ToolPane, _ keys: ScreenKey..., locale: String = "en_US") -> TerminalEmulator {
    for key in keys {
      pane.update(steps, size: pane.size)
      #expect(pane.press(key) == .nothing)
    }
    pane.update(steps, size: pane.size)
    var emulator = TerminalEmulator(columns: pane.size.columns, rows: pane.size.rows)
    let frame = pane.draw(steps, TerminalTexts(Locale(identifier: locale)))
    emulator.feed(frame.update(from: nil, isColored: true).utf8)
    #expect(emulator.unknown == [])
    return emulator
  }

  @Test func aSessionThatHasNotBegun() {
    var pane = pane()
    #expect(screen(&pane).lines[..<3] == ["[Actions]  Difference   State", "> 0 start", ""])
    #expect(screen(&pane, .tab).lines[..<2] == [" Actions  [Difference]  State   0 start", "no change"])
    #expect(screen(&pane, .tab).lines[1] == #"{"entries": [], "password": "[redacted]"}"#)
    #expect(pane.press(.enter) == .jump(0))
  }

  @Test func keysChooseAStepAndAView() {
    write("a", "b")
    store.send(.chained)
    var pane = pane()
    let list = screen(&pane)
    let first = ["  0 start", #"  1 wrote "a""#, #"  2 wrote "b""#]
    #expect(Array(list.lines[1...5]) == first + ["  3 chained", #"> 4 ↳ wrote "chain""#])
    #expect(list.lines[7].hasPrefix("Esc: close  ↑ ↓: step  Enter: go there  u: undo  Tab: view"))
    #expect(list.reversed.hasPrefix(#"> 4 ↳ wrote "chain""#))
    let difference = screen(&pane, .up, "k", .tab)
    #expect(difference.lines[..<2] == [#" Actions  [Difference]  State   2 wrote "b""#, #"+ entries[1]: "b""#])
    #expect(screen(&pane, .down).lines[1] == "no change")
    #expect(screen(&pane, .up, .tab).lines[1] == #"{"entries": ["a", "b"], "password": "[redacted]"}"#)
    #expect(screen(&pane, .home, .tab).reversed.hasPrefix("  0 start"))
    #expect(screen(&pane, .end, .backTab, .up).lines[0].hasSuffix("[State]  3 chained"))
    for (key, reaction) in [(ScreenKey.enter, ToolPane.Reaction.jump(3)), ("u", .undo), (.escape, .close)] {
      #expect(pane.press(key) == reaction)
    }
    screen(&pane, "q", "x", .backspace, .control("a"), .left)
  }

  /// The choice follows the last step, and stays with any other.
  @Test func newStepsComeAtTheEnd() {
    write("a")
    var (last, first) = (pane(), pane())
    screen(&first, .home)
    write("b", "c")
    #expect(screen(&last).reversed.hasPrefix(#"> 3 wrote "c""#))
    #expect(screen(&first).reversed.hasPrefix("  0 start") && screen(&first).lines[4] == #"> 3 wrote "c""#)
  }

  @Test func stepsThatWereUndoneAreDimmed() throws {
    write("a", "b", "c")
    store.restore(try #require(steps.state(after: 1)), step: 1, cancellingEffects: true)
    #expect(steps.position == 1)
    write("d")
    #expect(store.entries == ["a", "d"])
    var pane = pane()
    let screen = screen(&pane)
    let lines = ["  0 start", #"  1 wrote "a""#, #"  2 wrote "b""#, #"  3 wrote "c""#, #"> 4 wrote "d""#]
    #expect(Array(screen.lines[1...5]) == lines)
    #expect((1...5).map { screen.cells[$0][2].style.contains(2) } == [false, false, true, true, false])
    #expect(steps[4]?.parent == 1 && steps.state(before: 4)?.entries == ["a"])
    #expect(steps.difference(of: 4)?.text(indentation: 0) == #"+ entries[1]: "d""#)
  }

  /// A page can open a trace.
  @Test func aStateOfAnotherSessionIsANewStart() {
    write("a", "b")
    var pane = pane()
    #expect(screen(&pane, .tab, .tab).lines[1].hasPrefix(#"{"entries": ["a", "b"]"#))
    store.restore(Diary.State(entries: ["other"]), step: 2, cancellingEffects: true)
    #expect(screen(&pane).lines[1].hasPrefix(#"{"entries": ["other"]"#))
    write("c")
    #expect(screen(&pane, .tab).lines[1...3] == ["  2 start", #"> 3 wrote "c""#, ""])
    #expect(steps[3]?.parent == 2)
    #expect(steps[2] == nil, "There is nothing to undo.")
    #expect(steps.state(after: 2)?.entries == ["other"])
    #expect(screen(&pane, .home).reversed.hasPrefix("  2 start"))
  }

  @Test func whatAKeyHasDoneIsSaidUntilTheSessionGoesOn() throws {
    write("a", "b")
    var pane = pane()
    store.restore(try #require(steps.state(after: 1)), step: 1, cancellingEffects: true)
    pane.arrive(at: 1, "There.")
    #expect(screen(&pane).lines[7] == "There.")
    write("c")
    #expect(screen(&pane).lines[7].hasPrefix("Esc: close"))
  }

  @Test func aLongSession() {
    for number in 1...10_000 { store.send(.shown(number)) }
    var pane = pane()
    #expect(pane.visibleSteps.count <= 6)
    let lines = (9_995...10_000).map { "\($0 == 10_000 ? "> " : "   ")\($0) shown \($0)" }
    #expect(Array(screen(&pane).lines[1...6]) == lines)
    for step in [9995, 9990] { #expect(screen(&pane, .pageUp).reversed.hasPrefix("   \(step) shown \(step)")) }
    #expect(screen(&pane, .home).lines[1] == "      0 start")
    let gone = "The state of step 1 is gone: only the latest 1000 steps have theirs."
    #expect(screen(&pane, .down, .tab).lines[1] == gone)
    #expect(steps.state(after: 9_000)?.entries == [] && steps.state(after: 8_999) == nil)
    #expect(pane.visibleSteps.count <= 6)
  }

  @Test func aLongStateScrolls() {
    for number in 1...30 { write("line \(number)") }
    var pane = pane()
    #expect(screen(&pane, .backTab).lines[1...2] == ["{", #"  "entries": ["#])
    #expect(screen(&pane, .pageUp).lines[1] == "{")
    #expect(screen(&pane, .pageDown).lines[1...2] == [#"    "line 4","#, #"    "line 5","#])
    for _ in 0..<20 { screen(&pane, .pageDown) }
    #expect(screen(&pane).lines[6] == "}")
    #expect(screen(&pane, .up).lines[1] == "{", "Another step is shown from its beginning.")
  }

  /// Neither values under redacted names nor the same texts elsewhere are shown.
  @Test func secretsAreRedactedAsInTraces() {
    store.send(.passwordChanged("swordfish"))
    write("my swordfish")
    var pane = pane()
    let list = screen(&pane)
    #expect(list.contains(#"1 passwordChanged "[redacted]""#) && list.contains(#"2 wrote "my [redacted]""#))
    for _ in 0..<9 {
      #expect(!screen(&pane).contains("fish"))
      screen(&pane, pane.view == .state ? .up : .tab)
    }
  }

  /// Texts that a terminal would take for commands, wide characters, and characters of several scalars.
  @Test func anyTextAtAnySize() {
    write("日本語のとても長い文です", "a\u{1B}[2J\r\n\u{7}b", "👨‍👩‍👧‍👦e\u{301}ｶﾞ", String(repeating: "長い", count: 90))
    for (columns, rows) in [1, 2, 20, 70].flatMap({ columns in [1, 2, 3, 5].map { (columns, $0) } }) {
      var pane = pane(columns, rows)
      for _ in 0..<4 { for key in [ScreenKey.tab, .pageDown, .tab, .tab, .up] { screen(&pane, key, locale: "ja_JP") } }
    }
    var narrow = pane(20, 5)
    #expect(screen(&narrow, locale: "ja_JP").lines[0] == "[アクション]")
    let first = [#"[差分]  1 wrote "日…"#, #"+ entries[0]: "日本"#, "語のとても長い文です", #"""#, "Esc: 閉じる  ↑ ↓: …"]
    #expect(screen(&narrow, .end, .up, .up, .up, .tab, locale: "ja_JP").lines == first)
    #expect(screen(&narrow, .down).lines[1...2] == [#"+ entries[1]: "a\u00"#, #"1b[2J\r\n\u0007b""#])
  }

  @Test func anotherSizeWhileItIsOpen() {
    for number in 1...30 { write("line \(number)") }
    var pane = pane()
    screen(&pane, .up)
    for (columns, rows) in [(20, 3), (1, 1), (100, 30), (30, 4)] {
      pane.update(steps, size: TerminalSize(columns: columns, rows: rows))
      #expect(pane.visibleSteps.contains(29))
      #expect(screen(&pane).reversed.contains(columns == 1 ? "…" : "29 wrote"))
    }
    screen(&pane, .tab, .tab, .pageDown)
    let top = pane.top
    for (rows, first) in [(6, top), (100, 0)] {
      pane.update(steps, size: TerminalSize(columns: 30, rows: rows))
      #expect(pane.top == first, "The same lines stay visible.")
    }
  }
}
