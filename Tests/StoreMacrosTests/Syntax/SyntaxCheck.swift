@testable import StoreMacros

/// Checks properties of the lexer and the parser that hold for every input, even if it is not Swift.
struct SyntaxCheck {
  private(set) var violations: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  private let source: SourceText

  init(_ bytes: [UInt8]) {
    source = SourceText(bytes: bytes, fileName: "checked")
    checkTokens()
    let whole = 0..<bytes.count
    let members: [Member]
    (members, diagnostics) = Parser.members(in: source)
    let declaration = Parser.declaration(in: source)
    let attribute = Parser.attribute(in: source)
    let nodes: [Any?] = [
      members, declaration.0, attribute.0, Parser.statements(in: source.slice), FunctionType(source.slice),
    ]
    for case let node? in nodes { check(node, "a part of the file", within: whole) }
    for diagnostic in diagnostics + declaration.1 + attribute.1 {
      check(diagnostic.place, "a diagnostic's place", within: whole)
    }
  }

  /// The ranges of all tokens are contiguous and add up to the input.
  private mutating func checkTokens() {
    var lexer = Lexer(bytes: source.bytes, range: 0..<source.bytes.count)
    var end = 0
    while let token = lexer.next() {
      if token.range.lowerBound != end || token.range.isEmpty {
        violations.append("A token has range \(token.range) after one that ends at \(end).")
      }
      end = token.range.upperBound
    }
    if end != source.bytes.count { violations.append("The tokens end at \(end) of \(source.bytes.count).") }
    for problem in lexer.problems {
      check(SourceSlice(source: source, range: problem.range), "a problem", within: 0..<end)
    }
  }

  /// A node's slice is within that of its parent, and the nodes of a list follow one another.
  ///
  /// - Returns: The range of the node, if it has one.
  @discardableResult
  private mutating func check(_ node: Any, _ name: String, within parent: Range<Int>) -> Range<Int>? {
    if let slice = node as? SourceSlice {
      // A missing part has an empty range after the preceding token, which may belong to another node.
      let parent = slice.isEmpty ? 0..<source.bytes.count : parent
      if slice.range.clamped(to: parent) != slice.range {
        violations.append("The range \(slice.range) of '\(name)' is not within \(parent).")
      }
      return slice.range
    }
    let mirror = Mirror(reflecting: node)
    if mirror.displayStyle == .collection {
      var end = parent.lowerBound
      for child in mirror.children {
        let range = check(child.value, name, within: min(end, parent.upperBound)..<parent.upperBound)
        end = range?.upperBound ?? end
      }
      return nil
    }
    if mirror.displayStyle == .enum || mirror.displayStyle == .optional {
      guard let child = mirror.children.first else { return nil }
      let range = check(child.value, child.label ?? name, within: parent)
      if node is Member, range?.isEmpty != false { violations.append("A member is empty: \(node).") }
      return range
    }
    var own: Range<Int>?
    for child in mirror.children {
      // The attributes of a function type stand before its slice.
      let isOutside = node is FunctionType && child.label == "attributes"
      let range = check(child.value, child.label ?? name, within: isOutside ? parent : own ?? parent)
      if child.label == "slice" { own = range }
      guard let range else { continue }
      // What stands in bodies and types is only read where it is needed.
      let part = SourceSlice(source: source, range: range)
      switch child.label {
      case "body", "getterBody": check(Parser.statements(in: part), "a statement", within: range)
      case "type" where !(node is FunctionTypeParameter):
        if let function = FunctionType(part) { check(function, "a function", within: range) }
      default: break
      }
    }
    return own
  }
}
