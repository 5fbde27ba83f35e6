import Dependencies
import TestSupport
import Testing

@testable import StoreInspection

struct FrameTests {
  private static let size = TerminalSize(columns: 12, rows: 3)

  private func frame(_ lines: [(String, Frame.Style)]) -> Frame {
    var frame = Frame(Self.size)
    for (row, line) in lines.enumerated() { frame.write(line.0, column: 0, row: row, line.1) }
    return frame
  }

  private func shown(_ frames: [Frame]) -> TerminalEmulator {
    var emulator = TerminalEmulator(columns: Self.size.columns, rows: Self.size.rows)
    var old: Frame?
    for frame in frames {
      emulator.feed(frame.update(from: old, isColored: true).utf8)
      old = frame
    }
    return emulator
  }

  @Test func onlyWhatDiffersIsWritten() {
    let first = frame([("a", [])])
    #expect(first.update(from: nil, isColored: true) == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1Ha")
    #expect(first.update(from: Frame(TerminalSize(columns: 5, rows: 3)), isColored: true).contains("\u{1B}[2J"))
    let old = frame([("count: 1", []), ("日本語", .bold)])
    #expect(old.update(from: old, isColored: true) == "")
    let new = frame([("count: 2", []), ("日本誤", .bold)])
    #expect(new.update(from: old, isColored: true) == "\u{1B}[1;8H2\u{1B}[2;5H\u{1B}[0;1m誤\u{1B}[0m")
    let shorter = frame([("count", []), ("日本誤", .bold)])
    #expect(shorter.update(from: new, isColored: true) == "\u{1B}[1;6H\u{1B}[K")
    // Colors can be left out, and what is bold stays so.
    let colored = frame([("a", [.red, .bold]), ("b", .red)])
    let plain = "\u{1B}[1;1H\u{1B}[0;1ma\u{1B}[2;1H\u{1B}[0mb"
    #expect(colored.update(from: Frame(Self.size), isColored: false) == plain)
    #expect(colored.update(from: Frame(Self.size), isColored: true).contains("\u{1B}[0;1;31ma"))
  }

  @Test(arguments: [("ｶﾞｷﾞ", 4), ("ﾊﾟ", 2), ("ｶﾞﾞ", 3), ("カ゛", 4), ("が", 2), ("e\u{301}", 1)])
  func aHalfWidthVoicingMarkHasACellOfItsOwn(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
    let emulator = shown([frame([("abcdefgh", []), ("xxxxxxx", [])]), frame([(text + "|", []), ("x" + text, [])])])
    #expect(emulator.column(of: "|", row: 0) == width && emulator.lines[1] == "x" + text)
    #expect(emulator.unknown == [])
  }

  @Test func charactersOfUncertainWidthDoNotMoveTheRest() {
    // The cursor is positioned again after such a character.
    let update = frame([("👩‍👩‍👧x", [])]).update(from: Frame(Self.size), isColored: true)
    #expect(update == "\u{1B}[1;1H👩‍👩‍👧\u{1B}[1;3Hx")
  }

  @Test func anyFrameCanFollowAnyOther() {
    var generator = SeededRandomNumberGenerator(seed: 1)
    let pieces = ["a", "日", " ", "語", "b", "é", "👍", "  "]
    let styles: [Frame.Style] = [[], .bold, [.red, .reverse], .dim]
    var old: Frame?
    var emulator = TerminalEmulator(columns: Self.size.columns, rows: Self.size.rows)
    emulator.feed("\u{1B}[?25l".utf8)
    for _ in 0..<500 {
      var next = old ?? Frame(Self.size)
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        let piece = pieces.randomElement(using: &generator) ?? ""
        let (column, row) = (Int.random(in: 0..<14, using: &generator), Int.random(in: 0..<4, using: &generator))
        next.write(piece, column: column, row: row, styles.randomElement(using: &generator) ?? [])
      }
      next.cursor = Bool.random(using: &generator) ? (Int.random(in: 0..<12, using: &generator), 1) : nil
      emulator.feed(next.update(from: old, isColored: true).utf8)
      for row in 0..<Self.size.rows {
        #expect(emulator.cells[row].map(\.character) == next[row: row].map(\.character))
        #expect(emulator.cells[row].map { $0.style.contains(1) } == next[row: row].map { $0.style.contains(.bold) })
        #expect(emulator.cells[row].map { $0.style.contains(7) } == next[row: row].map { $0.style.contains(.reverse) })
      }
      #expect(emulator.isCursorVisible == (next.cursor != nil))
      if let cursor = next.cursor { #expect(emulator.cursor == cursor) }
      old = next
    }
    #expect(emulator.unknown == [])
  }
}
