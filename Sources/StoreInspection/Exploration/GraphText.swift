import Foundation
import StoreExploration
import StoreScript

/// Writes the points of an exploration as a page.
enum GraphText {
  /// The number of steps up to which the page shows their labels at first.
  private static let labelLimit = 40
  /// The maximum number of characters of a label. The whole label is shown under the pointer.
  private static let labelLength = 28

  static func html(_ graph: ExplorationGraph, title: String) -> String {
    let layers = Dictionary(grouping: graph.points.indices) { graph.points[$0].depth }
    let widest = layers.values.map(\.count).max() ?? 1
    let (column, row) = (110.0, 150.0)
    let width = Double(widest) * column + column
    let height = Double(layers.count) * row
    var places: [(x: Double, y: Double)] = Array(repeating: (0, 0), count: graph.points.count)
    for (depth, numbers) in layers {
      for (position, number) in numbers.sorted().enumerated() {
        // Layers are aligned at the left, because a browser shows the left of a page that is too wide.
        places[number] = (column * (Double(position) + 0.5), Double(depth) * row + 40)
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
      body { background: Canvas; color: CanvasText; font: 15px/1.4 system-ui, sans-serif; margin: clamp(0.5rem, 3vw, 2rem); }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; }
      fieldset { border: 0; padding: 0; margin: 0.5rem 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
      .map { overflow: auto; max-height: 75vh; border: 1px solid #8888; }
      svg { display: block; width: calc(var(--width) * var(--zoom, 1)); height: auto; }
      main:has(#fit:checked) svg { width: 100%; }
      main:has(#half:checked) { --zoom: 0.5; }
      main:has(#double:checked) { --zoom: 2; }
      main:not(:has(#labels:checked)) .label { display: none; }
      svg text { font-size: 12px; text-anchor: middle; fill: CanvasText; }
      svg .label { font-size: 9px; }
      circle { fill: Canvas; stroke: CanvasText; }
      .settled circle { stroke-width: 3; }
      path { fill: none; stroke: #888; }
      g:hover > path { stroke: light-dark(#06c, #6bf); stroke-width: 3; }
      path.broken { stroke: light-dark(#c00, #f88); stroke-width: 2; }
      section:target { outline: 2px solid light-dark(#06c, #6bf); outline-offset: 6px; }
      </style>
      </head>
      <body>
      <main>
      <h1>\(escaped(title))</h1>
      <p>\(graph.points.count < graph.total ? "The first \(graph.points.count) of \(graph.total)" : "\(graph.total)") \
      points, from top to bottom by the number of steps that lead there. Where nothing is under way, the ring is bold. A \
      red line breaks a rule. A point and a line say what they are under the pointer, and a point leads to its text below.</p>
      <fieldset><legend>Size</legend>
      <label><input type="radio" name="zoom" id="fit"/> as wide as the page</label>
      <label><input type="radio" name="zoom" id="half"/> 50 %</label>
      <label><input type="radio" name="zoom" checked/> 100 %</label>
      <label><input type="radio" name="zoom" id="double"/> 200 %</label>
      </fieldset>
      <fieldset><legend>Lines</legend>
      <label><input type="checkbox" id="labels"\(graph.edges.count <= labelLimit ? " checked" : "")/> with labels</label>
      </fieldset>
      <div class="map" role="region" aria-label="Points and steps" tabindex="0">
      <svg viewBox="0 0 \(width) \(height)" style="--width: \(width)px">
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
      <path d="M0 0L8 4L0 8"/></marker></defs>
      \(drawing.joined(separator: "\n"))
      </svg></div>
      \(graph.points.indices.map { section($0, graph) }.joined(separator: "\n"))
      </main>
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
      let path = #"<path class="broken" d="M\#(start.x) \#(start.y)l28 40"/>"#
      return "<g>\(title)\(path)\(label(edge, at: (start.x + 28, start.y + 50)))</g>"
    }
    guard edge.source != edge.target else {
      // Several of these arrows may cover each other, so they have no labels.
      return #"<g>\#(title)<path d="M\#(start.x + 12) \#(start.y - 10)c34 -22 34 42 0 22"/></g>"#
    }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = max(1, (dx * dx + dy * dy).squareRoot())
    let (x, y) = (dx / length * 18, dy / length * 18)
    // Arrows that lead back are bent, so that they do not cover the arrows that lead there.
    let bend = edge.target ?? 0 > edge.source ? 0.0 : 40
    let middle = ((start.x + end.x) / 2 - dy / length * bend, (start.y + end.y) / 2 + dx / length * bend)
    // Labels are near the ends of the lines, because lines from the same point are far apart there.
    let place = (middle.0 * 0.8 + end.x * 0.2, middle.1 * 0.8 + end.y * 0.2)
    let angle = atan(dy / (dx == 0 ? 0.001 : dx)) * 180 / .pi
    return """
      <g>\(title)<path marker-end="url(#arrow)" \
      d="M\(start.x + x) \(start.y + y)Q\(middle.0) \(middle.1) \(end.x - x) \(end.y - y)"/>\
      \(label(edge, at: place, angle))</g>
      """
  }

  private static func label(
    _ edge: ExplorationGraph.Edge,
    at place: (x: Double, y: Double),
    _ angle: Double = 0
  ) -> String {
    let text = escaped(edge.caption.oneLine.truncated(to: labelLength))
    // The label is above the line, and parallel to it.
    let transform = "translate(\(place.x) \(place.y)) rotate(\(Int(angle)))"
    return #"<text class="label" transform="\#(transform)" dy="-3">\#(text)</text>"#
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
