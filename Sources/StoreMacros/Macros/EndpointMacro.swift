/// Expands `#endpoint`: a recorded endpoint with the name that its key path spells, and with the labels that its client
/// lists.
func expandEndpoint(_ source: SourceText) -> Expansion {
  // The compiler also passes the comments before the expression.
  let sign = source.bytes.lastIndex(of: UInt8(ascii: "#")) ?? 0
  let expression = SourceSlice(source: source, range: sign..<source.bytes.count)
  // Apart from its sign, the expression is written as an attribute is.
  let attribute = SourceText("@" + expression.text.dropFirst())
  let arguments = Parser.attribute(in: attribute).0?.arguments ?? []
  let path = arguments.first?.value
  let names = path?.namesAfterRoot ?? []
  guard arguments.count == 1, let path = path?.text, let endpoint = names.last else {
    let message = "'#endpoint' takes a key path that is written out, such as '\\.client.endpoint'."
    return Expansion(diagnostics: [Diagnostic(severity: .error, message: message, place: expression)])
  }
  guard names.count > 1 else { return Expansion(source: "RecordedEndpoint.endpoint(\(path), \(endpoint.literal))") }
  let client = names.dropLast().joined(separator: ".")
  return Expansion(
    source: """
      RecordedEndpoint.endpoint(\(path), RecordedEndpoint._name(\(endpoint.literal), of: \\.\(client), \(client.literal)))
      """
  )
}

extension SourceSlice {
  /// What dots separate in a key path, after its root; `nil` if it isn't a key path.
  fileprivate var namesAfterRoot: ArraySlice<String>? {
    let lexemes = Lexemes(bytes: source.bytes, range: range).elements
    guard lexemes.first?.kind == .backslash else { return nil }
    var names = [""]
    var index = 1
    while index < lexemes.count {
      let lexeme = lexemes[index]
      if lexeme.kind == .period {
        names.append("")
      } else {
        let range = lexeme.start..<lexemes[lexeme.after - 1].end
        names[names.count - 1] += SourceSlice(source: source, range: range).text
      }
      index = lexeme.after
    }
    // The root may be `Dependencies.DependencyValues`.
    let root = names[0].isEmpty ? 0 : names.firstIndex(of: "DependencyValues") ?? 0
    return names.dropFirst(root + 1)
  }
}
