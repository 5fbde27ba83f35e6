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
    // These say how much is left out.
    ("0123456789", 10, "0123456789"), ("01234567890123456789", 12, "012… 17 more"),
    ("\u{1B}[1m01234567890123456789\u{1B}[0m", 12, "\u{1B}[1m012… 17 more\u{1B}[0m"), ("日本語日本語日本語", 12, "日… 8 more"),
  ])
  func aLineIsCutToColumns(_ line: String, _ columns: Int, _ expected: String) {
    #expect(line.cut(to: columns, sayingRest: columns > 9) == expected)
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

  @Test func linesFitTheTerminalAndAreWholeIfThatIsAskedFor() throws {
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
    let whole = try run(["run", file, "--full"], program: "Counter").output
    #expect(!whole.contains("…"))
    for text in [String(repeating: "値", count: 60), String(repeating: "title ", count: 20)] {
      #expect(whole.contains(text))
    }
    /// A wide character that does not fit leaves a column free.
    func isFilled(_ columns: Int, _ arguments: [String], _ environment: [String: String] = [:]) throws -> Bool {
      let output = try run(["run", file] + arguments, program: "Counter", environment: environment).output
      #expect(output.contains(" more"))
      let widest = output.split(separator: "\n").map { String($0).displayWidth }.max() ?? 0
      return columns - 2...columns ~= widest
    }
    #expect(try isFilled(120, []), "where there is no terminal")
    #expect(try isFilled(60, [], ["COLUMNS": "60"]))
    #expect(try isFilled(50, ["--width", "50"], ["COLUMNS": "60"]))
  }
}
