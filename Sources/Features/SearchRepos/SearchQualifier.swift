extension String {
  /// The words and qualifiers of a query in GitHub's search syntax. White space within quotation marks does not
  /// separate them.
  var searchTerms: [Substring] {
    var isQuoted = false
    return split { character in
      if character == "\"" { isQuoted.toggle() }
      return !isQuoted && character.isWhitespace
    }
  }

  /// The value of the qualifier `language:` in a query in GitHub's search syntax, or `nil` if the query has none.
  /// Setting it keeps the rest of the query.
  var languageQualifier: String? {
    get {
      searchTerms.first(where: \.isLanguageQualifier).map { term in
        String(term.dropFirst(Substring.languageQualifier.count).replacing("\"", with: ""))
      }
    }
    set {
      let others = searchTerms.filter { !$0.isLanguageQualifier }
      let language = (newValue ?? "").replacing("\"", with: "")
      let isQuoted = language.contains(where: \.isWhitespace)
      let term = isQuoted ? "\"\(language)\"" : language
      // The qualifier comes first, because an unclosed quotation mark in the rest quotes everything after it.
      let qualifier = language.isEmpty ? [] : [Substring.languageQualifier + term]
      self = (qualifier + others.map(String.init)).joined(separator: " ")
    }
  }
}

extension Substring {
  fileprivate static let languageQualifier = "language:"

  fileprivate var isLanguageQualifier: Bool { lowercased().hasPrefix(Self.languageQualifier) }
}
