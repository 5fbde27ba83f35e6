import StoreExploration

/// Writes the points of an exploration as a page.
enum GraphText {
  static func html(_ graph: ExplorationGraph, title: String) -> String {
    let layers = Dictionary(grouping: graph.points.indices) { graph.points[$0].depth }
    let widest = layers.values.map(\.count).max() ?? 1
    let (column, row) = (70.0, 110.0)
    let width = Double(widest) * column + column
    let height = Double(layers.count) * row
    var places: [(x: Double, y: Double)] = Array(repeating: (0, 0), count: graph.points.count)
    for (depth, numbers) in layers {
      for (position, number) in numbers.sorted().enumerated() {
        let share = width / Double(numbers.count)
        places[number] = (share * (Double(position) + 0.5), Double(depth) * row + 40)
      }
    }
    var drawing: [String] = []
    for edge in graph.edges {
      let (start, end) = (places[edge.source], edge.target.map { places[$0] })
      drawing.append(arrow(from: start, to: end, edge))
    }
    for (number, place) in places.enumerated() {
      let point = graph.points[number]
      drawing.append(
        """
        <a href="#p\(number)"><g class="\(point.isSettled ? "settled" : "")"><title>\(escaped(point.state))</title>\
        <circle cx="\(place.x)" cy="\(place.y)" r="16"/><text x="\(place.x)" y="\(place.y + 4)">\(number)</text></g></a>
        """
      )
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(escaped(title)): points</title>
      <style>
      body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; }
      pre { overflow-x: auto; font-size: 13px; }
      .map { overflow: auto; max-height: 75vh; border: 1px solid #8888; }
      svg text { font-size: 12px; text-anchor: middle; fill: CanvasText; }
      circle { fill: Canvas; stroke: CanvasText; }
      .settled circle { stroke-width: 3; }
      path { fill: none; stroke: #888; }
      path:hover { stroke: #06c; stroke-width: 3; }
      .broken { stroke: #c00; stroke-width: 2; }
      section:target { outline: 2px solid #06c; outline-offset: 6px; }
      </style>
      </head>
      <body>
      <h1>\(escaped(title))</h1>
      <p>\(graph.points.count < graph.total ? "The first \(graph.points.count) of \(graph.total)" : "\(graph.total)") \
      points, from top to bottom by the number of steps that lead there. Where nothing is under way, the ring is bold. A \
      red line breaks a rule. A point and a line say what they are under the pointer.</p>
      <div class="map"><svg width="\(width)" height="\(height)">
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
      <path d="M0 0L8 4L0 8"/></marker></defs>
      \(drawing.joined(separator: "\n"))
      </svg></div>
      \(graph.points.indices.map { section($0, graph) }.joined(separator: "\n"))
      </body>
      </html>

      """
  }

  private static func arrow(
    from start: (x: Double, y: Double),
    to end: (x: Double, y: Double)?,
    _ edge: ExplorationGraph.Edge
  ) -> String {
    let title = "<title>\(edge.source) → \(edge.target.map { "\($0)" } ?? "broken"): \(escaped(edge.label))</title>"
    guard let end else {
      return #"<path class="broken" d="M\#(start.x) \#(start.y)l28 40">\#(title)</path>"#
    }
    guard edge.source != edge.target else {
      return #"<path d="M\#(start.x + 12) \#(start.y - 10)c34 -22 34 42 0 22">\#(title)</path>"#
    }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = max(1, (dx * dx + dy * dy).squareRoot())
    let (x, y) = (dx / length * 18, dy / length * 18)
    // Arrows that lead back are bent, so that they do not cover the arrows that lead there.
    let bend = edge.target ?? 0 > edge.source ? 0.0 : 40
    let middle = ((start.x + end.x) / 2 - dy / length * bend, (start.y + end.y) / 2 + dx / length * bend)
    return """
      <path marker-end="url(#arrow)" \
      d="M\(start.x + x) \(start.y + y)Q\(middle.0) \(middle.1) \(end.x - x) \(end.y - y)">\(title)</path>
      """
  }

  private static func section(_ number: Int, _ graph: ExplorationGraph) -> String {
    let point = graph.points[number]
    let steps = graph.edges.filter { $0.source == number }.map { edge in
      let target = edge.target.map { ##"<a href="#p\##($0)">\##($0)</a>"## } ?? "<b>breaks a rule</b>"
      return "<li>\(escaped(edge.label)) → \(target)</li>"
    }
    return """
      <section id="p\(number)"><h2>\(number)</h2>
      <p>\(point.isSettled ? "Nothing is under way." : "Waits for: \(escaped(point.waits.joined(separator: ", ")))")</p>
      <ul>\(steps.joined())</ul>
      \(point.changes.map { "<pre>\(escaped($0))</pre>" } ?? "")
      <details><summary>State</summary><pre>\(escaped(point.state))</pre></details></section>
      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
