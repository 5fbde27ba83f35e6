@testable import StoreMacros

/// The result of expanding a macro at a declaration.
struct MacroExpansion {
  let source: String
  let diagnostics: [Diagnostic]
  private let original: String

  /// - Parameters:
  ///   - attribute: The attribute to expand, as in the source.
  ///   - context: The headers of the surrounding declarations.
  init(
    _ macro: String,
    _ role: String,
    attribute: String = "",
    of source: String,
    in context: [String] = [],
    extending extendedType: String = "",
    to conformances: [String] = [],
    at location: ExpansionRequest.Location = ExpansionRequest.Location()
  ) {
    let start = attribute.isEmpty ? nil : source.firstRange(of: attribute)?.lowerBound
    let offset = start.map { source.utf8.distance(from: source.startIndex, to: $0) } ?? 0
    let expansion = expand(
      ExpansionRequest(
        macro: macro,
        role: role,
        attribute: SourceText(attribute, fileName: "File.swift", offset: 100 + offset),
        declaration: SourceText(source, fileName: "File.swift", offset: 100),
        location: location,
        extendedType: extendedType,
        conformances: conformances,
        context: context.map { SourceText($0) }
      )
    )
    self.source = expansion.source
    diagnostics = expansion.diagnostics
    original = source
  }

  /// The severity, the text and the message of each diagnostic.
  var messages: [String] {
    diagnostics.map { "\($0.severity) «\($0.place.text)»: \($0.message)" }
  }

  /// The source with a fix of the diagnostic at an index applied; `nil` if there is none.
  func fixed(_ index: Int = 0, by fixIndex: Int = 0) -> String? {
    guard diagnostics.indices.contains(index), diagnostics[index].fixIts.indices.contains(fixIndex) else { return nil }
    var bytes = Array(original.utf8)
    let edits = diagnostics[index].fixIts[fixIndex].edits.map { edit in
      let start = edit.replaced.source.offset - 100
      return (start + edit.replaced.range.lowerBound..<start + edit.replaced.range.upperBound, edit.replacement)
    }
    for (range, replacement) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: Array(replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
