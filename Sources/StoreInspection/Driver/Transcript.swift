/// What a reader sees of a session: statements as they are in the script, and under each what it made happen.
final class Transcript {
  let console: Console
  /// Whether nothing is told: what happens has happened before.
  var isSilent: Bool

  init(console: Console, isSilent: Bool = false) {
    self.console = console
    self.isSilent = isSilent
  }

  func begin(_ feature: String, isLive: Bool) {
    line(
      console.styled("\(feature) on \(isLive ? "live values and real time" : "mock values and a virtual clock")", .bold)
    )
  }

  /// The file that the statements which follow stand in.
  func file(_ name: String) {
    line("")
    line(console.styled("in \(name.printable)", .dim))
  }

  /// The headline of what follows.
  func section(_ title: String) {
    let title = title.replacing("\n", with: " ").printable.truncated(to: 100)
    line("")
    line(console.styled("── \(title) " + String(repeating: "─", count: max(0, 76 - title.displayWidth)), .bold))
  }

  /// A statement that is about to run.
  func statement(_ statement: Statement) {
    let source = statement.source
    let number = "\(source.line(at: statement.range.lowerBound))"
    let lines = source[statement.range].split(whereSeparator: \.isNewline).map {
      String($0).replacing("\t", with: "  ").printable.truncated(to: 200)
    }
    line("")
    let limit = 20
    for (index, text) in lines.prefix(limit).enumerated() {
      let margin = index == 0 ? number : ""
      let pass = index == 0 && !statement.passes.isEmpty ? "  \(statement.passes.description)" : ""
      line(padded(margin, to: 4) + "  " + console.styled(text, .bold) + console.styled(pass, .dim))
    }
    if lines.count > limit { line("      … \(lines.count - limit) more lines") }
  }

  /// An action that was reduced: where it came from, and what it changed.
  func action(_ action: ActionText, _ origin: String, change: [JSONDifference.Line]) {
    let text = action.description
    let isShort = text.count <= 70
    detail(console.styled(isShort ? text : action.path, .bold) + " " + origin)
    if !isShort, let payload = action.payload { detail("  " + payload.description.truncated(to: 110)) }
    if change.isEmpty { detail(console.styled("  no change", .dim)) }
    for line in change {
      switch line.mark {
      case .changed: detail("  ~ " + line.text)
      case .removed: detail(console.styled("  - " + line.text, .red))
      case .added: detail(console.styled("  + " + line.text, .green))
      }
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

  func screen<Action>(_ screen: Screen<Action>) {
    for line in screen.lines {
      let text = line.trimmed
      switch line.style {
      case .plain: detail(text)
      case .bold, .selected: detail(console.styled(text, .bold))
      case .dim: detail(console.styled(text, .dim))
      case .failure: detail(console.styled(text, .red))
      }
    }
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
    if !isSilent { console.write(text + "\n") }
  }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension [Statement.Pass] {
  /// The passes as a reader counts them: `(pass 2 of 3)`, `(pass 2 of 3, 1 of 5)`.
  fileprivate var description: String {
    "(pass \(map { "\($0.index + 1) of \($0.count)" }.joined(separator: ", ")))"
  }
}
