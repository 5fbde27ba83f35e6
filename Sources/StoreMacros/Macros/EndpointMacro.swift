/// Expands `#endpoint`: a recorded endpoint with the name that its key path spells, and with the labels that its client
/// lists.
func expandEndpoint(_ source: SourceText) -> Expansion {
  // The compiler also passes the comments before the expression.
  let sign = source.bytes.lastIndex(of: UInt8(ascii: "#")) ?? 0
  let expression = SourceSlice(source: source, range: sign..<source.bytes.count)
  // Apart from its sign, the expression is written as an attribute is.
  let attribute = SourceText("@" + expression.text.dropFirst())
  let arguments = Parser.attribute(in: attribute).0?.arguments ?? []
  let path = arguments.first?.value.text ?? ""
  guard arguments.count == 1, path.hasPrefix("\\"), let start = path.firstIndex(of: ".") else {
    let message = "'#endpoint' takes a key path that is written out, such as '\\.client.endpoint'."
    return Expansion(diagnostics: [Diagnostic(severity: .error, message: message, place: expression)])
  }
  let name = path[path.index(after: start)...]
  guard let dot = name.lastTopLevelDot else {
    return Expansion(source: "RecordedEndpoint.endpoint(\(path), \(String(name).literal))")
  }
  let (client, endpoint) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
  return Expansion(
    source: """
      RecordedEndpoint.endpoint(\(path), RecordedEndpoint._name(\(endpoint.literal), of: \\.\(client), \(client.literal)))
      """
  )
}

extension Substring {
  /// The last dot that is not in brackets.
  fileprivate var lastTopLevelDot: Index? {
    var depth = 0
    var last: Index?
    for index in indices {
      switch self[index] {
      case "[", "(", "<": depth += 1
      case "]", ")", ">": depth -= 1
      case "." where depth == 0: last = index
      default: break
      }
    }
    return last
  }
}
