import TestSupport

/// A picture of a terminal's screen, as SVG. Several screens are shown one after the other, again and again.
struct TerminalPicture {
  private static let cell = (width: 9, height: 20)
  private static let margin = 16
  private static let colors = (
    background: "#1e2127", text: "#d7dae0", focus: "#3e5a86",
    of: [31: "#e06c75", 36: "#56b6c2", 2: "#8b919e"] as KeyValuePairs
  )

  let svg: String

  /// How long each screen is shown, in seconds.
  private static let pause = 2.5

  init(_ screens: TerminalEmulator...) {
    let screen = screens[0]
    let width = screen.columns * Self.cell.width + 2 * Self.margin
    let height = screen.rows * Self.cell.height + 2 * Self.margin
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="Menlo, DejaVu Sans Mono, Noto Sans Mono CJK JP, monospace" \
      font-size="15" fill="\(Self.colors.text)">
      """,
      #"<rect width="100%" height="100%" rx="10" fill="\#(Self.colors.background)"/>"#,
    ]
    if screens.count > 1 { lines.append(Self.motion(count: screens.count)) }
    for (index, screen) in screens.enumerated() {
      let elements = screen.cells.enumerated().flatMap { row, cells in
        Self.runs(of: cells).flatMap { Self.elements($0, row: row) }
      }
      // Begun in the past, so that each is hidden until it is shown for the first time.
      let delay = Double(index - screens.count) * Self.pause
      lines += screens.count > 1 ? [#"<g style="animation-delay: \#(delay)s">"#] + elements + ["</g>"] : elements
    }
    svg = (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  /// The last screen is shown to readers who do not want motion, and by programs that can't show any.
  private static func motion(count: Int) -> String {
    """
    <style>
    g:not(:last-of-type) { visibility: hidden }
    g { animation: screens \(Double(count) * pause)s step-end infinite }
    @keyframes screens { 0% { visibility: visible } \(100 / count)% { visibility: hidden } }
    @media (prefers-reduced-motion: reduce) { g { animation-name: none } }
    </style>
    """
  }

  /// Adjacent text in one style, with characters of equal width. Each run has its own position, because the widths of
  /// fonts differ.
  private struct Run {
    var column: Int
    var text: String
    var width: Int
    var isWide: Bool
    var style: Set<Int>
  }

  private static func runs(of cells: [TerminalEmulator.Cell]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells.enumerated() {
      guard let character = cell.character else { continue }
      let isWide = column + 1 < cells.count && cells[column + 1].character == nil
      if character == " " && !cell.style.contains(7) { continue }
      let width = isWide ? 2 : 1
      if let last = runs.last, last.column + last.width == column, last.isWide == isWide, last.style == cell.style {
        runs[runs.count - 1].text.append(character)
        runs[runs.count - 1].width += width
      } else {
        runs.append(Run(column: column, text: "\(character)", width: width, isWide: isWide, style: cell.style))
      }
    }
    return runs
  }

  private static func elements(_ run: Run, row: Int) -> [String] {
    let x = margin + run.column * cell.width
    let y = margin + row * cell.height
    let width = run.width * cell.width
    var elements: [String] = []
    if run.style.contains(7) {
      elements = [#"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(cell.height)" fill="\#(colors.focus)"/>"#]
    }
    guard run.text.contains(where: { $0 != " " }) else { return elements }
    var attributes = #"x="\#(x)" y="\#(y + 15)" textLength="\#(width)" xml:space="preserve""#
    if run.style.contains(1) { attributes += #" font-weight="bold""# }
    if let color = colors.of.first(where: { run.style.contains($0.key) })?.value { attributes += #" fill="\#(color)""# }
    let text = run.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    elements.append("<text \(attributes)>\(text)</text>")
    return elements
  }
}
