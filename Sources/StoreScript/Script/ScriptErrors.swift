import StoreTrace

extension Script {
  /// The warnings, each with its line and a caret.
  package var renderedWarnings: String {
    warnings.map { $0.diagnostic.rendered(in: $0.source, label: "warning") + "\n" }.joined()
  }
}

/// The mistakes of a script.
package struct ScriptErrors: Error, CustomStringConvertible {
  package private(set) var errors: [Place]
  /// The statements that were parsed without mistakes.
  package var statements: [Statement]
  /// Whether the only mistake is that the text ends within brackets or a block, so that more text may correct it.
  package var isIncomplete: Bool

  package init(errors: [Place], statements: [Statement] = [], isIncomplete: Bool = false) {
    self.errors = errors
    self.statements = statements
    self.isIncomplete = isIncomplete
  }

  /// A mistake and the file that it is in.
  package struct Place {
    package let diagnostic: Diagnostic
    let source: SourceText

    package init(diagnostic: Diagnostic, source: SourceText) {
      var diagnostic = diagnostic
      if let quote = source.typographicQuote(onLineOf: diagnostic.range.lowerBound) {
        diagnostic.notes.append("`\(quote)` is a typographic quotation mark: text stands between plain ones, `\"`")
      }
      self.diagnostic = diagnostic
      self.source = source
    }
  }

  /// Adds mistakes that were found later. The mistakes of each file are sorted by their place.
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

  package var description: String { rendered }

  /// All mistakes, each with its line and a caret.
  package var rendered: String {
    var text = errors.prefix(ScriptParser.errorLimit).map { $0.diagnostic.rendered(in: $0.source) }.joined(
      separator: "\n"
    )
    if errors.count >= ScriptParser.errorLimit { text += "\n… there may be more mistakes" }
    return text
  }
}

extension SourceText {
  /// The first typographic quotation mark on a line that is not part of a string or a comment; in a string that does not
  /// end, one that may have been meant to end it.
  fileprivate func typographicQuote(onLineOf offset: Int) -> Character? {
    var quoteInString: Character?
    var isInString = false
    var isEscaped = false
    let line = range(ofLine: line(at: offset))
    for character in self[line.lowerBound..<min(line.upperBound, line.lowerBound + 10_000)] {
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\" where isInString: isEscaped = true
      case "\"":
        isInString.toggle()
        quoteInString = nil
      case "#" where !isInString: return nil
      case _ where character.isTypographicQuote:
        if !isInString { return character }
        quoteInString = character
      default: break
      }
    }
    return quoteInString
  }
}
