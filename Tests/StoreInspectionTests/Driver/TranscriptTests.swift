import Foundation
import TestSupport
import Testing

@testable import StoreInspection

@Suite(.ownThreads) struct TranscriptTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("\u{1B}[1mabc\u{1B}[0m", 3, "\u{1B}[1mabc\u{1B}[0m"), ("\u{1B}[1mabcd\u{1B}[0m", 3, "\u{1B}[1mab…\u{1B}[0m"),
    ("", 1, ""),
  ])
  func aLineIsCutToColumns(_ line: String, _ columns: Int, _ expected: String) {
    #expect(line.cut(to: columns) == expected)
  }

  private static let script = """
    section "\(String(repeating: "title ", count: 20))"
    send markButtonTapped
    let text = "\(String(repeating: "値", count: 60))"
    send timerButtonTapped
    advance 1s
    expect marks.count == 1 # \(String(repeating: "comment ", count: 20))
    show
    screen
    """

  @Test func linesFitTheTerminalAndAreWholeWhereThereIsNone() throws {
    let file = folder.path("a.script")
    try folder.write(Self.script, to: "a.script")
    for columns in [40, 72] {
      let terminal = try TerminalProcess(["run", file], program: "Counter", columns: columns, rows: 200)
      #expect(try terminal.end() == .exited(0))
      #expect(terminal.emulator.unknown == [], "nothing is written behind the last column")
      #expect(terminal.emulator.contains("…"))
      let text = terminal.emulator.lines.joined().filter { $0 != " " }
      for part in ["asleeponaTestClockuntil1s(now0s)", #""date":"2"#] { #expect(text.contains(part), "\(text)") }
    }
    let whole = try run(["run", file], program: "Counter").output
    #expect(!whole.contains("…"))
    for text in [String(repeating: "値", count: 60), String(repeating: "title ", count: 20)] {
      #expect(whole.contains(text))
    }
  }
}
