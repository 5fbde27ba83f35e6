import Store

/// What a reader sees of a session: statements as they are in the script, and under each what it made happen.
struct Transcript {
  let console: Console

  func begin(_ feature: String, isLive: Bool) {
    line(
      console.styled("\(feature) on \(isLive ? "live values and real time" : "mock values and a virtual clock")", .bold)
    )
  }

  /// A statement that is about to run.
  func statement(_ statement: Statement, in source: SourceText) {
    let number = "\(source.line(at: statement.range.lowerBound))"
    let lines = source[statement.range].split(whereSeparator: \.isNewline).map {
      String($0).replacing("\t", with: "  ").printable.truncated(to: 200)
    }
    line("")
    let limit = 20
    for (index, text) in lines.prefix(limit).enumerated() {
      let margin = index == 0 ? number : ""
      line(padded(margin, to: 4) + "  " + console.styled(text, .bold))
    }
    if lines.count > limit { line("      … \(lines.count - limit) more lines") }
  }

  func action(_ text: String, _ origin: String, change: String?) {
    detail(console.styled(text.truncated(to: 160), .bold) + " " + origin)
    guard let change else { return detail(console.styled("  no change", .dim)) }
    for text in change.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = String(text).printable
      let style: Console.Style? = text.hasPrefix("-") ? .red : text.hasPrefix("+") ? .green : nil
      detail("  " + (style.map { console.styled(text, $0) } ?? text))
    }
  }

  /// Something that is not the script's doing: effects, the clock.
  func note(_ text: String) {
    detail(console.styled(text, .dim))
  }

  func result(_ text: String, isRight: Bool) {
    detail(console.styled(isRight ? "✓ " : "✗ ", isRight ? .green : .red) + text)
  }

  func value(_ value: JSONValue) {
    for text in value.pretty(width: 100).split(separator: "\n") { detail(String(text)) }
  }

  func end(_ summary: String, running: [String]) {
    line("")
    if !running.isEmpty {
      line(running.count == 1 ? "1 effect still runs:" : "\(running.count) effects still run:")
      for text in running { line("  " + text) }
    }
    line(console.styled(summary, .bold))
  }

  private func detail(_ text: String) {
    line("        " + text)
  }

  private func line(_ text: String) {
    console.write(text + "\n")
  }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
