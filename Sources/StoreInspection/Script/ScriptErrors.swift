/// Everything that is wrong with a script.
struct ScriptErrors: Error, CustomStringConvertible {
  private(set) var errors: [Place]
  /// The statements with which nothing is wrong so far.
  var statements: [Statement] = []
  /// Whether nothing is wrong but that the text ends within brackets or a block: more of it might be right.
  var isIncomplete = false

  /// A mistake and the file that it is in.
  struct Place {
    let diagnostic: Diagnostic
    let source: SourceText
  }

  /// Adds mistakes that were found later. Those of a file stand in its order.
  func adding(_ more: [Place]) -> Self {
    var result = self
    let all = errors + more
    let files = Dictionary(all.enumerated().map { ($1.source.name, $0) }) { first, _ in first }
    func position(_ place: Place) -> (Int, Int) {
      (files[place.source.name] ?? 0, place.diagnostic.range.lowerBound)
    }
    result.errors = all.sorted { position($0) < position($1) }
    return result
  }

  var description: String { rendered }

  /// All mistakes, each with its line and a caret.
  var rendered: String {
    var text = errors.prefix(ScriptParser.errorLimit).map { $0.diagnostic.rendered(in: $0.source) }.joined(
      separator: "\n"
    )
    if errors.count >= ScriptParser.errorLimit { text += "\n… there may be more mistakes" }
    return text
  }
}
