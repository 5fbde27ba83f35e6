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
    let title = title.replacing("\n", with: " ").printable
    let width = min(80, console.columns() ?? 80)
    line("")
    line(console.styled("── \(title) " + String(repeating: "─", count: max(0, width - 4 - title.displayWidth)), .bold))
  }

  /// A statement that is about to run.
  func statement(_ statement: Statement) {
    let source = statement.source
    let number = "\(source.line(at: statement.range.lowerBound))"
    let lines = source[statement.range].split(whereSeparator: \.isNewline).map {
      String($0).replacing("\t", with: "  ").printable
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
    if !isShort, let payload = action.payload { detail("  \(payload)") }
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
    for line in wrapped(text) { detail(console.styled(line, .dim)) }
  }

  func result(_ text: String, isRight: Bool) {
    detail(console.styled(isRight ? "✓ " : "✗ ", isRight ? .green : .red) + text)
  }

  func value(_ value: JSONValue) {
    let width = width(otherwise: 100)
    let text = value.pretty(width: width)
    // What is asked for is shown in full.
    let isTerminal = console.columns() != nil
    let lines = isTerminal ? FieldText.wrapped(text, columns: width) : text.split(separator: "\n").map(String.init)
    for line in lines { detail(line) }
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
      for line in running.flatMap(wrapped) { self.line("  " + line) }
    }
    line(console.styled(summary, .bold))
  }

  /// The columns that there are for values and screens.
  func width(otherwise width: Int) -> Int { console.columns().map { max(20, $0 - Self.margin) } ?? width }

  private static let margin = 8

  /// A sentence in as many lines as it needs.
  private func wrapped(_ text: String) -> [String] {
    let lines = text.wrapped(to: width(otherwise: .max) - 2)
    return lines.prefix(1) + lines.dropFirst().map { "  " + $0 }
  }

  private func detail(_ text: String) {
    line(String(repeating: " ", count: Self.margin) + text)
  }

  private func line(_ text: String) {
    if !isSilent { console.write(console.fitted(text) + "\n") }
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
