@testable import StoreMacros

struct MacroExpansion {
  let source: String
  let diagnostics: [Diagnostic]
  private let original: String

  /// - Parameters:
  ///   - role: If there is none, the one in which the macro reports mistakes.
  ///   - context: The headers of the surrounding declarations.
  init(
    _ source: String,
    role: String? = nil,
    in context: [String] = [],
    to conformances: [String] = [],
    at location: ExpansionRequest.Location = ExpansionRequest.Location()
  ) {
    let macros = #/@(CasePathable|Reducer|DependencyClient|DependencyEndpoint|ObservableState|ViewAction)/#
    let arguments = #/\((?:[^()]|\([^()]*\))*\)/#
    let match = source.firstMatch(of: macros)
    let start = match?.range.lowerBound ?? source.startIndex
    let rest = source[(match?.range.upperBound ?? start)...]
    let end = rest.prefixMatch(of: arguments)?.range.upperBound ?? rest.startIndex
    let macro = match.map { String($0.1) } ?? ""
    let expansion = expand(
      ExpansionRequest(
        macro: "\(macro)Macro",
        role: role ?? (macro == "DependencyEndpoint" ? "peer" : "member"),
        attribute: SourceText(
          String(source[start..<end]),
          fileName: "File.swift",
          offset: 100 + source.utf8.distance(from: source.startIndex, to: start)
        ),
        declaration: SourceText(source, fileName: "File.swift", offset: 100),
        location: location,
        extendedType: "Outer.A",
        conformances: conformances,
        context: context.map { SourceText($0) }
      )
    )
    self.source = expansion.source
    diagnostics = expansion.diagnostics
    original = source
  }

  var messages: [String] { diagnostics.map { "\($0.severity) «\($0.place.text)»: \($0.message)" } }

  var fixed: [String] {
    diagnostics.flatMap(\.fixIts).map { fixIt in
      var bytes = Array(original.utf8)
      let edits = fixIt.edits.map { edit in
        let start = edit.replaced.source.offset - 100
        return (start + edit.replaced.range.lowerBound..<start + edit.replaced.range.upperBound, edit.replacement)
      }
      for (range, replacement) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
        bytes.replaceSubrange(range, with: Array(replacement.utf8))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
