import StoreScript
import StoreTrace

extension ToolPane {
  /// Draws the frame that the terminal has to show. Only the visible steps and lines are looked at.
  func draw<State>(_ steps: SessionSteps<State>, _ texts: TerminalTexts) -> Frame {
    var frame = Frame(size)
    if hasHeader { drawHeader(steps, texts, &frame) }
    let first = hasHeader ? 1 : 0
    if view == .actions {
      drawList(steps, texts, from: first, &frame)
    } else {
      let gone = texts.noState(after: chosen, limit: SessionSteps<State>.limit)
      let shown = lines.map { $0.isEmpty ? [texts.noChange] : $0 } ?? FieldText.wrapped(gone, columns: size.columns)
      for (index, line) in shown.dropFirst(top).prefix(height).enumerated() {
        frame.write(line, column: 0, row: first + index)
      }
    }
    if hasStatus {
      frame.write((message ?? texts.toolKeys).cut(to: size.columns), column: 0, row: size.rows - 1, .dim)
    }
    return frame
  }

  /// The names of the views, or that of the present one where they do not fit, and the chosen step.
  private func drawHeader<State>(_ steps: SessionSteps<State>, _ texts: TerminalTexts, _ frame: inout Frame) {
    let names = View.allCases.map { $0 == view ? "[\(texts.name(of: $0))]" : " \(texts.name(of: $0)) " }
    let all = names.joined(separator: " ")
    var header = all.displayWidth <= size.columns ? all : "[\(texts.name(of: view))]"
    if view != .actions { header += "  \(text(of: chosen, steps, texts))" }
    frame.write(header.cut(to: size.columns), column: 0, row: 0, .bold)
  }

  private func drawList<State>(
    _ steps: SessionSteps<State>,
    _ texts: TerminalTexts,
    from first: Int,
    _ frame: inout Frame
  ) {
    let path = steps.path(in: visibleSteps)
    let digits = "\(last)".count
    for number in visibleSteps {
      let row = first + number - firstStep
      let margin = String(repeating: " ", count: digits - "\(number)".count)
      let line = (number == steps.position ? "> " : "  ") + margin + text(of: number, steps, texts)
      frame.write(line.cut(to: size.columns), column: 0, row: row, path.contains(number) ? [] : .dim)
      if number == chosen { frame.restyle(row: row, columns: 0..<size.columns) { $0.insert(.reverse) } }
    }
  }

  /// The number of a step, and its action.
  private func text<State>(of number: Int, _ steps: SessionSteps<State>, _ texts: TerminalTexts) -> String {
    guard let step = steps[number] else { return "\(number) \(texts.start)" }
    return "\(number) \(step.isReceived ? "↳ " : "")\(step.text)"
  }
}
