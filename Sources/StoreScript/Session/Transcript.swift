import StoreTrace

/// Prints a session: each statement as it is in the script, and below it the actions and changes that it caused.
package final class Transcript {
  let console: Console
  /// Whether nothing is printed, because the session repeats earlier statements.
  var isSilent: Bool

  package init(console: Console, isSilent: Bool = false) {
    self.console = console
    self.isSilent = isSilent || console.isQuiet
  }

  func begin(_ feature: String, isLive: Bool) {
    line(
      console.styled("\(feature) on \(isLive ? "live values and real time" : "mock values and a virtual clock")", .bold)
    )
  }

  /// Prints the file of the statements that follow.
  func file(_ name: String) {
    line("")
    line(console.styled("in \(name.printable)", .dim))
  }

  /// Prints the title of a section.
  func section(_ title: String) {
    let title = title.replacing("\n", with: " ").printable
    let width = min(80, console.columns() ?? 80)
    line("")
    line(console.styled("── \(title) " + String(repeating: "─", count: max(0, width - 4 - title.displayWidth)), .bold))
  }

  /// Prints a statement that is about to run.
  func statement(_ statement: Statement) {
    let source = statement.source
    let number = "\(source.line(at: statement.range.lowerBound))"
    let text = source[statement.range]
    let lines =
      text.isPlain
      ? [text] : text.split(whereSeparator: \.isNewline).map { String($0).replacing("\t", with: "  ").printable }
    line("")
    let limit = 20
    for (index, text) in lines.prefix(limit).enumerated() {
      let margin = index == 0 ? number : ""
      let pass = index == 0 && !statement.passes.isEmpty ? "  \(statement.passes.description)" : ""
      let spaces = String(repeating: " ", count: max(0, 4 - margin.count))
      line(spaces + margin + "  " + console.styled(text, .bold) + console.styled(pass, .dim))
    }
    if lines.count > limit { line("      … \(lines.count - limit) more lines") }
  }

  /// Prints an action that was reduced: its origin, and what it changed.
  func action(_ action: ActionText, _ origin: String, change: [JSONDifference.Line]) {
    let text = action.description
    let isShort = text.prefix(71).count <= 70
    detail(console.styled(isShort ? text : action.path, .bold) + " " + origin.printableLines)
    if !isShort, let payload = action.payload { detail("  \(payload)") }
    self.change(change)
  }

  /// Prints that a tool has set the state to that after an earlier step, and what this changed.
  func jump(to step: Int, change: [JSONDifference.Line]) {
    detail(console.styled("jump to step \(step)", .bold) + " from the page")
    self.change(change)
  }

  private func change(_ change: [JSONDifference.Line]) {
    if change.isEmpty { detail(console.styled("  no change", .dim)) }
    for line in change {
      switch line.mark {
      case .changed: detail("  ~ " + line.text)
      case .removed: detail(console.styled("  - " + line.text, .red))
      case .added: detail(console.styled("  + " + line.text, .green))
      }
    }
  }

  /// Prints something that the script did not ask for, such as an effect or the time of the clock.
  package func note(_ text: String) {
    for line in wrapped(text.printableLines) { detail(console.styled(line, .dim)) }
  }

  func result(_ text: String, isRight: Bool) {
    detail(console.styled(isRight ? "✓ " : "✗ ", isRight ? .green : .red) + text.printableLines)
  }

  func value(_ value: JSONValue) {
    let width = width(otherwise: 100)
    let text = value.pretty(width: width)
    // On a terminal values are shown in full: long lines are wrapped instead of cut.
    let isTerminal = console.columns() != nil
    let lines = isTerminal ? FieldText.wrapped(text, columns: width) : text.split(separator: "\n").map(String.init)
    let limit = isTerminal || console.lineWidth() == nil ? lines.count : 60
    for line in lines.prefix(limit) { detail(line) }
    if lines.count > limit { detail(console.styled("… \(lines.count - limit) more lines; `--full` shows them", .dim)) }
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
    if console.isQuiet { return console.write(summary + "\n") }
    line("")
    if !running.isEmpty {
      line(running.count == 1 ? "1 effect still runs:" : "\(running.count) effects still run:")
      for line in running.map(\.printableLines).flatMap(wrapped) { self.line("  " + line) }
    }
    line(console.styled(summary, .bold))
  }

  /// The number of columns for values and screens.
  func width(otherwise width: Int) -> Int { console.columns().map { max(20, $0 - Self.margin) } ?? width }

  private static let margin = 8

  /// Breaks a sentence into lines, of which all but the first are indented.
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
}

extension [Statement.Pass] {
  /// The passes as a reader counts them: `(pass 2 of 3)`, `(pass 2 of 3, 1 of 5)`.
  fileprivate var description: String {
    "(pass \(map { "\($0.index + 1) of \($0.count)" }.joined(separator: ", ")))"
  }
}
