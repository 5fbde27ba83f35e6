/// Everything that is wrong with a script.
struct ScriptErrors: Error {
  let errors: [Place]
  /// Whether nothing is wrong but that the text ends within brackets or a block: more of it might be right.
  var isIncomplete = false

  /// A mistake and the file that it is in.
  struct Place {
    let diagnostic: Diagnostic
    let source: SourceText
  }

  /// All mistakes, each with its line and a caret.
  var rendered: String {
    var text = errors.map { $0.diagnostic.rendered(in: $0.source) }.joined(separator: "\n")
    if errors.count >= ScriptParser.errorLimit { text += "\n… the rest of the script was not read" }
    return text
  }
}
